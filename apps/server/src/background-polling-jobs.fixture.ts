// Says what the jobs of notification polling have to do, for the test of all jobs.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';
import { expect } from 'vitest';

/** Is what the test of all jobs lends. */
interface JobGround<Task> {
  readonly rows: (text: string, ...values: readonly unknown[]) => Promise<unknown>;
  readonly fromNow: (ms: number) => Date;
  readonly untilGone: (dueMs: number, text: string) => Task;
  readonly follow: (path: string) => Promise<{ readonly events: readonly { readonly event: string }[] }>;
  readonly post: (path: string, body: object) => Promise<{ readonly status: number; readonly text: string }>;
}

function streamJob<Task>({ rows, follow }: Pick<JobGround<Task>, 'rows' | 'follow'>) {
  return {
    'polling-streams': {
      intervalMs: 2 * SECOND_MS,
      async prepare() {
        // The person marked something at another process.
        const stream = await follow('/polling/stream');
        await rows(
          `UPDATE polling_user_state SET change_seq = change_seq + 1, read_all_own = change_seq + 1, read_all_seq = 0`,
        );
        const read = async () => stream.events.some(({ event }) => event === 'state');
        return { dueMs: 0, read, done: true };
      },
    },
  };
}

export function pollingJobs<Task>({ rows, fromNow, untilGone, follow, post }: JobGround<Task>) {
  return {
    'polling-notification-retention': {
      intervalMs: HOUR_MS,
      async prepare() {
        await rows(
          `INSERT INTO polling_notification (uuid, version, tenant_identifier, username_folded, title, content_type, type, metadata,
             seq, created_by, updated_by, date_created, date_updated)
           VALUES (gen_random_uuid(), 1, 'default', 'ayse', 'old', 'TEXT', 'INFO', '{}', 1, '', '', $1, $1)`,
          fromNow(MINUTE_MS - 180 * DAY_MS),
        );
        return untilGone(MINUTE_MS + 1, `SELECT FROM polling_notification WHERE title = 'old'`);
      },
    },
    'polling-numbering': {
      intervalMs: 5 * SECOND_MS,
      async prepare() {
        // A process that is gone has left it.
        await rows(
          `INSERT INTO polling_notification (uuid, version, tenant_identifier, username_folded, title, content_type, type, metadata,
             created_by, updated_by, date_created, date_updated)
           VALUES (gen_random_uuid(), 1, 'default', 'ayse', 'left', 'TEXT', 'INFO', '{}', '', '', $1, $1)`,
          fromNow(0),
        );
        return untilGone(0, `SELECT FROM polling_notification WHERE title = 'left' AND seq IS NULL`);
      },
    },
    'polling-publisher': {
      intervalMs: 5 * SECOND_MS,
      async prepare() {
        const body = { title: 'Late', content: 'At its time.', startDate: fromNow(MINUTE_MS).toISOString() };
        const { status, text } = await post('/polling/announcement/send', body);
        expect(status, text).toBe(200);
        return untilGone(MINUTE_MS, `SELECT FROM polling_announcement WHERE status = 'SCHEDULED'`);
      },
    },
    ...streamJob({ rows, follow }),
    'polling-retention': {
      intervalMs: HOUR_MS,
      async prepare() {
        await rows(
          `INSERT INTO polling_announcement (uuid, version, tenant_identifier, status, content_type, type, display_type, priority,
             pinned, start_date, audience, dismissible, metadata, revision, change_seq, content_hash, created_by,
             created_by_folded, updated_by, date_created, date_updated, deleted)
           VALUES (gen_random_uuid(), 1, 'default', 'WITHDRAWN', 'TEXT', 'INFO', 'INBOX', 5, false, $1, '{}', true, '{}', 1, 0, '',
             'over', 'over', '', $1, $1, false)`,
          fromNow(MINUTE_MS - 365 * DAY_MS),
        );
        return untilGone(MINUTE_MS + 1, `SELECT FROM polling_announcement WHERE created_by = 'over'`);
      },
    },
  };
}
