// Holds the SQL of standing orders being executed: closing the rows that one covers batch by batch, and retiring it.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { coversSql } from '../record/live.store.ts';

// A batch holds its row locks for tens of milliseconds; sign-ins go on beside it.
export const BATCH_ROWS = 5_000;

// The order is read before the pass, so that the inserts of transactions with an older snapshot are committed and seen
// by then.
const oldestOrder = sql(
  'session_bulk_close_oldest',
  `SELECT id, xid < pg_snapshot_xmin(pg_current_snapshot()) AS settled FROM session_bulk_close ORDER BY id LIMIT 1`,
);

// The batch follows session_activity, which has open sessions alone: closed ones are not read again by each batch.
const closeBatch = sql(
  'session_bulk_close_batch',
  `WITH target AS (
     SELECT e.id, a.last_access, o.created, o.reason, o.closed_by
     FROM session_bulk_close o
     JOIN session_activity a ON a.session_id > $2 AND a.session_id <= o.through_id AND a.ends > o.created
     JOIN session_entry e ON e.id = a.session_id AND ${coversSql('o', 'e')}
     WHERE o.id = $1 AND e.closed_date IS NULL
     ORDER BY a.session_id LIMIT ${BATCH_ROWS} FOR UPDATE OF e, a SKIP LOCKED),
   gone AS (DELETE FROM session_activity a USING target t WHERE a.session_id = t.id),
   closed AS (
     UPDATE session_entry e
     SET closed_date = t.created, close_reason = t.reason, closed_by = t.closed_by, last_access = t.last_access
     FROM target t WHERE e.id = t.id RETURNING e.id)
   SELECT count(*)::int AS count, max(id) AS "lastId" FROM closed`,
);

// An order stays while a covered row is left: one that a use of the session had locked was skipped.
const retireOrder = sql(
  'session_bulk_close_retire',
  `DELETE FROM session_bulk_close o WHERE o.id = $1 AND NOT EXISTS (
     SELECT FROM session_entry e JOIN session_activity a ON a.session_id = e.id
     WHERE ${coversSql('o', 'e')} AND e.closed_date IS NULL AND a.ends > o.created)`,
);

/** Finds the order to work on; it is `settled` when no transaction that is older than it is still open. */
export async function findOldestBulkClose(
  queryable: Queryable,
): Promise<{ readonly id: number; readonly settled: boolean } | null> {
  const [row] = await queryable.rows<{ id: number; settled: boolean }>(oldestOrder);
  return row ?? null;
}

/** Closes at most `BATCH_ROWS` of the covered sessions with a higher id; answers how many, and the last one's id. */
export async function closeBulkBatch(
  tx: Transaction,
  orderId: number,
  afterId: number,
): Promise<{ readonly count: number; readonly lastId: number | null }> {
  const [row] = await tx.rows<{ count: number; lastId: number | null }>(closeBatch, [orderId, afterId]);
  return row!;
}

/** Retires the order; answers whether that was possible. */
export async function retireBulkClose(tx: Transaction, orderId: number): Promise<boolean> {
  return (await tx.execute(retireOrder, [orderId])) > 0;
}
