// Proves that acting as another user is open, short, hangs on the own session and gives nobody more than they hold.
import type {
  SvcAuthAuthenticationResponseModel,
  SvcRoleModel,
  SvcSecuritySession,
  SvcUserModel,
} from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let admin: string;
let helper: string;
let user: SvcUserModel;

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
  const body = { code: 'ROLE_HELPER', authorityList: ['AUTH_IMPERSONATE', 'SESSION_VIEW', 'AUTH_API_KEY_MANAGE'] };
  await call(server, 'POST', '/roles', { token: admin, body });
  await createActiveUser(server, admin, { username: 'helper', roleList: ['ROLE_HELPER'] });
  user = await createActiveUser(server, admin, { username: 'customer' });
});
beforeEach(async () => {
  admin = await signInAdmin(server);
  helper = await signIn(server, 'helper', USER_PASSWORD);
});
afterAll(() => server.stop());

const impersonate = (username: string, token = helper): Promise<Answer<SvcAuthAuthenticationResponseModel>> =>
  call(server, 'POST', '/auth/impersonate', { token, body: { username, reason: 'Case 4711' } });
const session = (token: string | null) => call<SvcSecuritySession>(server, 'GET', '/session', { token: token ?? '' });

it('the session is the user’s, names who acts, and the user sees it among the own ones', async () => {
  const answer = await impersonate('CUSTOMER');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.body).toMatchObject({ status: 'AUTHENTICATED', username: 'customer', tokenType: 'Bearer' });
  const { body } = await session(answer.body.token);
  expect(body.session).toMatchObject({ username: 'customer', attributeMap: { actorUsername: 'helper' } });
  expect(body.authorities.map(({ role }) => role)).not.toContain('ROLE_HELPER');
  const own = await signIn(server, 'customer', USER_PASSWORD);
  const page = await call<{ data: { identifier: string; attributeMap: object }[] }>(server, 'POST', '/page/user', {
    token: own,
    body: {},
  });
  const seen = page.body.data.find(({ identifier }) => identifier === answer.body.sessionIdentifier);
  expect(seen?.attributeMap).toMatchObject({ actorUsername: 'helper' });
  const [event] = await query<object>(
    server,
    "SELECT type, actor, subject, ip_address, detail FROM log_recorded_event WHERE kind = 'authentication.impersonated' ORDER BY id DESC LIMIT 1",
  );
  expect(event).toMatchObject({
    type: 'SECURITY',
    actor: 'helper',
    subject: 'customer',
    ip_address: '127.0.0.1',
    detail: { reason: 'Case 4711' },
  });
});

it('ends after 30 minutes whatever happens, and with the session that it hangs on', async () => {
  const first = (await impersonate('customer')).body.token;
  const second = (await impersonate('customer')).body.token;
  server.clock.advance(20 * MINUTE_MS);
  expect((await session(first)).status).toBe(200);
  expect((await session(helper)).status).toBe(200);
  server.clock.advance(10 * MINUTE_MS);
  expect((await session(first)).error?.errorArguments).toEqual([{ reason: 'ABSOLUTE' }]);
  expect((await session(second)).status).toBe(401);
  helper = await signIn(server, 'helper', USER_PASSWORD);
  const third = (await impersonate('customer')).body.token;
  await call(server, 'GET', '/auth/logout', { token: helper });
  expect((await session(third)).error?.errorArguments).toEqual([{ reason: 'PARENT_CLOSED' }]);
});

it('authentication 23: deactivating whoever acts ends the sessions in their hands', async () => {
  const other = await createActiveUser(server, admin, { username: 'other-helper', roleList: ['ROLE_HELPER'] });
  const token = await signIn(server, 'other-helper', USER_PASSWORD);
  const child = (await impersonate('customer', token)).body.token;
  expect((await session(child)).status).toBe(200);
  await call(server, 'POST', `/users/deactivate/by-uuid/${other.uuid}`, { token: admin });
  expect((await session(child)).error?.errorArguments).toEqual([{ reason: 'PARENT_CLOSED' }]);
});

it('authentication 22: nobody acts as a user with an authority they lack', async () => {
  const answer = await impersonate('admin');
  expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
});

