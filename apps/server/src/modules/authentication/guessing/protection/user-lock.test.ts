// Proves that administrators see which users are locked and until when, and find them.
import type { SvcUserModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, createActiveUser, login, query, signInAdmin, USER_PASSWORD } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { attempt, deviceOf, startProxied } from './attempts.fixture.ts';

let server: TestServer;
let admin: string;
let count = 0;

beforeAll(async () => {
  server = await startProxied({ settings: { 'auth.captcha.mode': 'OFF', 'auth.address.daily-limit': 10_000 } });
});
beforeEach(async () => {
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const person = () => createActiveUser(server, admin, { username: `person-${count++}` });
const find = async (uuid: string): Promise<SvcUserModel> =>
  (await call<SvcUserModel>(server, 'GET', `/users/by-uuid/${uuid}`, { token: admin })).body;
const names = async (locked: boolean): Promise<readonly string[]> => {
  const body = { locked, pageable: { pageSize: 200 } };
  const answer = await call<{ data: SvcUserModel[] }>(server, 'POST', '/users/data/page', { token: admin, body });
  return answer.body.data.map(({ username }) => username);
};

async function lock(username: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) await login(server, username, 'not the password at all');
}

it('authentication 4: a lock is shown with its end, found by the filter, and over when its time is', async () => {
  const { uuid, username } = await person();
  expect(await find(uuid)).toMatchObject({ locked: false, lockedUntilDate: null });
  const nine = await person();
  for (let tries = 0; tries < 9; tries++) await login(server, nine.username, 'not the password at all');
  expect((await find(nine.uuid)).locked).toBe(false);
  await lock(username);
  const until = new Date(server.clock.now() + MINUTE_MS).toISOString();
  expect(await find(uuid)).toMatchObject({ locked: true, lockedUntilDate: until });
  expect([await names(true), (await names(false)).includes(username)]).toEqual([[username], false]);
  server.clock.advance(MINUTE_MS);
  expect(await find(uuid)).toMatchObject({ locked: false, lockedUntilDate: null });
  expect([await names(true), (await names(false)).includes(username)]).toEqual([[], true]);
  await login(server, username, 'not the password at all');
  const doubled = new Date(server.clock.now() + 2 * MINUTE_MS).toISOString();
  expect(await find(uuid)).toMatchObject({ locked: true, lockedUntilDate: doubled });
});

it('authentication 4: a disabled password is a lock without an end; unlocking answers a user without either', async () => {
  const { uuid, username } = await person();
  await lock(username);
  await query(
    server,
    'UPDATE auth_password SET disabled = true WHERE user_id = (SELECT id FROM auth_user WHERE uuid = $1)',
    [uuid],
  );
  server.clock.advance(MINUTE_MS);
  expect(await find(uuid)).toMatchObject({ locked: true, lockedUntilDate: null });
  expect(await names(true)).toContain(username);
  const unlocked = await call<SvcUserModel>(server, 'POST', `/users/unlock/by-uuid/${uuid}`, { token: admin });
  expect(unlocked.body).toMatchObject({ locked: false, lockedUntilDate: null });
  expect((await login(server, username, USER_PASSWORD)).status).toBe(200);
});

it('authentication 5: the lock stays while a known device of the user signs in, a rename ends it', async () => {
  const { uuid, username } = await person();
  const browser = { address: '192.0.2.77' };
  const device = deviceOf(await attempt(server, { username, password: USER_PASSWORD }, browser));
  await lock(username);
  expect((await attempt(server, { username, password: USER_PASSWORD }, { ...browser, device })).status).toBe(200);
  expect((await find(uuid)).locked).toBe(true);
  const { version } = await find(uuid);
  const body = { uuid, version, username: `${username}-renamed` };
  const renamed = await call<SvcUserModel>(server, 'PUT', '/users', { token: admin, body });
  expect(renamed.body).toMatchObject({ locked: false, lockedUntilDate: null });
  expect((await login(server, `${username}-renamed`, USER_PASSWORD)).status).toBe(200);
});
