// Holds the SQL of the runs of schedules: begun, waiting, ended, revised and deleted.
import {
  type Pageable,
  type ReportOutputFormat,
  type ReportScheduleRunStatus,
  reportFailuresShown,
  type reportScheduleRunSort,
} from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { createFilter } from '../../../../kernel/records/page.ts';
import { pageRecords, type RecordSource } from '../../../../kernel/records/record-page.ts';
import type { ScheduleBurst, Unserved } from './schedule.types.ts';

/** A run of a schedule, with its run of the report and its files. */
export interface ScheduleRun {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly scheduleId: number;
  readonly scheduleUuid: string;
  readonly plannedDate: Date;
  readonly manual: boolean;
  readonly status: ReportScheduleRunStatus;
  readonly executionUuid: string | null;
  readonly outputFormatList: readonly ReportOutputFormat[];
  /** Set where each recipient is mailed own rows. */
  readonly burst: ScheduleBurst | null;
  readonly unservedList: readonly Unserved[];
  readonly unservedRowCount: number;
  readonly rowCount: number | null;
  readonly errorCode: string | null;
  readonly dateCreated: Date;
  readonly finishedDate: Date | null;
  /** Number of wake-ups. */
  readonly woken: number;
  readonly recipientCount: number;
  readonly failedRecipientList: readonly { readonly recipient: string; readonly errorCode: string }[];
}

/** Days that ended runs of schedules are kept, as runs of reports are. */
const KEPT_DAYS = 30;

const columns = `r.id, r.uuid, r.tenant_identifier AS "tenantIdentifier", r.schedule_id AS "scheduleId", s.uuid AS "scheduleUuid",
  r.planned_date AS "plannedDate", r.manual, r.status, r.execution_uuid AS "executionUuid",
  r.output_format_list AS "outputFormatList", r.row_count AS "rowCount", r.error_code AS "errorCode",
  r.burst, r.unserved_list AS "unservedList", r.unserved_row_count AS "unservedRowCount",
  r.date_created AS "dateCreated", r.finished_date AS "finishedDate", r.woken,
  (SELECT count(*)::int FROM report_delivery d WHERE d.schedule_run_id = r.id AND d.kind = 'FILES') AS "recipientCount",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('recipient', f.recipient, 'errorCode', f.error_code) ORDER BY f.id), '[]') FROM (
     SELECT d.id, d.recipient, d.error_code FROM report_delivery d
     WHERE d.schedule_run_id = r.id AND d.kind = 'FILES' AND d.status = 'FAILED' ORDER BY d.id LIMIT ${reportFailuresShown}) f
  ) AS "failedRecipientList"`;
const from = 'FROM report_schedule_run r JOIN report_schedule s ON s.id = r.schedule_id';

const insert = sql(
  'report_schedule_run_insert',
  `INSERT INTO report_schedule_run (uuid, tenant_identifier, schedule_id, planned_date, manual, status, execution_uuid, output_format_list,
     date_created, due_at, burst)
   VALUES ($1, $2, $3, $4, $5, 'RUNNING', $6, $7, $8, 'infinity', $9) RETURNING id`,
);
const find = sql('report_schedule_run_find', `SELECT ${columns} ${from} WHERE r.id = $1`);
const wait = sql(
  'report_schedule_run_wait',
  `UPDATE report_schedule_run SET due_at = CASE WHEN woken = $3 THEN 'infinity' ELSE due_at END, leased_by = NULL, lease_token = NULL,
     attempts = 0
   WHERE id = $1 AND lease_token = $2`,
);
const end = sql(
  'report_schedule_run_end',
  `UPDATE report_schedule_run SET status = $2, error_code = $3, row_count = $4, finished_date = $5,
     kept_until = $5::timestamptz + interval '${KEPT_DAYS} days', leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND status IN ('RUNNING', 'DELIVERING') AND lease_token IS NOT DISTINCT FROM $6 RETURNING id`,
);
const findOfTenant = sql(
  'report_schedule_run_find_of_tenant',
  `SELECT ${columns} ${from} WHERE r.uuid = $1 AND r.tenant_identifier = $2`,
);
const hold = sql('report_schedule_run_hold', 'SELECT id FROM report_schedule_run WHERE id = $1 FOR UPDATE');
const deliver = sql(
  'report_schedule_run_deliver',
  `UPDATE report_schedule_run SET status = 'DELIVERING', row_count = $3, leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING' RETURNING id`,
);
const revise = sql(
  'report_schedule_run_revise',
  'UPDATE report_schedule_run SET status = $2, error_code = $3 WHERE id = $1',
);
const saveUnserved = sql(
  'report_schedule_run_save_unserved',
  'UPDATE report_schedule_run SET unserved_list = $2, unserved_row_count = $3 WHERE id = $1',
);
const wake = sql(
  'report_schedule_run_wake',
  `UPDATE report_schedule_run SET woken = woken + 1, due_at = LEAST(due_at, $2)
   WHERE execution_uuid = $1 AND status = 'RUNNING' RETURNING id`,
);
// Runs cancelled with their report or person wake nobody themselves.
const wakeEnded = sql(
  'report_schedule_run_wake_ended',
  `UPDATE report_schedule_run r SET woken = woken + 1, due_at = $1 WHERE r.status = 'RUNNING' AND r.due_at = 'infinity' AND NOT EXISTS (
     SELECT FROM report_execution e WHERE e.uuid = r.execution_uuid AND (e.status IN ('QUEUED', 'RUNNING', 'RENDERING', 'CANCELLING')
       OR EXISTS (SELECT FROM report_export x WHERE x.execution_id = e.id AND x.status = 'QUEUED')))`,
);
const forget = sql(
  'report_schedule_run_forget',
  `DELETE FROM report_schedule_run WHERE id = ANY(ARRAY(
     SELECT id FROM report_schedule_run WHERE kept_until <= $1 ORDER BY kept_until LIMIT $2))`,
);

