// Tests what becomes of what was told when users and tenants are renamed or end.
import type { SvcPollingChangesModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beforeModulesHear, renameUser, signIn, USER_PASSWORD, untilModulesHeard } from '../../../testing/sign-in.ts';
import { followPolling, lastOf } from '../live/page-client.fixture.ts';
import {
  act,
  announce,
  countOf,
  eventually,
  type PollingServer,
  pageOf,
  query,
  readAll,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

let server: PollingServer;
beforeAll(async () => {
  server = await startPollingServer({ settings: { 'session.max-per-user': 0 } });
});
afterAll(() => server?.stop());

/** Names the tables of the module that keep rows of a person: a new one is among them. */
const tablesOfPeople = async () => {
  const found = await query<{ name: string }>(
    server,
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_name LIKE 'polling\\_%' AND column_name = 'username_folded' ORDER BY 1`,
  );
  return found.map(({ name }) => name);
};
/** Answers the tables in which a name has rows. */
const rowsOf = async (name: string) => {
  const kept: string[] = [];
  for (const table of await tablesOfPeople()) {
    const text = `SELECT count(*)::int AS count FROM ${table} WHERE username_folded = $1`;
    const [row] = await query<{ count: number }>(server, text, [name]);
    if (row!.count > 0) kept.push(table);
  }
  return kept;
};
const userOf = async (name: string) =>
  (await server.as<SvcUserModel>(server.admin, 'GET', `/users/by-username/${name}`)).body;
const preference = (token: string, body: object) => server.as(token, 'PUT', '/polling/user/preference', body);
const notify = (name: string, model: object = {}) =>
  server.as(server.admin, 'POST', '/polling/notification/send', { users: [name], title: 'Ready', ...model });

it('notification-polling 34: a renamed user keeps counts, marks and the announcements that name him; a deleted one leaves no row', async () => {
  const before = await signInWith(server, 'former');
  const [read, open] = [
    await announce(server, { audience: { users: ['former'] } }),
    await announce(server, { audience: { users: ['FORMER'] } }),
  ];
  await act(server, before, 'archive', read);
  await notify('former');
  expect(await countOf(server, before)).toBe(2);
  expect((await preference(before, { mutedTypeList: ['RELEASE'], mutedApplicationList: ['lunch'] })).status).toBe(200);
  // Each table has a row of his, or the end would prove nothing of it.
  expect(await rowsOf('former')).toEqual(await tablesOfPeople());
  expect(await tablesOfPeople()).toContain('polling_preference');
  const { uuid, version } = await userOf('former');
  expect((await server.as(server.admin, 'PUT', '/users', { uuid, version, username: 'latter' })).status).toBe(200);
  await eventually(
    () => rowsOf('former'),
    (tables) => tables.length === 0,
  );
  const after = await signIn(server, 'latter', USER_PASSWORD);
  expect(await countOf(server, after)).toBe(2);
  expect((await pageOf(server, after)).data.map((one) => one.uuid)).toEqual([open.uuid]);
  expect((await pageOf(server, after, { archived: true })).data.map((one) => one.uuid)).toEqual([read.uuid]);
  const { body } = await server.as<{ audience: object }>(
    server.admin,
    'GET',
    `/polling/announcement/by-uuid/${open.uuid}`,
  );
  expect(body.audience).toMatchObject({ users: ['latter'] });
  expect((await server.as(after, 'GET', '/polling/user/preference')).body).toEqual({
    mutedTypeList: ['RELEASE'],
    mutedApplicationList: ['lunch'],
  });
  expect((await server.as(server.admin, 'DELETE', `/users/by-uuid/${uuid}`)).status).toBe(200);
  const left = await eventually(
    () => rowsOf('latter'),
    (tables) => tables.length === 0,
  );
  expect(left).toEqual([]);
});

const titlesOf = async (token: string, query: object = {}) =>
  (await pageOf(server, token, query)).data.map(({ title }) => title).toSorted();
const notificationsOf = async (token: string) => {
  const body = { pageable: { pageSize: 200 } };
  const answer = await server.as<{ data: { title: string; read: boolean }[] }>(
    token,
    'POST',
    '/polling/user/notification/page',
    body,
  );
  return answer.body.data.map(({ title, read }) => [title, read]).toSorted();
};
const changesOf = async (token: string, after = '') =>
  (await server.as<SvcPollingChangesModel>(token, 'GET', `/polling/user/changes${after && `?after=${after}`}`)).body;

it('notification-polling 34: whoever asks under a new name before the module hears of it has what was marked under both', async () => {
  const before = await signInWith(server, 'hasty');
  const sent = new Map<string, Awaited<ReturnType<typeof announce>>>();
  for (const title of ['archived', 'read', 'untouched', 'read later']) {
    sent.set(title, await announce(server, { title }));
  }
  const mark = (token: string, verb: string, title: string) => act(server, token, verb, sent.get(title)!);
  await mark(before, 'archive', 'archived');
  await mark(before, 'read', 'read');
  await notify('hasty', { uniqueKey: 'once', title: 'Once' });
  await notify('hasty', { title: 'Former' });
  await preference(before, { mutedTypeList: ['RELEASE'] });
  await countOf(server, before);
  await eventually(
    () => notificationsOf(before),
    ({ length }) => length === 2,
  );
  const { asOf } = await pageOf(server, before);
  expect((await server.as(before, 'POST', '/polling/user/notification/read-all', { asOf })).status).toBe(200);
  const { stream, cursor } = await beforeModulesHear([server], async () => {
    await renameUser(server, server.admin, 'hasty', 'hastier');
    const token = await signIn(server, 'hastier', USER_PASSWORD);
    expect(await countOf(server, token)).toBe(4);
    await mark(token, 'read', 'read later');
    await mark(token, 'read', 'read');
    await preference(token, { mutedApplicationList: ['lunch'] });
    await notify('hastier', { uniqueKey: 'once', title: 'Once more' });
    // As if half of it had been published more than thirty days before the first request under this name.
    await query(server, `UPDATE polling_user_state SET baseline_seq = 99 WHERE username_folded = 'hastier'`);
    return { stream: await followPolling(server, token), cursor: (await changesOf(token)).cursor };
  });
  expect(await untilModulesHeard(server)).toEqual([]);
  const token = await signIn(server, 'hastier', USER_PASSWORD);
  expect(await titlesOf(token, { read: false })).toEqual(['untouched']);
  expect(await titlesOf(token, { archived: true })).toEqual(['archived']);
  expect(await notificationsOf(token)).toEqual([
    ['Former', true],
    ['Once more', true],
  ]);
  expect((await server.as(token, 'GET', '/polling/user/preference')).body).toEqual({
    mutedTypeList: ['RELEASE'],
    mutedApplicationList: ['lunch'],
  });
  expect(await changesOf(token, cursor)).toMatchObject({ resync: true, changes: [] });
  await eventually(
    async () => stream.events.map(({ event }) => event),
    (events) => events.includes('resync'),
  );
  expect(lastOf(stream, 'resync')).toBeDefined();
  stream.close();
  expect((await changesOf(token, (await changesOf(token)).cursor)).resync).toBe(false);
  expect(await rowsOf('hasty')).toEqual([]);
});

it('notification-polling 34: a read-all under the new name covers what was marked unread under the old one, and no later mark', async () => {
  const before = await signInWith(server, 'sweeper');
  const [one, other] = [await announce(server, { title: 'One' }), await announce(server, { title: 'Other' })];
  for (const item of [one, other]) {
    await act(server, before, 'read', item);
    await act(server, before, 'unread', item);
  }
  await beforeModulesHear([server], async () => {
    await renameUser(server, server.admin, 'sweeper', 'swept');
    const token = await signIn(server, 'swept', USER_PASSWORD);
    await readAll(server, token, (await pageOf(server, token)).asOf);
    await act(server, token, 'unread', other);
  });
  expect(await untilModulesHeard(server)).toEqual([]);
  expect(await titlesOf(await signIn(server, 'swept', USER_PASSWORD), { read: false })).toEqual(['Other']);
});
