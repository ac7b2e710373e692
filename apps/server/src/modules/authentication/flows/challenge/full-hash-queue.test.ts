// Proves that a try which found no room to hash was none: 503, nothing is counted, and the same secret works afterwards.
import type { SvcAuthEnrollmentSecretModel } from '@keelson/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../../../kernel/request/errors.ts';
import {
  type Answer,
  call,
  createActiveUser,
  login,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { challenge, codeOf, complete, createTotpUser } from '../../steps/challenge.fixture.ts';

const queue = vi.hoisted(() => ({ full: false }));
vi.mock('../../ground/hashing/hash-queue.ts', async (original) => {
  const real = await original<typeof import('../../ground/hashing/hash-queue.ts')>();
  const createHashQueue: typeof real.createHashQueue = (...given) => {
    const { run, enter } = real.createHashQueue(...given);
    const refuse = () => Promise.reject(new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }));
    return { enter, run: (place, work) => (queue.full ? refuse() : run(place, work)) };
  };
  return { ...real, createHashQueue };
});

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterEach(() => {
  queue.full = false;
});
afterAll(() => server.stop());

async function withFullQueue<T>(request: () => Promise<Answer<T>>): Promise<void> {
  queue.full = true;
  const answer = await request();
  queue.full = false;
  expect([answer.status, answer.error?.errorCode, answer.headers.get('retry-after')]).toEqual([
    503,
    'SERVICE_UNAVAILABLE',
    '1',
  ]);
}

/** Reads tries of the user's challenges and codes, failures and open attempts of every name. */
const counted = async (username: string) => {
  const [row] = await query<Record<'challenge' | 'codes' | 'name', number>>(
    server,
    `SELECT (SELECT coalesce(sum(attempts), 0)::int FROM auth_challenge WHERE user_id = u.id) AS challenge,
       (SELECT coalesce(sum(in_a_row + cardinality(recent)), 0)::int FROM auth_code_attempt WHERE user_id = u.id) AS codes,
       (SELECT coalesce(sum(failures + cardinality(pending_dates)), 0)::int FROM auth_attempt) AS name
     FROM auth_user u WHERE username = $1`,
    [username],
  );
  return row;
};
const nothing = { challenge: 0, codes: 0, name: 0 };

describe('without room to hash', () => {
  it('authentication 20: a recovery code of a sign-in is no try', async () => {
    const { recoveryCodes } = await createTotpUser(server, adminToken, 'ada');
    const identifier = await challenge(server, 'ada');
    const use = () =>
      complete(server, identifier, recoveryCodes[0] ?? '', { body: { verificationType: 'RECOVERY_CODE' } });
    await withFullQueue(use);
    expect(await counted('ada')).toEqual(nothing);
    expect((await use()).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 20: a password and a recovery code of a re-authentication are no tries', async () => {
    const { token, recoveryCodes } = await createTotpUser(server, adminToken, 'bora');
    const prove = (body: object) => call<{ token: string }>(server, 'POST', '/auth/reauthenticate', { token, body });
    const byCode = { code: recoveryCodes[0], verificationType: 'RECOVERY_CODE' };
    await withFullQueue(() => prove({ password: USER_PASSWORD }));
    await withFullQueue(() => prove(byCode));
    expect(await counted('bora')).toEqual(nothing);
    expect((await prove(byCode)).status).toBe(200);
  });

  it('authentication 20: an enrolment is no try', async () => {
    await createActiveUser(server, adminToken, { username: 'cem' });
    server.settings.set('auth.mfa.policy', 'REQUIRED');
    const { verificationIdentifier } = (await login(server, 'cem', USER_PASSWORD)).body;
    server.settings.set('auth.mfa.policy', 'OPTIONAL');
    const begun = await call<SvcAuthEnrollmentSecretModel>(server, 'POST', '/auth/enrollment/totp/begin', {
      body: { verificationIdentifier },
    });
    const body = { verificationIdentifier, code: codeOf(server, begun.body.secret) };
    const confirm = () => call(server, 'POST', '/auth/enrollment/totp/confirm', { body });
    await withFullQueue(confirm);
    expect(await counted('cem')).toEqual(nothing);
    expect((await confirm()).body).toMatchObject({ status: 'AUTHENTICATED' });
  });

  it('authentication 20: a new password of a sign-in is no try, and a refused one is', async () => {
    await createActiveUser(server, adminToken, { username: 'deniz' });
    await query(server, `UPDATE auth_user SET password_change_required = true WHERE username = 'deniz'`);
    const { verificationIdentifier } = (await login(server, 'deniz', USER_PASSWORD)).body;
    const renew = (newPassword: string) =>
      call(server, 'POST', '/auth/complete-login-with-new-password', { body: { verificationIdentifier, newPassword } });
    await withFullQueue(() => renew('seven otters under the bridge'));
    expect(await counted('deniz')).toEqual(nothing);
    expect((await renew('short')).status).toBe(400);
    expect(await counted('deniz')).toEqual({ ...nothing, challenge: 1 });
    expect((await renew('seven otters under the bridge')).status).toBe(200);
  });
});
