// Says what some jobs of the BPMN engine have to do, for the test of all jobs.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';
import { singleElementFile, userTaskFile } from './modules/bpmn-engine/testing/models.ts';
import type { Person } from './testing/test-people.ts';

/** Is what the test of all jobs lends. */
interface JobGround<Task> {
  readonly rows: (text: string, ...values: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
  readonly fromNow: (ms: number) => Date;
  readonly untilGone: (dueMs: number, text: string) => Task;
  readonly admin: () => Promise<Person>;
  /** Answers what has been heard of the stream so far. */
  readonly listen: (path: string) => Promise<() => string>;
}

export function engineJobs<Task>({ rows, fromNow, untilGone, admin, listen }: JobGround<Task>) {
  return {
    ...batchJobs({ rows, fromNow, untilGone }),
    'bpmn-engine element names': {
      intervalMs: DAY_MS,
      async prepare() {
        const person = await admin();
        await person.deploy([
          ['named.bpmn', singleElementFile('named', '<manualTask id="noted" name="Noted"/>', 'noted')],
        ]);
        // As an earlier version of the program deployed it.
        await rows("UPDATE bpm_definition SET elements = NULL WHERE key = 'named'");
        const read = async () => (await rows("SELECT elements FROM bpm_definition WHERE key = 'named'"))[0]?.elements;
        const done = [
          ['start', null, 'startEvent'],
          ['noted', 'Noted', 'manualTask'],
          ['end', null, 'endEvent'],
        ];
        return { dueMs: 0, read, done };
      },
    },
    'bpmn-engine external tasks': {
      intervalMs: 10 * MINUTE_MS,
      async prepare() {
        const insert = `INSERT INTO bpm_external_done (instance_id, number, tenant_identifier, worker_id, done_at)
          VALUES (gen_random_uuid(), 1, 'default', 'kept a day', $1)`;
        await rows(insert, fromNow(-DAY_MS + MINUTE_MS));
        return untilGone(MINUTE_MS, "SELECT FROM bpm_external_done WHERE worker_id = 'kept a day'");
      },
    },
    'bpmn-engine history clean-up': {
      intervalMs: 60 * MINUTE_MS,
      async prepare() {
        const insert = `INSERT INTO bpm_hi_instance (id, started_at, ended_at, revision, end_state, tenant_identifier, definition_id)
          SELECT gen_random_uuid(), $1, $1, 1, 'COMPLETED', 'default', id FROM bpm_definition WHERE key = 'forgotten'`;
        await (await admin()).deploy([
          ['forgotten.bpmn', singleElementFile('forgotten', '<manualTask id="noted"/>', 'noted')],
        ]);
        await rows(insert, fromNow(-181 * DAY_MS));
        await rows(`CREATE TABLE bpm_history_event_2020_01 PARTITION OF bpm_history_event
          FOR VALUES FROM ('016f5e66-e800-0000-0000-000000000000') TO ('016ffe0c-9400-0000-0000-000000000000')`);
        const sinceOne = (fromNow(0).getTime() - 60 * MINUTE_MS) % DAY_MS;
        const untilNight = (DAY_MS - sinceOne) % DAY_MS;
        const left = `SELECT FROM bpm_hi_instance WHERE definition_id LIKE 'forgotten:%'
          UNION ALL SELECT FROM pg_class WHERE relname = 'bpm_history_event_2020_01'`;
        return untilGone(untilNight, left);
      },
    },
    'bpmn-engine streams': streamsJob({ admin, listen }),
    'bpmn-engine messages': {
      intervalMs: MINUTE_MS,
      async prepare() {
        const insert = `INSERT INTO bpm_message (id, tenant_identifier, name, message, created_at, expires_at)
          VALUES (gen_random_uuid(), 'default', 'nobody wants it', '{}', $1, $2)`;
        await rows(insert, fromNow(0), fromNow(MINUTE_MS));
        return untilGone(MINUTE_MS, "SELECT FROM bpm_message WHERE name = 'nobody wants it'");
      },
    },
    'bpmn-engine partitions': partitionsJob({ rows, fromNow }),
    'bpmn-engine projector': {
      intervalMs: 5 * SECOND_MS,
      async prepare() {
        const person = await admin();
        await person.deploy([['short.bpmn', singleElementFile('short', '<manualTask id="noted"/>', 'noted')]]);
        const { body } = await person.post('/runtime/start/by-process-definition-key/short', {});
        const read = async () => (await rows('SELECT FROM bpm_hi_instance WHERE id = $1', body.id)).length;
        return { dueMs: 0, read, done: 1 };
      },
    },
  };
}

function streamsJob<Task>({ admin, listen }: Pick<JobGround<Task>, 'admin' | 'listen'>) {
  return {
    intervalMs: SECOND_MS / 2,
    async prepare() {
      const person = await admin();
      await person.deploy([['watched.bpmn', userTaskFile('watched', 'keelson:assignee="admin"')]]);
      const heard = await listen('/task/stream');
      await person.post('/runtime/start/by-process-definition-key/watched', {});
      return { dueMs: 0, read: async () => heard().includes('CREATED'), done: true };
    },
  };
}

function batchJobs<Task>({ rows, fromNow, untilGone }: Omit<JobGround<Task>, 'admin' | 'listen'>) {
  return {
    bpm_batch_part: {
      intervalMs: 2 ** 31 - 1,
      async prepare() {
        // A process that is gone had it until now, and everything was done.
        const [batch] = await rows(
          `INSERT INTO bpm_batch (id, tenant_identifier, type, arguments, state, total, created_by, created_by_folded, created_at)
           VALUES (gen_random_uuid(), 'default', 'SUSPEND', '{}', 'RUNNING', 1, 'admin', 'admin', now()) RETURNING id`,
        );
        await rows(
          `INSERT INTO bpm_batch_part (batch_id, number, tenant_identifier, run_by, reached, last, due_at)
           VALUES ($1, 1, 'default', 'admin', -1, 0, $2)`,
          batch?.id,
          fromNow(MINUTE_MS),
        );
        const read = async () => (await rows('SELECT state FROM bpm_batch WHERE id = $1', batch?.id))[0]?.state;
        return { dueMs: MINUTE_MS, read, done: 'COMPLETED' };
      },
    },
    'bpmn-engine batches': {
      intervalMs: 60 * MINUTE_MS,
      async prepare() {
        const insert = `INSERT INTO bpm_batch (id, tenant_identifier, type, arguments, state, total, created_by, created_by_folded, created_at, ended_at)
          VALUES (gen_random_uuid(), 'default', 'SUSPEND', '{}', 'COMPLETED', 0, 'kept a month', 'kept a month', $1, $1)`;
        await rows(insert, fromNow(-30 * DAY_MS + MINUTE_MS));
        return untilGone(MINUTE_MS, "SELECT FROM bpm_batch WHERE created_by = 'kept a month'");
      },
    },
  };
}

function partitionsJob({ rows, fromNow }: Pick<JobGround<never>, 'rows' | 'fromNow'>) {
  return {
    intervalMs: DAY_MS,
    async prepare() {
      const month = fromNow(92 * DAY_MS)
        .toISOString()
        .slice(0, 7)
        .replace('-', '_');
      const read = () => rows('SELECT to_regclass($1)::text AS name', `bpm_history_event_${month}`);
      return { dueMs: 31 * DAY_MS, read, done: [{ name: `bpm_history_event_${month}` }] };
    },
  };
}
