// Proves that a stale session becomes fresh by one factor, and that every operation that wants freshness asks for it.
import {
  type BuiltOperation,
  modules,
  type Operation,
  type SvcAuthReauthenticationResponseModel,
} from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_PASSWORD,
  call,
  createActiveUser,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { codeOf, createTotpUser, enrolTotp, wrongCode } from '../../steps/challenge.fixture.ts';

const FRESH_MS = 30 * 60_000;

let server: TestServer;
let users = 0;
const newName = () => `person-${++users}`;

beforeAll(async () => {
  server = await startDirectory();
});
afterAll(() => server.stop());

const reauthenticate = (token: string, body: object, headers: Record<string, string> = {}) =>
  call<SvcAuthReauthenticationResponseModel>(server, 'POST', '/auth/reauthenticate', { token, body, headers });
const beginTotp = (token: string) => call(server, 'POST', '/auth/factors/totp/begin', { token, body: {} });

/** Lets a session grow stale without ending it. */
async function grow(token: string): Promise<void> {
  for (let passed = 0; passed <= FRESH_MS; passed += FRESH_MS / 2) {
    server.clock.advance(FRESH_MS / 2);
    await call(server, 'GET', '/session', { token });
  }
}

const plainUser = async () => {
  const username = newName();
  await createActiveUser(server, await signInAdmin(server), { username });
  return { username, token: await signIn(server, username, USER_PASSWORD) };
};

describe('freshness', () => {
  it('authentication 31: a stale session is 403, and works after the password with a new token; the absolute end stays', async () => {
    const { token } = await plainUser();
    const before = await call<{ session: { attributeMap: Record<string, string> } }>(server, 'GET', '/session', {
      token,
    });
    await grow(token);
    const stale = await beginTotp(token);
    expect([stale.status, stale.error?.errorCode]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    const answer = await reauthenticate(token, { password: USER_PASSWORD });
    expect(answer.body).toMatchObject({
      tokenType: 'Bearer',
      expiryDate: before.body.session.attributeMap.expiryDate,
      authenticatedDate: new Date(server.clock.now()).toISOString(),
    });
    expect((await beginTotp(answer.body.token ?? '')).status).toBe(200);
    const old = await call(server, 'GET', '/session', { token });
    expect(old.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'ROTATED' }] });
  });

  it('authentication 31: a code of the app or a recovery code is enough too, each once', async () => {
    const username = newName();
    const { token, secret, recoveryCodes } = await createTotpUser(server, await signInAdmin(server), username);
    await grow(token);
    const code = codeOf(server, secret);
    const first = await reauthenticate(token, { code });
    expect(first.status).toBe(200);
    expect((await reauthenticate(first.body.token ?? '', { code })).error?.errorCode).toBe('AUTH_CODE_INVALID');
    const recovery = { code: recoveryCodes[2], verificationType: 'RECOVERY_CODE' };
    const second = await reauthenticate(first.body.token ?? '', recovery);
    expect((await beginTotp(second.body.token ?? '')).status).toBe(200);
    expect((await reauthenticate(second.body.token ?? '', recovery)).status).toBe(401);
  });

  const freshOperations = modules.flatMap(({ name, operations }) =>
    Object.values(operations)
      .filter((operation: Operation): operation is BuiltOperation => operation.built && operation.access.fresh)
      .map((operation) => [`${name}: ${operation.method} ${operation.path}`, operation] as const),
  );
  const emptyBodies = { json: {}, list: [], string: 'x', any: {} } as const;

  it('authentication 31: operations of two modules and more are marked', () => {
    expect(new Set(freshOperations.map(([name]) => name.split(':')[0])).size).toBeGreaterThanOrEqual(2);
    expect(freshOperations.length).toBeGreaterThanOrEqual(15);
  });

  it.each(freshOperations)(
    'authentication 31: %s asks for a fresh session',
    async (_name, { method, path, body: { kind } }) => {
      const token = await signInAdmin(server);
      await grow(token);
      const address = path.replaceAll(/\{[^}]+\}/g, '019b7645-9080-7000-8000-000000000000');
      const body = kind in emptyBodies ? { body: emptyBodies[kind as keyof typeof emptyBodies] } : {};
      const stale = await call(server, method, address, { token, ...body });
      expect([stale.status, stale.error?.errorCode]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
      const again = await reauthenticate(token, { password: ADMIN_PASSWORD });
      const fresh = await call(server, method, address, { token: again.body.token, ...body });
      expect(fresh.status).not.toBe(401);
      expect(fresh.error?.errorCode).not.toBe('REAUTHENTICATION_REQUIRED');
    },
  );
});

describe('failures', () => {
  it('a wrong password is 401, keeps the session, and locks as at a login', async () => {
    const { username, token } = await plainUser();
    const wrong = await reauthenticate(token, { password: 'not the password at all' });
    expect([wrong.status, wrong.error?.errorCode]).toEqual([401, 'AUTH_INVALID_CREDENTIALS']);
    for (let count = 1; count < 10; count++) await reauthenticate(token, { password: 'not the password at all' });
    const locked = await reauthenticate(token, { password: USER_PASSWORD });
    expect([locked.status, locked.error?.errorCode]).toEqual([429, 'AUTH_TEMPORARILY_LOCKED']);
    const signingIn = await call(server, 'POST', '/auth/login', { body: { username, password: USER_PASSWORD } });
    expect(signingIn.status).toBe(429);
    expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
  });

  it('wrong codes count with those of sign-ins: ten an hour', async () => {
    const { token, secret } = await enrolTotp(server, (await plainUser()).token);
    for (let count = 0; count < 10; count++) {
      expect((await reauthenticate(token, { code: wrongCode(server, secret) })).error?.errorCode).toBe(
        'AUTH_CODE_INVALID',
      );
    }
    const locked = await reauthenticate(token, { code: codeOf(server, secret) });
    expect([locked.status, locked.error?.errorCode]).toEqual([429, 'AUTH_TEMPORARILY_LOCKED']);
    expect((await reauthenticate(token, { password: USER_PASSWORD })).status).toBe(200);
  });

  it('one factor: neither, both, and a type of which nothing is sent are 400', async () => {
    const { token } = await plainUser();
    const problem = async (body: object) => (await reauthenticate(token, body)).error?.errorArguments;
    expect(await problem({})).toMatchObject([{ field: 'password', code: 'REQUIRED' }]);
    expect(await problem({ password: USER_PASSWORD, code: '123456' })).toMatchObject([
      { field: 'code', code: 'NOT_ALLOWED' },
    ]);
    expect(await problem({ code: '123456', verificationType: 'EMAIL' })).toMatchObject([
      { code: 'AUTH_VERIFICATION_TYPE_UNSUPPORTED' },
    ]);
    expect(await problem({ password: 'ş'.repeat(513) })).toMatchObject([{ field: 'password', code: 'TOO_LONG' }]);
  });

  it('authentication 38: an API key proves nothing again', async () => {
    const adminToken = await signInAdmin(server);
    const body = { name: 'robot', authorityList: ['SESSION_VIEW'] };
    const created = await call(server, 'POST', '/api-keys', { token: adminToken, body });
    const key = /svc_key_[A-Za-z0-9_-]{43}/.exec(created.text)?.[0] ?? '';
    const answer = await call(server, 'POST', '/auth/reauthenticate', {
      headers: { 'x-api-key': key },
      body: { password: 'x' },
    });
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  });
});