const source: RecordSource = {
  name: 'report_schedule_run_page',
  table: 'report_schedule_run',
  alias: 'r',
  columns,
  joins: 'LEFT JOIN report_schedule s ON s.id = r.schedule_id',
  sortColumns: { plannedDate: 'r.planned_date', dateCreated: 'r.date_created', finishedDate: 'r.finished_date' },
};

export type NewScheduleRun = Pick<
  ScheduleRun,
  | 'uuid'
  | 'tenantIdentifier'
  | 'scheduleId'
  | 'plannedDate'
  | 'manual'
  | 'executionUuid'
  | 'outputFormatList'
  | 'dateCreated'
  | 'burst'
>;

/** Inserts a run; answers its number. */
export async function insertScheduleRun(tx: Transaction, run: NewScheduleRun): Promise<number> {
  const [row] = await tx.rows<{ id: number }>(insert, [
    run.uuid,
    run.tenantIdentifier,
    run.scheduleId,
    run.plannedDate,
    run.manual,
    run.executionUuid,
    run.outputFormatList,
    run.dateCreated,
    run.burst === null ? null : JSON.stringify(run.burst),
  ]);
  return row!.id;
}

export async function findScheduleRun(queryable: Queryable, id: number): Promise<ScheduleRun | null> {
  const [row] = await queryable.rows<ScheduleRun>(find, [id]);
  return row ?? null;
}

export async function findScheduleRunOf(
  queryable: Queryable,
  uuid: string,
  tenant: string,
): Promise<ScheduleRun | null> {
  const [row] = await queryable.rows<ScheduleRun>(findOfTenant, [uuid, tenant]);
  return row ?? null;
}

/** Locks a run until the end of the transaction. */
export async function holdScheduleRun(tx: Transaction, id: number): Promise<ScheduleRun | null> {
  await tx.rows(hold, [id]);
  return findScheduleRun(tx, id);
}

/** Marks that all files exist; false where another process has the run. */
export async function beginDelivering(
  tx: Transaction,
  { id, leaseToken }: RunClaim,
  rowCount: number | null,
): Promise<boolean> {
  return (await tx.rows(deliver, [id, leaseToken, rowCount])).length > 0;
}

/** Revises the status of an ended run. */
export async function reviseScheduleRun(
  tx: Transaction,
  id: number,
  status: ReportScheduleRunStatus,
  errorCode: string | null,
): Promise<void> {
  await tx.execute(revise, [id, status, errorCode]);
}

/** Stores the first values without a recipient, and the number of rows of all. */
export async function saveUnservedRows(
  queryable: Queryable,
  id: number,
  unserved: readonly Unserved[],
  rowCount: number,
): Promise<void> {
  await queryable.execute(saveUnserved, [id, JSON.stringify(unserved), rowCount]);
}

export interface RunClaim {
  readonly id: number;
  /** Null where no process holds the run. */
  readonly leaseToken: string | null;
}

/** Lets the run wait until it is woken, unless that has happened since it was read. */
export async function waitForRun(
  queryable: Queryable,
  { leaseToken }: RunClaim,
  { id, woken }: ScheduleRun,
): Promise<void> {
  await queryable.execute(wait, [id, leaseToken, woken]);
}

export interface ScheduleRunEnd {
  readonly status: Exclude<ReportScheduleRunStatus, 'RUNNING' | 'DELIVERING'>;
  readonly errorCode: string | null;
  readonly rowCount: number | null;
}

/** Ends a run; false where another process has it. */
export async function endScheduleRun(
  tx: Transaction,
  { id, leaseToken }: RunClaim,
  { status, errorCode, rowCount }: ScheduleRunEnd,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(end, [id, status, errorCode, rowCount, now, leaseToken])).length > 0;
}

/** Wakes the schedule's run that waits for an ended run of a report, or a file of it; answers whether there is one. */
export async function wakeRunOf(queryable: Queryable, executionUuid: string, now: Date): Promise<boolean> {
  return (await queryable.rows(wake, [executionUuid, now])).length > 0;
}

/** Wakes all runs that wait for something that has ended; answers how many. */
export function wakeEndedRuns(queryable: Queryable, now: Date): Promise<number> {
  return queryable.execute(wakeEnded, [now]);
}

/** Deletes old runs; answers how many. */
export function forgetScheduleRuns(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(forget, [now, limit]);
}

const scheduleWhere = (condition: string): string =>
  `r.schedule_id IN (SELECT s.id FROM report_schedule s WHERE s.tenant_identifier = r.tenant_identifier AND ${condition})`;

export interface ScheduleRunFilter {
  readonly tenantIdentifier: string;
  /** Folded name of the owner; null: of all. */
  readonly ownerFolded: string | null;
  readonly scheduleUuid?: string | null;
  readonly statusList?: readonly ReportScheduleRunStatus[] | null;
}

export function pageScheduleRuns(
  queryable: Queryable,
  asked: ScheduleRunFilter,
  page: Pageable<(typeof reportScheduleRunSort)[number]>,
) {
  const filter = createFilter();
  filter.and('r.tenant_identifier = $?', asked.tenantIdentifier);
  if (asked.ownerFolded !== null) filter.and(scheduleWhere('s.owner_folded = $?'), asked.ownerFolded);
  if (asked.scheduleUuid) filter.and(scheduleWhere('s.uuid = $?::uuid'), asked.scheduleUuid);
  if (asked.statusList?.length) filter.and('r.status = ANY($?::text[])', asked.statusList);
  return pageRecords<ScheduleRun>(queryable, source, filter, page);
}
