// Proves the sign-in of programs: a token that can what the key can, and that ends with it.
import type {
  SvcApiKeyModel,
  SvcAuthAuthenticationResponseModel,
  SvcSecuritySession,
  SvcSession,
} from '@keelson/contract';
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

const LIVE_MAX = 100;
let server: TestServer;
let adminToken: string;
let made = 0;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

async function createKey(model: object = {}, token = adminToken): Promise<SvcApiKeyModel & { readonly key: string }> {
  made += 1;
  const body = { name: `key${made}`, authorityList: ['SESSION_VIEW'], owner: 'TENANT', ...model };
  const created = await call<SvcApiKeyModel>(server, 'POST', '/api-keys', { token, body });
  if (created.status !== 200) throw new Error(created.text);
  return { ...created.body, key: created.body.key ?? '' };
}

const systemLogin = (token: string) =>
  call<SvcAuthAuthenticationResponseModel>(server, 'POST', '/auth/system-login', { token });
const enter = async (key: string): Promise<string> => (await systemLogin(key)).body.token ?? '';
const get = (token: string) => call<SvcSecuritySession>(server, 'GET', '/session', { token });
const reasonOf = async (token: string) => (await get(token)).error?.errorArguments;
const change = (uuid: string, body: object) =>
  call<SvcApiKeyModel>(server, 'PUT', '/api-keys', { token: adminToken, body: { uuid, ...body } });

