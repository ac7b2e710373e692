// Says what the jobs of reports have to do, for the test of all jobs.
import { MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';

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

/** Is a schedule of somebody whom nobody knows. */
const SCHEDULE = `INSERT INTO report_schedule (uuid, tenant_identifier, name, name_folded, executable_report_uuid, interval_seconds,
    time_zone, misfire_policy, output_format_list, enabled, owner_username, owner_folded, next_run_date, due_at, created_by, updated_by,
    date_created, date_updated)
  VALUES (gen_random_uuid(), 'default', $1, $1, gen_random_uuid(), 60, 'UTC', 'RUN_ONCE', '{CSV}', $3, 'nobody', 'nobody', $2, $2, 'nobody',
    'nobody', now(), now()) RETURNING id`;
const DELIVERY = `INSERT INTO report_delivery (uuid, tenant_identifier, kind, sender, recipient, is_user, content, status, date_created,
    kept_until, due_at)
  VALUES (gen_random_uuid(), 'default', 'STOPPED', 'nobody', 'nobody', true, '{"reason": "OWNER_GONE", "title": "", "note": "", "formats": [],
    "reportName": "", "scheduleName": "", "rowCount": "", "attach": false}', $1, now(), $2, $2)`;
const SCHEDULE_RUN = `WITH s AS (${SCHEDULE}) INSERT INTO report_schedule_run (uuid, tenant_identifier, schedule_id, planned_date, manual,
    status, output_format_list, date_created, due_at)
  SELECT gen_random_uuid(), 'default', id, $2, false, 'RUNNING', '{CSV}', now(), $2 FROM s`;

function scheduleJobs<Task>({ rows, fromNow, untilGone }: JobGround<Task>) {
  return {
    report_schedule: {
      intervalMs: 2 ** 31 - 1,
      async prepare() {
        // Nobody owns it, so that it is disabled.
        await rows(SCHEDULE, 'job-schedule', fromNow(MINUTE_MS), true);
        return untilGone(MINUTE_MS, "SELECT FROM report_schedule WHERE name = 'job-schedule' AND enabled");
      },
    },
    report_schedule_run: {
      intervalMs: 2 ** 31 - 1,
      async prepare() {
        // The run of its report is gone, so that it has failed.
        await rows(SCHEDULE_RUN, 'job-schedule-run', fromNow(MINUTE_MS), false);
        return untilGone(MINUTE_MS, "SELECT FROM report_schedule_run WHERE status = 'RUNNING'");
      },
    },
    report_delivery: {
      intervalMs: 2 ** 31 - 1,
      async prepare() {
        // Nobody has the name, so that it fails.
        await rows(DELIVERY, 'PENDING', fromNow(MINUTE_MS));
        return untilGone(MINUTE_MS, "SELECT FROM report_delivery WHERE status = 'PENDING'");
      },
    },
    'report-deliveries': {
      intervalMs: MINUTE_MS,
      async prepare() {
        await rows(DELIVERY, 'SENT', fromNow(-MINUTE_MS));
        return untilGone(0, "SELECT FROM report_delivery WHERE status = 'SENT'");
      },
    },
    'report-schedules': {
      intervalMs: 30 * SECOND_MS,
      async prepare() {
        await rows(SCHEDULE_RUN, 'job-schedules', fromNow(-MINUTE_MS), false);
        await rows(`UPDATE report_schedule_run SET status = 'FAILED', kept_until = due_at WHERE due_at < now()`);
        return untilGone(0, 'SELECT FROM report_schedule_run WHERE kept_until IS NOT NULL');
      },
    },
  };
}

export function reportJobs<Task>(ground: JobGround<Task>) {
  const { rows, fromNow, untilGone } = ground;
  return {
    ...scheduleJobs(ground),
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
    'report-events': {
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
