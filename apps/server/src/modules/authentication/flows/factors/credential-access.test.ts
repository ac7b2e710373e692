// Proves who changes how somebody signs in: that person alone, by a session of their own.
import { authenticationModule, type BuiltOperation, type Operation } from '@keelson/contract';
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

const SOME_UUID = '019b7645-9080-7000-8000-000000000000';

let server: TestServer;
let adminToken: string;
let key: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  const body = { name: 'robot', authorityList: ['SESSION_VIEW', 'AUTH_API_KEY_MANAGE'] };
  key = (await call<{ key: string }>(server, 'POST', '/api-keys', { token: adminToken, body })).body.key;
});
afterAll(() => server.stop());

const operations: readonly Operation[] = Object.values(authenticationModule.operations);
const personal = operations.filter(
  (operation): operation is BuiltOperation => operation.built && operation.access.kind === 'person',
);
const addressOf = ({ path }: Operation) => path.replaceAll(/\{[^}]+\}/g, SOME_UUID);

/** Holds what each operation that changes a credential, a factor, a device or the address is asked with. */
const changing: Readonly<Record<string, object | null>> = {
  removeFactor: null,
  beginTotp: {},
  confirmTotp: { factorUuid: SOME_UUID, code: '123456' },
  setEmailFactor: { enabled: false },
  createRecoveryCodes: null,
  removeDevice: null,
  changePassword: { currentPassword: USER_PASSWORD, newPassword: 'seven otters under the bridge' },
  changeEmail: { email: 'taken@example.com' },
  reauthenticate: { password: USER_PASSWORD },
};

describe('an API key', () => {
  it.each(personal.map((operation) => [operation.name, operation] as const))(
    'authentication 38: is refused on %s',
    async (_name, operation) => {
      const body = operation.body.kind === 'none' ? {} : { body: changing[operation.name] ?? {} };
      const answer = await call(server, operation.method, addressOf(operation), {
        headers: { 'x-api-key': key },
        ...body,
      });
      expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    },
  );

  it('authentication 38: is asked for no fresh session where it may act', async () => {
    const answer = await call(server, 'DELETE', `/api-keys/by-uuid/${SOME_UUID}`, { headers: { 'x-api-key': key } });
    expect(answer.error?.errorCode).toBe('API_KEY_NOT_FOUND');
  });
});

describe('a session of an administrator who acts as somebody else', () => {
  it('authentication 38: every operation of these exists', () => {
    const names = new Set(operations.map(({ name }) => name));
    expect(Object.keys(changing).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(Object.entries(changing))('authentication 38: is refused on %s', async (name, body) => {
    const username = `customer-of-${name.toLowerCase()}`;
    await createActiveUser(server, adminToken, { username });
    const own = await signIn(server, username, USER_PASSWORD);
    const [device] = (await call<{ uuid: string }[]>(server, 'GET', '/auth/devices', { token: own })).body;
    const acting = await call<{ token: string }>(server, 'POST', '/auth/impersonate', {
      token: adminToken,
      body: { username, reason: 'Case 4711' },
    });
    const operation = operations.find((candidate) => candidate.name === name);
    const path = operation?.path.replace('{uuid}', device?.uuid ?? SOME_UUID) ?? '';
    const before = await query(server, 'SELECT security_version FROM auth_user WHERE username = $1', [username]);
    const answer = await call(server, operation?.method ?? 'GET', path, {
      token: acting.body.token,
      ...(body === null ? {} : { body }),
    });
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect(await query(server, 'SELECT security_version FROM auth_user WHERE username = $1', [username])).toEqual(
      before,
    );
    expect((await call(server, 'GET', '/session', { token: acting.body.token })).status).toBe(200);
    expect((await call<unknown[]>(server, 'GET', '/auth/devices', { token: own })).body).toHaveLength(1);
  });

  it('authentication 38: reads the factors and devices', async () => {
    const acting = await call<{ token: string }>(server, 'POST', '/auth/impersonate', {
      token: adminToken,
      body: { username: 'customer-of-begintotp', reason: 'Case 4711' },
    });
    for (const path of ['/auth/factors', '/auth/devices']) {
      expect((await call(server, 'GET', path, { token: acting.body.token })).status).toBe(200);
    }
  });
});
