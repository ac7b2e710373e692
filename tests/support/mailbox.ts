// Reads the mails of a server's queue as their recipients would: from its database, for they are captured there.
import type { Database } from '../../apps/server/src/kernel/database/database.ts';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { createSeal } from '../../apps/server/src/kernel/secrets/seal.ts';
import { loadSecretKeys } from '../../apps/server/src/kernel/secrets/secret-keys.ts';
import { createUnsubscribeTokens } from '../../apps/server/src/modules/mail-notification/unsubscribe/unsubscribe-token.ts';
import { until } from './until.ts';

export interface ReadMail {
  readonly subject: string;
  readonly content: string;
}

export interface Mailbox {
  /** Answers the newest mail of a template to an address; waits for one that is queued in the background. */
  newest(address: string, templateCode: string): Promise<ReadMail>;
  /** Answers the uuid of the invitation to an address once it is captured. */
  captured(address: string): Promise<string>;
  /** Answers what stands in the link by which an address of the tenant `default` ends the mails of a group. */
  unsubscribeToken(address: string, group: string): string;
  /** Puts a captured mail into a state that only a mail server brings about. */
  become(uuid: string, status: 'FAILED' | 'UNCERTAIN' | 'RETRY'): Promise<void>;
}

/** Contents are sealed with the working key of this purpose. */
const SEAL_PURPOSE = 'mail';

const findNewest = sql(
  'test_mail_newest',
  `SELECT m.uuid, c.sealed FROM mail m JOIN mail_recipient r ON r.mail_id = m.id JOIN mail_content c ON c.mail_id = m.id
   WHERE r.address = $1 AND m.template_code = $2 ORDER BY m.id DESC LIMIT 1`,
);

const findCaptured = sql(
  'test_mail_captured',
  `SELECT m.uuid FROM mail m JOIN mail_recipient r ON r.mail_id = m.id WHERE r.address = $1 AND m.template_code = 'auth.activation' AND m.status = 'CAPTURED' ORDER BY m.id DESC LIMIT 1`,
);
const change = sql(
  'test_mail_become',
  `WITH changed AS (
     UPDATE mail SET status = $2, due_at = CASE WHEN $2 = 'RETRY' THEN expire_date ELSE due_at END,
       ended_date = CASE WHEN $2 = 'RETRY' THEN NULL ELSE ended_date END WHERE uuid = $1 RETURNING id
   )
   UPDATE mail_recipient SET status = $2 WHERE mail_id IN (SELECT id FROM changed)`,
);

/** `secretKeys` is the server's KEELSON_SECRET_KEYS. */
export function createMailbox(database: Database, secretKeys: string): Mailbox {
  const keys = loadSecretKeys({ environmentValue: secretKeys });
  const seal = createSeal(keys, SEAL_PURPOSE);
  return {
    async newest(address, templateCode) {
      const row = await until(`a mail ${templateCode} to ${address}`, async () => {
        const [found] = await database.rows<{ uuid: string; sealed: string }>(findNewest, [address, templateCode]);
        return found;
      });
      const text = seal.open(row.sealed, row.uuid);
      if (text === null) throw new Error('the mail was sealed with another key');
      return JSON.parse(text) as ReadMail;
    },
    async captured(address) {
      const { uuid } = await until(`a captured mail to ${address}`, async () => {
        const [found] = await database.rows<{ uuid: string }>(findCaptured, [address]);
        return found;
      });
      return uuid;
    },
    unsubscribeToken: (address, group) =>
      createUnsubscribeTokens(keys).write({ tenantIdentifier: 'default', address, group }),
    async become(uuid, status) {
      await database.execute(change, [uuid, status]);
    },
  };
}

/** Finds the secret behind # of the link in a mail. */
export function tokenIn({ content }: ReadMail): string {
  const token = /#token=([A-Za-z0-9_-]+)/.exec(content)?.[1];
  if (token === undefined) throw new Error('the mail carries no link');
  return token;
}

/** Finds the code in a mail. */
export function codeIn({ content }: ReadMail): string {
  const code = /\b\d{6}\b/.exec(content)?.[0];
  if (code === undefined) throw new Error('the mail carries no code');
  return code;
}
