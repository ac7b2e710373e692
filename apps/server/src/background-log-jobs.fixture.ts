// Says what the jobs of the event log have to do, for the test of all jobs.
import { randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';
import { expect } from 'vitest';
import type { Person } from './testing/test-people.ts';

/** Is what the test of all jobs lends. */
interface JobGround<Task> {
  readonly rows: (text: string, ...values: readonly unknown[]) => Promise<unknown>;
  readonly fromNow: (ms: number) => Date;
  readonly untilGone: (dueMs: number, text: string, ...values: readonly unknown[]) => Task;
  readonly administrator: () => Promise<Person>;
  /** Answers what the stream has told so far. */
  readonly listen: (path: string, person: Person) => Promise<() => string>;
}

export function logJobs<Task>(ground: JobGround<Task>) {
  const { rows, fromNow, untilGone, administrator } = ground;
  const day = (ms: number) => fromNow(ms).toISOString().slice(0, 10);
  return {
    'log-cache-probe': {
      intervalMs: 5 * SECOND_MS,
      async prepare() {
        // Another process has made an entry, and nobody was told.
        await rows(
          `WITH raised AS (UPDATE log_producer_cache_state SET revision = revision + 1 RETURNING revision)
           INSERT INTO log_producer_cache (uuid, version, created_by, date_created, updated_by, date_updated, key, value,
             sample_rate, enforced, revision)
           SELECT gen_random_uuid(), 1, '', $1, '', $1, 'probed', false, 1, false, revision FROM raised`,
          fromNow(0),
        );
        const person = await administrator();
        const read = async () => (await person.get('/cache/value/by-key/probed.key')).body;
        return { dueMs: 0, read, done: false };
      },
    },
    'log-cache-hits': {
      intervalMs: 10 * SECOND_MS,
      async prepare() {
        const person = await administrator();
        await person.post('/cache', { key: 'hits', value: false });
        await person.post('/event/sync', { eventName: 'hits' });
        const read = () => rows(`SELECT suppressed_count AS count FROM log_producer_cache WHERE key = 'hits'`);
        return { dueMs: 0, read, done: [{ count: 1 }] };
      },
    },
    'log-cache-purge': {
      intervalMs: DAY_MS,
      async prepare() {
        await rows(
          `INSERT INTO log_producer_cache (uuid, version, created_by, date_created, updated_by, date_updated, deleted_date, key, value,
             sample_rate, enforced, revision)
           VALUES (gen_random_uuid(), 1, '', $1, '', $1, $1, 'purged', false, 1, false, 1)`,
          fromNow(MINUTE_MS - 30 * DAY_MS),
        );
        return untilGone(MINUTE_MS + 1, `SELECT FROM log_producer_cache WHERE key = 'purged'`);
      },
    },
    'log-partitions': {
      intervalMs: HOUR_MS,
      async prepare() {
        const wanted = `log_event_standard_${day(37 * DAY_MS).replaceAll('-', '_')}`;
        const read = () => rows('SELECT relname FROM pg_class WHERE relname = $1', wanted);
        return { dueMs: 30 * DAY_MS, read, done: [{ relname: wanted }] };
      },
    },
    'log-retention': {
      intervalMs: HOUR_MS,
      async prepare() {
        const name = `log_event_standard_${day(-31 * DAY_MS).replaceAll('-', '_')}`;
        await rows(
          `CREATE TABLE ${name} PARTITION OF log_event_standard FOR VALUES FROM ('${day(-31 * DAY_MS)} UTC') TO ('${day(-30 * DAY_MS)} UTC')`,
        );
        return untilGone(DAY_MS, 'SELECT FROM pg_class WHERE relname = $1', name);
      },
    },
    ...eventJobs(ground),
  };
}

function eventJobs<Task>({ rows, fromNow, untilGone, administrator, listen }: JobGround<Task>) {
  return {
    'log-audit-seal': {
      intervalMs: SECOND_MS / 2,
      async prepare() {
        const uuid = randomUUID();
        const body = { uuid, eventType: 'AUDIT' };
        expect((await (await administrator()).post('/event/sync', body)).status).toBe(200);
        const read = () => rows('SELECT event_uuid AS uuid FROM log_audit_seal WHERE event_uuid = $1', uuid);
        return { dueMs: 0, read, done: [{ uuid }] };
      },
    },
    'log-dead-letter-purge': {
      intervalMs: DAY_MS,
      async prepare() {
        await rows(
          "INSERT INTO log_dead_letter (id, recorded_at, reason, payload) VALUES (gen_random_uuid(), $1, 'purged', '')",
          fromNow(MINUTE_MS - 14 * DAY_MS),
        );
        return untilGone(MINUTE_MS + 1, "SELECT FROM log_dead_letter WHERE reason = 'purged'");
      },
    },
    'log-tail': {
      intervalMs: SECOND_MS / 2,
      async prepare() {
        const person = await administrator();
        const heard = await listen('/event/tail?eventName=tailed', person);
        expect((await person.post('/event/sync', { eventName: 'tailed' })).status).toBe(200);
        return { dueMs: 0, read: async () => heard().includes('tailed'), done: true };
      },
    },
    'log-spool': {
      intervalMs: 2 * SECOND_MS,
      async prepare() {
        const uuid = randomUUID();
        expect((await (await administrator()).post('/event/async', { uuid })).status).toBe(200);
        return { dueMs: 0, read: () => rows('SELECT uuid FROM log_event WHERE uuid = $1', uuid), done: [{ uuid }] };
      },
    },
  };
}
