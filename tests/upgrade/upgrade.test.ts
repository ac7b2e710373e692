// Restores a backup that an earlier version made, and lets this one go on with it: the upgrade that an operator makes.
//
// earlier-version.tar.gz was written by "keelson backup" from a data directory of the commit d32b431b, 19 migrations before: two callers, instances of four
// processes at tasks, timers, messages, external tasks and a failing step, and events.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../apps/server/src/app-modules.ts';
import { run, urlOf } from '../../apps/server/src/cli/cli-command.fixture.ts';
import { createManualClock } from '../../apps/server/src/kernel/database/clock.ts';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { kernelMigrations } from '../../apps/server/src/kernel/schema/migrate.ts';
import { readMigrationFiles } from '../../apps/server/src/kernel/schema/migration-files.ts';
import { createEmptyDatabase, type TestDatabase } from '../../apps/server/src/testing/test-database.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/test-server.ts';
import { type Person, personOf, signIn } from '../support/people.ts';
import { requireProgram } from '../support/programs.ts';
import { until } from '../support/until.ts';

const archive = fileURLToPath(new URL('./earlier-version.tar.gz', import.meta.url));
/** A session that the earlier version opened, and a key of a program. */
const ADA = 'svc_kEUv9qKVNkA5SVs9te5xitbSPCDjg54KtTrr0MMkbLo';
const CLERK = 'svc_key_h2S9yqJ8U4zR9klXjwmf56He_JP8ac92RkwSPNJ8YOU';
const DAY_MS = 86_400_000;

let directory: string;
let backup: string;
let database: TestDatabase;
let environment: Readonly<Record<string, string>>;
let server: TestServer;
let ada: Person;
let clerk: Person;

const appliedCount = async (): Promise<number> => {
  const [row] = await database.database.rows<{ n: number }>(
    sql('t_migrations', 'SELECT count(*)::int AS n FROM kernel_migration'),
  );
  return row?.n ?? 0;
};

beforeAll(async () => {
  requireProgram('tar', 'The upgrade from an earlier version');
  directory = mkdtempSync(join(tmpdir(), 'keelson-upgrade-'));
  execFileSync('tar', ['xzf', archive, '-C', directory]);
  backup = join(directory, 'earlier');
  database = await createEmptyDatabase();
  environment = {
    DATABASE_URL: urlOf(database.settings),
    KEELSON_SECRET_KEYS: readFileSync(join(backup, 'secret-keys'), 'utf8').trim(),
    KEELSON_LOGGER_SPOOL_DIR: join(directory, 'spool'),
  };
  expect(await run(['restore', backup], environment)).toMatchObject({ status: 0, explained: '' });
});
afterAll(async () => {
  await server?.stop();
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('an upgrade from an earlier version', () => {
  it('finds the schema as that version had it, and brings it to that of this one', async () => {
    const { takenAt, migrations } = JSON.parse(readFileSync(join(backup, 'backup.json'), 'utf8')) as {
      takenAt: string;
      migrations: readonly object[];
    };
    const known = [kernelMigrations, ...moduleMigrations].flatMap(readMigrationFiles);
    expect([await appliedCount(), known.length - migrations.length >= 19]).toEqual([migrations.length, true]);
    const { KEELSON_SECRET_KEYS = '' } = environment;
    const clock = createManualClock(Date.parse(takenAt) + 1_000);
    server = await startTestServer({ sharedDatabase: database, clock, env: { KEELSON_SECRET_KEYS } });
    expect(await appliedCount()).toBe(known.length);
  });

  it('keeps sessions, passwords and keys', async () => {
    ada = personOf(server.url, 'ada', ADA);
    clerk = personOf(server.url, 'service:clerk', CLERK);
    expect((await ada.sure.session.get()).body.session.username).toBe('ada');
    await signIn(server.url, 'ada');
    expect(
      (await clerk.sure.loggerProducer.searchEvents({ body: { query: { service: 'fixture' } } })).body.data,
    ).toHaveLength(20);
  });

  it('goes on with instances at tasks, timers, messages, external tasks and failing steps', async () => {
    const { bpmnEngine } = clerk.sure;
    const found = async (key: string) => {
      const body = { processDefinitionKeys: [key], states: ['ACTIVE' as const] };
      return (await bpmnEngine.processInstance_queryPage({ body })).body.data;
    };
    expect((await found('chaos')).length).toBe(10);
    const tasks = (await bpmnEngine.task_queryPage({ body: { processDefinitionKeys: ['chaos'] } })).body.data;
    expect(tasks.map(({ taskDefinitionKey }) => taskDefinitionKey).sort()).toEqual([
      ...Array.from({ length: 6 }, () => 'first'),
      ...Array.from({ length: 4 }, () => 'second'),
    ]);
    const second = tasks.find(({ taskDefinitionKey }) => taskDefinitionKey === 'second');
    await ada.sure.bpmnEngine.complete({ params: { id: second?.id ?? '' }, body: {} });
    expect((await found('chaos')).length).toBe(9);
    const [waiting] = await found('chaos-waits');
    const message = { messageName: 'chaos-payment', businessKey: waiting?.businessKey ?? '' };
    await bpmnEngine.correlateMessage({ body: message });
    const [work] = (
      await bpmnEngine.fetchAndLockExternalTasks({
        body: { workerId: 'w', maxTasks: 5, topics: [{ topic: 'chaos-work', lockMillis: 10_000 }] },
      })
    ).body;
    await bpmnEngine.completeExternalTask({ params: { id: work?.id ?? '' }, body: { workerId: 'w' } });
    const [rest] = (await bpmnEngine.task_queryList({ body: { processInstanceId: waiting?.id ?? '' } })).body;
    expect(rest?.taskDefinitionKey).toBe('rest');
    server.clock.advance(2 * DAY_MS);
    // Her session has ended meanwhile.
    const { sure } = await signIn(server.url, 'ada');
    await until('the timers and the failing steps', async () => {
      const after = (await bpmnEngine.task_queryPage({ body: { processDefinitionKeys: ['patient'] } })).body;
      const stopped = await sure.bpmnEngine.queryIncidents({ body: {} });
      return after.totalElements === 3 && stopped.body.totalElements === 3;
    });
  });

  it('shows what was done before beside what is done now', async () => {
    const { bpmnEngine } = clerk.sure;
    const ended = async () => {
      const body = { processDefinitionKeys: ['chaos'], states: ['ENDED' as const] };
      return (await bpmnEngine.processInstance_queryPage({ body })).body.totalElements;
    };
    await until('the history', async () => (await ended()) === 3);
    await until('the closed tasks', async () => {
      const { body } = await bpmnEngine.queryHistoryTasks({ body: { processDefinitionKeys: ['chaos'] } });
      return body.totalElements === 9;
    });
  });
});
