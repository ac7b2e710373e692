// Proves on a real standby which operations it answers, how old that is at most, and that nobody notices when it is away.
import { randomUUID } from 'node:crypto';
import { modules } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { urlOf } from '../../../cli/cli-command.fixture.ts';
import { ADMIN_PASSWORD, call, signInAdmin, startDirectory } from '../../../testing/sign-in.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createDatabase } from '../database.ts';
import { createReplicatedDatabase, type ReplicatedDatabase } from './standby.fixture.ts';

/** Two servers of PostgreSQL and one of the program start on a busy machine. */
const START_MS = 120_000;
const TEST_MS = 120_000;
const LAG_MAX_MS = 4_000;
const patient = { timeout: 30_000, interval: 100 };

let databases: ReplicatedDatabase;
let server: TestServer;
let admin: string;

beforeAll(async () => {
  databases = await createReplicatedDatabase();
  await databases.startStandby();
  const database = createDatabase({ settings: databases.primary });
  const env = {
    KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD,
    KEELSON_DATABASE_READ_URL: urlOf(databases.standby),
    KEELSON_DATABASE_READ_LAG_MAX_MS: String(LAG_MAX_MS),
  };
  const sharedDatabase = { database, settings: databases.primary, name: 'keelson', close: () => database.close() };
  server = await startTestServer({ sharedDatabase, env });
  admin = await signInAdmin(server);
}, START_MS);
afterAll(async () => {
  await server?.stop();
  await server?.database.close();
  await databases?.close();
}, START_MS);

const send = (path: string, body?: object) =>
  call<{ data: { uuid: string }[] }>(server, body === undefined ? 'GET' : 'POST', path, {
    token: admin,
    ...(body === undefined ? {} : { body }),
  });

async function answeredBy(from: 'standby' | 'primary'): Promise<number> {
  const text = await server.kernel.metrics.textOf('standby_reads_total');
  return Number(new RegExp(`from="${from}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

/** Says who answers, by a search that nobody else makes. */
async function answerer(): Promise<'standby' | 'primary'> {
  const before = await answeredBy('standby');
  expect((await send('/event/search', {})).status).toBe(200);
  return (await answeredBy('standby')) > before ? 'standby' : 'primary';
}

async function warning(): Promise<string | undefined> {
  const { warnings } = (await (await fetch(`${server.url}/health/ready`)).json()) as { warnings: { standby?: string } };
  return warnings.standby;
}

async function produce(): Promise<string> {
  const uuid = randomUUID();
  const { status } = await send('/event/sync', { uuid, service: 'standby', message: 'x' });
  expect(status).toBe(200);
  return uuid;
}

const isFound = async (uuid: string): Promise<boolean> =>
  (await send('/event/search', { query: { service: 'standby' } })).body.data.some((event) => event.uuid === uuid);

/** Holds a call of each operation that is declared as `mayBeStale`. */
const stale: Readonly<Record<string, () => Promise<{ status: number }>>> = {
  queryEvents: () => send('/event/page', {}),
  queryOwnEvents: () => send('/event/page/user', {}),
  searchEvents: () => send('/event/search', {}),
  histogram: () => send('/event/histogram', {}),
  fieldValues: () => send('/event/field-values', { field: 'level' }),
  exportEvents: () => send('/event/export', { format: 'CSV' }),
  getStatistics: () => send('/management/statistics'),
};

describe('a standby that follows', () => {
  it('answers each operation that says so, and no other', { timeout: TEST_MS }, async () => {
    const declared = modules.flatMap(({ operations }) =>
      Object.entries(operations).flatMap(([key, one]) => (one.built && one.mayBeStale === true ? [key] : [])),
    );
    expect(Object.keys(stale).sort()).toEqual([...declared].sort());
    await expect.poll(answerer, patient).toBe('standby');
    for (const [name, ask] of Object.entries(stale)) {
      // A busy machine may find the standby too far behind for a moment.
      await expect
        .poll(async () => {
          const before = await answeredBy('standby');
          expect([name, (await ask()).status]).toEqual([name, 200]);
          return (await answeredBy('standby')) > before;
        }, patient)
        .toBe(true);
    }
    const before = [await answeredBy('standby'), await answeredBy('primary')];
    const uuid = await produce();
    // What is written is read at once wherever nothing else is said.
    expect((await send(`/event/by-uuid/${uuid}`)).status).toBe(200);
    expect((await send('/process-instance/page', {})).status).toBe(200);
    expect([await answeredBy('standby'), await answeredBy('primary')]).toEqual(before);
    await expect.poll(() => isFound(uuid), patient).toBe(true);
    expect(await databases.onStandby('SELECT pg_is_in_recovery() AS standby')).toEqual([{ standby: true }]);
  });
});

describe('a standby that is no use', () => {
  it('is never asked where it is one of another database, or a copy of this one', { timeout: TEST_MS }, async () => {
    const copy = await createTestDatabase(moduleMigrations);
    const env = { KEELSON_DATABASE_READ_URL: urlOf(copy.settings) };
    const other = await startDirectory({ env });
    try {
      const token = await signInAdmin(other);
      const uuid = randomUUID();
      const send = (path: string, body: object) => call(other, 'POST', path, { token, body });
      expect((await send('/event/sync', { uuid, service: 'standby', message: 'x' })).status).toBe(200);
      expect((await send('/event/search', { query: { service: 'standby' } })).body).toMatchObject({ data: [{ uuid }] });
      const report = other.kernel.readiness.report();
      expect(report.warnings.standby).toMatch(/or is none of this database; its reads go to the primary$/);
      expect(report.notReady).not.toHaveProperty('standby');
    } finally {
      await other.stop();
      await copy.close();
    }
  });

  it('answers nothing older than the bound: behind it the primary answers, until it has caught up', {
    timeout: TEST_MS,
  }, async () => {
    await expect.poll(answerer, patient).toBe('standby');
    await databases.onStandby('SELECT pg_wal_replay_pause()');
    const uuid = await produce();
    const before = await answeredBy('standby');
    const found = await isFound(uuid);
    // Within the bound it answers as it is, without the event; on a busy machine the bound may have passed.
    const who = (await answeredBy('standby')) > before ? 'standby' : 'primary';
    expect([
      ['standby', false],
      ['primary', true],
    ]).toContainEqual([who, found]);
    await expect.poll(answerer, patient).toBe('primary');
    expect(await isFound(uuid)).toBe(true);
    expect(await warning()).toMatch(/^the standby is \d+ ms behind, and 4000 are allowed/);
    await databases.onStandby('SELECT pg_wal_replay_resume()');
    await expect.poll(answerer, patient).toBe('standby');
    await expect.poll(warning, patient).toBe(undefined);
    expect(await isFound(uuid)).toBe(true);
  });

  it('is not missed when it is stopped, and used again once it is back', { timeout: TEST_MS }, async () => {
    await expect.poll(answerer, patient).toBe('standby');
    await databases.stopStandby();
    // No search fails, from the very first one.
    expect(await answerer()).toBe('primary');
    const uuid = await produce();
    expect(await isFound(uuid)).toBe(true);
    await expect.poll(warning, patient).toMatch(/^the standby does not answer/);
    expect((await send('/health/ready')).status).toBe(200);
    await databases.startStandby();
    await expect.poll(answerer, patient).toBe('standby');
  });
});
