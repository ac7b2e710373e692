// Proves what streams promise about sessions: they end with theirs, keep none alive, and tell what begins and ends in a tenant.
import { randomBytes } from 'node:crypto';
import type { SvcApiKeyModel, SvcSecuritySession, SvcUserModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../kernel/database/clock.ts';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import {
  call,
  createActiveUser,
  createTenant,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { sessionEvents } from '../session.events.ts';

const SLACK_MS = 65_000;
/** Measures the time from a close to the end of a stream. */
const CLOSE_BAR_MS = 1_000;
/** Lies far below the 10 s that requests in flight are given. */
const STOP_BAR_MS = 5_000;
/** Measures the time from the end of a session that runs out to the end of its stream. */
const EXPIRY_BAR_MS = 20_000;
/** Whoever waits for so long waits in vain. */
const PATIENCE_MS = 60_000;

const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
let first: TestServer;
let second: TestServer;
let clock: ManualClock;
let adminToken: string;
let readers: EventReader[] = [];

beforeAll(async () => {
  clock = createManualClock();
  first = await startDirectory({ clock, env });
  second = await startDirectory({ clock, env, sharedDatabase: first.database });
  adminToken = await signInAdmin(first);
  for (const username of ['ayse', 'bora', 'cem'])
    await createActiveUser(first, adminToken, { username, roleList: ['ROLE_TENANT_ADMIN'] });
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const enter = (server: TestServer, username = 'ayse') => signIn(server, username, USER_PASSWORD);
const identifierOf = async (server: TestServer, token: string): Promise<string> =>
  (await call<SvcSecuritySession>(server, 'GET', '/session', { token })).body.session.identifier;

async function follow(server: TestServer, token: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const reader = await readEvents(`${server.url}/session/events`, { authorization: `Bearer ${token}`, ...headers });
  readers.push(reader);
  expect(reader.status, reader.text()).toBe(200);
  // The first place is reported once the stream stands in the present.
  return reader.until((one) => one.lastEventId() !== '' || one.ended());
}

/** Is answered by the process of all servers of this file. */
const asked = plainRequest(() => fetch(`${first.url}/session`));

/** Does what ends streams, and waits for their ends. */
async function endWithin(barMs: number, own: readonly EventReader[], act: () => unknown): Promise<void> {
  await doneWithin(barMs, asked, async () => {
    await act();
    for (const reader of own) await reader.until((one) => one.ended(), PATIENCE_MS);
  });
}

describe('a stream', () => {
  it('session 27: a stream ends within 1 s of a close in its own process and in another one, for each way to close', async () => {
    const ways: readonly ((token: string, identifier: string) => Promise<{ readonly status: number }>)[] = [
      (token) => call(first, 'GET', '/auth/logout', { token }),
      (_, body) => call(first, 'POST', '/close', { token: adminToken, body }),
      () => call(first, 'GET', '/close-all/by-username/ayse', { token: adminToken }),
      () => call(first, 'GET', '/close-all?exceptCurrent=true', { token: adminToken }),
      (token) => call(first, 'POST', '/session/refresh', { token }),
    ];
    for (const [index, close] of ways.entries()) {
      const token = await enter(first);
      const identifier = await identifierOf(first, token);
      const here = await follow(first, token);
      const there = await follow(second, token);
      await endWithin(CLOSE_BAR_MS, [here, there], async () =>
        expect((await close(token, identifier)).status, `way ${index}`).toBe(200),
      );
    }
  });

  it('session 27: a stream of an API key ends with the key', async () => {
    const created = await call<SvcApiKeyModel>(first, 'POST', '/api-keys', {
      token: adminToken,
      body: { name: 'follower', authorityList: ['SESSION_VIEW'] },
    });
    const reader = await follow(second, created.body.key ?? '');
    await endWithin(CLOSE_BAR_MS, [reader], () =>
      call(first, 'DELETE', `/api-keys/by-uuid/${created.body.uuid}`, { token: adminToken }),
    );
  });

  it('ends when its user loses the authority, and the session lives on', async () => {
    const user = await createActiveUser(first, adminToken, { username: 'demoted', roleList: ['ROLE_TENANT_ADMIN'] });
    const token = await enter(second, 'demoted');
    const reader = await follow(second, token);
    const { body } = await call<SvcUserModel>(first, 'GET', `/users/by-uuid/${user.uuid}`, { token: adminToken });
    const path = `/users/roles/by-uuid/${user.uuid}`;
    await endWithin(CLOSE_BAR_MS, [reader], () =>
      call(first, 'PUT', path, { token: adminToken, body: { roleList: [], version: body.version } }),
    );
    expect((await call(second, 'GET', '/session', { token })).status).toBe(200);
  });

  it('session 27: a stream keeps no session alive, however often it is opened, and ends within 20 s of the expiry', async () => {
    const token = await enter(first, 'cem');
    const left = async () =>
      (await call<{ remainingSeconds: number }>(first, 'GET', '/session/expiry', { token })).body;
    const reader = await follow(first, token);
    for (let minute = 0; minute < 29; minute++) {
      clock.advance(MINUTE_MS);
      (await follow(first, token)).close();
    }
    expect((await left()).remainingSeconds).toBe(60);
    expect(reader.ended()).toBe(false);
    await endWithin(EXPIRY_BAR_MS, [reader], () => clock.advance(MINUTE_MS + SLACK_MS));
    expect((await call(first, 'GET', '/session', { token })).error?.errorArguments).toEqual([{ reason: 'IDLE' }]);
    adminToken = await signInAdmin(first);
  });
});

it('ends the streams of a process that stops, which does not wait for them', async () => {
  const third = await startDirectory({ clock, env, sharedDatabase: first.database });
  const reader = await follow(third, await enter(first));
  await doneWithin(STOP_BAR_MS, asked, () => third.stop());
  await reader.until((one) => one.ended());
});

describe('the stream of sessions', () => {
  it('tells what begins and ends in the tenant, also in another process, and nothing of another tenant', async () => {
    await createTenant(first, 'elsewhere');
    const model = { username: 'far', tenantIdentifier: 'elsewhere', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(first, adminToken, model);
    const inElsewhere = async () =>
      (await login(first, 'far', USER_PASSWORD, { body: { tenantIdentifier: 'elsewhere' } })).body.token ?? '';
    const reader = await follow(first, adminToken);
    const far = await follow(first, await inElsewhere());
    const token = await enter(second, 'bora');
    const identifier = await identifierOf(second, token);
    await inElsewhere();
    await reader.until(({ events }) => events.length === 1);
    await call(second, 'GET', '/auth/logout', { token });
    await reader.until(({ events }) => events.length === 2);
    const common = { identifier, username: 'bora', system: false, date: new Date(clock.now()).toISOString() };
    expect(reader.events).toEqual([
      { event: 'begun', data: { ...common, rotatedIdentifier: null } },
      { event: 'closed', data: { ...common, reason: 'LOGOUT', closedBy: 'bora' } },
    ]);
    await far.until(({ events }) => events.length === 1);
    expect(far.events.map(({ event, data }) => [event, data.username])).toEqual([['begun', 'far']]);
  });

  it('tells of a rotation, of one that ran out, and of a mass close', async () => {
    const reader = await follow(first, adminToken);
    const token = await enter(first, 'bora');
    const before = await identifierOf(first, token);
    await call(first, 'POST', '/session/refresh', { token });
    await reader.until(({ events }) => events.length === 3);
    const rotated = reader.events.slice(1).map(({ event, data }) => [event, data.reason ?? data.rotatedIdentifier]);
    expect(rotated.toSorted()).toEqual([
      ['begun', before],
      ['closed', 'ROTATED'],
    ]);
    // The sweep that finds what has run out comes every 30 s; its event is what the stream tells.
    const { database, events } = first.kernel;
    const sweep = { username: 'system', tenantIdentifier: 'default', ipAddress: null, requestId: null };
    await database.transaction((tx) => events.record(tx, sessionEvents.expired, sweep, before, { reason: 'IDLE' }));
    await reader.until(({ events: heard }) => heard.length === 4);
    expect(reader.events[3]?.data).toMatchObject({ identifier: before, reason: 'IDLE', closedBy: null });
    await call(first, 'GET', '/close-all?exceptCurrent=true', { token: adminToken });
    await reader.until(({ events }) => events.some(({ event }) => event === 'all-closed'));
    expect(reader.events.at(-1)?.data).toMatchObject({ includeSystem: false, closedBy: 'admin' });
  });

  it('goes on behind the last event, in another process too: each once and in order', async () => {
    const reader = await follow(first, adminToken);
    await enter(first, 'bora');
    await reader.until(({ events }) => events.length === 1);
    reader.close();
    const missed = [await enter(first, 'bora'), await enter(second, 'cem')];
    const identifiers = await Promise.all(missed.map((token) => identifierOf(first, token)));
    const again = await follow(second, adminToken, { 'last-event-id': reader.lastEventId() });
    await enter(second, 'bora');
    await again.until(({ events }) => events.length === 3);
    const told = again.events.map(({ event, data }) => `${event} ${data.username}`);
    expect(told).toEqual(['begun bora', 'begun cem', 'begun bora']);
    expect(again.events.slice(0, 2).map(({ data }) => data.identifier)).toEqual(identifiers);
  });

  it('asks to read the list again after 10 minutes, after too many events, and for an id that is none', async () => {
    const reader = await follow(first, adminToken);
    reader.close();
    const resyncs = async (id: string) => {
      const again = await follow(first, adminToken, { 'last-event-id': id });
      await again.until(({ events }) => events.length > 0);
      return again.events;
    };
    const resync = [{ event: 'resync', data: {} }];
    for (const id of [
      'nonsense',
      '1.2.3',
      `${clock.now()}.99999999999999999999.${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`,
    ])
      expect(await resyncs(id)).toEqual(resync);
    // Is a place of another cluster: nothing there has that number yet.
    expect(await resyncs(`${clock.now()}.9999999999.00000000-0000-0000-0000-000000000000`)).toEqual(resync);
    await query(
      first,
      `INSERT INTO log_event (uuid, event_time, observed_time, retention_class, tenant_identifier, severity_number, level,
         event_name, key, event_type, service, username, entity_uuid, truncated, content_hash)
       SELECT gen_random_uuid(), $1, $1, 'AUDIT', 'default', 9, 'INFO', 'session.begun', 'session.begun', 'SECURITY', 'keelson',
         'many', 'none', false, '' FROM generate_series(1, 1001)`,
      [new Date(clock.now())],
    );
    expect(await resyncs(reader.lastEventId())).toEqual(resync);
    clock.advance(10 * MINUTE_MS + 1);
    expect(await resyncs(reader.lastEventId())).toEqual(resync);
  });

  it('is not for those who may not see sessions', async () => {
    await createActiveUser(first, adminToken, { username: 'plain' });
    const token = await enter(first, 'plain');
    expect((await call(first, 'GET', '/session/events', { token })).status).toBe(403);
  });
});
