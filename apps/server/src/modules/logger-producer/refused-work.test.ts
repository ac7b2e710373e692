// Tests over HTTP what is answered while nothing can be taken: the store is away, a queue is full, or the disk is.
import { randomUUID } from 'node:crypto';
import * as fileSystem from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { moduleMigrations } from '../../app-modules.ts';
import { sql } from '../../kernel/database/database.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const WAIT = { timeout: 10_000, interval: 5 };
const SPOOL_BYTES = 64 * 1024;

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock('./spool/spool.ts', async (original) => {
  const real = await original<typeof import('./spool/spool.ts')>();
  const full = async () => {
    if (disk.isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const open: typeof fileSystem.open = async (...given) => {
    const handle = await fileSystem.open(...given);
    const write = handle.write.bind(handle) as (...values: unknown[]) => Promise<never>;
    return Object.assign(handle, { write: (...values: unknown[]) => full().then(() => write(...values)) });
  };
  class Spool extends real.Spool {
    constructor(options: ConstructorParameters<typeof real.Spool>[0]) {
      super({ ...options, maxBytes: SPOOL_BYTES, files: { ...fileSystem, open } });
    }
  }
  return { ...real, Spool };
});
vi.mock('./event/event-writer.ts', async (original) => {
  const real = await original<typeof import('./event/event-writer.ts')>();
  class EventWriter extends real.EventWriter {
    constructor(parts: ConstructorParameters<typeof real.EventWriter>[0]) {
      super({ ...parts, outcomeWaitMs: 200, waitingMax: 2 });
    }
  }
  return { ...real, EventWriter };
});

let database: TestDatabase;
let proxy: DatabaseProxy;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  database = await createTestDatabase(moduleMigrations);
  proxy = await startDatabaseProxy(database);
  const env = { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD };
  server = await startTestServer({ env, sharedDatabase: { ...database, settings: proxy.settings } });
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await database.close();
});

const LOCK = sql('t_lock_events', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE');
// A plan that is kept may ask for a partition first. What the program does with events in the background waits, too, and does not count.
const WAITING = sql(
  't_waiting',
  `SELECT count(DISTINCT pid)::int AS count FROM pg_locks JOIN pg_class c ON c.oid = relation JOIN pg_stat_activity a USING (pid)
   WHERE c.relname LIKE 'log\\_event%' AND NOT granted AND a.query LIKE 'INSERT INTO log\\_event (%'`,
);
const COUNT = sql('t_count', 'SELECT count(*)::int AS count FROM log_event WHERE uuid = ANY ($1::uuid[])');
const countOf = async (uuids: readonly string[]) =>
  (await database.database.rows<{ count: number }>(COUNT, [uuids]))[0]?.count;
const send = async (body: object, how = 'sync') => {
  const { status, errorDetail, headers } = await admin.post(`/event/${how}`, body);
  return { status, code: errorDetail?.errorCode ?? null, retryAfter: headers.get('retry-after') };
};
const batch = (uuids: readonly string[], how = 'sync') =>
  send(
    uuids.map((uuid) => ({ uuid })),
    `batch/${how}`,
  );
const otlp = (bodies: readonly string[]) =>
  admin.post('/otlp/v1/logs', {
    resourceLogs: [{ scopeLogs: [{ logRecords: bodies.map((stringValue) => ({ body: { stringValue } })) }] }],
  });
/** Ends in this number: uuids whose ends differ do not wait for one another's lock (a stripe of `event.store.ts`). */
const uuidEnding = (number: number) => randomUUID().slice(0, -2) + number.toString(16).padStart(2, '0');
const large = (uuid = randomUUID()) => ({ uuid, message: 'x'.repeat(8_192) });

it('more events than may wait for a group are refused, and those that were taken are stored', async () => {
  const uuids = Array.from({ length: 10 }, (_none, index) => uuidEnding(index));
  const [one, other, ...rest] = uuids.map((uuid) => ({ uuid }));
  const answers: ReturnType<typeof send>[] = [];
  await database.database.transaction(async (tx) => {
    const waiting = (count: number) =>
      vi.waitFor(async () => expect(await database.database.rows(WAITING)).toEqual([{ count }]), WAIT);
    await tx.execute(LOCK);
    answers.push(send(one!));
    await waiting(1);
    answers.push(send(other!));
    await waiting(2);
    // Both connections are taken: two more wait, and whoever comes then is answered.
    answers.push(...rest.map((body) => send(body)));
    expect((await Promise.race(answers)).code).toBe('LOG_BUFFER_FULL');
    expect((await batch([randomUUID()])).code).toBe('LOG_BUFFER_FULL');
  });
  const codes = (await Promise.all(answers)).map(({ code }) => code);
  expect(codes.filter((code) => code === 'LOG_BUFFER_FULL')).toHaveLength(6);
  expect(codes.filter((code) => code === null)).toHaveLength(4);
  expect(await countOf(uuids)).toBe(4);
});

it('a full spool refuses with the time after which to come back, and all that was taken is stored', async () => {
  const uuids = Array.from({ length: 12 }, () => randomUUID());
  const answers: Awaited<ReturnType<typeof send>>[] = [];
  await database.database.transaction(async (tx) => {
    await tx.execute(LOCK);
    for (const uuid of uuids) answers.push(await send(large(uuid), 'async'));
    expect(answers.at(-1)).toEqual({ status: 503, code: 'LOG_BUFFER_FULL', retryAfter: '1' });
    expect((await batch(Array(60).fill(randomUUID()), 'async')).code).toBe('LOG_BUFFER_FULL');
    // Of a request of an exporter all is taken or nothing.
    const exported = await otlp(['logger-producer 29', 'x'.repeat(32_000)]);
    expect([exported.status, exported.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^[1-9]/)]);
    // The reserve is for them.
    expect((await send({ eventType: 'AUDIT' }, 'async')).status).toBe(200);
  });
  const taken = uuids.filter((_uuid, index) => answers[index]?.status === 200);
  expect(taken.length).toBeGreaterThan(3);
  await vi.waitFor(async () => expect(await countOf(uuids)).toBe(taken.length), WAIT);
});

