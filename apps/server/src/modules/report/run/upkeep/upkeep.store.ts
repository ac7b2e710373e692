// Holds the SQL of ended runs, of deleted people, and of deleted reports.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { Statement } from '../../../../kernel/database/database-client.ts';
import type { NamedPerson } from '../../../../kernel/directory/directory-event.ts';
import { keptForOthers } from '../../snapshot/feature.ts';
import { withdrawRowsOfReport, withdrawRowsOfTenant } from '../cache/cache.store.ts';
import { addEnds } from '../event-delivery/run-event.store.ts';
import { OPEN } from '../execution.store.ts';

const expire = sql(
  'report_upkeep_expire',
  `WITH over AS (
     SELECT id FROM report_execution WHERE status = 'SUCCEEDED' AND expire_date <= $1 ORDER BY expire_date LIMIT $2 FOR UPDATE SKIP LOCKED
   ), files AS (
     UPDATE report_export SET status = 'EXPIRED', content = NULL WHERE execution_id IN (SELECT id FROM over)
   ), snapshots AS (
     UPDATE report_snapshot s SET expire_date = ${keptForOthers('$1')}
     WHERE expire_date > $1 AND id IN (SELECT e.snapshot_id FROM report_execution e JOIN over ON over.id = e.id)
   )
   UPDATE report_execution SET status = 'EXPIRED' WHERE id IN (SELECT id FROM over)`,
);
const removeOld = sql(
  'report_upkeep_remove_old',
  `WITH gone AS (
     DELETE FROM report_execution WHERE id = ANY(ARRAY(
       SELECT id FROM report_execution WHERE kept_until <= $1 AND NOT (${OPEN}) ORDER BY kept_until LIMIT $2))
     RETURNING id, snapshot_id
   ), snapshots AS (
     UPDATE report_snapshot s SET expire_date = ${keptForOthers('$1', 'e.id IN (SELECT id FROM gone)')}
     WHERE expire_date > $1 AND id IN (SELECT snapshot_id FROM gone)
   )
   SELECT count(*)::int AS count FROM gone`,
);
const cancelOf = (name: string, whose: string) =>
  sql(
    name,
    `UPDATE report_execution SET status = CASE status WHEN 'QUEUED' THEN 'CANCELLED' ELSE 'CANCELLING' END,
       finished_date = CASE status WHEN 'QUEUED' THEN $1::timestamptz END, kept_until = CASE status WHEN 'QUEUED' THEN $2::timestamptz END,
       sealed_query = CASE status WHEN 'QUEUED' THEN NULL ELSE sealed_query END,
       csv_content = CASE status WHEN 'QUEUED' THEN NULL ELSE csv_content END
     WHERE ${whose} AND status IN ('QUEUED', 'RUNNING', 'RENDERING') RETURNING id`,
  );

/** Cancels runs; waiting ones are over with that, which becomes an event. */
async function cancelRuns(tx: Transaction, statement: Statement, values: readonly unknown[]): Promise<void> {
  const cancelled = await tx.rows<{ id: number }>(statement, values);
  await addEnds(
    tx,
    cancelled.map(({ id }) => id),
  );
}

const cancelQueued = cancelOf(
  'report_upkeep_cancel_queued',
  "tenant_identifier = $3 AND username_folded = $4 AND status = 'QUEUED'",
);
const cancelOfReport = cancelOf('report_upkeep_cancel_of_report', 'tenant_identifier = $3 AND report_uuid = $4');
const cancelOfTenant = cancelOf('report_upkeep_cancel_of_tenant', 'tenant_identifier = $3');
const expireOf = (name: string, whose: string) =>
  sql(name, `UPDATE report_execution SET expire_date = $1 WHERE ${whose} AND status = 'SUCCEEDED'`);
const expireOfPerson = expireOf('report_upkeep_expire_of_person', 'tenant_identifier = $2 AND username_folded = $3');
const expireOfReport = expireOf('report_upkeep_expire_of_report', 'tenant_identifier = $2 AND report_uuid = $3');
// Runs cancelled with their report or person leave gaps.
const renumber = sql(
  'report_upkeep_renumber',
  `UPDATE report_execution e SET place = r.place FROM (
     SELECT id, row_number() OVER (PARTITION BY tenant_identifier, username_folded ORDER BY place, id) AS place
     FROM report_execution WHERE ${OPEN}
   ) r WHERE r.id = e.id AND e.place <> r.place`,
);
const forgetTenant = sql(
  'report_upkeep_forget_tenant',
  'UPDATE report_execution SET kept_until = $2 WHERE tenant_identifier = $1',
);

/** Removes files and rows of expired runs; answers how many runs. */
export function expireRuns(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(expire, [now, limit]);
}

/** Deletes old runs; answers how many. */
export async function removeOldRuns(queryable: Queryable, now: Date, limit: number): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(removeOld, [now, limit]);
  return row!.count;
}

/** Renumbers the places of each person; answers how many runs have moved up. */
export function renumberPlaces(queryable: Queryable): Promise<number> {
  return queryable.execute(renumber);
}

type Person = Pick<NamedPerson, 'tenantIdentifier' | 'usernameFolded'>;

/** Cancels waiting runs of a person who may not sign in; running ones may end. */
export async function cancelQueuedOf(tx: Transaction, person: Person, now: Date, keptUntil: Date): Promise<void> {
  await cancelRuns(tx, cancelQueued, [now, keptUntil, person.tenantIdentifier, person.usernameFolded]);
}

/** Lets the files expire, which the next pass removes. */
export async function expireFilesOf(tx: Transaction, person: Person, now: Date): Promise<void> {
  await tx.execute(expireOfPerson, [now, person.tenantIdentifier, person.usernameFolded]);
}

/** Ends the runs of a deleted report, and lets their files expire. */
export async function endRunsOfReport(
  tx: Transaction,
  { tenantIdentifier, reportUuid }: { readonly tenantIdentifier: string; readonly reportUuid: string },
  now: Date,
  keptUntil: Date,
): Promise<void> {
  await cancelRuns(tx, cancelOfReport, [now, keptUntil, tenantIdentifier, reportUuid]);
  await tx.execute(expireOfReport, [now, tenantIdentifier, reportUuid]);
  await withdrawRowsOfReport(tx, tenantIdentifier, reportUuid);
}

/** Ends the runs of a deleted tenant, which are not kept. */
export async function endRunsOfTenant(tx: Transaction, tenantIdentifier: string, now: Date): Promise<void> {
  await cancelRuns(tx, cancelOfTenant, [now, now, tenantIdentifier]);
  await tx.execute(forgetTenant, [tenantIdentifier, now]);
  await withdrawRowsOfTenant(tx, tenantIdentifier);
}
