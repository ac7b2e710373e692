// Proves longer sessions: only where the tenant allows them, through every step, and in a cookie that outlives the browser.
import type { SvcSessionTokenModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  login,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { challenge, codeOf, complete, createTotpUser } from '../../steps/challenge.fixture.ts';

const HALF_DAY_MS = DAY_MS / 2;
const ownPage = { 'sec-fetch-site': 'same-origin' };
let server: TestServer;
let secret: string;

beforeAll(async () => {
  server = await startDirectory();
  const adminToken = await signInAdmin(server);
  await createActiveUser(server, adminToken, { username: 'ayse' });
  ({ secret } = await createTotpUser(server, adminToken, 'kemal'));
});
beforeEach(() => {
  server.settings.set('session.remember-me.enabled', true);
  server.settings.set('auth.security-profile', 'STANDARD');
});
afterAll(() => server.stop());

const remembered = (body: object = {}) =>
  login(server, 'ayse', USER_PASSWORD, { body: { rememberMe: true, ...body }, headers: ownPage });
const inMs = (date: string | null) => Date.parse(date ?? '') - server.clock.now();

it('a session that was asked to last is idle after 7 days and over after 30', async () => {
  const { body } = await remembered();
  expect([inMs(body.idleExpiryDate), inMs(body.expiryDate)]).toEqual([7 * DAY_MS, 30 * DAY_MS]);
  const token = body.token ?? '';
  server.clock.advance(6 * DAY_MS);
  expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
  server.clock.advance(7 * DAY_MS + 70_000);
  const { error } = await call(server, 'GET', '/session', { token });
  expect(error?.errorArguments).toEqual([{ reason: 'IDLE' }]);
});

it('the settings of the tenant say how long', async () => {
  server.settings.set('session.remember-me.idle-timeout', 90);
  server.settings.set('session.remember-me.absolute-timeout', 2);
  const { body } = await remembered();
  expect([inMs(body.idleExpiryDate), inMs(body.expiryDate)]).toEqual([2 * DAY_MS, 2 * DAY_MS]);
  server.settings.set('session.remember-me.idle-timeout', 7);
  server.settings.set('session.remember-me.absolute-timeout', 30);
});

describe('a session that is not to last', () => {
  it('is as long as any other when nobody asked, and where the tenant does not allow it', async () => {
    expect(inMs((await login(server, 'ayse', USER_PASSWORD)).body.expiryDate)).toBe(HALF_DAY_MS);
    server.settings.set('session.remember-me.enabled', false);
    expect(inMs((await remembered()).body.expiryDate)).toBe(HALF_DAY_MS);
  });

  it('is as long as any other under the security profile STRICT, whatever the setting says', async () => {
    server.settings.set('auth.security-profile', 'STRICT');
    server.clock.advance(60_000);
    const first = await login(server, 'kemal', USER_PASSWORD, { body: { rememberMe: true } });
    const done = await complete(server, first.body.verificationIdentifier ?? '', codeOf(server, secret));
    expect([inMs(done.body.idleExpiryDate), inMs(done.body.expiryDate)]).toEqual([15 * 60_000, HALF_DAY_MS]);
    server.clock.advance(60_000);
  });
});

it('what was asked for at the login holds at the end of its steps', async () => {
  const first = await login(server, 'kemal', USER_PASSWORD, { body: { rememberMe: true } });
  const done = await complete(server, first.body.verificationIdentifier ?? '', codeOf(server, secret));
  expect(inMs(done.body.expiryDate)).toBe(30 * DAY_MS);
  server.clock.advance(60_000);
  const plain = await complete(server, await challenge(server, 'kemal'), codeOf(server, secret));
  expect(inMs(plain.body.expiryDate)).toBe(HALF_DAY_MS);
});

it('its cookie outlives the browser, also after the token was renewed; that of a plain session does not', async () => {
  const cookieOf = (headers: Headers) => headers.getSetCookie().find((one) => one.startsWith('svc-session=')) ?? '';
  const signedIn = await remembered({ tokenDelivery: 'COOKIE' });
  expect(cookieOf(signedIn.headers)).toContain('; Max-Age=2592000;');
  server.clock.advance(DAY_MS);
  const headers = { ...ownPage, cookie: cookieOf(signedIn.headers).split(';')[0] ?? '' };
  const renewed = await call<SvcSessionTokenModel>(server, 'POST', '/session/refresh', { headers });
  expect(cookieOf(renewed.headers)).toContain('; Max-Age=2505600;');
  const cookie = cookieOf(renewed.headers).split(';')[0] ?? '';
  const again = { password: USER_PASSWORD };
  const proven = await call(server, 'POST', '/auth/reauthenticate', { headers: { ...ownPage, cookie }, body: again });
  expect(cookieOf(proven.headers)).toContain('; Max-Age=2505600;');
  const plain = await remembered({ tokenDelivery: 'COOKIE', rememberMe: false });
  expect(cookieOf(plain.headers)).not.toContain('Max-Age');
});
