// Decides who may see a mail with a link or code, or send it again: its recipients, and users who hold all that each
// recipient holds.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { listSecretCopies } from './mail-change.store.ts';

export interface Addressee {
  readonly userUuid: string | null;
  readonly address: string;
}

/**
 * The rule by which administrators mail resets, implemented by the directory: recipients whose mail must be kept from
 * the caller.
 */
export type FindStronger = <T extends Addressee>(
  queryable: Queryable,
  caller: Caller,
  tenantIdentifier: string,
  addressees: readonly T[],
) => Promise<readonly T[]>;

interface SecretMail {
  readonly sensitive: boolean;
  readonly tenantIdentifier: string;
  readonly recipients: readonly Addressee[];
}

/** 403 ACCESS_DENIED for a sensitive mail of a user who holds more than the caller. */
export async function requireEqual(
  findStronger: FindStronger,
  queryable: Queryable,
  caller: Caller,
  { sensitive, tenantIdentifier, recipients }: SecretMail,
): Promise<void> {
  if (!sensitive) return;
  const stronger = await findStronger(queryable, caller, tenantIdentifier, recipients);
  if (stronger.length > 0) fail('ACCESS_DENIED');
}

/** Leaves out the sensitive mails of users who hold more than the caller. */
export async function withoutStronger(
  findStronger: FindStronger,
  queryable: Queryable,
  caller: Caller,
  ids: readonly number[],
): Promise<readonly number[]> {
  const copies = await listSecretCopies(queryable, ids);
  if (copies.length === 0) return ids;
  const stronger = await findStronger(queryable, caller, caller.tenantIdentifier, copies);
  const kept = new Set(stronger.map(({ mailId }) => mailId));
  return ids.filter((id) => !kept.has(id));
}
