// Proves what signing in with a second factor promises.
import type { SvcAuthAuthenticationResponseModel } from '@keelson/contract';
import { HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_PASSWORD,
  call,
  login,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import {
  challenge,
  codeOf,
  complete,
  countSessions,
  createEmailUser,
  createTotpUser,
  mailedCode,
  setEmailCode,
  wrongCode,
} from '../../steps/challenge.fixture.ts';

const STEP_MS = 30_000;

let server: TestServer;
let adminToken: string;
let users = 0;
const newName = () => `person-${++users}`;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

/** Time passes, so that the administrator has to sign in anew. */
async function later(ms: number): Promise<void> {
  server.clock.advance(ms);
  adminToken = await signInAdmin(server);
}

const totpUser = async () => {
  const username = newName();
  return { username, ...(await createTotpUser(server, adminToken, username)) };
};
const emailUser = async () => {
  const username = newName();
  await createEmailUser(server, adminToken, username);
  return username;
};
const resend = (verificationIdentifier: string, body: object = {}) =>
  call<SvcAuthAuthenticationResponseModel>(server, 'POST', '/auth/resend-code', {
    body: { verificationIdentifier, ...body },
  });

describe('a login of somebody with a second factor', () => {
  it('answers a challenge and no session, and the code makes the session', async () => {
    const { username, secret } = await totpUser();
    const before = await countSessions(server, username);
    const first = await login(server, username, USER_PASSWORD, { body: { attributeMap: { theme: 'dark' } } });
    expect(first.body).toMatchObject({
      status: 'VERIFICATION_REQUIRED',
      verificationType: 'TOTP',
      verificationTypeList: ['TOTP', 'RECOVERY_CODE'],
      token: null,
      sessionIdentifier: null,
      authorities: null,
      maskedTarget: null,
      verificationExpiryDate: new Date(server.clock.now() + 10 * MINUTE_MS).toISOString(),
    });
    expect(first.body.verificationIdentifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await countSessions(server, username)).toBe(before);
    const spaced = codeOf(server, secret).replace(/^(...)/, '$1 ');
    const done = await complete(server, first.body.verificationIdentifier ?? '', spaced);
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL2', username });
    const own = await call<{ session: { attributeMap: object } }>(server, 'GET', '/session', {
      token: done.body.token,
    });
    expect(own.body.session.attributeMap).toMatchObject({
      'client.theme': 'dark',
      authenticationMethods: ['PASSWORD', 'TOTP'],
      assuranceLevel: 'AAL2',
    });
  });

  it('a wrong password tells nothing of the factor', async () => {
    const { username } = await totpUser();
    const known = await login(server, username, 'not the password of anybody');
    expect([known.status, known.error?.errorCode]).toEqual([401, 'AUTH_INVALID_CREDENTIALS']);
  });

  it('what can be no code, and a type that is not offered, are 400 and cost no attempt', async () => {
    const { username, secret } = await totpUser();
    const identifier = await challenge(server, username);
    for (const code of ['12345', 'abc', '123456789', ' ']) {
      const answer = await complete(server, identifier, code);
      expect(answer.error?.errorArguments).toMatchObject([{ field: 'code', code: 'PATTERN' }]);
    }
    for (const verificationType of ['EMAIL', 'PASSKEY']) {
      const answer = await complete(server, identifier, '123456', { body: { verificationType } });
      expect(answer.error?.errorArguments).toMatchObject([{ code: 'AUTH_VERIFICATION_TYPE_UNSUPPORTED' }]);
    }
    const wrong = await complete(server, identifier, wrongCode(server, secret));
    expect([wrong.status, wrong.error?.errorArguments]).toEqual([401, [{ remainingAttempts: 4 }]]);
  });
});

describe('codes', () => {
  it('authentication 7: the fifth wrong code is 429, the sixth try dead, also with the right code', async () => {
    const { username, secret } = await totpUser();
    const identifier = await challenge(server, username);
    const answers = [];
    for (let count = 0; count < 5; count++) {
      const { status, error } = await complete(server, identifier, wrongCode(server, secret));
      answers.push([status, error?.errorCode]);
    }
    expect(answers).toEqual([...Array(4).fill([401, 'AUTH_CODE_INVALID']), [429, 'AUTH_CODE_ATTEMPTS_EXCEEDED']]);
    const sixth = await complete(server, identifier, codeOf(server, secret));
    expect([sixth.status, sixth.error?.errorCode]).toEqual([401, 'AUTH_VERIFICATION_EXPIRED']);
  });

  it('authentication 7: a new login keeps the count of the user: ten an hour, then 429 even for the right code', async () => {
    const { username, secret } = await totpUser();
    for (let count = 0; count < 10; count++) {
      await complete(server, await challenge(server, username), wrongCode(server, secret));
    }
    const identifier = await challenge(server, username);
    const locked = await complete(server, identifier, codeOf(server, secret));
    expect([locked.status, locked.error?.errorCode]).toEqual([429, 'AUTH_TEMPORARILY_LOCKED']);
    expect(Number(locked.headers.get('retry-after'))).toBe(3_600);
    await later(HOUR_MS);
    const free = await complete(server, await challenge(server, username), codeOf(server, secret));
    expect(free.body.status).toBe('AUTHENTICATED');
    const [counted] = await query(
      server,
      'SELECT 1 FROM auth_code_attempt a JOIN auth_user u ON u.id = a.user_id WHERE u.username = $1',
      [username],
    );
    expect(counted).toBeUndefined();
  });

  it('authentication 7: a code of challenge A is refused in B, and 012345 works', async () => {
    const username = await emailUser();
    const first = await challenge(server, username);
    const codeOfFirst = await mailedCode(server, username);
    const second = await challenge(server, username);
    await setEmailCode(server, second, codeOfFirst === '012345' ? '543210' : '012345');
    expect((await complete(server, second, codeOfFirst)).error?.errorCode).toBe('AUTH_CODE_INVALID');
    await setEmailCode(server, second, '012345');
    const done = await complete(server, second, '012345');
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL1' });
    expect((await complete(server, first, codeOfFirst)).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 7: an e-mailed code works at 5:00 minus a moment and is expired at 5:01', async () => {
    const username = await emailUser();
    const answer = await login(server, username, USER_PASSWORD);
    expect(answer.body).toMatchObject({
      verificationType: 'EMAIL',
      verificationTypeList: ['EMAIL'],
      maskedTarget: 'p***@e***.com',
      resendAvailableDate: new Date(server.clock.now() + MINUTE_MS).toISOString(),
    });
    const identifier = answer.body.verificationIdentifier ?? '';
    const code = await mailedCode(server, username);
    server.clock.advance(5 * MINUTE_MS + 1_000);
    expect((await complete(server, identifier, code)).error?.errorCode).toBe('AUTH_CODE_INVALID');
    const again = await challenge(server, username);
    const fresh = await mailedCode(server, username);
    server.clock.advance(5 * MINUTE_MS - 1);
    expect((await complete(server, again, fresh)).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 7: a challenge ends after ten minutes', async () => {
    const { username, secret } = await totpUser();
    const identifier = await challenge(server, username);
    server.clock.advance(10 * MINUTE_MS);
    const answer = await complete(server, identifier, codeOf(server, secret));
    expect(answer.error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
  });

  it('authentication 7: a right code submitted twice in parallel gives one session', async () => {
    const { username, secret } = await totpUser();
    const before = await countSessions(server, username);
    const identifier = await challenge(server, username);
    const code = codeOf(server, secret);
    const answers = await Promise.all([complete(server, identifier, code), complete(server, identifier, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(answers.find(({ status }) => status === 401)?.error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    expect(await countSessions(server, username)).toBe(before + 1);
  });

  it('authentication 7: a resend waits 60 s, kills the old code, keeps the attempts, and comes three times', async () => {
    const username = await emailUser();
    const identifier = await challenge(server, username);
    const old = await mailedCode(server, username);
    await setEmailCode(server, identifier, '111111');
    expect((await complete(server, identifier, '222222')).error?.errorArguments).toEqual([{ remainingAttempts: 4 }]);
    const soon = await resend(identifier);
    expect([soon.status, soon.error?.errorCode, soon.headers.get('retry-after')]).toEqual([
      429,
      'AUTH_RESEND_TOO_SOON',
      '60',
    ]);
    for (let count = 0; count < 3; count++) {
      server.clock.advance(MINUTE_MS);
      const sent = await resend(identifier);
      expect(sent.body).toMatchObject({ status: 'VERIFICATION_REQUIRED', verificationIdentifier: identifier });
    }
    server.clock.advance(MINUTE_MS);
    expect((await resend(identifier)).error?.errorCode).toBe('RATE_LIMITED');
    const dead = await complete(server, identifier, old === '111111' ? '333333' : '111111');
    expect(dead.error?.errorArguments).toEqual([{ remainingAttempts: 3 }]);
    expect((await complete(server, identifier, await mailedCode(server, username))).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 7: two resends in parallel send one code', async () => {
    const username = await emailUser();
    const identifier = await challenge(server, username);
    server.clock.advance(MINUTE_MS);
    const answers = await Promise.all([resend(identifier), resend(identifier)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
    const [mails] = await query<{ count: number }>(
      server,
      `SELECT count(*)::int AS count FROM mail WHERE created_by = $1 AND template_code = 'auth.login-code'`,
      [username],
    );
    expect(mails?.count).toBe(2);
  });

  it('authentication 7: nothing is sent where no mail is among the types', async () => {
    const { username } = await totpUser();
    const answer = await resend(await challenge(server, username));
    expect(answer.error?.errorArguments).toMatchObject([{ code: 'AUTH_VERIFICATION_TYPE_UNSUPPORTED' }]);
  });

  it('authentication 7: an eleventh challenge takes the place of the oldest', async () => {
    const { username, secret } = await totpUser();
    const identifiers = [];
    for (let count = 0; count < 11; count++) identifiers.push(await challenge(server, username));
    const [oldest = '', second = ''] = identifiers;
    expect((await complete(server, oldest, codeOf(server, secret))).error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    expect((await complete(server, second, codeOf(server, secret))).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 7: a hundred wrong codes in a row disable the factor; it is not skipped, and the recovery code remains', async () => {
    const { username, secret, recoveryCodes } = await totpUser();
    await complete(server, await challenge(server, username), wrongCode(server, secret));
    await query(
      server,
      'UPDATE auth_code_attempt SET in_a_row = 99 WHERE user_id = (SELECT id FROM auth_user WHERE username = $1)',
      [username],
    );
    await complete(server, await challenge(server, username), wrongCode(server, secret));
    const answer = await login(server, username, USER_PASSWORD);
    expect(answer.body.verificationTypeList).toEqual(['RECOVERY_CODE']);
    const identifier = answer.body.verificationIdentifier ?? '';
    expect((await complete(server, identifier, codeOf(server, secret))).status).toBe(401);
    expect((await complete(server, identifier, recoveryCodes[0] ?? '')).body.status).toBe('AUTHENTICATED');
    const [event] = await query(
      server,
      `SELECT 1 FROM log_recorded_event WHERE kind = 'authentication.code-failed' AND subject = $1 AND detail @> '{"factorDisabled": true}'`,
      [username],
    );
    expect(event).toBeDefined();
  });
});

describe('whoever changed between login and code gets no session', () => {
  it.each([
    ['user disabled', `UPDATE auth_user SET enabled = false WHERE username = $1`],
    ['user deleted', `UPDATE auth_user SET deleted = true, deleted_date = now() WHERE username = $1`],
    ['user expired', `UPDATE auth_user SET expiry_date = 'epoch' WHERE username = $1`],
    ['password changed', `UPDATE auth_user SET security_version = security_version + 1 WHERE username = $1`],
    [
      'password disabled',
      `UPDATE auth_password SET disabled = true WHERE user_id = (SELECT id FROM auth_user WHERE username = $1)`,
    ],
  ])('authentication 10: gives no session with the %s', async (_name, change) => {
    const { username, secret } = await totpUser();
    const before = await countSessions(server, username);
    const identifier = await challenge(server, username);
    await query(server, change, [username]);
    const answer = await complete(server, identifier, codeOf(server, secret));
    expect([answer.status, answer.error?.errorCode]).toEqual([401, 'AUTH_VERIFICATION_EXPIRED']);
    expect(await countSessions(server, username)).toBe(before);
  });

  it('authentication 10: gives no session with the tenant disabled', async () => {
    const { username, secret } = await totpUser();
    const identifier = await challenge(server, username);
    await query(server, `UPDATE auth_tenant SET enabled = false WHERE identifier = 'default'`);
    const answer = await complete(server, identifier, codeOf(server, secret));
    await query(server, `UPDATE auth_tenant SET enabled = true WHERE identifier = 'default'`);
    expect(answer.error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
  });
});

describe('no path around the factor', () => {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  const cookieLogin = (username: string, headers: Record<string, string> = {}) =>
    login(server, username, USER_PASSWORD, {
      body: { tokenDelivery: 'COOKIE' },
      headers: { ...sameOrigin, ...headers },
    });

  it('authentication 11: COOKIE: another browser and a deleted cookie get no session; the own browser gets the token in its cookie only', async () => {
    const { username, secret } = await totpUser();
    const first = await cookieLogin(username);
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^svc-login=[A-Za-z0-9_-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const identifier = first.body.verificationIdentifier ?? '';
    const code = codeOf(server, secret);
    for (const headers of [sameOrigin, { ...sameOrigin, cookie: `svc-login=${'x'.repeat(43)}` }]) {
      const answer = await complete(server, identifier, code, { headers });
      expect(answer.error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    }
    const own = { cookie: cookie.split(';')[0] ?? '' };
    const foreign = await complete(server, identifier, code, { headers: { ...own, 'sec-fetch-site': 'cross-site' } });
    expect(foreign.error?.errorCode).toBe('CSRF_CHECK_FAILED');
    const done = await complete(server, identifier, code, { headers: { ...sameOrigin, ...own } });
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED', token: null, tokenType: null });
    expect(done.text).not.toContain('svc_');
    expect(done.headers.getSetCookie().join()).toMatch(/svc-session=svc_[A-Za-z0-9_-]{43}/);
  });

  it('authentication 11: two tabs hold two challenges; neither skips the code of the other', async () => {
    const { username, secret } = await totpUser();
    const first = await cookieLogin(username);
    const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const second = await cookieLogin(username, { cookie });
    const headers = { ...sameOrigin, cookie };
    const done = await complete(server, first.body.verificationIdentifier ?? '', codeOf(server, secret), { headers });
    expect(done.body.status).toBe('AUTHENTICATED');
    const other = second.body.verificationIdentifier ?? '';
    expect((await complete(server, other, codeOf(server, secret), { headers })).status).toBe(401);
    server.clock.advance(STEP_MS);
    expect((await complete(server, other, codeOf(server, secret), { headers })).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 11: a challenge for a code is none for a new password or an enrolment', async () => {
    const { username } = await totpUser();
    const verificationIdentifier = await challenge(server, username);
    const newPassword = 'another kettle on the window';
    for (const [path, body] of [
      ['/auth/complete-login-with-new-password', { verificationIdentifier, newPassword }],
      ['/auth/enrollment/totp/begin', { verificationIdentifier }],
      ['/auth/enrollment/totp/confirm', { verificationIdentifier, code: '123456' }],
    ] as const) {
      expect((await call(server, 'POST', path, { body })).error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    }
  });

  it('authentication 11: the new password comes after the code and keeps the session of nobody else', async () => {
    const { username, secret, token } = await totpUser();
    await query(server, 'UPDATE auth_user SET password_change_required = true WHERE username = $1', [username]);
    const step = await complete(server, await challenge(server, username), codeOf(server, secret));
    expect(step.body).toMatchObject({ status: 'PASSWORD_CHANGE_REQUIRED', token: null });
    expect(step.body.passwordPolicy).toMatchObject({ minLength: 15, minLengthWithFactor: 8 });
    const verificationIdentifier = step.body.verificationIdentifier ?? '';
    const renew = (newPassword: string) =>
      call<SvcAuthAuthenticationResponseModel>(server, 'POST', '/auth/complete-login-with-new-password', {
        body: { verificationIdentifier, newPassword },
      });
    expect((await renew('short')).error?.errorArguments).toMatchObject([
      { field: 'newPassword', code: 'PASSWORD_TOO_SHORT' },
    ]);
    const done = await renew('kettle 9x');
    expect(done.body).toMatchObject({ status: 'AUTHENTICATED', assuranceLevel: 'AAL2' });
    expect((await call(server, 'GET', '/session', { token })).error?.errorArguments).toEqual([
      { reason: 'PASSWORD_CHANGED' },
    ]);
    expect((await renew('kettle 9x')).error?.errorCode).toBe('AUTH_VERIFICATION_EXPIRED');
    expect((await login(server, username, USER_PASSWORD)).status).toBe(401);
  });
});

it('authentication 27: no code, secret or challenge is in events or logs', async () => {
  const { username, secret } = await totpUser();
  const identifier = await challenge(server, username);
  const code = codeOf(server, secret);
  await complete(server, identifier, code);
  const rows = await query<{ text: string }>(server, 'SELECT e::text AS text FROM log_recorded_event e');
  const everything = [...rows.map(({ text }) => text), ...server.logLines].join('\n');
  expect(everything).toContain('authentication.factor-added');
  for (const hidden of [secret, identifier, ADMIN_PASSWORD]) expect(everything).not.toContain(hidden);
  expect(everything).not.toMatch(new RegExp(`"${code}"`));
});