it('logger-producer 7: a full disk refuses, and is written to again as soon as it has space', async () => {
  const [refused, taken] = [randomUUID(), randomUUID()];
  disk.isFull = true;
  expect(await send({ uuid: refused }, 'async')).toEqual({ status: 503, code: 'LOG_DISK_FULL', retryAfter: '60' });
  expect((await batch([refused], 'async')).code).toBe('LOG_DISK_FULL');
  expect((await otlp(['On a full disk'])).status).toBe(503);
  disk.isFull = false;
  expect((await send({ uuid: taken }, 'async')).status).toBe(200);
  await vi.waitFor(async () => expect(await countOf([refused, taken])).toBe(1), WAIT);
});

it('logger-producer 9: a commit whose outcome nobody learns is reported as such, and a store that is away at once', async () => {
  const uuid = uuidEnding(0);
  let answer: ReturnType<typeof send> | null = null;
  let lost: ReturnType<typeof send> | null = null;
  await database.database.transaction(async (tx) => {
    await tx.execute(LOCK);
    answer = send({ uuid });
    await vi.waitFor(async () => expect(await database.database.rows(WAITING)).toEqual([{ count: 1 }]), WAIT);
    lost = batch([uuidEnding(1)]);
    await vi.waitFor(async () => expect(await database.database.rows(WAITING)).toEqual([{ count: 2 }]), WAIT);
    await proxy.stop();
  });
  expect(await answer).toMatchObject({ status: 504, code: 'LOG_STORE_TIMEOUT' });
  expect(await lost).toMatchObject({ status: 504, code: 'LOG_STORE_TIMEOUT' });
  expect((await batch([randomUUID()])).code).toBe('LOG_STORE_UNAVAILABLE');
  expect(await send({})).toEqual({ status: 503, code: 'LOG_STORE_UNAVAILABLE', retryAfter: '1' });
  expect((await admin.get('/cache/value/by-key/any')).body).toBe(true);
  const kept = randomUUID();
  expect((await send({ uuid: kept }, 'async')).status).toBe(200);
  await proxy.resume();
  await vi.waitFor(async () => expect(await countOf([kept])).toBe(1), WAIT);
  expect((await send({ uuid })).status).toBe(200);
  expect(await countOf([uuid])).toBe(1);
});
