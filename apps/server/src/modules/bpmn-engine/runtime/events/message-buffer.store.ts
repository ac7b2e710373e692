// Keeps messages that nobody has received yet, and the ids that senders gave to theirs.
import { type Database, type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { createDefineWriter, insertInto } from '../flush/engine-writer.store.ts';

export interface BufferedMessage {
  readonly id: string;
  /** Is a `SentMessage` with its payload, as JSON. */
  readonly message: string;
  readonly expires_at: Date;
}

const FIND = sql(
  'bpm_message_find',
  `SELECT id, message, expires_at FROM bpm_message WHERE tenant_identifier = $1 AND name = ANY ($2::text[]) AND expires_at > $3
   ORDER BY created_at, id LIMIT 500`,
);
const SAVE = sql(
  'bpm_message_save',
  `INSERT INTO bpm_message (id, tenant_identifier, name, business_key, message, message_id, sender_id, created_at, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const TAKE = sql('bpm_message_take', 'DELETE FROM bpm_message WHERE id = $1');
const WAITING = sql(
  'bpm_message_waiting',
  'SELECT tenant_identifier, array_agg(DISTINCT name) AS names FROM bpm_message WHERE expires_at > $1 GROUP BY tenant_identifier',
);
const REMOVE_EXPIRED = sql(
  'bpm_message_remove_expired',
  `DELETE FROM bpm_message WHERE id = ANY (ARRAY(
     SELECT id FROM bpm_message WHERE expires_at <= $1 ORDER BY expires_at LIMIT 500 FOR UPDATE SKIP LOCKED))`,
);
const REMOVE_IDS = sql(
  'bpm_message_id_remove_expired',
  `DELETE FROM bpm_message_id WHERE (tenant_identifier, message_id) IN (
     SELECT tenant_identifier, message_id FROM bpm_message_id WHERE expires_at <= $1 ORDER BY expires_at LIMIT 500)`,
);
// A message of the same id whose time is over makes room; one whose time is not stays.
const CLAIM_ID = sql(
  'bpm_message_id_claim',
  `INSERT INTO bpm_message_id AS m (tenant_identifier, message_id, expires_at) VALUES ($1, $2, $4)
   ON CONFLICT (tenant_identifier, message_id) DO UPDATE SET expires_at = excluded.expires_at WHERE m.expires_at <= $3`,
);

const NEW_MESSAGE = {
  id: 'uuid',
  tenant_identifier: 'text',
  name: 'text',
  business_key: 'text',
  message: 'text',
  message_id: 'text',
  sender_id: 'uuid',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
} as const;

export function defineMessageWriter(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  return createDefineWriter(groupCommit)('message_insert', NEW_MESSAGE, insertInto('bpm_message', NEW_MESSAGE));
}

export function createMessageBufferStore(database: Database) {
  return {
    find: (tenant: string, names: readonly string[], now: number) =>
      database.rows<BufferedMessage>(FIND, [tenant, names, new Date(now)]),
    /** Answers whether it was still there: whoever takes it delivers it. */
    take: async (tx: Transaction, id: string): Promise<boolean> => (await tx.execute(TAKE, [id])) > 0,
    /** Lists by tenant the names that messages wait under. */
    waiting: (now: number) => database.rows<{ tenant_identifier: string; names: string[] }>(WAITING, [new Date(now)]),
    /** Takes the columns in the order of the writer's. */
    save: (
      tx: Transaction,
      [id, tenant, name, businessKey, message, messageId, senderId, at, until]: readonly unknown[],
    ) =>
      tx.execute(SAVE, [
        id,
        tenant,
        name,
        businessKey,
        message,
        messageId,
        senderId,
        new Date(at as number),
        new Date(until as number),
      ]),
    /** Counts the messages whose time is over. */
    async removeExpired(now: number): Promise<number> {
      const until = [new Date(now)];
      await database.execute(REMOVE_IDS, until);
      return database.execute(REMOVE_EXPIRED, until);
    },
    /** Answers false where a message of this id was taken in already, and its time is not over. */
    claimId: async (queryable: Queryable, tenant: string, messageId: string, now: number, expiresAt: number) =>
      (await queryable.execute(CLAIM_ID, [tenant, messageId, new Date(now), new Date(expiresAt)])) > 0,
  };
}

export type MessageBufferStore = ReturnType<typeof createMessageBufferStore>;
