// Holds the SQL of runs under way: every result is written only by the present holder of the lease.
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { addEnds } from './event-delivery/run-event.store.ts';
import { lockQueue, lowerPlacesBehind, OPEN } from './execution.store.ts';
import type { Execution, MadeFile, RunEnd } from './execution.types.ts';
import { RUN_KEPT_MS } from './run-kept.ts';

export const EXECUTION_LEASE_COLUMNS = 'id, due_at, attempts';
export const EXPORT_LEASE_COLUMNS = 'id, execution_id, output_format, due_at, attempts';

const begin = sql(
  'report_run_begin',
  `UPDATE report_execution SET status = 'RUNNING', started_date = COALESCE(started_date, $3), row_count = NULL, row_estimate = NULL,
     progress_percent = NULL, is_truncated = false, snapshot_id = NULL, snapshot_date = NULL, cache_hit = false
   WHERE id = $1 AND lease_token = $2 AND status IN ('QUEUED', 'RUNNING', 'RENDERING') RETURNING sealed_query AS "sealedQuery"`,
);
const beat = sql(
  'report_run_beat',
  `UPDATE report_execution SET row_estimate = COALESCE($3, row_estimate), progress_percent = $4,
     row_count = CASE status WHEN 'RUNNING' THEN COALESCE($5, row_count) ELSE row_count END,
     snapshot_id = CASE status WHEN 'RUNNING' THEN COALESCE($6, snapshot_id) ELSE snapshot_id END
   WHERE id = $1 AND lease_token = $2 AND status IN ('RUNNING', 'RENDERING') RETURNING id`,
);
const findCancelling = sql(
  'report_run_find_cancelling',
  "SELECT id FROM report_execution WHERE id = $1 AND lease_token = $2 AND status = 'CANCELLING'",
);
const render = sql(
  'report_run_render',
  `UPDATE report_execution SET status = 'RENDERING', snapshot_id = $3, row_count = $4, is_truncated = $5, row_estimate = $6,
     snapshot_date = $7, progress_percent = 0
   WHERE id = $1 AND lease_token = $2 AND status = 'RUNNING' RETURNING id`,
);
const hold = sql(
  'report_run_hold',
  `SELECT id, status, place, tenant_identifier AS "tenantIdentifier", username_folded AS "usernameFolded", snapshot_id AS "snapshotId"
   FROM report_execution WHERE id = $1 AND lease_token = $2 AND ${OPEN} FOR UPDATE`,
);
const end = sql(
  'report_run_end',
  `UPDATE report_execution SET status = $2, finished_date = $3, error_code = $4, error_text = $5, kept_until = COALESCE(kept_until, $6),
     sealed_query = NULL, csv_content = NULL, leased_by = NULL, lease_token = NULL
   WHERE id = $1`,
);
const succeed = sql(
  'report_run_succeed',
  `UPDATE report_execution SET status = 'SUCCEEDED', finished_date = $2, expire_date = $3, progress_percent = 100,
     is_truncated = is_truncated OR $4, warning_list = $5, kept_until = $6, sealed_query = NULL, csv_content = NULL, leased_by = NULL, lease_token = NULL
   WHERE id = $1`,
);
const handBack = sql(
  'report_run_hand_back',
  `UPDATE report_execution SET leased_by = NULL, lease_token = NULL, due_at = $3, attempts = GREATEST(0, attempts - $4)
   WHERE id = $1 AND lease_token = $2 AND ${OPEN}`,
);
const insertExport = sql(
  'report_run_insert_export',
  `INSERT INTO report_export (uuid, execution_id, tenant_identifier, output_format, status, content, byte_count, page_count, is_truncated,
     warning_list, date_created, due_at)
   SELECT $1, e.id, e.tenant_identifier, e.output_format, 'SUCCEEDED', $3, $4, $5, $6, $7, $8, $8 FROM report_execution e WHERE e.id = $2`,
);
const settleExport = sql(
  'report_export_settle',
  `UPDATE report_export SET status = 'SUCCEEDED', content = $3, byte_count = $4, page_count = $5, is_truncated = $6, warning_list = $7,
     leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND lease_token = $2 AND status = 'QUEUED'`,
);
const failExport = sql(
  'report_export_fail',
  `UPDATE report_export SET status = 'FAILED', error_code = $3, leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND lease_token = $2 AND status = 'QUEUED'`,
);
const handBackExport = sql(
  'report_export_hand_back',
  `UPDATE report_export SET leased_by = NULL, lease_token = NULL, due_at = $3, attempts = GREATEST(0, attempts - $4)
   WHERE id = $1 AND lease_token = $2 AND status = 'QUEUED'`,
);

/** Queries of open runs, for sealing with another key. */
export const sealedQueries = {
  table: 'report_execution',
  id: 'id',
  sealed: 'sealed_query',
  ownerKey: 'uuid',
} as const;

/** A run and the claim under which this process has it. */
export interface Claim {
  readonly id: number;
  readonly leaseToken: string;
}

export interface HeldRun extends Pick<Execution, 'id' | 'status' | 'place' | 'tenantIdentifier' | 'usernameFolded'> {
  readonly snapshotId: number | null;
}

