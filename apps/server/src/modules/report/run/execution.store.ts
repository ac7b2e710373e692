// Holds the SQL of runs as people see them: queued, found, paged, cancelled and removed.
import type { Pageable, ReportExecutionStatus } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { addRange, createFilter } from '../../../kernel/records/page.ts';
import { pageRecords, type RecordSource } from '../../../kernel/records/record-page.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { REPORT_QUEUE_LOCK_CLASS } from '../report-locks.ts';
import { addEnds } from './event-delivery/run-event.store.ts';
import type { Execution, Export, NewExecution } from './execution.types.ts';
import { RUN_KEPT_MS } from './run-kept.ts';

/** Condition of runs that are not over, as the partial indexes have it. */
export const OPEN = "status IN ('QUEUED', 'RUNNING', 'RENDERING', 'CANCELLING')";
/** Condition of runs that may begin: so many of a person at a time; the others wait behind them. */
export const READY = `${OPEN} AND place <= 2`;

const columns = `e.id, e.uuid, e.tenant_identifier AS "tenantIdentifier", e.report_uuid AS "reportUuid",
  e.report_version AS "reportVersion", e.report_code AS "reportCode", e.report_name AS "reportName", e.status,
  e.output_format AS "outputFormat", e.parameter_map AS "parameterMap", e.requested_by AS "requestedBy",
  e.username_folded AS "usernameFolded", e.user_uuid AS "userUuid", e.api_key_uuid AS "apiKeyUuid", e.source, e.locale, e.time_zone AS "timeZone", e.row_limit AS "rowLimit",
  e.timeout_seconds AS "timeoutSeconds", e.retention_hours AS "retentionHours", e.file_name AS "fileName", e.place,
  e.queued_date AS "queuedDate", e.started_date AS "startedDate", e.finished_date AS "finishedDate",
  e.expire_date AS "expireDate", e.row_count AS "rowCount", e.row_estimate AS "rowEstimate",
  e.progress_percent AS "progressPercent", e.is_truncated AS "isTruncated", e.warning_list AS "warningList",
  e.error_code AS "errorCode", e.error_text AS "errorText", e.snapshot_id AS "snapshotId", e.notify,
  e.cache_key AS "cacheKey", e.cache_seconds AS "cacheSeconds", e.fresh_data AS "freshData", e.cache_hit AS "cacheHit",
  e.snapshot_date AS "snapshotDate"`;

const lock = sql('report_queue_lock', `SELECT pg_advisory_xact_lock(${REPORT_QUEUE_LOCK_CLASS}, hashtext($1))`);
const countOpen = sql(
  'report_execution_count_open',
  `SELECT count(*)::int AS count FROM report_execution WHERE tenant_identifier = $1 AND username_folded = $2 AND ${OPEN}`,
);
// A person with more runs than these gets the events of the others later.
const listWatched = sql(
  'report_execution_list_watched',
  `SELECT ${columns} FROM report_execution e WHERE e.id = ANY(ARRAY(
     SELECT unnest($1::bigint[]) UNION
     SELECT r.id FROM unnest($2::text[], $3::text[]) AS o (tenant, name) CROSS JOIN LATERAL (
       SELECT id FROM report_execution WHERE tenant_identifier = o.tenant AND username_folded = o.name ORDER BY id DESC LIMIT 100) r))
   ORDER BY e.id`,
);
const countWaiting = sql(
  'report_execution_count_waiting',
  `SELECT count(*)::int AS count FROM report_execution WHERE ${OPEN} AND status = 'QUEUED'`,
);
const insert = sql(
  'report_execution_insert',
  `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
     parameter_map, sealed_query, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds,
     retention_hours, file_name, place, queued_date, due_at, user_uuid, notify, cache_key, cache_seconds, fresh_data,
     api_key_uuid, csv_content)
   VALUES ($1, $2, $3, $4, $5, $6, 'QUEUED', $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $21, $22, $23, $24, $25,
     $26, $27)`,
);
const find = sql('report_execution_find', `SELECT ${columns} FROM report_execution e WHERE e.id = $1`);
const findOfTenant = sql(
  'report_execution_find_of_tenant',
  `SELECT ${columns} FROM report_execution e WHERE e.uuid = $1 AND e.tenant_identifier = $2`,
);
const cancel = sql(
  'report_execution_cancel',
  `UPDATE report_execution e SET
     status = CASE status WHEN 'QUEUED' THEN 'CANCELLED' ELSE 'CANCELLING' END,
     finished_date = CASE status WHEN 'QUEUED' THEN $2::timestamptz END,
     kept_until = CASE status WHEN 'QUEUED' THEN $3::timestamptz END,
     sealed_query = CASE status WHEN 'QUEUED' THEN NULL ELSE sealed_query END,
     csv_content = CASE status WHEN 'QUEUED' THEN NULL ELSE csv_content END
   WHERE id = $1 AND status IN ('QUEUED', 'RUNNING', 'RENDERING') RETURNING ${columns}`,
);
const lowerPlaces = sql(
  'report_execution_lower_places',
  `UPDATE report_execution SET place = place - 1
   WHERE tenant_identifier = $1 AND username_folded = $2 AND place > $3 AND ${OPEN}`,
);
const remove = sql(
  'report_execution_remove',
  `DELETE FROM report_execution WHERE id = $1 AND NOT (${OPEN}) RETURNING snapshot_id AS "snapshotId"`,
);

