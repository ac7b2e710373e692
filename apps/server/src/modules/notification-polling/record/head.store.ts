// Holds the SQL of the head row of a tenant: the lock under which announcements change, and the numbers that they get.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

export interface Head {
  readonly publishSeq: number;
  readonly changeSeq: number;
  readonly notificationSeq: number;
}

const makeHeads = sql(
  'polling_head_make',
  `INSERT INTO polling_head (tenant_identifier) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING`,
);
const lockOne = sql('polling_head_lock', 'SELECT FROM polling_head WHERE tenant_identifier = $1 FOR UPDATE');
const tryOne = sql('polling_head_try', 'SELECT FROM polling_head WHERE tenant_identifier = $1 FOR UPDATE SKIP LOCKED');
const raiseOne = sql(
  'polling_head_raise',
  `UPDATE polling_head SET publish_seq = publish_seq + $2, change_seq = change_seq + 1 WHERE tenant_identifier = $1
   RETURNING publish_seq AS "publishSeq", change_seq AS "changeSeq", notification_seq AS "notificationSeq"`,
);

/** Locks the head rows in one order, so that two parallel sends to the same tenants never block each other. */
export async function lockHeads(tx: Transaction, tenants: readonly string[]): Promise<void> {
  const sorted = tenants.toSorted();
  for (const tenant of sorted) {
    if ((await tx.rows(lockOne, [tenant])).length > 0) continue;
    await tx.execute(makeHeads, [[tenant]]);
    await tx.rows(lockOne, [tenant]);
  }
}

/** Takes the head row unless another transaction has it. */
export async function tryHead(tx: Transaction, tenantIdentifier: string): Promise<boolean> {
  return (await tx.rows(tryOne, [tenantIdentifier])).length > 0;
}

/**
 * Raises the head, so that every process looks again; newly live announcements get `published` numbers, the last of
 * which is answered.
 */
export async function raiseHead(tx: Transaction, tenantIdentifier: string, published = 0): Promise<Head> {
  const [row] = await tx.rows<Head>(raiseOne, [tenantIdentifier, published]);
  if (row === undefined) throw new Error('the head row is not locked');
  return row;
}
