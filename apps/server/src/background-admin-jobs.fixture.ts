// Says what the jobs of the BPMN admin have to do, for the test of all jobs.
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';

/** Is what the test of all jobs lends. */
interface JobGround<Task> {
  readonly rows: (text: string, ...values: readonly unknown[]) => Promise<unknown>;
  readonly fromNow: (ms: number) => Date;
  readonly untilGone: (dueMs: number, text: string) => Task;
}

export function adminJobs<Task>({ rows, fromNow, untilGone }: JobGround<Task>) {
  return {
    bpa_import: {
      intervalMs: 2 ** 31 - 1,
      async prepare() {
        // A process that is gone had it until now; all of its files are looked at.
        await rows(
          `INSERT INTO bpa_import (tenant_identifier, username, language, mode, dry_run, state, total, date_created, due_at)
           VALUES ('default', 'ayse', 'en', 'auto', false, 'RUNNING', 0, now(), $1)`,
          fromNow(MINUTE_MS),
        );
        return untilGone(MINUTE_MS, `SELECT FROM bpa_import WHERE state = 'RUNNING'`);
      },
    },
    'bpmn-admin-upkeep': {
      intervalMs: MINUTE_MS,
      async prepare() {
        await rows(
          `INSERT INTO bpa_import (tenant_identifier, username, language, mode, dry_run, state, total, date_created, due_at)
           VALUES ('default', 'kept a month', 'en', 'auto', false, 'DONE', 0, $1, $1)`,
          fromNow(-31 * DAY_MS),
        );
        return untilGone(0, `SELECT FROM bpa_import WHERE username = 'kept a month'`);
      },
    },
  };
}