const exportColumns = `x.id, x.uuid, x.execution_id AS "executionId", x.output_format AS "outputFormat", x.status, x.content,
  x.byte_count AS "byteCount", x.page_count AS "pageCount", x.is_truncated AS "isTruncated", x.warning_list AS "warningList"`;
const listExports = sql(
  'report_export_list',
  `SELECT ${exportColumns} FROM report_export x WHERE x.execution_id = ANY($1::bigint[]) ORDER BY x.id`,
);
const requestExport = sql(
  'report_export_request',
  `INSERT INTO report_export AS x (uuid, execution_id, tenant_identifier, output_format, status, date_created, due_at)
   SELECT $1, e.id, e.tenant_identifier, $3, 'QUEUED', $4, $4 FROM report_execution e WHERE e.id = $2 AND e.status = 'SUCCEEDED'
   ON CONFLICT (execution_id, output_format) DO UPDATE SET status = 'QUEUED', error_code = NULL, due_at = $4, attempts = 0
     WHERE x.status = 'FAILED'`,
);

const source: RecordSource = {
  name: 'report_execution_page',
  table: 'report_execution',
  alias: 'e',
  columns,
  joins: '',
  sortColumns: {
    queuedDate: 'e.queued_date',
    finishedDate: 'e.finished_date',
    reportName: 'e.report_name',
    status: 'e.status',
  },
};

export type RunOwner = Pick<Execution, 'tenantIdentifier' | 'usernameFolded'>;

/** Takes the lock under which the places of a person's runs are taken and freed. */
export async function lockQueue(tx: Transaction, { tenantIdentifier, usernameFolded }: RunOwner): Promise<void> {
  await tx.rows(lock, [`${tenantIdentifier}/${usernameFolded}`]);
}

/** Counts the runs of a person that are not over. */
export async function countOpenRuns(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: RunOwner,
): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(countOpen, [tenantIdentifier, usernameFolded]);
  return row!.count;
}

/** Lists these runs, and the latest ones of these people, the oldest first. */
export function listWatchedRuns(
  queryable: Queryable,
  ids: readonly number[],
  owners: readonly RunOwner[],
): Promise<Execution[]> {
  const tenants = owners.map(({ tenantIdentifier }) => tenantIdentifier);
  const names = owners.map(({ usernameFolded }) => usernameFolded);
  return queryable.rows<Execution>(listWatched, [ids, tenants, names]);
}

/** Counts the runs of all tenants that wait. */
export async function countQueued(queryable: Queryable): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(countWaiting);
  return row!.count;
}

