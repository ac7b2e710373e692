// Keeps messages that nobody has received yet, and the ids that senders gave to theirs.
import { type Database, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { createDefineWriter, insertInto } from '../state/engine-writer.store.ts';

export interface BufferedMessage {
  readonly id: string;
  /** A `SentMessage` with its payload, as JSON. */
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

/** Conflict of a message whose id was taken in already, and whose time is not over. */
export const MESSAGE_ID_CONFLICT = 'MESSAGE_ID';

export function defineMessageWriters(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  const define = createDefineWriter(groupCommit);
  return {
    message: define('message_insert', NEW_MESSAGE, insertInto('bpm_message', NEW_MESSAGE)),
    messageId: define(
      'message_id_claim',
      { tenant_identifier: 'text', message_id: 'text', now: 'timestamptz', expires_at: 'timestamptz' },
      (rows) =>
        `INSERT INTO bpm_message_id AS m (tenant_identifier, message_id, claimed_at, expires_at)
           SELECT v.tenant_identifier, v.message_id, v.now, v.expires_at FROM ${rows} v
         ON CONFLICT (tenant_identifier, message_id) DO UPDATE SET claimed_at = excluded.claimed_at, expires_at = excluded.expires_at
           WHERE m.expires_at <= excluded.claimed_at
         RETURNING (SELECT v.member FROM ${rows} v
           WHERE v.tenant_identifier = m.tenant_identifier AND v.message_id = m.message_id) AS member`,
      MESSAGE_ID_CONFLICT,
    ),
  };
}

export function createMessageBufferStore(database: Database) {
  return {
    find: (tenant: string, names: readonly string[], now: number) =>
      database.rows<BufferedMessage>(FIND, [tenant, names, new Date(now)]),
    /** Takes a message out, and answers whether it was still there: whoever takes it delivers it. */
    take: async (tx: Transaction, id: string): Promise<boolean> => (await tx.execute(TAKE, [id])) > 0,
    /** Lists by tenant the names that messages wait under. */
    waiting: (now: number) => database.rows<{ tenant_identifier: string; names: string[] }>(WAITING, [new Date(now)]),
    /** Saves a message; takes the columns in the order of the writer's. */
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
    /** Removes messages whose time is over, and counts them. */
    async removeExpired(now: number): Promise<number> {
      const until = [new Date(now)];
      await database.execute(REMOVE_IDS, until);
      return database.execute(REMOVE_EXPIRED, until);
    },
  };
}

export type MessageBufferStore = ReturnType<typeof createMessageBufferStore>;
