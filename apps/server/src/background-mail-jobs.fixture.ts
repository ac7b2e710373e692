// Says what the jobs of mails have to do, for the test of all jobs.
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';

/** Is what the test of all jobs lends. */
interface JobGround<Task> {
  readonly rows: (text: string, ...values: readonly unknown[]) => Promise<unknown>;
  readonly fromNow: (ms: number) => Date;
  readonly untilGone: (dueMs: number, text: string, ...values: readonly unknown[]) => Task;
  /** Answers what the stream has told so far. */
  readonly listen: (path: string) => Promise<() => string>;
}

function uploadedFile<Task>({ rows, fromNow, untilGone }: Pick<JobGround<Task>, 'rows' | 'fromNow' | 'untilGone'>) {
  return {
    intervalMs: 10 * MINUTE_MS,
    async prepare() {
      await rows(
        `INSERT INTO mail_file (uuid, tenant_identifier, owner, name, content_type, size, content, date_created, expire_date)
         VALUES (gen_random_uuid(), 'default', 'user', 'old.pdf', 'application/pdf', 1, '', $1, $2)`,
        fromNow(0),
        fromNow(MINUTE_MS),
      );
      return untilGone(MINUTE_MS, `SELECT FROM mail_file WHERE name = 'old.pdf'`);
    },
  };
}

export function mailJobs<Task>({ rows, fromNow, untilGone, listen }: JobGround<Task>) {
  const insert = (
    name: string,
    priority: string,
    dueAt: Date,
    expireDate: Date,
    status = 'QUEUED',
    endedDate: Date | null = null,
  ) =>
    rows(
      `INSERT INTO mail (uuid, tenant_identifier, locale, status, priority, sensitive, sender, subject, message_id, send_date, due_at,
         expire_date, content_date, ended_date, created_by, updated_by, date_created, date_updated)
       VALUES (gen_random_uuid(), 'default', 'en', $1, $2, false, 'a@mail.example', '', $3, $4, $4, $5, $5, $6, '', '', $4, $4)`,
      status,
      priority,
      name,
      dueAt,
      expireDate,
      endedDate,
    );
  /** A process that is gone has left it; without a content it fails, which ends it all the same. */
  const leased = (priority: string) => ({
    intervalMs: 2 ** 31 - 1,
    async prepare() {
      await insert(`due ${priority}`, priority, fromNow(MINUTE_MS), fromNow(HOUR_MS));
      await rows(
        `INSERT INTO mail_recipient (mail_id, type, address, status) SELECT id, 'TO', 'b@mail.example', 'QUEUED' FROM mail WHERE message_id = $1`,
        `due ${priority}`,
      );
      return untilGone(MINUTE_MS, `SELECT FROM mail WHERE message_id = $1 AND status <> 'FAILED'`, `due ${priority}`);
    },
  });
  return {
    mail_high: leased('HIGH'),
    mail_low: leased('LOW'),
    mail_normal: leased('NORMAL'),
    'mail-expiry': {
      intervalMs: 30 * SECOND_MS,
      async prepare() {
        await insert('late', 'NORMAL', fromNow(HOUR_MS), fromNow(MINUTE_MS));
        return untilGone(MINUTE_MS, `SELECT FROM mail WHERE message_id = 'late' AND status = 'QUEUED'`);
      },
    },
    'mail-files': uploadedFile({ rows, fromNow, untilGone }),
    'mail-partitions': {
      intervalMs: HOUR_MS,
      async prepare() {
        const name = `mail_content_${fromNow(39 * DAY_MS)
          .toISOString()
          .slice(0, 10)
          .replaceAll('-', '_')}`;
        const read = () => rows('SELECT to_regclass($1)::text AS name', name);
        return { dueMs: DAY_MS, read, done: [{ name }] };
      },
    },
    'mail-retention': {
      intervalMs: HOUR_MS,
      async prepare() {
        await insert('old', 'NORMAL', fromNow(0), fromNow(0), 'SENT', fromNow(MINUTE_MS - 90 * DAY_MS));
        return untilGone(MINUTE_MS + 1, `SELECT FROM mail WHERE message_id = 'old'`);
      },
    },
    'mail-streams': told({ rows, fromNow, listen }),
    ...suppressionJob({ rows, fromNow, untilGone }),
  };
}

function told<Task>({ rows, fromNow, listen }: Pick<JobGround<Task>, 'rows' | 'fromNow' | 'listen'>) {
  return {
    intervalMs: SECOND_MS / 2,
    async prepare() {
      const heard = await listen('/notification/mail/stream');
      await rows(
        `WITH told AS (
           INSERT INTO mail (uuid, tenant_identifier, locale, status, priority, sensitive, sender, subject, message_id, send_date, due_at,
             expire_date, content_date, ended_date, created_by, updated_by, date_created, date_updated)
           VALUES (gen_random_uuid(), 'default', 'en', 'CANCELLED', 'NORMAL', false, 'a@mail.example', '', '', $1, $1, $1, $1, $1, '', '', $1, $1)
           RETURNING id)
         INSERT INTO mail_event (at, mail_id, status) SELECT $1, id, 'CANCELLED' FROM told`,
        fromNow(0),
      );
      return { dueMs: 0, read: async () => heard().includes('CANCELLED'), done: true };
    },
  };
}

function suppressionJob<Task>({ rows, fromNow, untilGone }: Pick<JobGround<Task>, 'rows' | 'fromNow' | 'untilGone'>) {
  return {
    'mail-suppression': {
      intervalMs: HOUR_MS,
      async prepare() {
        await rows(
          `INSERT INTO mail_suppression (uuid, version, tenant_identifier, address, address_folded, reason, expire_date, created_by,
             updated_by, date_created, date_updated)
           VALUES (gen_random_uuid(), 0, 'default', 'b@mail.example', 'b@mail.example', 'HARD_BOUNCE', $1, '', '', $1, $1)`,
          fromNow(MINUTE_MS),
        );
        return untilGone(MINUTE_MS, 'SELECT FROM mail_suppression');
      },
    },
  };
}
