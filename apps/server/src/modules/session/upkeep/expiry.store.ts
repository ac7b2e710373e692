// Holds the SQL of the sweep: marks sessions that have run out.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { uncoveredSql } from '../record/live.store.ts';

/** A batch holds its row locks for tens of milliseconds. */
export const SWEPT_MAX = 5_000;

/** A session that has just been marked. */
export interface SweptSession {
  readonly identifier: string;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly reason: 'IDLE' | 'ABSOLUTE';
}

// `ends` is read again under the lock: a touch of another process may have moved it.
const markRunOut = sql(
  'session_expiry_mark',
  `WITH target AS (
     SELECT e.id, a.last_access, a.ends, CASE WHEN e.expiry <= $1 THEN 'ABSOLUTE' ELSE 'IDLE' END AS reason
     FROM session_activity a JOIN session_entry e ON e.id = a.session_id
     WHERE a.ends <= $1 AND e.closed_date IS NULL
       AND (${uncoveredSql('e')} OR a.ends <= (SELECT min(created) FROM session_bulk_close))
     ORDER BY e.id LIMIT ${SWEPT_MAX} FOR UPDATE OF e, a SKIP LOCKED),
   gone AS (DELETE FROM session_activity a USING target t WHERE a.session_id = t.id)
   UPDATE session_entry e SET closed_date = t.ends, close_reason = t.reason, last_access = t.last_access
   FROM target t WHERE e.id = t.id
   RETURNING e.identifier, e.tenant_identifier AS "tenantIdentifier", e.username, t.reason`,
);

/** Marks at most `SWEPT_MAX` sessions that have run out. */
export async function markSessionsRunOut(tx: Transaction, nowMs: number): Promise<SweptSession[]> {
  return tx.rows<SweptSession>(markRunOut, [new Date(nowMs)]);
}
