// Holds the SQL by which runs share their rows: which run reads them, which ones wait, and until when they are offered.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { REPORT_CACHE_LOCK_CLASS } from '../../report-locks.ts';
import { OPEN } from '../execution.store.ts';
import type { Execution } from '../execution.types.ts';
import type { Claim } from '../work.store.ts';

const lock = sql('report_cache_lock', `SELECT pg_advisory_xact_lock(${REPORT_CACHE_LOCK_CLASS}, hashtext($1))`);
const find = sql(
  'report_cache_find',
  `SELECT id FROM report_snapshot WHERE cache_key = $1 AND cached_until > $2 AND expire_date > $2 AND row_count IS NOT NULL
   ORDER BY date_created DESC, id DESC LIMIT 1`,
);
const findReader = sql(
  'report_cache_find_reader',
  `SELECT EXISTS (SELECT FROM report_execution
     WHERE cache_key = $1 AND id <> $2 AND ${OPEN} AND status IN ('RUNNING', 'CANCELLING')) AS "isRead"`,
);
const park = sql(
  'report_cache_park',
  `UPDATE report_execution SET leased_by = NULL, lease_token = NULL, due_at = $3, attempts = GREATEST(0, attempts - 1)
   WHERE id = $1 AND lease_token = $2 AND status = 'QUEUED' RETURNING id`,
);
const wake = sql(
  'report_cache_wake',
  `UPDATE report_execution SET due_at = $2 WHERE id = ANY(ARRAY(
     SELECT id FROM report_execution WHERE cache_key = $1 AND ${OPEN} AND status = 'QUEUED' AND due_at > $2 ORDER BY id FOR UPDATE))`,
);
const take = sql(
  'report_cache_take',
  `WITH taken AS (
     UPDATE report_execution SET status = 'RENDERING', started_date = COALESCE(started_date, $3), snapshot_id = $4, row_estimate = NULL,
       progress_percent = 0, cache_hit = true, (row_count, is_truncated, snapshot_date) = (
         SELECT s.row_count, s.is_truncated, s.date_created FROM report_snapshot s WHERE s.id = $4)
     WHERE id = $1 AND lease_token = $2 AND status IN ('QUEUED', 'RUNNING', 'RENDERING') RETURNING id
   )
   UPDATE report_snapshot SET expire_date = GREATEST(expire_date, $5) WHERE id = $4 AND EXISTS (SELECT FROM taken) RETURNING id`,
);
const offer = sql(
  'report_cache_offer',
  `UPDATE report_snapshot s SET cache_key = e.cache_key, report_uuid = e.report_uuid, cached_until = $3,
     expire_date = GREATEST(s.expire_date, $3)
   FROM report_execution e WHERE s.id = $1 AND e.id = $2`,
);
const withdraw = (name: string, whose: string) =>
  sql(
    name,
    `UPDATE report_snapshot SET cache_key = NULL, report_uuid = NULL, cached_until = NULL WHERE cache_key IS NOT NULL AND ${whose}`,
  );
const withdrawOne = withdraw('report_cache_withdraw', 'id = $1');
// A ready report is shared by all tenants: only the program changes it, with a version of its own.
const withdrawOfReport = withdraw('report_cache_withdraw_of_report', 'tenant_identifier = $1 AND report_uuid = $2');
const withdrawOfTenant = withdraw('report_cache_withdraw_of_tenant', 'tenant_identifier = $1');
const countWaiting = sql(
  'report_cache_count_waiting',
  `SELECT count(*)::int AS count FROM report_execution WHERE cache_key = $1 AND id <> $2 AND ${OPEN} AND status = 'QUEUED'`,
);

export async function lockRows(tx: Transaction, cacheKey: Buffer): Promise<void> {
  await tx.rows(lock, [cacheKey.toString('hex')]);
}

/** Finds the newest offered rows of the key; null where there are none. */
export async function findCachedRows(queryable: Queryable, cacheKey: Buffer, now: Date): Promise<number | null> {
  const [row] = await queryable.rows<{ id: number }>(find, [cacheKey, now]);
  return row?.id ?? null;
}

/** Says whether another run is reading, or will again where its process has died. */
export async function isBeingRead(queryable: Queryable, cacheKey: Buffer, executionId: number): Promise<boolean> {
  const [row] = await queryable.rows<{ isRead: boolean }>(findReader, [cacheKey, executionId]);
  return row!.isRead;
}

/**
 * Releases the run until the other one has read its rows. False where it belongs to another process, or was cancelled.
 */
export async function parkRun(queryable: Queryable, { id, leaseToken }: Claim, until: Date): Promise<boolean> {
  return (await queryable.rows(park, [id, leaseToken, until])).length > 0;
}

/** Wakes the waiting runs, which decide anew. */
export async function wakeWaiting(queryable: Queryable, cacheKey: Buffer, now: Date): Promise<void> {
  await queryable.execute(wake, [cacheKey, now]);
}

/** Gives a run existing rows, which last as long as its file does. False as `parkRun`. */
export async function takeRows(
  queryable: Queryable,
  { id, leaseToken }: Claim,
  snapshotId: number,
  dates: { readonly now: Date; readonly expire: Date },
): Promise<boolean> {
  return (await queryable.rows(take, [id, leaseToken, dates.now, snapshotId, dates.expire])).length > 0;
}

/** Offers the rows of this run to others until then. */
export async function offerRows(
  queryable: Queryable,
  snapshotId: number,
  executionId: number,
  until: Date,
): Promise<void> {
  await queryable.execute(offer, [snapshotId, executionId, until]);
}

/** Withdraws the rows, so that no other run takes them. */
export async function withdrawRows(queryable: Queryable, snapshotId: number): Promise<void> {
  await queryable.execute(withdrawOne, [snapshotId]);
}

/** Withdraws the rows of a report that was changed or deleted. */
export async function withdrawRowsOfReport(
  queryable: Queryable,
  tenantIdentifier: string,
  reportUuid: string,
): Promise<void> {
  await queryable.execute(withdrawOfReport, [tenantIdentifier, reportUuid]);
}

/** Withdraws the rows of a deleted tenant. */
export async function withdrawRowsOfTenant(queryable: Queryable, tenantIdentifier: string): Promise<void> {
  await queryable.execute(withdrawOfTenant, [tenantIdentifier]);
}

/** Says whether other runs wait for the rows that this one reads. */
export async function isWaitedFor(
  queryable: Queryable,
  { id, cacheKey, status }: Pick<Execution, 'id' | 'cacheKey' | 'status'>,
): Promise<boolean> {
  if (cacheKey === null || status !== 'RUNNING') return false;
  const [row] = await queryable.rows<{ count: number }>(countWaiting, [cacheKey, id]);
  return row!.count > 0;
}
