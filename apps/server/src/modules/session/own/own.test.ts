// Proves what a caller does to the own session: a new token, own attributes.
import type { SvcApiKeyModel, SvcSecuritySession, SvcSessionTokenModel } from '@keelson/contract';
import { HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  login,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const ownPage = { 'sec-fetch-site': 'same-origin' };
let server: TestServer;
let adminToken: string;
let apiKey: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  await createActiveUser(server, adminToken, { username: 'ayse' });
  const body = { name: 'plain', authorityList: ['SESSION_BEGIN'], owner: 'TENANT' };
  apiKey = (await call<SvcApiKeyModel>(server, 'POST', '/api-keys', { token: adminToken, body })).body.key ?? '';
});
afterAll(() => server.stop());

const enter = () => signIn(server, 'ayse', USER_PASSWORD);
const get = (token: string) => call<SvcSecuritySession>(server, 'GET', '/session', { token });
const refresh = (token: string) => call<SvcSessionTokenModel>(server, 'POST', '/session/refresh', { token });
const change = (token: string, attributeMap: object) =>
  call(server, 'PUT', '/session/attributes', { token, body: { attributeMap } });

describe('POST /session/refresh', () => {
  it('session 5: /session/refresh gives a new token and leaves the absolute end, and the old token is dead with its reason', async () => {
    const old = await enter();
    const { session } = (await get(old)).body;
    server.clock.advance(MINUTE_MS);
    const { status, body, headers } = await refresh(old);
    expect([status, headers.get('cache-control'), body.tokenType]).toEqual([200, 'no-store', 'Bearer']);
    expect(body.session.session.identifier).not.toBe(session.identifier);
    const kept = ['expiryDate', 'authenticatedDate', 'authenticationMethods'] as const;
    for (const key of kept) expect(body.session.session.attributeMap[key]).toEqual(session.attributeMap[key]);
    expect(body.session.session).toMatchObject({ createdDate: session.createdDate, attributeMap: { current: true } });
    const dead = await get(old);
    expect([dead.error?.errorCode, dead.error?.errorArguments]).toEqual(['SESSION_EXPIRED', [{ reason: 'ROTATED' }]]);
    expect((await get(body.token ?? '')).body.session.identifier).toBe(body.session.session.identifier);
  });

  it('session 5: neither use nor refresh reaches past the absolute end', async () => {
    let token = await enter();
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect((await get(token)).status).toBe(200);
      token = (await refresh(token)).body.token ?? '';
      server.clock.advance(20 * MINUTE_MS);
    }
    const { error } = await get(token);
    expect([error?.errorCode, error?.errorArguments]).toEqual(['SESSION_EXPIRED', [{ reason: 'ABSOLUTE' }]]);
    adminToken = await signInAdmin(server);
  });

  it('sends the new token in the cookie alone to who came with the cookie', async () => {
    const signedIn = await login(server, 'ayse', USER_PASSWORD, {
      body: { tokenDelivery: 'COOKIE' },
      headers: ownPage,
    });
    const cookie =
      signedIn.headers
        .getSetCookie()
        .find((one) => one.startsWith('svc-session='))
        ?.split(';')[0] ?? '';
    const headers = { cookie, ...ownPage };
    const answer = await call<SvcSessionTokenModel>(server, 'POST', '/session/refresh', { headers });
    expect([answer.body.token, answer.body.tokenType]).toEqual([null, null]);
    const renewed = answer.headers.getSetCookie();
    expect(renewed).toHaveLength(1);
    expect(renewed[0]).toMatch(/^svc-session=svc_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const next = { cookie: renewed[0]?.split(';')[0] ?? '' };
    expect((await call(server, 'GET', '/session', { headers: next })).status).toBe(200);
    expect((await call(server, 'GET', '/session', { headers: { cookie } })).status).toBe(401);
    // A page of somebody else cannot make the browser ask for it.
    const foreign = { ...next, 'sec-fetch-site': 'cross-site' };
    const refused = await call(server, 'POST', '/session/refresh', { headers: foreign });
    expect(refused.error?.errorCode).toBe('CSRF_CHECK_FAILED');
  });

  it('gives one new token for two at once with one token', async () => {
    const token = await enter();
    const answers = await Promise.all([refresh(token), refresh(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('refuses an API key, which has no token to renew and no session to hang attributes on', async () => {
    expect((await refresh(apiKey)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await change(apiKey, { a: 1 })).error?.errorCode).toBe('ACCESS_DENIED');
  });
});

describe('PUT /session/attributes', () => {
  it('leaves a missing key, removes by null, and shows at once and after a refresh', async () => {
    const token = await enter();
    expect((await change(token, { a: 1, b: { c: [true] }, d: 'x' })).body).toEqual({});
    expect((await change(token, { a: 2, d: null })).status).toBe(200);
    const renewed = await refresh(token);
    const { attributeMap } = (await get(renewed.body.token ?? '')).body.session;
    expect(attributeMap).toMatchObject({ a: 2, b: { c: [true] } });
    expect(attributeMap).not.toHaveProperty('d');
  });

  it('refuses a reserved key, whoever asks and with null too, and changes nothing', async () => {
    const token = await enter();
    for (const key of ['ipAddress', 'parentIdentifier', 'assuranceLevel', 'closedBy']) {
      const { error } = await change(token, { mine: 1, [key]: null });
      expect(error?.errorArguments).toMatchObject([{ field: `attributeMap.${key}`, code: 'ATTRIBUTE_RESERVED' }]);
    }
    expect((await get(token)).body.session.attributeMap).not.toHaveProperty('mine');
  });

  it('holds the limits for the result', async () => {
    const token = await enter();
    const keys = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`k${from + index}`, 'v']));
    expect((await change(token, keys(0, 50))).status).toBe(200);
    expect((await change(token, keys(50, 51))).error?.errorArguments).toMatchObject([{ code: 'TOO_LONG' }]);
    expect((await change(token, { k0: null, k50: 'v' })).status).toBe(200);
    expect((await change(token, { k1: 'x'.repeat(16_384) })).error?.errorArguments).toMatchObject([
      { code: 'TOO_LONG' },
    ]);
  });

  it('takes names that mean something to JavaScript as names like others', async () => {
    const token = await enter();
    const raw = '{"attributeMap":{"constructor":{"prototype":{"polluted":true}},"toString":1}}';
    expect((await call(server, 'PUT', '/session/attributes', { token, raw })).status).toBe(200);
    expect((await get(token)).text).toContain('"constructor":{"prototype":{"polluted":true}}');
    expect({}).not.toHaveProperty('polluted');
  });

  it('puts a change beside a refresh into the session or refuses it', async () => {
    for (let round = 0; round < 20; round++) {
      const token = await enter();
      const [changed, renewed] = await Promise.all([change(token, { round }), refresh(token)]);
      const now = (await get(renewed.body.token ?? '')).body.session.attributeMap;
      if (changed.status === 200) expect(now).toMatchObject({ round });
      else expect([changed.status, now]).toEqual([401, expect.not.objectContaining({ round })]);
    }
  });
});

it('session 34: a login that presents an old session ends it, and nothing of it moves along', async () => {
  await createActiveUser(server, adminToken, { username: 'fatma' });
  for (const name of ['ayse', 'fatma']) {
    const old = await enter();
    await change(old, { mine: 1 });
    const { session: before } = (await get(old)).body;
    const child = await call<SvcSessionTokenModel>(server, 'POST', '/begin/token', {
      token: adminToken,
      body: { session: { username: 'child', attributeMap: { parentIdentifier: before.identifier } }, authorities: [] },
    });
    server.clock.advance(5 * MINUTE_MS);
    const signedIn = await login(server, name, USER_PASSWORD, { token: old });
    expect(signedIn.status).toBe(200);
    expect((await get(old)).error?.errorArguments).toEqual([{ reason: 'ROTATED' }]);
    expect((await get(child.body.token ?? '')).error?.errorArguments).toEqual([{ reason: 'PARENT_CLOSED' }]);
    const { session } = (await get(signedIn.body.token ?? '')).body;
    expect(session.attributeMap).not.toHaveProperty('mine');
    expect(session.attributeMap).toMatchObject({
      expiryDate: new Date(server.clock.now() + 12 * HOUR_MS).toISOString(),
    });
  }
});
