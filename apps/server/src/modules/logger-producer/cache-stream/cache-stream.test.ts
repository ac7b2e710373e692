// Tests the stream of the producer cache: what changes here and elsewhere, what a client missed, and whose entries it hears of.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import { type Person, signInAdmin, TEST_PASSWORD } from '../../../testing/test-people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let second: TestServer;
let admin: Person;
let readers: EventReader[] = [];

beforeAll(async () => {
  const env = {
    KEELSON_ADMIN_PASSWORD: TEST_PASSWORD,
    KEELSON_SECRET_KEYS: `shared:${randomBytes(32).toString('base64url')}`,
  };
  server = await startTestServer({ env });
  second = await startTestServer({ env, clock: server.clock, sharedDatabase: server.database });
  admin = await signInAdmin(server);
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

async function listen(lastEventId: string | null = null): Promise<EventReader> {
  const headers = {
    authorization: `Bearer ${admin.token}`,
    ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }),
  };
  const reader = await readEvents(`${second.url}/cache/changes`, headers);
  readers.push(reader);
  return reader;
}

const save = (key: string, value: boolean, tenantIdentifier?: string | null) =>
  admin.post('/cache', { key, value, ...(tenantIdentifier === undefined ? {} : { tenantIdentifier }) });
const dataOf = (reader: EventReader) => reader.events.map(({ event, data }) => [event, data]);

it('what another process changes is heard, removals too, and a client that comes back hears what it missed', async () => {
  const first = await (await listen()).until((one) => one.lastEventId() !== '');
  await save('heard.one', false);
  await save('heard.all', true, null);
  await admin.remove('/cache/by-key/heard.one');
  await first.until((one) => one.events.length === 3);
  expect(dataOf(first)).toEqual([
    ['log-cache-changed', { key: 'heard.one', tenantIdentifier: 'default', value: false, expireDate: null }],
    ['log-cache-changed', { key: 'heard.all', tenantIdentifier: null, value: true, expireDate: null }],
    ['log-cache-changed', { key: 'heard.one', tenantIdentifier: 'default', value: null, expireDate: null }],
  ]);
  const place = first.lastEventId();
  first.close();
  await save('heard.two', false);
  const again = await (await listen(place)).until((one) => one.events.length === 1);
  expect(dataOf(again)).toEqual([
    ['log-cache-changed', { key: 'heard.two', tenantIdentifier: 'default', value: false, expireDate: null }],
  ]);
  // Nothing was missed: only the place is told.
  const quiet = await (await listen(again.lastEventId())).until((one) => one.lastEventId() !== '');
  await save('heard.three', false);
  await quiet.until((one) => one.events.length === 1);
  expect(dataOf(quiet)[0]?.[1]).toMatchObject({ key: 'heard.three' });
});

it('a place that nobody knows, or that lies too far back, means to read the list again', async () => {
  for (const place of ['x', '-1', '99999999']) {
    const reader = await (await listen(place)).until((one) => one.events.length === 1);
    expect(dataOf(reader)[0]?.[0]).toBe('resync');
  }
});
