// Tests asynchronous events over HTTP: accepted into a file, stored a moment later, and found again after a death.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const WAIT = { timeout: 10_000, interval: 10 };

let directory: string;
let server: TestServer;
let admin: Person;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'keelson-spool-test-'));
  const env = { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD, KEELSON_LOGGER_SPOOL_DIR: directory };
  server = await startTestServer({ env });
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await server.stop();
  rmSync(directory, { recursive: true, force: true });
});

const COUNT = sql('t_async_count', 'SELECT count(*)::int AS count FROM log_event WHERE uuid = ANY ($1::uuid[])');
const LETTERS = sql('t_letters', 'SELECT reason, event_uuid FROM log_dead_letter ORDER BY id');
const countOf = async (uuids: readonly string[]) =>
  (await server.database.database.rows<{ count: number }>(COUNT, [uuids]))[0]?.count;
const send = (body: object) => admin.post('/event/async', body);
const uuidsOf = (count: number) => Array.from({ length: count }, () => randomUUID());

describe('an asynchronous event', () => {
  it('logger-producer 1: is queued, and stored a moment later, once', async () => {
    const uuids = uuidsOf(50);
    const answers = await Promise.all([...uuids, ...uuids].map((uuid) => send({ uuid, message: 'a' })));
    const seen = answers.map(({ status, body, headers }) => [status, body, headers.get('x-svc-event-disposition')]);
    expect(seen).toEqual(Array(100).fill([200, {}, 'queued']));
    await vi.waitFor(async () => expect(await countOf(uuids)).toBe(50), WAIT);
  });

  it('is refused as a synchronous one is, and kept out by its key', async () => {
    const code = async (body: object) => (await send(body)).errorDetail?.errorCode;
    expect(await code({ level: 'loud' })).toBe('VALIDATION_FAILED');
    expect(await code({ eventTime: '2001-01-01T00:00:00Z' })).toBe('LOG_EVENT_TOO_OLD');
    expect(await code({ eventTime: '2101-01-01T00:00:00Z' })).toBe('LOG_EVENT_IN_FUTURE');
    expect(await code({ message: 'x'.repeat(262_144) })).toBe('LOG_EVENT_TOO_LARGE');
    await admin.post('/cache', { key: 'quiet', value: false });
    expect((await send({ eventName: 'quiet' })).headers.get('x-svc-event-disposition')).toBe('filtered');
  });

  it('whose uuid has other content already goes to the dead letters, and nothing waits for it', async () => {
    const [taken, next] = uuidsOf(2);
    await admin.post('/event/sync', { uuid: taken, message: 'first' });
    await send({ uuid: taken, message: 'second' });
    await send({ uuid: next });
    await vi.waitFor(async () => expect(await countOf([next ?? ''])).toBe(1), WAIT);
    await vi.waitFor(async () => {
      expect(await server.database.database.rows(LETTERS)).toEqual([
        { reason: 'LOG_EVENT_UUID_CONFLICT', event_uuid: taken },
      ]);
    }, WAIT);
  });

  it('logger-producer 8: that a dead process left is stored by another, and so is one that waited while the store was away', async () => {
    const uuids = uuidsOf(20);
    await server.database.database.transaction(async (tx) => {
      await tx.execute(sql('t_lock_events', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
      for (const uuid of uuids) expect((await send({ uuid })).status).toBe(200);
      expect(readdirSync(directory)).toHaveLength(1);
    });
    await vi.waitFor(async () => expect(await countOf(uuids)).toBe(20), WAIT);
  });
});

it('logger-producer 27: what another process accepted before it died is stored once this one finds its directory', async () => {
  const left = mkdtempSync(join(tmpdir(), 'keelson-spool-left-'));
  const env = { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD, KEELSON_LOGGER_SPOOL_DIR: left };
  const other = await startTestServer({ env });
  const uuids = uuidsOf(10);
  const onOther = await signInAdmin(other);
  // Its own store never answers: everything stays in its file.
  await other.database.database.transaction(async (tx) => {
    await tx.execute(sql('t_lock_others', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
    for (const uuid of uuids) expect((await onOther.post('/event/async', { uuid })).status).toBe(200);
    const { databaseId } = other.kernel;
    const [name] = readdirSync(join(left, databaseId));
    renameSync(join(left, databaseId, name ?? ''), join(directory, databaseId, name ?? ''));
  });
  server.jobs.find(({ name }) => name === 'log-spool')?.wake();
  await vi.waitFor(async () => expect(await countOf(uuids)).toBe(10), WAIT);
  await other.stop();
  rmSync(left, { recursive: true, force: true });
});

it('logger-producer 27: what was accepted for another database is left to its own processes, also in one directory', async () => {
  const database = await createTestDatabase(moduleMigrations);
  await database.database.execute(sql('t_other', 'UPDATE kernel_database SET id = gen_random_uuid()'));
  const env = { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD, KEELSON_LOGGER_SPOOL_DIR: directory };
  const other = await startTestServer({ env, sharedDatabase: database });
  const onOther = await signInAdmin(other);
  const uuids = uuidsOf(3);
  await database.database.transaction(async (tx) => {
    await tx.execute(sql('t_lock_kept', 'LOCK TABLE log_event IN ACCESS EXCLUSIVE MODE'));
    for (const uuid of uuids) expect((await onOther.post('/event/async', { uuid })).status).toBe(200);
    // To this database a process of the other one was never alive. Before it stores it looks for what the dead left.
    const mark = randomUUID();
    await send({ uuid: mark });
    await vi.waitFor(async () => expect(await countOf([mark])).toBe(1), WAIT);
  });
  const stored = async () => (await database.database.rows<{ count: number }>(COUNT, [uuids]))[0]?.count;
  await vi.waitFor(async () => expect(await stored()).toBe(3), WAIT);
  expect(await countOf(uuids)).toBe(0);
  await other.stop();
  await database.close();
});
