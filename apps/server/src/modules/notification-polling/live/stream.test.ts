// Tests what open streams tell as it happens, on two processes, and how they end.
import type { SvcUserModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import { signIn, USER_PASSWORD, untilModulesHeard } from '../../../testing/sign-in.ts';
import { doneWithin, plainRequest } from '../../../testing/stretched-bar.ts';
import {
  act,
  announce,
  countOf,
  createTenant,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  readAll,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';
import { followPolling, lastOf } from './page-client.fixture.ts';

/** Measures the time from the answer of a sign-out to the end of a stream. */
const LOGOUT_BAR_MS = 1_000;
const AUTHORITY_BAR_MS = 2_000;
/** Streams hear so late at most when no message arrives. */
const SILENT_BAR_MS = 5_000;
/** Whoever waits for so long waits in vain. */
const PATIENCE_MS = 60_000;

let first: PollingServer;
let second: PollingServer;
let readers: EventReader[] = [];

beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

async function follow(
  server: PollingServer,
  token: string,
  headers: Record<string, string> = {},
): Promise<EventReader> {
  const reader = await followPolling(server, token, headers);
  readers.push(reader);
  return reader;
}
/** Is answered by the process of all servers of this file. */
const asked = plainRequest(() => first.as(first.admin, 'GET', '/session'));
const namesOf = (reader: EventReader) => reader.events.map(({ event }) => event);
const notify = (server: PollingServer, name: string) =>
  server.as(server.admin, 'POST', '/polling/notification/send', { users: [name], title: 'Ready' });

it('notification-polling 36: whoever has a stream open hears of a publication and the new count, on each process, and a read-all by what was seen leaves the newer one unread', async () => {
  const [ada, max] = [await signInWith(first, 'ada', ['ANNOUNCEMENT_SEND']), await signInWith(second, 'max')];
  const [own, other] = [await follow(first, ada), await follow(second, max)];
  expect(lastOf(other, 'ready')).toMatchObject({ unread: 0 });
  const one = await announce(first, { title: 'First' }, ada);
  await other.until((reader) => lastOf(reader, 'unread')?.total === 1);
  expect(lastOf(other, 'announcement')).toMatchObject({ uuid: one.uuid, title: 'First', read: false, audience: null });
  await own.until((reader) => lastOf(reader, 'announcement')?.uuid === one.uuid);
  expect(lastOf(own, 'announcement')).toMatchObject({ read: true });
  const { asOf } = lastOf(other, 'unread');
  const two = await announce(second, { title: 'Second' });
  await other.until((reader) => lastOf(reader, 'announcement')?.uuid === two.uuid);
  expect(await readAll(second, max, asOf)).toBe(1);
  await other.until((reader) => lastOf(reader, 'state')?.readUpTo?.publishSeq === one.publishSeq);
  await other.until((reader) => lastOf(reader, 'unread')?.total === 1);
  expect((await pageOf(second, max, { read: false })).data.map(({ uuid }) => uuid)).toEqual([two.uuid]);
  expect(await countOf(first, max)).toBe(1);
  expect(namesOf(own).filter((name) => name === 'unread')).toHaveLength(1);
  await act(first, first.admin, 'withdraw', two);
  await other.until((reader) => lastOf(reader, 'announcement-removed')?.uuid === two.uuid);
  await other.until((reader) => lastOf(reader, 'unread')?.total === 0);
  await act(first, first.admin, 'withdraw', one);
});

it('notification-polling 36: what starts, ends, is changed and is told to one person alone shows on his streams, and on no others', async () => {
  const [told, else_] = [await signInWith(first, 'told'), await signInWith(first, 'apart')];
  const [own, other] = [await follow(second, told), await follow(first, else_)];
  const model = { audience: { users: ['told'] }, contentMap: { tr: { title: 'Yeni', content: 'Var.' } } };
  const dates = {
    startDate: new Date(first.clock.now() + MINUTE_MS),
    endDate: new Date(first.clock.now() + 2 * MINUTE_MS),
  };
  const one = await announce(first, { ...model, ...dates });
  first.clock.advance(MINUTE_MS);
  await own.until((reader) => lastOf(reader, 'announcement')?.uuid === one.uuid);
  const body = { uuid: one.uuid, version: 2, title: 'Changed' };
  expect((await first.as(first.admin, 'PUT', '/polling/announcement', body)).status).toBe(200);
  await own.until((reader) => lastOf(reader, 'announcement')?.title === 'Changed');
  first.clock.advance(MINUTE_MS);
  await own.until((reader) => lastOf(reader, 'announcement-removed')?.uuid === one.uuid);
  await notify(first, 'told');
  await own.until((reader) => lastOf(reader, 'notification')?.title === 'Ready');
  await own.until((reader) => lastOf(reader, 'unread')?.total === 1);
  const { uuid } = lastOf(own, 'notification');
  // Marked on another device, at the other process.
  await first.as(told, 'POST', `/polling/user/notification/read/by-uuid/${uuid}`);
  await own.until((reader) => lastOf(reader, 'state')?.notification?.read === true);
  await own.until((reader) => lastOf(reader, 'unread')?.total === 0);
  await first.as(told, 'DELETE', `/polling/user/notification/by-uuid/${uuid}`);
  await own.until((reader) => lastOf(reader, 'notification-removed')?.uuid === uuid);
  const shared = await announce(first);
  await other.until((reader) => lastOf(reader, 'announcement') !== undefined);
  expect(namesOf(other)).toEqual(['ready', 'announcement', 'unread']);
  await act(first, first.admin, 'withdraw', shared);
});

it('notification-polling 36: whoever comes back hears what was missed, by the header or the address, and then that it is ready', async () => {
  const token = await signInWith(first, 'back');
  const before = await follow(first, token);
  before.close();
  const one = await announce(first);
  const again = await follow(second, token, { 'last-event-id': before.lastEventId() });
  expect(namesOf(again)).toEqual(['announcement', 'ready']);
  const byAddress = await readEvents(
    `${second.url}/polling/stream?after=${encodeURIComponent(lastOf(before, 'ready').cursor)}`,
    { authorization: `Bearer ${token}` },
  );
  readers.push(byAddress);
  await byAddress.until((reader) => lastOf(reader, 'ready') !== undefined);
  expect(namesOf(byAddress)).toEqual(['announcement', 'ready']);
  const lost = await follow(first, token, { 'last-event-id': 'nothing of ours' });
  expect(namesOf(lost)).toEqual(['resync', 'ready']);
  await act(first, first.admin, 'withdraw', one);
});

it('notification-polling 40: a stream ends with its session, and an eleventh of one person is refused', async () => {
  const token = await signInWith(first, 'leaver');
  const all = await Promise.all(Array.from({ length: 10 }, () => follow(second, token)));
  const refused = await second.as(token, 'GET', '/polling/stream', undefined, { accept: '*/*' });
  expect([refused.status, refused.error?.errorCode]).toEqual([429, 'TOO_MANY_STREAMS']);
  await doneWithin(LOGOUT_BAR_MS, asked, async () => {
    await first.as(token, 'GET', '/auth/logout');
    for (const reader of all) await reader.until((one) => one.ended(), PATIENCE_MS);
  });
});

it(
  'notification-polling 41: without messages between the processes counts are exact at once, and streams hear within 5 s',
  async () => {
    const token = await signInWith(first, 'silent');
    const reader = await follow(second, token);
    const { notify: channel } = second.kernel;
    // The connection that listens is ended again as often as it comes back.
    const cut = () =>
      query(
        first,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name LIKE 'keelson %' AND datname = current_database()`,
      );
    const timer = setInterval(() => void cut().catch(() => undefined), 20);
    try {
      await cut();
      await expect.poll(() => channel.alive, { timeout: PATIENCE_MS }).toBe(false);
      const one = await doneWithin(SILENT_BAR_MS, asked, async () => {
        const announced = await announce(first);
        expect(await countOf(second, token)).toBe(1);
        await reader.until((heard) => lastOf(heard, 'announcement')?.uuid === announced.uuid, PATIENCE_MS);
        return announced;
      });
      await doneWithin(SILENT_BAR_MS, asked, async () => {
        await first.as(token, 'POST', `/polling/announcement/archive/by-uuid/${one.uuid}`);
        await reader.until((heard) => lastOf(heard, 'state')?.announcement?.archived === true, PATIENCE_MS);
      });
      await act(first, first.admin, 'withdraw', one);
    } finally {
      clearInterval(timer);
    }
    await expect.poll(() => channel.alive, { timeout: PATIENCE_MS }).toBe(true);
  },
  2 * PATIENCE_MS,
);

it('notification-polling 42: a stream ends when its person loses an authority or is renamed, and whoever comes back reads the pages again', async () => {
  const token = await signInWith(first, 'demoted', ['ANNOUNCEMENT_MANAGE']);
  const reader = await follow(second, token);
  const one = await announce(first, { audience: { authorities: ['ANNOUNCEMENT_MANAGE'] } });
  await reader.until((heard) => lastOf(heard, 'announcement')?.uuid === one.uuid);
  const path = '/users/by-username/demoted';
  const { uuid, version } = (await first.as<SvcUserModel>(first.admin, 'GET', path)).body;
  await doneWithin(AUTHORITY_BAR_MS, asked, async () => {
    await first.as(first.admin, 'PUT', `/users/roles/by-uuid/${uuid}`, { roleList: ['ROLE_USER'], version });
    await reader.until((heard) => heard.ended(), PATIENCE_MS);
  });
  const again = await follow(second, token, { 'last-event-id': reader.lastEventId() });
  expect(namesOf(again)).toEqual(['resync', 'ready']);
  expect((await pageOf(first, token)).data.map((item) => item.uuid)).not.toContain(one.uuid);
  await notify(first, 'demoted');
  await again.until((heard) => lastOf(heard, 'notification') !== undefined);
  const now = (await first.as<SvcUserModel>(first.admin, 'GET', path)).body;
  const body = { uuid, version: now.version, username: 'promoted' };
  expect((await first.as(first.admin, 'PUT', '/users', body)).status).toBe(200);
  await again.until((heard) => heard.ended(), PATIENCE_MS);
  // What lies under the old name is handed over by then.
  expect(await untilModulesHeard(first)).toEqual([]);
  const renamed = await follow(first, await signIn(first, 'promoted', USER_PASSWORD));
  expect(lastOf(renamed, 'ready')).toMatchObject({ unread: 1 });
  await act(first, first.admin, 'withdraw', one);
});

it('notification-polling 49: metrics tell polls, their statement, memory, publications, streams and what waits for a number', async () => {
  const token = await signInWith(first, 'measured');
  const reader = await follow(first, token);
  const one = await announce(first);
  await reader.until((heard) => lastOf(heard, 'announcement')?.uuid === one.uuid);
  await countOf(first, token);
  const metrics = async () => (await fetch(`${first.url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/polling_publication_told_seconds_count [1-9]/);
  const text = await metrics();
  expect(text).toMatch(/polling_statement_seconds_count [1-9]/);
  expect(text).toMatch(/polling_cache_loads_total\{extent="changes"\} [1-9]/);
  expect(text).toMatch(/polling_streams [1-9]/);
  expect(text).toMatch(/polling_unnumbered \d/);
  expect(text).toMatch(/polling_unnumbered_age_seconds \d/);
  expect(text).toMatch(/requests_total\{module="notification-polling",operation="getUnreadCount",status="200"\} [1-9]/);
  await act(first, first.admin, 'withdraw', one);
});

it('notification-polling 21: streams of one tenant hear nothing of another', async () => {
  await createTenant(first, 'north');
  const [north, here] = [await signInWith(first, 'nora', [], 'north'), await signInWith(first, 'nora')];
  const [far, near] = [await follow(second, north), await follow(second, here)];
  const one = await announce(first, { title: 'Here' });
  const two = await announce(first, { title: 'There', audience: { tenants: ['north'] } });
  await near.until((reader) => lastOf(reader, 'announcement') !== undefined);
  await far.until((reader) => lastOf(reader, 'announcement') !== undefined);
  const titles = [far, near].map((reader) => reader.events.flatMap(({ data }) => data.title ?? []));
  expect(titles).toEqual([['There'], ['Here']]);
  for (const sent of [one, two]) await act(first, first.admin, 'withdraw', sent);
});
