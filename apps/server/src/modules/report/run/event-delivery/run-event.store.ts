// Holds the SQL of ends of runs that other modules do not know yet.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { REPORT_EVENT_LOCK_CLASS } from '../../report-locks.ts';
import type { RunEnded } from './run-event.types.ts';

const add = sql(
  'report_run_event_add',
  `INSERT INTO report_run_event (tenant_identifier, execution_uuid, report_name, requested_by, source, status, error_code, is_truncated,
     ended_at, notify)
   SELECT tenant_identifier, uuid, report_name, requested_by, source, status, error_code, is_truncated, finished_date, notify
   FROM report_execution WHERE id = ANY($1::bigint[]) AND status IN ('SUCCEEDED', 'FAILED', 'TIMED_OUT', 'CANCELLED')`,
);
const look = sql(
  'report_run_event_look',
  `SELECT EXISTS (SELECT FROM report_run_event) OR EXISTS (SELECT FROM report_run_event_untold WHERE next_at <= $1) AS waits`,
);
const takeTurn = sql(
  'report_run_event_turn',
  `SELECT pg_try_advisory_xact_lock(${REPORT_EVENT_LOCK_CLASS}, 0) AS mine`,
);
const take = sql(
  'report_run_event_take',
  `WITH taken AS (
     DELETE FROM report_run_event WHERE id IN (SELECT id FROM report_run_event ORDER BY id LIMIT $1) RETURNING *
   )
   SELECT execution_uuid AS id, CASE status WHEN 'SUCCEEDED' THEN 'report.finished' ELSE 'report.failed' END AS kind, ended_at AS at,
     tenant_identifier AS "tenantIdentifier", execution_uuid AS "executionUuid", report_name AS "reportName",
     requested_by AS "requestedBy", source, notify, status, error_code AS "errorCode", is_truncated AS truncated
   FROM taken ORDER BY taken.id`,
);

/** Adds the events of ended runs, in the transaction that ended them; runs that are not over are skipped. */
export async function addEnds(tx: Transaction, executionIds: readonly number[]): Promise<void> {
  if (executionIds.length > 0) await tx.execute(add, [executionIds]);
}

/** Says whether there is an event to deliver, perhaps again. */
export async function hasWaiting(queryable: Queryable, now: Date): Promise<boolean> {
  const [row] = await queryable.rows<{ waits: boolean }>(look, [now]);
  return row!.waits;
}

/** Takes the turn; false while another process delivers. */
export async function takeDeliveryTurn(tx: Transaction): Promise<boolean> {
  const [row] = await tx.rows<{ mine: boolean }>(takeTurn);
  return row!.mine;
}

/** Takes the oldest events. */
export function takeEnds(tx: Transaction, limit: number): Promise<RunEnded[]> {
  return tx.rows<RunEnded>(take, [limit]);
}