/** Begins a run and answers the sealed query; null where it was cancelled, is over, or belongs to another process. */
export async function beginRun(queryable: Queryable, { id, leaseToken }: Claim, now: Date): Promise<string | null> {
  const [row] = await queryable.rows<{ sealedQuery: string | null }>(begin, [id, leaseToken, now]);
  return row?.sealedQuery ?? null;
}

export interface RunProgress {
  readonly rowEstimate: number | null;
  readonly percent: number | null;
  /** Number of rows copied from an adapter. */
  readonly rowCount: number | null;
  /** Snapshot whose rows can be read while more arrive. */
  readonly growing: number | null;
}

/** Writes the progress; false where the run was cancelled, or belongs to another process. */
export async function beatRun(
  queryable: Queryable,
  { id, leaseToken }: Claim,
  progress: RunProgress,
): Promise<boolean> {
  const values = [id, leaseToken, progress.rowEstimate, progress.percent, progress.rowCount, progress.growing];
  return (await queryable.rows(beat, values)).length > 0;
}

export async function isCancelling(queryable: Queryable, { id, leaseToken }: Claim): Promise<boolean> {
  return (await queryable.rows(findCancelling, [id, leaseToken])).length > 0;
}

/** Marks the query as ended, whose rows can be read now; false as `beatRun` answers it. */
export async function beginRendering(
  queryable: Queryable,
  { id, leaseToken }: Claim,
  snapshot: {
    readonly id: number;
    readonly rowCount: number;
    readonly isTruncated: boolean;
    readonly rowEstimate: number | null;
    readonly dateCreated: Date;
  },
): Promise<boolean> {
  const { rowCount, isTruncated, rowEstimate, dateCreated } = snapshot;
  const values = [id, leaseToken, snapshot.id, rowCount, isTruncated, rowEstimate, dateCreated];
  return (await queryable.rows(render, values)).length > 0;
}

/**
 * Locks the run and the places of its person; null where it is over or belongs to another process: then nothing may be
 * written.
 */
export async function holdRun(tx: Transaction, run: Execution, { leaseToken }: Claim): Promise<HeldRun | null> {
  await lockQueue(tx, run);
  const [row] = await tx.rows<HeldRun>(hold, [run.id, leaseToken]);
  return row ?? null;
}

const keptAfter = (now: Date): Date => new Date(now.getTime() + RUN_KEPT_MS);

/** Ends a locked run, and lets the next ones of the person move up. */
export async function endRun(
  tx: Transaction,
  run: HeldRun,
  { status, errorCode, errorText }: RunEnd,
  now: Date,
): Promise<void> {
  await tx.execute(end, [run.id, status, now, errorCode, errorText, keptAfter(now)]);
  await addEnds(tx, [run.id]);
  await lowerPlacesBehind(tx, run);
}

/** Ends a locked run with its first file, or with its rows alone. */
export async function succeedRun(
  tx: Transaction,
  run: HeldRun,
  file: (MadeFile & { readonly uuid: string }) | null,
  dates: { readonly now: Date; readonly expire: Date },
): Promise<void> {
  const warnings = JSON.stringify(file?.warningList ?? []);
  const isCut = file?.isTruncated ?? false;
  await tx.execute(succeed, [run.id, dates.now, dates.expire, isCut, warnings, keptAfter(dates.now)]);
  await addEnds(tx, [run.id]);
  if (file !== null) await insertFile(tx, run, file, warnings, dates.now);
  await lowerPlacesBehind(tx, run);
}

async function insertFile(
  tx: Transaction,
  run: HeldRun,
  file: MadeFile & { readonly uuid: string },
  warnings: string,
  now: Date,
): Promise<void> {
  await tx.execute(insertExport, [
    file.uuid,
    run.id,
    file.content,
    file.byteCount,
    file.pageCount,
    file.isTruncated,
    warnings,
    now,
  ]);
}

/** Whether an unfinished attempt counts: it does where the run itself may be the cause. */
export type HandBack = 'COUNTED' | 'UNCOUNTED';

export async function handRunBack(
  database: Database,
  { id, leaseToken }: Claim,
  dueAt: Date,
  how: HandBack,
): Promise<void> {
  await database.execute(handBack, [id, leaseToken, dueAt, how === 'COUNTED' ? 0 : 1]);
}

export async function settleExportFile(queryable: Queryable, { id, leaseToken }: Claim, file: MadeFile): Promise<void> {
  const { content, byteCount, pageCount, isTruncated, warningList } = file;
  const values = [id, leaseToken, content, byteCount, pageCount, isTruncated, JSON.stringify(warningList)];
  await queryable.execute(settleExport, values);
}

export async function failExportFile(
  queryable: Queryable,
  { id, leaseToken }: Claim,
  errorCode: string,
): Promise<void> {
  await queryable.execute(failExport, [id, leaseToken, errorCode]);
}

export async function handExportBack(
  database: Database,
  { id, leaseToken }: Claim,
  dueAt: Date,
  how: HandBack,
): Promise<void> {
  await database.execute(handBackExport, [id, leaseToken, dueAt, how === 'COUNTED' ? 0 : 1]);
}
