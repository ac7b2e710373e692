// Proves that a limit of sessions that denies ends a sign-in at each step without counting a failure.
import type { SvcAuthEnrollmentSecretModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { challenge, codeOf, complete, countSessions, createTotpUser } from './challenge.fixture.ts';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory({ settings: { 'session.max-per-user': 1, 'session.limit-action': 'DENY' } });
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

const denials = (username: string) =>
  query<{ detail: object }>(
    server,
    `SELECT detail FROM log_recorded_event WHERE kind = 'session.limit-reached' AND lower(subject) = lower($1)`,
    [username],
  );
const failures = (username: string) =>
  query(server, `SELECT 1 FROM log_recorded_event WHERE kind LIKE 'authentication.%failed' AND subject = $1`, [
    username,
  ]);
const triesOf = (username: string) =>
  query<{ attempts: number }>(
    server,
    'SELECT c.attempts FROM auth_challenge c JOIN auth_user u ON u.id = c.user_id WHERE u.username = $1',
    [username],
  );

describe('session 13: DENY', () => {
  it('a right password is 409, no failed login, and the name does not lock however often it is tried', async () => {
    await createActiveUser(server, adminToken, { username: 'ayse' });
    const token = await signIn(server, 'ayse', USER_PASSWORD);
    for (let round = 0; round < 12; round++) {
      const { status, error } = await login(server, 'ayse', USER_PASSWORD);
      expect([status, error?.errorCode]).toEqual([409, 'SESSION_LIMIT_REACHED']);
      expect(error?.errorArguments).toEqual([{ scope: 'USER', limit: 1 }]);
    }
    expect(await failures('ayse')).toEqual([]);
    expect(await denials('ayse')).toHaveLength(12);
    expect(
      await query(server, 'SELECT 1 FROM auth_attempt WHERE failures > 0 OR cardinality(pending_dates) > 0'),
    ).toEqual([]);
    expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
    await call(server, 'GET', '/auth/logout', { token });
    const { body } = await login(server, 'ayse', USER_PASSWORD);
    expect(body).toMatchObject({ status: 'AUTHENTICATED', failedAttemptCount: 0 });
  });

  it('a login that presents the session in the way takes its place', async () => {
    await createActiveUser(server, adminToken, { username: 'deniz' });
    const token = await signIn(server, 'deniz', USER_PASSWORD);
    expect((await login(server, 'deniz', USER_PASSWORD, { token })).status).toBe(200);
    expect(await countSessions(server, 'deniz')).toBe(1);
  });

  it('a right code is 409 and stays good; the challenge loses no try and the user none of the hour', async () => {
    const { token, secret } = await createTotpUser(server, adminToken, 'kemal');
    const verificationIdentifier = await challenge(server, 'kemal');
    for (let round = 0; round < 12; round++) {
      const { error } = await complete(server, verificationIdentifier, codeOf(server, secret));
      expect(error?.errorCode).toBe('SESSION_LIMIT_REACHED');
    }
    expect(await triesOf('kemal')).toEqual([{ attempts: 0 }]);
    expect(await failures('kemal')).toEqual([]);
    expect(await denials('kemal')).toHaveLength(12);
    await call(server, 'GET', '/auth/logout', { token });
    expect((await complete(server, verificationIdentifier, codeOf(server, secret))).body.status).toBe('AUTHENTICATED');
  });

  it('a confirmed enrolment is 409, enrols nothing and loses no try', async () => {
    await createActiveUser(server, adminToken, { username: 'lale' });
    const token = await signIn(server, 'lale', USER_PASSWORD);
    server.settings.set('auth.mfa.policy', 'REQUIRED');
    try {
      const verificationIdentifier = await challenge(server, 'lale');
      const begun = await call<SvcAuthEnrollmentSecretModel>(server, 'POST', '/auth/enrollment/totp/begin', {
        body: { verificationIdentifier },
      });
      const confirm = () =>
        call(server, 'POST', '/auth/enrollment/totp/confirm', {
          body: { verificationIdentifier, code: codeOf(server, begun.body.secret) },
        });
      for (let round = 0; round < 6; round++) expect((await confirm()).error?.errorCode).toBe('SESSION_LIMIT_REACHED');
      expect(await triesOf('lale')).toEqual([{ attempts: 0 }]);
      expect(await denials('lale')).toHaveLength(6);
      const factors = `SELECT 1 FROM auth_factor f JOIN auth_user u ON u.id = f.user_id WHERE u.username = 'lale'`;
      expect(await query(server, factors)).toEqual([]);
      await call(server, 'GET', '/auth/logout', { token });
      expect((await confirm()).body).toMatchObject({ status: 'AUTHENTICATED' });
    } finally {
      server.settings.set('auth.mfa.policy', 'OPTIONAL');
    }
  });
});

describe('session.max-per-tenant', () => {
  it('denies whatever the action of the other limit is, also a new password, which stays the old one', async () => {
    for (const username of ['metin', 'nuri']) await createActiveUser(server, adminToken, { username });
    await query(server, `UPDATE auth_user SET password_change_required = true WHERE username = 'metin'`);
    server.settings.set('session.limit-action', 'CLOSE_OLDEST');
    const verificationIdentifier = await challenge(server, 'metin');
    const [open] = await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM session_activity');
    server.settings.set('session.max-per-tenant', open?.count ?? 0);
    const body = { verificationIdentifier, newPassword: 'seventeen quiet lighthouses' };
    const renew = () => call(server, 'POST', '/auth/complete-login-with-new-password', { body });
    for (let round = 0; round < 6; round++) {
      const { error } = await renew();
      expect([error?.errorCode, error?.errorArguments]).toMatchObject(['SESSION_LIMIT_REACHED', [{ scope: 'TENANT' }]]);
    }
    expect(await triesOf('metin')).toEqual([{ attempts: 0 }]);
    expect((await login(server, 'nuri', USER_PASSWORD)).error?.errorCode).toBe('SESSION_LIMIT_REACHED');
    server.settings.set('session.max-per-tenant', (open?.count ?? 0) + 1);
    expect((await renew()).body).toMatchObject({ status: 'AUTHENTICATED' });
    server.settings.set('session.max-per-tenant', 0);
    server.settings.set('session.limit-action', 'DENY');
  });
});
