// Declares schedules, and holds the SQL of changes that people do not make.
import {
  type ReportOutputFormat,
  type ReportScheduleRunStatus,
  type ReportScheduleStop,
  reportMisfirePolicies,
  reportScheduleRunStatuses,
  reportScheduleSort,
  reportScheduleSortStandard,
  reportScheduleStops,
} from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { column, typed } from '../../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../../kernel/records/record/define-record.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { foldText } from '../../../../kernel/text/fold-text.ts';
import type { ScheduleBurst, ScheduleDelivery } from './schedule.types.ts';

const server = { server: true, nullable: true } as const;

/** Condition of schedules that can become due, as the partial indexes have it. */
export const READY = 'enabled AND NOT held AND NOT deleted AND next_run_date IS NOT NULL';

export const schedules = defineRecord({
  table: 'report_schedule',
  thing: 'REPORT_SCHEDULE',
  columns: {
    name: column.text(),
    executableReportUuid: column.uuid(),
    cron: column.text({ nullable: true }),
    intervalSeconds: column.integer({ nullable: true }),
    runDate: column.dateTime({ nullable: true }),
    timeZone: column.text({ standard: 'UTC' }),
    startDate: column.dateTime({ nullable: true }),
    endDate: column.dateTime({ nullable: true }),
    misfirePolicy: column.choice(reportMisfirePolicies, { standard: 'RUN_ONCE' }),
    excludeDateList: column.textList({ standard: [] }),
    parameterMap: column.json(typed<Readonly<Record<string, unknown>>>(), { standard: {} }),
    outputFormatList: column.textList({ standard: [] }),
    locale: column.text({ nullable: true }),
    delivery: column.json(typed<ScheduleDelivery>(), { nullable: true }),
    burst: column.json(typed<ScheduleBurst>(), { nullable: true }),
    onlyIfRows: column.flag({ standard: false }),
    enabled: column.flag({ standard: true, readOnly: 'Changed by activate and deactivate.' }),
    ownerUsername: column.text({ server: true }),
    ownerFolded: column.text({ server: true, hidden: true }),
    held: column.flag({ server: true, hidden: true, standard: false }),
    nextRunDate: column.dateTime(server),
    dueAt: column.dateTime({ server: true, hidden: true }),
    lastRunDate: column.dateTime(server),
    lastStatus: column.choice(reportScheduleRunStatuses, server),
    consecutiveFailureCount: column.integer({ server: true, standard: 0 }),
    stopReason: column.choice(reportScheduleStops, server),
  },
  folded: { name: foldText },
  filters: {
    name: { contains: ['name'] },
    executableReportUuid: { equals: 'executableReportUuid' },
    ownerFolded: { equals: 'ownerFolded' },
    onlyOwn: { equals: 'ownerFolded' },
    enabled: { equals: 'enabled' },
  },
  sort: { properties: reportScheduleSort, standard: reportScheduleSortStandard },
  unique: {},
  subject: 'name',
});
export type Schedule = RowOf<typeof schedules>;

const countOwn = sql(
  'report_schedule_count_own',
  'SELECT count(*)::int AS count FROM report_schedule WHERE tenant_identifier = $1 AND owner_folded = $2 AND NOT deleted AND uuid <> $3',
);
const advance = sql(
  'report_schedule_advance',
  `UPDATE report_schedule SET next_run_date = $3, due_at = COALESCE($3, due_at), last_run_date = COALESCE($4, last_run_date),
     leased_by = NULL, lease_token = NULL, attempts = 0
   WHERE id = $1 AND lease_token = $2 AND version = $5 AND ${READY} RETURNING id`,
);
const mostOverdue = sql(
  'report_schedule_most_overdue',
  `SELECT COALESCE(extract(epoch FROM $1::timestamptz - min(due_at)), 0)::float8 AS seconds
   FROM report_schedule WHERE ${READY} AND due_at <= $1`,
);
const release = sql(
  'report_schedule_release',
  'UPDATE report_schedule SET leased_by = NULL, lease_token = NULL WHERE id = $1 AND lease_token = $2',
);
const stop = sql(
  'report_schedule_stop',
  `UPDATE report_schedule SET enabled = false, stop_reason = $2, next_run_date = NULL, leased_by = NULL, lease_token = NULL,
     version = version + 1
   WHERE id = $1 AND enabled AND NOT deleted RETURNING id`,
);
const saveEnd = sql(
  'report_schedule_save_end',
  `UPDATE report_schedule SET last_status = $2,
     consecutive_failure_count = CASE WHEN $3 THEN consecutive_failure_count WHEN $2 = 'FAILED' THEN consecutive_failure_count + 1 ELSE 0 END
   WHERE id = $1 RETURNING consecutive_failure_count AS count`,
);
const listEnabledOf = (name: string, whose: string) =>
  sql(
    name,
    `SELECT id, uuid, name, owner_username AS "ownerUsername" FROM report_schedule WHERE ${whose} AND enabled AND NOT deleted ORDER BY id FOR UPDATE`,
  );
