// Proves the sign-in of people whom the policy asks for a second factor that they do not have yet.
import type { SvcAuthAuthenticationResponseModel, SvcAuthEnrollmentSecretModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ADMIN_PASSWORD, call, login, query, startDirectory } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { codeOf, complete, countSessions, mailedCode, wrongCode } from '../../steps/challenge.fixture.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startDirectory({ settings: { 'auth.mfa.admin-policy': 'REQUIRED' } });
});
afterAll(() => server.stop());

const signInAdmin = () => login(server, 'admin', ADMIN_PASSWORD);
const begin = (verificationIdentifier: string | null) =>
  call<SvcAuthEnrollmentSecretModel>(server, 'POST', '/auth/enrollment/totp/begin', {
    body: { verificationIdentifier },
  });
const confirm = (verificationIdentifier: string | null, code: string) =>
  call<SvcAuthAuthenticationResponseModel>(server, 'POST', '/auth/enrollment/totp/confirm', {
    body: { verificationIdentifier, code },
  });

it('with a verified address the e-mailed code is the factor', async () => {
  await query(
    server,
    `UPDATE auth_user SET email = 'boss@example.com', email_verified = true WHERE username = 'admin'`,
  );
  const answer = await signInAdmin();
  expect(answer.body).toMatchObject({
    status: 'VERIFICATION_REQUIRED',
    verificationTypeList: ['EMAIL'],
    maskedTarget: 'b***@e***.com',
  });
  const done = await complete(server, answer.body.verificationIdentifier ?? '', await mailedCode(server, 'admin'));
  expect(done.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL1' });
  await query(server, `UPDATE auth_user SET email_verified = false WHERE username = 'admin'`);
});

it('five wrong codes end an enrolment', async () => {
  const { body } = await signInAdmin();
  const { secret } = (await begin(body.verificationIdentifier)).body;
  const wrong = async () => (await confirm(body.verificationIdentifier, wrongCode(server, secret))).error?.errorCode;
  const codes = [await wrong(), await wrong(), await wrong(), await wrong(), await wrong(), await wrong()];
  expect(codes).toEqual([
    ...Array(4).fill('AUTH_CODE_INVALID'),
    'AUTH_CODE_ATTEMPTS_EXCEEDED',
    'AUTH_VERIFICATION_EXPIRED',
  ]);
  // It has ended and is not only out of tries: no new secret is shown either, and nothing of it stays.
  const again = await begin(body.verificationIdentifier);
  expect([again.status, again.error?.errorCode]).toEqual([401, 'AUTH_VERIFICATION_EXPIRED']);
  expect(await query(server, "SELECT 1 FROM auth_challenge WHERE step = 'ENROLLMENT'")).toEqual([]);
});

it('authentication 11: without any, the sign-in ends with an enrolment and not before', async () => {
  const before = await countSessions(server, 'admin');
  const { body } = await signInAdmin();
  expect(body).toMatchObject({ status: 'FACTOR_ENROLLMENT_REQUIRED', token: null, verificationType: null });
  const identifier = body.verificationIdentifier;
  expect((await complete(server, identifier ?? '', '123456')).error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
  const older = await begin(identifier);
  const newest = await begin(identifier);
  const stale = await confirm(identifier, codeOf(server, older.body.secret));
  expect(stale.error?.errorCode).toBe('AUTH_CODE_INVALID');
  expect(await countSessions(server, 'admin')).toBe(before);
  const code = codeOf(server, newest.body.secret);
  const answers = await Promise.all([confirm(identifier, code), confirm(identifier, code)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  const done = answers.find(({ status }) => status === 200);
  expect(done?.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL2' });
  expect(done?.body.recoveryCodeList).toHaveLength(10);
  expect(await countSessions(server, 'admin')).toBe(before + 1);

  const factors = await call<{ uuid: string; type: string }[]>(server, 'GET', '/auth/factors', {
    token: done?.body.token ?? '',
  });
  const uuid = factors.body.find(({ type }) => type === 'TOTP')?.uuid ?? '';
  const kept = await call(server, 'DELETE', `/auth/factors/by-uuid/${uuid}`, { token: done?.body.token ?? '' });
  expect([kept.status, kept.error?.errorCode]).toEqual([409, 'FACTOR_REQUIRED']);
  expect((await call(server, 'GET', '/session', { token: done?.body.token ?? '' })).status).toBe(200);
  server.clock.advance(60_000);
  const next = await signInAdmin();
  expect(next.body.verificationTypeList).toEqual(['TOTP', 'RECOVERY_CODE']);
});
