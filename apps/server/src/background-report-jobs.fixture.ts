// Says what the jobs of reports have to do, for the test of all jobs.

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Is what the test of all jobs lends. */
interface JobGround<Task> {
  readonly rows: (text: string, ...values: readonly unknown[]) => Promise<unknown>;
  readonly fromNow: (ms: number) => Date;
  readonly untilGone: (dueMs: number, text: string) => Task;
}

/** Is a run of a report that is gone, with what it has to hold. */
const run = (code: string, status: string) =>
  `INSERT INTO report_execution (uuid, tenant_identifier, report_uuid, report_version, report_code, report_name, status, output_format,
     parameter_map, requested_by, username_folded, source, locale, time_zone, row_limit, timeout_seconds, retention_hours, file_name,
     place, queued_date, due_at, expire_date)
   VALUES (gen_random_uuid(), 'default', gen_random_uuid(), 0, '${code}', '${code}', '${status}', 'CSV', '{}', 'ayse', 'ayse', 'USER',
     'en', 'UTC', 1, 1, 1, 'a', 1, now(), $1, $1) RETURNING id`;

export function reportJobs<Task>({ rows, fromNow, untilGone }: JobGround<Task>) {
  return {
    report_execution: {
      intervalMs: 2 ** 31 - 1,
      async prepare() {
        // Nobody holds its query any more, so that it is given up.
        await rows(run('job-run', 'CANCELLING'), fromNow(MINUTE_MS));
        return untilGone(
          MINUTE_MS,
          "SELECT FROM report_execution WHERE report_code = 'job-run' AND status = 'CANCELLING'",
        );
      },
    },
    report_export: {
      intervalMs: 2 ** 31 - 1,
      async prepare() {
        // Its rows have gone.
        await rows(
          `WITH run AS (${run('job-export', 'SUCCEEDED')})
           INSERT INTO report_export (uuid, execution_id, tenant_identifier, output_format, status, date_created, due_at)
           SELECT gen_random_uuid(), id, 'default', 'PDF', 'QUEUED', now(), $1 FROM run`,
          fromNow(MINUTE_MS),
        );
        return untilGone(MINUTE_MS, "SELECT FROM report_export WHERE status = 'QUEUED'");
      },
    },
    'report-upkeep': {
      intervalMs: MINUTE_MS,
      async prepare() {
        await rows(`INSERT INTO report_ended_tenant VALUES ('nowhere')`);
        return untilGone(0, `SELECT FROM report_ended_tenant`);
      },
    },
    'report-snapshots': {
      intervalMs: 30 * SECOND_MS,
      async prepare() {
        await rows(
          "INSERT INTO report_snapshot (tenant_identifier, date_created, expire_date) VALUES ('nowhere', now(), $1)",
          fromNow(-MINUTE_MS),
        );
        return untilGone(0, "SELECT FROM report_snapshot WHERE tenant_identifier = 'nowhere'");
      },
    },
    'report-telling': {
      intervalMs: SECOND_MS,
      async prepare() {
        await rows(
          `INSERT INTO report_run_event (tenant_identifier, execution_uuid, report_name, requested_by, source, status, is_truncated, ended_at)
           VALUES ('nowhere', gen_random_uuid(), 'gone', 'ayse', 'USER', 'SUCCEEDED', false, now())`,
        );
        return untilGone(0, "SELECT FROM report_run_event WHERE tenant_identifier = 'nowhere'");
      },
    },
    'report-runs': {
      intervalMs: 30 * SECOND_MS,
      async prepare() {
        await rows(run('job-expired', 'SUCCEEDED'), fromNow(-MINUTE_MS));
        return untilGone(0, "SELECT FROM report_execution WHERE report_code = 'job-expired' AND status = 'SUCCEEDED'");
      },
    },
  };
}
