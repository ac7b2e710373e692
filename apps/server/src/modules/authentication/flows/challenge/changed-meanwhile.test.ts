// Proves that whatever an administrator or the user does between login and code ends the sign-in that is half done.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createTenant,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { codeOf, complete, countSessions, createTotpUser, enrolTotp } from '../../steps/challenge.fixture.ts';

const NEW_PASSWORD = 'seven otters under the bridge';

let server: TestServer;
let adminToken: string;
let users = 0;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

interface HalfWay {
  readonly username: string;
  readonly token: string;
  readonly user: SvcUserModel;
}

const administer = (method: string, path: string, body?: object) =>
  call(server, method, path, { token: adminToken, ...(body === undefined ? {} : { body }) });

const changes: readonly (readonly [string, (halfWay: HalfWay) => Promise<unknown>])[] = [
  ['deactivates the user', ({ user }) => administer('POST', `/users/deactivate/by-uuid/${user.uuid}`)],
  ['deletes the user', ({ user }) => administer('DELETE', `/users/by-uuid/${user.uuid}`)],
  [
    'renames the user',
    ({ user, username }) => administer('PUT', '/users', { ...user, username: `${username}-renamed` }),
  ],
  [
    'changes the own password',
    ({ token }) =>
      call(server, 'POST', '/auth/password/change', {
        token,
        body: { currentPassword: USER_PASSWORD, newPassword: NEW_PASSWORD, closeOtherSessions: false },
      }),
  ],
  ['makes new recovery codes', ({ token }) => call(server, 'POST', '/auth/factors/recovery-codes', { token })],
  ['enrols another app', ({ token }) => enrolTotp(server, token)],
  [
    'guesses at the password until the name is locked',
    async ({ username }) => {
      server.settings.set('auth.captcha.mode', 'OFF');
      for (let count = 0; count < 10; count++) await login(server, username, 'not the password');
      server.settings.set('auth.captcha.mode', 'ADAPTIVE');
    },
  ],
];

describe('a right code', () => {
  it.each(changes)('authentication 10: gives no session when somebody meanwhile %s', async (_name, change) => {
    const username = `person-${++users}`;
    const { token, secret } = await createTotpUser(server, adminToken, username);
    const { body: user } = await call<SvcUserModel>(server, 'GET', `/users/by-username/${username}`, {
      token: adminToken,
    });
    const pending = await login(server, username, USER_PASSWORD);
    const identifier = pending.body.verificationIdentifier ?? '';
    const result = await change({ username, token, user });
    if (typeof result === 'object' && result !== null && 'status' in result) expect(result.status).toBe(200);
    const before = await countSessions(server, username);
    const answer = await complete(server, identifier, codeOf(server, secret));
    expect([answer.status, answer.error?.errorCode]).toEqual([401, 'AUTH_VERIFICATION_EXPIRED']);
    expect(await countSessions(server, username)).toBe(before);
  });

  it('authentication 10: gives no session when somebody meanwhile deactivates the tenant', async () => {
    await createTenant(server, 'far');
    const username = 'far-person';
    await call(server, 'POST', '/users', { token: adminToken, body: { username, tenantIdentifier: 'far' } });
    await query(
      server,
      `INSERT INTO auth_password (user_id, hash, single_factor_ok, changed_date)
       SELECT far.id, p.hash, true, now() FROM auth_user far, auth_password p JOIN auth_user a ON a.id = p.user_id
       WHERE far.username = $1 AND a.username = 'person-1'`,
      [username],
    );
    const body = { tenantIdentifier: 'far' };
    const first = await login(server, username, USER_PASSWORD, { body });
    const { secret } = await enrolTotp(server, first.body.token ?? '');
    const pending = await login(server, username, USER_PASSWORD, { body });
    expect(pending.body.status).toBe('VERIFICATION_REQUIRED');
    const [tenant] = await query<{ uuid: string }>(server, `SELECT uuid FROM auth_tenant WHERE identifier = 'far'`);
    expect((await administer('POST', `/tenants/deactivate/by-uuid/${tenant?.uuid}`)).status).toBe(200);
    const answer = await complete(server, pending.body.verificationIdentifier ?? '', codeOf(server, secret));
    expect(answer.error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    expect(await countSessions(server, username)).toBe(0);
  });

  it('authentication 10: gives a session when nothing happened meanwhile', async () => {
    const username = `person-${++users}`;
    const { secret } = await createTotpUser(server, adminToken, username);
    await signIn(server, 'admin', 'quiet harbour lantern seven');
    const pending = await login(server, username, USER_PASSWORD);
    const done = await complete(server, pending.body.verificationIdentifier ?? '', codeOf(server, secret));
    expect(done.body.status).toBe('AUTHENTICATED');
  });
});