describe('POST /auth/system-login', () => {
  it('gives a key the token of a system session with its authorities, in no body but this one', async () => {
    const key = await createKey({ authorityList: ['SESSION_VIEW', 'SESSION_SYSTEM'] });
    const { status, body, headers } = await systemLogin(key.key);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const authorities = [
      { role: 'ROLE_SERVICE', authority: 'SESSION_SYSTEM' },
      { role: 'ROLE_SERVICE', authority: 'SESSION_VIEW' },
    ];
    expect(body).toMatchObject({
      status: 'AUTHENTICATED',
      tokenType: 'Bearer',
      username: `service:${key.name}`,
      authorities,
      assuranceLevel: 'AAL1',
      idleExpiryDate: new Date(server.clock.now() + 15 * MINUTE_MS).toISOString(),
      expiryDate: new Date(server.clock.now() + 60 * MINUTE_MS).toISOString(),
    });
    const token = body.token ?? '';
    expect((await get(token)).body).toMatchObject({
      session: { system: true, attributeMap: { authenticationMethods: ['API_KEY'] } },
      authorities,
    });
    const page = await call<{ data: SvcSession[] }>(server, 'POST', '/system-session/page', { token, body: {} });
    expect(page.body.data.map(({ identifier }) => identifier)).toContain(body.sessionIdentifier);
    expect(page.text).not.toContain('svc_');
  });

  it('only a key itself signs in: no person, and no session that was begun with a key', async () => {
    const token = await enter((await createKey()).key);
    for (const other of [adminToken, token]) expect((await systemLogin(other)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await call(server, 'POST', '/auth/system-login')).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
  });

  it('ends no later than the key, and no later than the end of a secret that was replaced', async () => {
    const expiryDate = new Date(server.clock.now() + 20 * MINUTE_MS).toISOString();
    const short = await createKey({ expiryDate });
    expect((await systemLogin(short.key)).body.expiryDate).toBe(expiryDate);
    const rotated = await createKey();
    const before = await enter(rotated.key);
    const path = `/api-keys/rotate/by-uuid/${rotated.uuid}`;
    const answer = await call<SvcApiKeyModel>(server, 'POST', path, {
      token: adminToken,
      body: { overlapMinutes: 10 },
    });
    const overlap = new Date(server.clock.now() + 10 * MINUTE_MS).toISOString();
    expect((await get(before)).body.session.attributeMap).toMatchObject({ expiryDate: overlap });
    expect((await systemLogin(rotated.key)).body.expiryDate).toBe(overlap);
    expect((await systemLogin(answer.body.key ?? '')).body.expiryDate).not.toBe(overlap);
  });

  it('counts as a key where a person is asked for, and signs out by itself', async () => {
    const token = await enter((await createKey({ authorityList: ['AUTH_API_KEY_MANAGE'] })).key);
    const body = { currentPassword: 'x', newPassword: 'y' };
    const self = await call(server, 'POST', '/auth/password/change', { token, body });
    expect(self.error?.errorCode).toBe('ACCESS_DENIED');
    await call(server, 'GET', '/auth/logout', { token });
    expect(await reasonOf(token)).toEqual([{ reason: 'LOGOUT' }]);
  });

  it('a session idles, and its use is no use of another', async () => {
    const { key } = await createKey();
    const [used, unused] = [await enter(key), await enter(key)];
    for (let minutes = 0; minutes < 20; minutes += 10) {
      server.clock.advance(10 * MINUTE_MS);
      expect((await get(used)).status).toBe(200);
    }
    expect(await reasonOf(unused)).toEqual([{ reason: 'IDLE' }]);
  });

  it('the key ranges of addresses hold for its sessions', async () => {
    const key = await createKey();
    const token = await enter(key.key);
    await change(key.uuid, { version: key.version, allowedAddressList: ['203.0.113.0/24'] });
    expect((await get(token)).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
  });
});

describe('the sessions of a key end with it', () => {
  it.each<readonly [string, (key: SvcApiKeyModel) => Promise<unknown>]>([
    ['deleted', ({ uuid }) => call(server, 'DELETE', `/api-keys/by-uuid/${uuid}`, { token: adminToken })],
    ['disabled', ({ uuid, version }) => change(uuid, { version, enabled: false })],
    [
      'given another secret at once',
      ({ uuid }) => call(server, 'POST', `/api-keys/rotate/by-uuid/${uuid}`, { token: adminToken, body: {} }),
    ],
  ])('closes them and no others when the key is %s', async (_, end) => {
    const [key, other] = [await createKey(), await createKey()];
    const [token, second, spared] = [await enter(key.key), await enter(key.key), await enter(other.key)];
    const child = await call<{ token: string }>(server, 'POST', '/begin/token', {
      token: adminToken,
      body: {
        session: { username: 'hanger', attributeMap: { parentIdentifier: (await get(token)).body.session.identifier } },
        authorities: [],
      },
    });
    await end(key);
    for (const one of [token, second]) expect(await reasonOf(one)).toEqual([{ reason: 'KEY_REVOKED' }]);
    expect(await reasonOf(child.body.token)).toEqual([{ reason: 'PARENT_CLOSED' }]);
    expect((await get(spared)).status).toBe(200);
    expect((await get(key.key)).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
  });

  it('a revocation raced against sign-ins and refreshes leaves no session', async () => {
    for (let round = 0; round < 10; round++) {
      const key = await createKey();
      const token = await enter(key.key);
      await Promise.all([
        systemLogin(key.key),
        call(server, 'POST', '/session/refresh', { token }),
        call(server, 'DELETE', `/api-keys/by-uuid/${key.uuid}`, { token: adminToken }),
        systemLogin(key.key),
      ]);
      const open = await query(server, 'SELECT 1 FROM session_entry WHERE key_uuid = $1 AND closed_date IS NULL', [
        key.uuid,
      ]);
      expect(open).toEqual([]);
    }
  });

  it('an end of the key that comes nearer ends them then', async () => {
    const key = await createKey();
    const token = await enter(key.key);
    const expiryDate = new Date(server.clock.now() + 5 * MINUTE_MS).toISOString();
    expect((await change(key.uuid, { version: key.version, expiryDate })).status).toBe(200);
    expect((await get(token)).status).toBe(200);
    server.clock.advance(6 * MINUTE_MS);
    expect(await reasonOf(token)).toEqual([{ reason: 'ABSOLUTE' }]);
  });
});

it('what the key may do changes in its sessions too, by its list and by its owner', async () => {
  const user = await createActiveUser(server, adminToken, { username: 'owner', roleList: ['ROLE_TENANT_ADMIN'] });
  const owner = await signIn(server, 'owner', USER_PASSWORD);
  const key = await createKey({ authorityList: ['SESSION_VIEW', 'SESSION_CLOSE'], owner: null }, owner);
  const token = await enter(key.key);
  const held = async () => (await get(token)).body.authorities.map(({ authority }) => authority);
  expect(await held()).toEqual(['SESSION_CLOSE', 'SESSION_VIEW']);
  await change(key.uuid, { version: key.version, authorityList: ['SESSION_VIEW'] });
  expect(await held()).toEqual(['SESSION_VIEW']);
  const path = `/users/roles/by-uuid/${user.uuid}`;
  await call(server, 'PUT', path, { token: adminToken, body: { roleList: [], version: user.version } });
  expect(await held()).toEqual([]);
});

/** A hundred sign-ins one after another take a busy machine longer than a test may otherwise. */
const HUNDRED_TIMEOUT_MS = 90_000;

it('at most 100 live for one key: the least recently used is closed, 20 at once included', {
  timeout: HUNDRED_TIMEOUT_MS,
}, async () => {
  const { key, uuid } = await createKey();
  const first = await enter(key);
  const tokens: string[] = [];
  for (let count = 1; count < LIVE_MAX; count++) tokens.push(await enter(key));
  server.clock.advance(2 * MINUTE_MS);
  await get(first);
  server.clock.advance(2 * MINUTE_MS);
  await Promise.all(Array.from({ length: 20 }, () => systemLogin(key)));
  const open = 'SELECT 1 FROM session_entry WHERE key_uuid = $1 AND closed_date IS NULL';
  expect(await query(server, open, [uuid])).toHaveLength(LIVE_MAX);
  expect(await reasonOf(tokens[0] ?? '')).toEqual([{ reason: 'LIMIT' }]);
  expect((await get(first)).status).toBe(200);
  server.clock.advance(DAY_MS);
});
