// Tests what becomes of what was told when users and tenants are renamed or end.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, USER_PASSWORD } from '../../../testing/sign-in.ts';
import {
  act,
  announce,
  countOf,
  eventually,
  type PollingServer,
  pageOf,
  query,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

let server: PollingServer;
beforeAll(async () => {
  server = await startPollingServer({ settings: { 'session.max-per-user': 0 } });
});
afterAll(() => server?.stop());

const rowsOf = async (name: string) => {
  const [row] = await query<{ counts: number[] }>(
    server,
    `SELECT ARRAY[(SELECT count(*)::int FROM polling_user_state WHERE username_folded = $1),
       (SELECT count(*)::int FROM polling_receipt WHERE username_folded = $1),
       (SELECT count(*)::int FROM polling_notification WHERE username_folded = $1)] AS counts`,
    [name],
  );
  return row!.counts;
};
const userOf = async (name: string) =>
  (await server.as<SvcUserModel>(server.admin, 'GET', `/users/by-username/${name}`)).body;
const notify = (name: string) =>
  server.as(server.admin, 'POST', '/polling/notification/send', { users: [name], title: 'Ready' });

it('notification-polling 34: a renamed user keeps counts, marks and the announcements that name him; a deleted one leaves no row', async () => {
  const before = await signInWith(server, 'former');
  const [read, open] = [
    await announce(server, { audience: { users: ['former'] } }),
    await announce(server, { audience: { users: ['FORMER'] } }),
  ];
  await act(server, before, 'archive', read);
  await notify('former');
  expect(await countOf(server, before)).toBe(2);
  const { uuid, version } = await userOf('former');
  expect((await server.as(server.admin, 'PUT', '/users', { uuid, version, username: 'latter' })).status).toBe(200);
  await eventually(
    () => rowsOf('former'),
    (counts) => counts.every((count) => count === 0),
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
  expect((await server.as(server.admin, 'DELETE', `/users/by-uuid/${uuid}`)).status).toBe(200);
  const left = await eventually(
    () => rowsOf('latter'),
    (counts) => counts.every((count) => count === 0),
  );
  expect(left).toEqual([0, 0, 0]);
});
