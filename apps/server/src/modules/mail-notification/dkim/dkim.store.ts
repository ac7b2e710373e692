// Declares the keys that sign mails.
import { column } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import { foldName } from '../../../kernel/text/fold.ts';

/** Column of the private keys. */
export const sealedKeys: SealedTable = {
  table: 'mail_dkim_key',
  id: 'id',
  sealed: 'private_key_sealed',
  ownerKey: 'uuid',
};

/**
 * Keys of signatures. A key is never changed, so that it has no later version; the newest one of a domain comes first.
 */
export const dkimKeys = defineRecord({
  table: 'mail_dkim_key',
  thing: 'DKIM_KEY',
  columns: {
    domain: column.text({ server: true }),
    selector: column.text({ server: true }),
    // Is SubjectPublicKeyInfo in base64, as the record has it.
    publicKey: column.text({ server: true, hidden: true }),
    privateKeySealed: column.text({ nullable: true, server: true, secret: true }),
  },
  folded: { createdBy: foldName },
  instead: { version: '0' },
  filters: { domain: { equals: 'domain' } },
  sort: { properties: ['id'], standard: { properties: ['id'], direction: 'DESC' } },
  unique: { selector: ['DKIM_KEY_ALREADY_EXISTS', 'mail_dkim_key_selector'] },
  subject: 'domain',
});

export type DkimKey = RowOf<typeof dkimKeys>;
