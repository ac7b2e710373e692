// Tests that what could not be stored is found, stored when it can be, and removed by whoever may.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import {
  createPersonWithRoles,
  createRole,
  type Person,
  signInAdmin,
  TEST_PASSWORD,
} from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const rows = <R extends object>(name: string, text: string, values: readonly unknown[] = []) =>
  server.database.database.rows<R>(sql(name, text), values);

/** Leaves a letter of an event that another one keeps out. */
async function bury(): Promise<string> {
  const uuid = randomUUID();
  await admin.post('/event/sync', { uuid, message: 'First.' });
  await admin.post('/event/async', { uuid, message: 'Second.' });
  expect((await admin.post('/event/producer/flush', {})).body).toMatchObject({ remainingCount: 0 });
  return uuid;
}

const lettersOf = async (eventUuid: string) =>
  (await admin.post('/event/dead-letter/page', { eventUuid })).body.data as { uuid: string; tries: number }[];

it('a letter says why, is stored once nothing is in its way, and is gone then', async () => {
  const eventUuid = await bury();
  const [letter] = await lettersOf(eventUuid);
  expect(letter).toMatchObject({ eventUuid, reason: 'LOG_EVENT_UUID_CONFLICT', tries: 0, dateLastTry: null });
  const uuidList = [letter?.uuid ?? ''];
  const { body: refused } = await admin.post('/event/dead-letter/retry', { uuidList });
  expect(refused).toEqual({
    storedCount: 0,
    failedList: [{ uuid: letter?.uuid, reason: 'LOG_EVENT_UUID_CONFLICT' }],
  });
  expect(await lettersOf(eventUuid)).toMatchObject([{ tries: 1, dateLastTry: expect.any(String) }]);

  await rows('t_make_way', 'DELETE FROM log_event WHERE uuid = $1', [eventUuid]);
  // Whoever presses twice stores it once.
  const both = await Promise.all([1, 2].map(() => admin.post('/event/dead-letter/retry', { uuidList })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.get(`/event/by-uuid/${eventUuid}`)).body).toMatchObject({ message: 'Second.' });
  expect(await lettersOf(eventUuid)).toEqual([]);
  const told = await rows('t_told', "SELECT detail FROM log_recorded_event WHERE kind = 'log.dead-letter-retried'");
  expect(JSON.stringify(told)).toContain(letter?.uuid);
  expect((await admin.post('/event/dead-letter/retry', { uuidList })).body).toEqual({
    storedCount: 0,
    failedList: [{ uuid: letter?.uuid, reason: 'LOG_DEAD_LETTER_NOT_FOUND' }],
  });
});

it('bytes that are no event stay, with what is wrong with them, and are seen without a tenant', async () => {
  const id = randomUUID();
  await rows(
    't_damaged',
    "INSERT INTO log_dead_letter (id, recorded_at, reason, payload) VALUES ($1, $2, 'damaged', $3)",
    [id, new Date(server.clock.now()), Buffer.from([0x7b, 0xff, 0x00])],
  );
  const { body } = await admin.post('/event/dead-letter/page', { reason: 'DAMAGED' });
  expect(body.data).toMatchObject([{ uuid: id, eventUuid: null, tenantIdentifier: null, payload: '{\ufffd\u0000' }]);
  const { body: tried } = await admin.post('/event/dead-letter/retry', { uuidList: [id] });
  expect(tried).toMatchObject({ storedCount: 0, failedList: [{ uuid: id, reason: expect.stringContaining('JSON') }] });
});

it('a removal is told, and what is not there is named', async () => {
  const [letter] = await lettersOf(await bury());
  expect((await admin.remove(`/event/dead-letter/${letter?.uuid}`)).status).toBe(200);
  const again = await admin.remove(`/event/dead-letter/${letter?.uuid}`);
  expect([again.status, again.errorDetail?.errorCode]).toEqual([404, 'LOG_DEAD_LETTER_NOT_FOUND']);
  const told = await rows('t_removed', "SELECT subject FROM log_recorded_event WHERE kind = 'log.dead-letter-deleted'");
  expect(told).toEqual([{ subject: letter?.uuid }]);
  for (const body of [{}, { uuidList: [randomUUID()], query: {} }])
    expect((await admin.post('/event/dead-letter/retry', body)).status).toBe(400);
});

it('logger-producer 24: letters of other tenants, and of none, are out of reach without TENANT_ALL', async () => {
  await createRole(admin, 'ROLE_LETTERS', ['LOG_ADMIN']);
  const operator = await createPersonWithRoles(admin, server.url, 'letters', ['ROLE_LETTERS']);
  const ids = { south: randomUUID(), none: randomUUID(), own: randomUUID() };
  for (const [id, tenant] of [
    [ids.south, 'south'],
    [ids.none, null],
    [ids.own, 'default'],
  ])
    await rows(
      't_foreign',
      "INSERT INTO log_dead_letter (id, recorded_at, tenant_identifier, reason, payload) VALUES ($1, $2, $3, 'foreign', '')",
      [id, new Date(server.clock.now()), tenant],
    );
  const { body } = await operator.post('/event/dead-letter/page', { reason: 'foreign' });
  expect(body.data).toMatchObject([{ uuid: ids.own }]);
  expect((await operator.post('/event/dead-letter/page', { tenantIdentifier: 'south' })).status).toBe(403);
  const uuidList = [ids.south, ids.none];
  const { body: tried } = await operator.post('/event/dead-letter/retry', { uuidList });
  expect(tried.failedList.map(({ reason }: { reason: string }) => reason)).toEqual(
    uuidList.map(() => 'LOG_DEAD_LETTER_NOT_FOUND'),
  );
  for (const uuid of uuidList) expect((await operator.remove(`/event/dead-letter/${uuid}`)).status).toBe(404);
  expect((await operator.remove(`/event/dead-letter/${ids.own}`)).status).toBe(200);
});

it('the metrics tell of refused and kept out events, of letters, sizes and streams', async () => {
  await bury();
  await admin.post('/event/sync', { eventTime: '2001-01-01T00:00:00Z' });
  await admin.post('/event/batch/sync', [{ eventTime: '2001-01-01T00:00:00Z' }, {}]);
  await admin.post('/cache', { key: 'metrics.off', value: false });
  await admin.post('/event/sync', { eventName: 'metrics.off' });
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const figureOf = (name: string) => Number(new RegExp(`^keelson_${name} (\\S+)$`, 'm').exec(text)?.[1]);
  expect(figureOf('log_refused_total\\{code="LOG_EVENT_TOO_OLD"\\}')).toBe(2);
  expect(figureOf('log_suppressed_total')).toBe(1);
  expect(figureOf('log_dead_letters')).toBeGreaterThan(0);
  expect(figureOf('log_partition_bytes')).toBeGreaterThan(8_192);
  expect(figureOf('log_tail_streams')).toBe(0);
  expect(figureOf('log_unsealed')).toBeGreaterThanOrEqual(0);
  expect(figureOf('log_seal_lag_seconds')).toBeGreaterThanOrEqual(0);
});

it('the state of a process says what it has stored', async () => {
  const before = (await admin.get('/event/producer/status')).body;
  await admin.post('/event/sync', { message: 'One more.' });
  const after = (await admin.get('/event/producer/status')).body;
  expect(after.dispositionMap.stored).toBe(before.dispositionMap.stored + 1);
  expect(after).toMatchObject({ spoolCount: 0, oldestMillis: null, adoptedCount: 0, waitingCount: 0 });
});