const ofReport = listEnabledOf('report_schedule_of_report', 'tenant_identifier = $1 AND executable_report_uuid = $2');
const ofOwner = listEnabledOf('report_schedule_of_owner', 'tenant_identifier = $1 AND owner_folded = $2');
const hold = sql(
  'report_schedule_hold',
  'UPDATE report_schedule SET held = $2 WHERE tenant_identifier = $1 AND held <> $2',
);

/** Answers for how many seconds the longest waiting schedule has been due; 0 where none waits. */
export async function findLag(queryable: Queryable, now: Date): Promise<number> {
  const [row] = await queryable.rows<{ seconds: number }>(mostOverdue, [now]);
  return row?.seconds ?? 0;
}

/** Counts the schedules of a person except the one named. */
export async function countOwned(
  queryable: Queryable,
  row: Pick<Schedule, 'tenantIdentifier' | 'ownerFolded' | 'uuid'>,
) {
  const values = [row.tenantIdentifier, row.ownerFolded, row.uuid];
  const [found] = await queryable.rows<{ count: number }>(countOwn, values);
  return found!.count;
}

/** A schedule as it was when it was claimed. */
export interface ScheduleClaim {
  readonly id: number;
  readonly version: number;
  readonly leaseToken: string;
}

/** Writes the next date of a claimed schedule; false where it was changed or taken meanwhile. */
export async function advanceSchedule(
  tx: Transaction,
  { id, leaseToken, version }: ScheduleClaim,
  { next, lastRun }: { readonly next: Date | null; readonly lastRun: Date | null },
): Promise<boolean> {
  if ((await tx.rows(advance, [id, leaseToken, next, lastRun, version])).length > 0) return true;
  await releaseSchedule(tx, { id, leaseToken });
  return false;
}

/** Releases a schedule unchanged. */
export async function releaseSchedule(queryable: Queryable, { id, leaseToken }: Omit<ScheduleClaim, 'version'>) {
  await queryable.execute(release, [id, leaseToken]);
}

/** Disables a schedule; false where it was disabled before. */
export async function stopSchedule(tx: Transaction, id: number, reason: ReportScheduleStop): Promise<boolean> {
  return (await tx.rows(stop, [id, reason])).length > 0;
}

/**
 * Stores how the last run of a schedule ended; answers how many have failed in a row. Runs asked for by hand do not
 * count.
 */
export async function saveScheduleEnd(
  tx: Transaction,
  id: number,
  status: ReportScheduleRunStatus,
  isManual: boolean,
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(saveEnd, [id, status, isManual]);
  return row?.count ?? 0;
}

export interface FoundSchedule extends Pick<Schedule, 'uuid' | 'name' | 'ownerUsername'> {
  readonly id: number;
}

/** Lists the enabled schedules of a report, and locks them. */
export function lockSchedulesOf(tx: Transaction, tenantIdentifier: string, report: string): Promise<FoundSchedule[]> {
  return tx.rows<FoundSchedule>(ofReport, [tenantIdentifier, report]);
}

/** Lists the enabled schedules of a person, and locks them. */
export function lockSchedulesBy(tx: Transaction, tenantIdentifier: string, owner: string): Promise<FoundSchedule[]> {
  return tx.rows<FoundSchedule>(ofOwner, [tenantIdentifier, foldName(owner)]);
}

/** Holds the schedules of a tenant, or releases them. */
export async function holdSchedules(tx: Transaction, tenantIdentifier: string, held: boolean): Promise<void> {
  await tx.execute(hold, [tenantIdentifier, held]);
}

/** Answers the formats with their type; the contract admits no other text. */
export function formatsOf({ outputFormatList }: Pick<Schedule, 'outputFormatList'>): readonly ReportOutputFormat[] {
  return outputFormatList as readonly ReportOutputFormat[];
}