it('is refused as somebody who cannot sign in or of another tenant, as somebody else’s second mask, and by a key', async () => {
  expect((await impersonate('nobody')).error?.errorCode).toBe('USER_NOT_FOUND');
  await createTenant(server, 'far');
  await createActiveUser(server, admin, { username: 'far-user', tenantIdentifier: 'far' });
  expect((await impersonate('far-user', admin)).error?.errorCode).toBe('USER_NOT_FOUND');
  const masked = (await impersonate('helper', admin)).body.token ?? '';
  expect((await impersonate('customer', masked)).error?.errorCode).toBe('ACCESS_DENIED');
  const body = { name: 'mask', authorityList: ['AUTH_IMPERSONATE'] };
  const key = await call<{ key: string }>(server, 'POST', '/api-keys', { token: admin, body });
  expect((await impersonate('customer', key.body.key)).error?.errorCode).toBe('ACCESS_DENIED');
  await call(server, 'POST', `/users/deactivate/by-uuid/${user.uuid}`, { token: admin });
  expect((await impersonate('customer')).error?.errorCode).toBe('USER_DISABLED');
  await call(server, 'POST', `/users/activate/by-uuid/${user.uuid}`, { token: admin });
});

it('needs a fresh sign-in, and makes the session no fresher than that', async () => {
  server.clock.advance(20 * MINUTE_MS);
  await session(helper);
  const masked = (await impersonate('customer')).body;
  const { body } = await session(masked.token);
  expect(body.session.attributeMap.authenticatedDate).toBe(new Date(server.clock.now() - 20 * MINUTE_MS).toISOString());
  server.clock.advance(11 * MINUTE_MS);
  expect((await impersonate('customer')).error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
});

it('authentication 22: what the user gains meanwhile, or whoever acts loses, reaches nobody by acting as the user', async () => {
  const role = async (code: string, authorityList: readonly string[]) =>
    (await call<SvcRoleModel>(server, 'POST', '/roles', { token: admin, body: { code, authorityList } })).body;
  const viewing = await role('ROLE_VIEWING', ['SESSION_VIEW']);
  await role('ROLE_CLOSING', ['SESSION_VIEW', 'SESSION_CLOSE']);
  await role('ROLE_NOTHING', []);
  const { uuid } = await createActiveUser(server, admin, { username: 'growing', roleList: ['ROLE_VIEWING'] });
  const acting = await role('ROLE_ACTING', ['AUTH_IMPERSONATE', 'SESSION_VIEW']);
  await createActiveUser(server, admin, { username: 'acting', roleList: ['ROLE_ACTING'] });
  const masked = (await impersonate('growing', await signIn(server, 'acting', USER_PASSWORD))).body.token;
  const own = await signIn(server, 'growing', USER_PASSWORD);
  const held = async (token: string | null) => {
    const { authorities } = (await session(token)).body;
    return authorities
      .map(({ role: code, authority }) => `${code}:${authority}`)
      .filter((pair) => !pair.startsWith('ROLE_USER'));
  };
  const sessions = async () => (await call(server, 'POST', '/page', { token: masked ?? '', body: {} })).status;
  expect([await held(masked), await sessions()]).toEqual([['ROLE_VIEWING:SESSION_VIEW'], 200]);
  const { version } = (await call<SvcUserModel>(server, 'GET', `/users/by-uuid/${uuid}`, { token: admin })).body;
  const roleList = ['ROLE_VIEWING', 'ROLE_CLOSING', 'ROLE_NOTHING'];
  await call(server, 'PUT', `/users/roles/by-uuid/${uuid}`, { token: admin, body: { roleList, version } });
  expect(await held(own)).toContain('ROLE_CLOSING:SESSION_CLOSE');
  expect(await held(masked)).toEqual(['ROLE_VIEWING:SESSION_VIEW']);
  const less = { uuid: acting.uuid, version: acting.version, authorityList: ['AUTH_IMPERSONATE'] };
  await call(server, 'PUT', '/roles', { token: admin, body: less });
  expect([await held(masked), await sessions()]).toEqual([[], 403]);
  expect(await held(own)).toContain(`${viewing.code}:SESSION_VIEW`);
});

it('authentication 13: with the delivery COOKIE the token of whom somebody acts as stands in the cookie alone, for pages of the own site', async () => {
  const body = { username: 'customer', reason: 'Case 4712', tokenDelivery: 'COOKIE' };
  const ask = (headers: Record<string, string>) =>
    call<SvcAuthAuthenticationResponseModel>(server, 'POST', '/auth/impersonate', { token: helper, body, headers });
  const foreign = await ask({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  expect([foreign.error?.errorCode, foreign.headers.get('set-cookie')]).toEqual(['CSRF_CHECK_FAILED', null]);
  const answer = await ask({ 'sec-fetch-site': 'same-origin' });
  expect(answer.body).toMatchObject({ status: 'AUTHENTICATED', username: 'customer', token: null });
  const [, token] = /svc-session=([^;]+); .*HttpOnly/i.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  expect((await session(token ?? '')).body.session).toMatchObject({
    username: 'customer',
    attributeMap: { actorUsername: 'helper' },
  });
});