/** Inserts a run that is due at once; its place decides whether it may begin. */
export async function insertExecution(tx: Transaction, run: NewExecution, place: number, now: Date): Promise<void> {
  await tx.execute(insert, [
    run.uuid,
    run.tenantIdentifier,
    run.reportUuid,
    run.reportVersion,
    run.reportCode,
    run.reportName,
    run.outputFormat,
    JSON.stringify(run.parameterMap),
    run.sealedQuery,
    run.requestedBy,
    run.usernameFolded,
    run.source,
    run.locale,
    run.timeZone,
    run.rowLimit,
    run.timeoutSeconds,
    run.retentionHours,
    run.fileName,
    place,
    now,
    run.userUuid,
    run.notify,
    run.cacheKey,
    run.cacheSeconds,
    run.freshData,
    run.apiKeyUuid,
    run.csvContent,
  ]);
}

export async function findExecution(queryable: Queryable, id: number): Promise<Execution | null> {
  const [row] = await queryable.rows<Execution>(find, [id]);
  return row ?? null;
}

export async function findExecutionOf(
  queryable: Queryable,
  uuid: string,
  tenantIdentifier: string,
): Promise<Execution | null> {
  const [row] = await queryable.rows<Execution>(findOfTenant, [uuid, tenantIdentifier]);
  return row ?? null;
}

export interface ExecutionFilter {
  readonly tenantIdentifier: string;
  /** Folded name of the requester; null: of all. */
  readonly usernameFolded: string | null;
  readonly executableReportUuid?: string | null;
  readonly statusList?: readonly ReportExecutionStatus[] | null;
  readonly requestedBy?: string | null;
  readonly queuedDateFrom?: string | null;
  readonly queuedDateTo?: string | null;
}

export function pageExecutions(queryable: Queryable, asked: ExecutionFilter, page: Pageable) {
  const filter = createFilter();
  filter.and('e.tenant_identifier = $?', asked.tenantIdentifier);
  if (asked.usernameFolded !== null) filter.and('e.username_folded = $?', asked.usernameFolded);
  if (asked.executableReportUuid) filter.and('e.report_uuid = $?::uuid', asked.executableReportUuid);
  if (asked.statusList?.length) filter.and('e.status = ANY($?::text[])', asked.statusList);
  if (asked.requestedBy) filter.and('e.username_folded = $?', foldName(asked.requestedBy));
  addRange(filter, 'e.queued_date', asked.queuedDateFrom, asked.queuedDateTo);
  return pageRecords<Execution>(queryable, source, filter, page);
}

/** Cancels a run and answers it; null where it was over before. A waiting one is over at once. */
export async function cancelExecution(tx: Transaction, run: Execution, now: Date): Promise<Execution | null> {
  await lockQueue(tx, run);
  const keptUntil = new Date(now.getTime() + RUN_KEPT_MS);
  const [row] = await tx.rows<Execution>(cancel, [run.id, now, keptUntil]);
  if (row?.status === 'CANCELLED') {
    await lowerPlacesBehind(tx, row);
    await addEnds(tx, [row.id]);
  }
  return row ?? null;
}

/** Lets the runs of the same person move up after one that is over; the caller has locked the queue. */
export async function lowerPlacesBehind(tx: Transaction, run: RunOwner & Pick<Execution, 'place'>): Promise<void> {
  await tx.execute(lowerPlaces, [run.tenantIdentifier, run.usernameFolded, run.place]);
}

/** Removes a run that is over, with its files; false where it is not over; `snapshotId` is the remaining snapshot. */
export async function removeExecution(
  queryable: Queryable,
  id: number,
): Promise<{ readonly snapshotId: number | null } | false> {
  const [row] = await queryable.rows<{ snapshotId: number | null }>(remove, [id]);
  return row ?? false;
}

/** Lists the files of several runs, the first one first. */
export function listExportsOf(queryable: Queryable, executionIds: readonly number[]): Promise<Export[]> {
  return queryable.rows<Export>(listExports, [executionIds]);
}

/** Queues a file of a succeeded run; an existing or pending one stays as it is. */
export async function queueExport(
  queryable: Queryable,
  { uuid, executionId, format, now }: { uuid: string; executionId: number; format: string; now: Date },
): Promise<void> {
  await queryable.execute(requestExport, [uuid, executionId, format, now]);
}
