// Tests the stream of events: what it tells and to whom, in which order, and that a client that comes back misses nothing.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql } from '../../../kernel/database/database.ts';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import {
  createPersonWithRoles,
  createRole,
  type Person,
  signInAdmin,
  TEST_PASSWORD,
} from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const WAIT_MS = 20_000;
let server: TestServer;
let admin: Person;
let readers: EventReader[] = [];
beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
  admin = await signInAdmin(server);
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(() => server.stop());

/** Listens, from now on where no place is named; it hears from then on. */
async function listen(query: string, { as = admin, lastEventId = '' } = {}): Promise<EventReader> {
  const headers = {
    authorization: `Bearer ${as.token}`,
    ...(lastEventId === '' ? {} : { 'last-event-id': lastEventId }),
  };
  const reader = await readEvents(`${server.url}/event/tail${query}`, headers);
  readers.push(reader);
  if (reader.status === 200 && lastEventId === '') await reader.until((one) => one.lastEventId() !== '');
  return reader;
}

const tell = (eventName: string, more: object = {}) => admin.post('/event/sync', { eventName, ...more });
const namesOf = (reader: EventReader) => reader.events.map(({ event, data }) => data.eventName ?? event);
const messagesOf = (reader: EventReader) => reader.events.map(({ data }) => data.message);
const rows = (name: string, text: string, values: readonly unknown[] = []) =>
  server.database.database.rows<{ uuid: string }>(sql(name, text), values);
const fill = (eventName: string, count: number, message: string) =>
  rows(
    't_fill_tail',
    `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
       event_type, message, service, truncated, content_hash)
     SELECT gen_random_uuid(), 'default', $1, $1, 'STANDARD', 9, 'INFO', $2, 'x', 'APPLICATION', $4 || n, 'x', false, 'h'
     FROM generate_series(1, $3::int) n RETURNING uuid`,
    [new Date(server.clock.now()), eventName, count, message],
  );

it('logger-producer 23: tells what fits, in the order of the commits, also over a reconnection, each once', async () => {
  const reader = await listen('?eventName=order.*&levelFrom=INFO&searchText=%C4%B0zmir%20-lost%20par*');
  await tell('order.sent', { message: 'The parcel to IZMIR left.', attributeMap: { no: 1 } });
  await tell('order.sent', { message: 'The parcel to Izmir was lost.' });
  await tell('order.sent', { message: 'The parcel to Ankara left.' });
  await tell('bill.sent', { message: 'The parcel to Izmir left.' });
  await tell('order.sent', { message: 'The parcel to Izmir left.', level: 'DEBUG' });
  await tell('order.paid', { message: 'Parts to ızmir.' });
  await reader.until((one) => one.events.length === 2);
  expect(namesOf(reader)).toEqual(['order.sent', 'order.paid']);
  expect(reader.events[0]).toMatchObject({ event: 'log-event', data: { attributeMap: { no: 1 }, level: 'INFO' } });
  reader.close();

  await fill('order.many', 450, 'parcel izmir ');
  const again = await listen('?eventName=order.*&searchText=parcel*', { lastEventId: reader.lastEventId() });
  await fill('order.more', 1, 'parcel ');
  await again.until((one) => one.events.length === 451, WAIT_MS);
  expect(new Set(again.events.map(({ data }) => data.uuid)).size).toBe(451);
  expect(namesOf(again).at(-1)).toBe('order.more');
});

it('logger-producer 23: a client that reads too slowly is cut off, comes back, and misses nothing', async () => {
  const filler = 'x'.repeat(20_000);
  const slow = await listen('?eventName=slow');
  slow.pause();
  for (let round = 0; round < 10; round++) await fill('slow', 50, `${filler} `);
  let [place, seen]: [string, string[]] = [slow.lastEventId(), []];
  // The answer ends when more waits than one client may have waiting.
  for (let visits = 0; seen.length < 500 && visits < 200; visits++) {
    const reader = await listen('?eventName=slow', { lastEventId: place });
    await reader.until((one) => one.ended() || one.events.length + seen.length >= 500, WAIT_MS);
    reader.close();
    seen = [...seen, ...reader.events.map(({ data }) => data.uuid as string)];
    place = reader.lastEventId() || place;
  }
  expect(seen).toHaveLength(500);
  expect(new Set(seen).size).toBe(500);
});

it('a place that nobody knows is reported as a gap', async () => {
  const unknown = await listen('?eventName=gone', { lastEventId: 'x' });
  await unknown.until((one) => one.events.length === 1);
  expect(unknown.events[0]).toMatchObject({ event: 'gap', data: { from: null } });
});

it('an event too large for one client is reported without what makes it so', async () => {
  const reader = await listen('?eventName=large');
  await tell('large', { message: 'Kept.', attributeMap: { filler: 'x'.repeat(100_000) } });
  await reader.until((one) => one.events.length === 1);
  expect(reader.events[0]?.data).toMatchObject({ message: 'Kept.', attributeMap: null, truncated: true });
});

it('logger-producer 24: tells nothing of other tenants, and of audit only to who may see it, whose look is recorded', async () => {
  await createRole(admin, 'ROLE_TAIL', ['LOG_VIEW']);
  const person = await createPersonWithRoles(admin, server.url, 'tail', ['ROLE_TAIL']);
  expect((await listen('?tenantIdentifier=south', { as: person })).status).toBe(403);
  const plain = await listen('?eventName=seen', { as: person });
  const all = await listen('?eventName=seen');
  await rows(
    't_foreign_event',
    `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
       event_type, service, truncated, content_hash)
     VALUES ($1, 'south', $2, $2, 'STANDARD', 9, 'INFO', 'seen', 'x', 'APPLICATION', 'x', false, 'h')`,
    [randomUUID(), new Date(server.clock.now())],
  );
  await tell('seen', { eventType: 'AUDIT', message: 'Audit.' });
  await tell('seen', { message: 'Plain.' });
  await Promise.all([plain.until((one) => one.events.length === 1), all.until((one) => one.events.length === 2)]);
  expect([messagesOf(plain), messagesOf(all)]).toEqual([['Plain.'], ['Audit.', 'Plain.']]);
  const looks = await rows(
    't_looks',
    "SELECT id AS uuid FROM log_recorded_event WHERE kind = 'log.audit-read' AND detail->'tail'->>'eventName' = 'seen'",
  );
  expect(looks).toHaveLength(1);
});

it('logger-producer 23: a stream ends with its session', async () => {
  await createRole(admin, 'ROLE_TAIL_END', ['LOG_VIEW']);
  const person = await createPersonWithRoles(admin, server.url, 'tail-end', ['ROLE_TAIL_END']);
  const reader = await listen('', { as: person });
  expect((await person.post('/auth/logout', {})).status).toBe(200);
  await reader.until((one) => one.ended(), WAIT_MS);
});
