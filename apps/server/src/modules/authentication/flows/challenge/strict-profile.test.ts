// Proves what the security profile STRICT makes of second factors, tenant by tenant, whatever the settings say.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  createTenant,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { codeOf, complete, createTotpUser, enrolTotp, mailedCode } from '../../steps/challenge.fixture.ts';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  await createTenant(server, 'bank');
  for (const [username, tenantIdentifier] of [
    ['shop-clerk', 'default'],
    ['bank-clerk', 'bank'],
  ] as const) {
    await createActiveUser(server, adminToken, { username, tenantIdentifier });
    await query(server, 'UPDATE auth_user SET email = $1, email_verified = true WHERE username = $2', [
      `${username}@example.com`,
      username,
    ]);
  }
});
beforeEach(() => server.settings.set('auth.security-profile', 'STANDARD', 'bank'));
afterAll(() => server.stop());

const loginAt = (username: string, tenantIdentifier: string) =>
  login(server, username, USER_PASSWORD, { body: { tenantIdentifier } });
const strict = () => server.settings.set('auth.security-profile', 'STRICT', 'bank');
const setEmail = (token: string, enabled: boolean) =>
  call(server, 'POST', '/auth/factors/email', { token, body: { enabled } });

describe('under STRICT', () => {
  it('authentication 30: a second factor is required although the policy says OPTIONAL, and no mail counts as one', async () => {
    strict();
    server.settings.set('auth.mfa.policy', 'OPTIONAL', 'bank');
    server.settings.set('auth.email-code.enabled', true, 'bank');
    const answer = await loginAt('bank-clerk', 'bank');
    expect(answer.body).toMatchObject({ status: 'FACTOR_ENROLLMENT_REQUIRED', token: null });
    expect((await loginAt('shop-clerk', 'default')).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 30: codes by mail cannot be switched on, and those switched on before are no way in', async () => {
    const token = (await loginAt('bank-clerk', 'bank')).body.token ?? '';
    const switched = await setEmail(token, true);
    expect(switched.status).toBe(200);
    expect((await loginAt('bank-clerk', 'bank')).body.verificationTypeList).toEqual(['EMAIL']);
    strict();
    const refused = await loginAt('bank-clerk', 'bank');
    expect([refused.status, refused.error?.errorCode]).toEqual([401, 'AUTH_INVALID_CREDENTIALS']);
    const again = (switched.body as { token: string }).token;
    const answer = await setEmail(again, true);
    expect([answer.status, answer.error?.errorCode]).toEqual([409, 'FACTOR_UNAVAILABLE']);
    server.settings.set('auth.security-profile', 'STANDARD', 'bank');
    expect((await setEmail(again, false)).status).toBe(200);
  });

  it('authentication 30: a code that was mailed before is worth nothing any more, nor sent again', async () => {
    const token = (await loginAt('bank-clerk', 'bank')).body.token ?? '';
    const switched = await setEmail(token, true);
    const pending = await loginAt('bank-clerk', 'bank');
    const identifier = pending.body.verificationIdentifier ?? '';
    const code = await mailedCode(server, 'bank-clerk');
    strict();
    server.clock.advance(MINUTE_MS);
    expect((await complete(server, identifier, code)).error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    const resent = await call(server, 'POST', '/auth/resend-code', { body: { verificationIdentifier: identifier } });
    expect(resent.error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    server.settings.set('auth.security-profile', 'STANDARD', 'bank');
    expect((await complete(server, identifier, code)).body.status).toBe('AUTHENTICATED');
    expect((await setEmail((switched.body as { token: string }).token, false)).status).toBe(200);
  });

  it('authentication 30: a refused login takes 250 ms at least although the setting says 0', async () => {
    strict();
    server.settings.set('auth.login.min-duration', 0, 'bank');
    const startedAt = performance.now();
    const answer = await login(server, 'nobody', USER_PASSWORD, { body: { tenantIdentifier: 'bank' } });
    expect(answer.status).toBe(401);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(250);
  });
});

describe('the settings of a tenant', () => {
  it('REQUIRED asks everybody of the tenant for a code, administrators where they say so', async () => {
    server.settings.set('auth.mfa.policy', 'REQUIRED', 'bank');
    expect((await loginAt('bank-clerk', 'bank')).body.verificationTypeList).toEqual(['EMAIL']);
    expect((await loginAt('shop-clerk', 'default')).body.status).toBe('AUTHENTICATED');
    server.settings.set('auth.mfa.policy', 'OPTIONAL', 'bank');
    server.settings.set('auth.mfa.admin-policy', 'REQUIRED', 'bank');
    expect((await loginAt('bank-clerk', 'bank')).body.status).toBe('AUTHENTICATED');
    server.settings.set('auth.mfa.admin-policy', 'OPTIONAL', 'bank');
  });

  it('authentication 7: a hundred wrong codes in a row end a mailed code that only the policy asks for', async () => {
    await createActiveUser(server, await signInAdmin(server), { username: 'guessed', tenantIdentifier: 'bank' });
    await query(
      server,
      `UPDATE auth_user SET email = 'g@example.com', email_verified = true WHERE username = 'guessed'`,
    );
    server.settings.set('auth.mfa.policy', 'REQUIRED', 'bank');
    const first = await loginAt('guessed', 'bank');
    await query(
      server,
      `INSERT INTO auth_code_attempt (user_id, recent, in_a_row) SELECT id, '{}', 99 FROM auth_user WHERE username = 'guessed'`,
    );
    const right = await mailedCode(server, 'guessed');
    const wrong = right === '000000' ? '000001' : '000000';
    expect((await complete(server, first.body.verificationIdentifier ?? '', wrong)).status).toBe(401);
    const refused = await loginAt('guessed', 'bank');
    server.settings.set('auth.mfa.policy', 'OPTIONAL', 'bank');
    expect([refused.status, refused.error?.errorCode]).toEqual([401, 'AUTH_INVALID_CREDENTIALS']);
    expect((await loginAt('guessed', 'bank')).status).toBe(401);
  });

  it('the life of a mailed code, the wait for another one and the tries are theirs', async () => {
    server.settings.set('auth.mfa.policy', 'REQUIRED', 'bank');
    server.settings.set('auth.email-code.lifetime', 1, 'bank');
    server.settings.set('auth.email-code.resend-wait', 10, 'bank');
    server.settings.set('auth.email-code.attempts', 2, 'bank');
    const pending = await loginAt('bank-clerk', 'bank');
    const identifier = pending.body.verificationIdentifier ?? '';
    expect(pending.body.resendAvailableDate).toBe(new Date(server.clock.now() + 10_000).toISOString());
    const code = await mailedCode(server, 'bank-clerk');
    server.clock.advance(MINUTE_MS);
    const late = await complete(server, identifier, code);
    expect(late.error?.errorArguments).toEqual([{ remainingAttempts: 1 }]);
    expect((await complete(server, identifier, code)).error?.errorCode).toBe('AUTH_CODE_ATTEMPTS_EXCEEDED');
    server.settings.set('auth.mfa.policy', 'OPTIONAL', 'bank');
  });

  it('earlier steps of an app are as many as they say, and one at most under STRICT', async () => {
    const { secret } = await createTotpUser(server, adminToken, 'app-user');
    const take = async (shift: number) => {
      server.clock.advance(5 * MINUTE_MS);
      const { body } = await login(server, 'app-user', USER_PASSWORD);
      return (await complete(server, body.verificationIdentifier ?? '', codeOf(server, secret, shift))).status;
    };
    server.settings.set('auth.totp.past-steps', 2);
    expect(await take(-2)).toBe(200);
    server.settings.set('auth.security-profile', 'STRICT');
    expect(await take(-2)).toBe(401);
    expect(await take(-1)).toBe(200);
    server.settings.set('auth.security-profile', 'STANDARD');
    server.settings.set('auth.totp.past-steps', 0);
    expect(await take(-1)).toBe(401);
    expect(await take(0)).toBe(200);
    server.settings.set('auth.totp.past-steps', 1);
  });

  it('beside something stronger a mail is offered only where they say so', async () => {
    await createActiveUser(server, await signInAdmin(server), { username: 'careful' });
    await query(
      server,
      `UPDATE auth_user SET email = 'c@example.com', email_verified = true WHERE username = 'careful'`,
    );
    const enrolled = await enrolTotp(server, await signIn(server, 'careful', USER_PASSWORD));
    expect((await setEmail(enrolled.token, true)).status).toBe(200);
    expect((await login(server, 'careful', USER_PASSWORD)).body.verificationTypeList).toEqual([
      'TOTP',
      'RECOVERY_CODE',
    ]);
    server.settings.set('auth.email-code.fallback', true);
    const pending = await login(server, 'careful', USER_PASSWORD);
    expect(pending.body.verificationTypeList).toEqual(['TOTP', 'EMAIL', 'RECOVERY_CODE']);
    const verificationIdentifier = pending.body.verificationIdentifier ?? '';
    const sent = await call(server, 'POST', '/auth/resend-code', {
      body: { verificationIdentifier, verificationType: 'EMAIL' },
    });
    expect(sent.body).toMatchObject({ verificationType: 'EMAIL', maskedTarget: 'c***@e***.com' });
    const done = await complete(server, verificationIdentifier, await mailedCode(server, 'careful'));
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL1' });
    server.settings.set('auth.email-code.fallback', false);
  });
});
