// Tests what whoever comes for the first time has unread.
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signIn, signInAdmin, USER_PASSWORD } from '../../../testing/sign-in.ts';
import {
  act,
  announce,
  countOf,
  type PollingServer,
  query,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

let server: PollingServer;

beforeAll(async () => {
  server = await startPollingServer();
});
afterAll(() => server?.stop());

it('notification-polling 10: whoever comes for the first time has the last 30 days unread, and that stays so; asking for somebody makes nothing', async () => {
  const old = await announce(server, { pinned: true });
  server.clock.advance(31 * DAY_MS);
  const admin = await signInAdmin(server);
  const young = await announce(server, {}, admin);
  await signInWith(Object.assign(server, { admin }), 'newcomer');
  const rows = () => query(server, `SELECT FROM polling_user_state WHERE username_folded = 'newcomer'`);
  const countByOther = async (token: string) => {
    server.clock.advance(1_000);
    return (await server.as<number>(token, 'GET', '/polling/user/unread/by-user/newcomer')).body;
  };
  expect(await countByOther(admin)).toBe(1);
  expect(await rows()).toEqual([]);
  expect(await countOf(server, await signIn(server, 'newcomer', USER_PASSWORD))).toBe(1);
  expect(await rows()).toHaveLength(1);
  server.clock.advance(30 * DAY_MS);
  const later = await signInAdmin(server);
  expect(await countByOther(later)).toBe(1);
  expect(await countOf(server, await signIn(server, 'newcomer', USER_PASSWORD))).toBe(1);
  for (const one of [old, young]) expect((await act(server, later, 'withdraw', one)).status).toBe(200);
});
