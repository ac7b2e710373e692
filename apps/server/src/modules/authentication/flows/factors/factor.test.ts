// Proves what enrolling, using and removing second factors promises.
import type { SvcAuthFactorChangeModel, SvcAuthFactorModel, SvcAuthTotpModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  call,
  createActiveUser,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { qrImageString } from '../../secrets/factor/qr-image.ts';
import {
  challenge,
  codeOf,
  complete,
  createEmailUser,
  createTotpUser,
  enrolTotp,
  fromBase32,
  mailedCode,
  wrongCode,
} from '../../steps/challenge.fixture.ts';

const argon2 = vi.hoisted(() => ({ verified: 0 }));
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>();
  const verify: typeof real.verify = (...input) => {
    argon2.verified++;
    return real.verify(...input);
  };
  return { ...real, verify };
});

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

const totpUser = async () => {
  const username = newName();
  return { username, ...(await createTotpUser(server, adminToken, username)) };
};
const plainUser = async () => {
  const username = newName();
  await createActiveUser(server, adminToken, { username });
  return { username, token: await signIn(server, username, USER_PASSWORD) };
};
const listFactors = (token: string) => call<SvcAuthFactorModel[]>(server, 'GET', '/auth/factors', { token });
const remove = (token: string, uuid: string) =>
  call<SvcAuthFactorChangeModel>(server, 'DELETE', `/auth/factors/by-uuid/${uuid}`, { token });
const renewCodes = (token: string) =>
  call<SvcAuthFactorChangeModel>(server, 'POST', '/auth/factors/recovery-codes', { token });
const begin = (token: string, body: object = {}) =>
  call<SvcAuthTotpModel>(server, 'POST', '/auth/factors/totp/begin', { token, body });
const confirm = (token: string, factorUuid: string, code: string) =>
  call<SvcAuthFactorChangeModel>(server, 'POST', '/auth/factors/totp/confirm', { token, body: { factorUuid, code } });

describe('TOTP', () => {
  it('authentication 8: a code works once: again, in parallel, across challenges, and as the code that confirmed the factor', async () => {
    const { username, secret } = await totpUser();
    const code = codeOf(server, secret);
    const [first, second, third] = [
      await challenge(server, username),
      await challenge(server, username),
      await challenge(server, username),
    ];
    const parallel = await Promise.all([complete(server, first, code), complete(server, second, code)]);
    expect(parallel.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(parallel.find(({ status }) => status === 401)?.error?.errorCode).toBe('AUTH_CODE_INVALID');
    expect((await complete(server, third, code)).error?.errorCode).toBe('AUTH_CODE_INVALID');
    server.clock.advance(STEP_MS);
    expect((await complete(server, third, codeOf(server, secret))).body.status).toBe('AUTHENTICATED');

    const { username: other, token } = await plainUser();
    const begun = await begin(token);
    const confirming = codeOf(server, begun.body.secret);
    expect((await confirm(token, begun.body.factorUuid, confirming)).status).toBe(200);
    const replay = await complete(server, await challenge(server, other), confirming);
    expect(replay.error?.errorCode).toBe('AUTH_CODE_INVALID');
  });

  it('authentication 8: step -1 is accepted, -2 and +1 are refused, and nothing older than what was taken', async () => {
    const { username, secret } = await totpUser();
    const identifier = await challenge(server, username);
    for (const shift of [-2, 1]) {
      const answer = await complete(server, identifier, codeOf(server, secret, shift));
      expect(answer.error?.errorCode).toBe('AUTH_CODE_INVALID');
    }
    expect((await complete(server, identifier, codeOf(server, secret, -1))).body.status).toBe('AUTHENTICATED');
    expect((await complete(server, await challenge(server, username), codeOf(server, secret))).status).toBe(200);
    const older = await complete(server, await challenge(server, username), codeOf(server, secret, -1));
    expect(older.status).toBe(401);
  });

  it('authentication 8: the secret is 160 bit and unreadable in the database', async () => {
    const { username, secret } = await totpUser();
    const bytes = fromBase32(secret);
    expect(bytes).toHaveLength(20);
    const [row] = await query<{ text: string }>(
      server,
      `SELECT (SELECT string_agg(f::text, ' ') FROM auth_factor f WHERE f.user_id = u.id)
         || coalesce((SELECT string_agg(c::text, ' ') FROM auth_challenge c WHERE c.user_id = u.id), '') AS text
       FROM auth_user u WHERE username = $1`,
      [username],
    );
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(row?.text).not.toContain(bytes.toString(encoding));
    expect(row?.text).not.toContain(secret);
    expect(row?.text).toMatch(/test\.[A-Za-z0-9_-]{60,}/);
  });

  it('authentication 8: a sealed secret in the row of another user opens for nobody', async () => {
    const [thief, owner] = [await totpUser(), await totpUser()];
    await query(
      server,
      `UPDATE auth_factor f SET sealed_secret = (SELECT o.sealed_secret FROM auth_factor o JOIN auth_user u ON u.id = o.user_id
         WHERE u.username = $1 AND o.type = 'TOTP')
       WHERE f.type = 'TOTP' AND f.user_id = (SELECT id FROM auth_user WHERE username = $2)`,
      [owner.username, thief.username],
    );
    const answer = await complete(server, await challenge(server, thief.username), codeOf(server, owner.secret));
    expect(answer.error?.errorCode).toBe('AUTH_CODE_INVALID');
  });
});

describe('recovery codes', () => {
  it('authentication 9: ten of them work, each once, also in parallel; the answer says how many are left', async () => {
    const { username, recoveryCodes } = await totpUser();
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes.map((code) => code.replaceAll('-', '').length))).toEqual(new Set([17]));
    const [code = ''] = recoveryCodes;
    const typed = code.toLowerCase().replaceAll('-', ' ');
    const use = async () =>
      complete(server, await challenge(server, username), typed, { body: { verificationType: 'RECOVERY_CODE' } });
    const answers = await Promise.all([use(), use()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const done = answers.find(({ status }) => status === 200);
    expect(done?.body).toMatchObject({ assuranceLevel: 'AAL2', recoveryCodeCount: 9 });
    expect((await use()).error?.errorCode).toBe('AUTH_CODE_INVALID');
    const codes = (await listFactors(done?.body.token ?? '')).body.find(({ type }) => type === 'RECOVERY_CODE');
    expect(codes?.remaining).toBe(9);
  });

  it('authentication 9: a try costs exactly one Argon2 call: right, wrong, used, of no position', async () => {
    const { username, recoveryCodes } = await totpUser();
    const [first = '', second = ''] = recoveryCodes;
    const tries = [first, first, `${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`, 'Z'.repeat(17)];
    for (const code of tries) {
      const identifier = await challenge(server, username);
      const before = argon2.verified;
      await complete(server, identifier, code, { body: { verificationType: 'RECOVERY_CODE' } });
      expect(argon2.verified - before).toBe(1);
    }
  });

  it('authentication 9: new codes kill the old set', async () => {
    const { username, token, recoveryCodes } = await totpUser();
    const renewed = await renewCodes(token);
    expect(renewed.body.recoveryCodeList).toHaveLength(10);
    const type = { body: { verificationType: 'RECOVERY_CODE' } };
    const old = await complete(server, await challenge(server, username), recoveryCodes[1] ?? '', type);
    expect(old.error?.errorCode).toBe('AUTH_CODE_INVALID');
    const next = renewed.body.recoveryCodeList?.[1] ?? '';
    expect((await complete(server, await challenge(server, username), next, type)).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 9: they need another factor', async () => {
    const { token } = await plainUser();
    const answer = await renewCodes(token);
    expect([answer.status, answer.error?.errorCode]).toEqual([409, 'FACTOR_UNAVAILABLE']);
  });
});

describe('the own factors', () => {
  it('a change gives the session a new token, keeps its end and attributes, and kills the old one as ROTATED', async () => {
    const { token } = await plainUser();
    const before = await call<{ session: { attributeMap: Record<string, string> } }>(server, 'GET', '/session', {
      token,
    });
    const enrolled = await enrolTotp(server, token);
    const old = await call(server, 'GET', '/session', { token });
    expect(old.error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'ROTATED' }] });
    const after = await call<{ session: { attributeMap: Record<string, string> } }>(server, 'GET', '/session', {
      token: enrolled.token,
    });
    const [was, is] = [before.body.session.attributeMap, after.body.session.attributeMap];
    expect(is).toMatchObject({
      assuranceLevel: 'AAL2',
      authenticationMethods: ['PASSWORD', 'TOTP'],
      deviceName: was.deviceName,
    });
    expect([is.expiryDate, is.authenticatedDate]).toEqual([was.expiryDate, was.authenticatedDate]);
  });

  it('lists them without secrets, and other people have none of them', async () => {
    const { token, secret } = await totpUser();
    const { body, text } = await listFactors(token);
    expect(body.map(({ type, enabled, remaining }) => [type, enabled, remaining])).toEqual([
      ['TOTP', true, null],
      ['RECOVERY_CODE', true, 10],
    ]);
    expect(text).not.toContain(secret);
    const { token: stranger } = await plainUser();
    expect((await listFactors(stranger)).body).toEqual([]);
    const uuid = body[0]?.uuid ?? '';
    expect((await remove(stranger, uuid)).error?.errorCode).toBe('FACTOR_NOT_FOUND');
    expect((await call(server, 'GET', '/session', { token: stranger })).status).toBe(200);
  });

  it("a begun one counts after its code only, dies after 15 minutes, and is no other user's", async () => {
    const { username, token } = await plainUser();
    const { token: stranger } = await plainUser();
    const begun = await begin(token, { name: 'Phone' });
    const { factorUuid, secret, otpauthUri } = begun.body;
    expect(otpauthUri).toContain(`secret=${secret}&issuer=Keelson`);
    expect(begun.body.qrImageString).toBe(await qrImageString(otpauthUri));
    expect((await login(server, username, USER_PASSWORD)).body.status).toBe('AUTHENTICATED');
    expect((await confirm(token, factorUuid, wrongCode(server, secret))).error?.errorCode).toBe('AUTH_CODE_INVALID');
    expect((await confirm(stranger, factorUuid, codeOf(server, secret))).error?.errorCode).toBe('FACTOR_NOT_FOUND');
    server.clock.advance(15 * MINUTE_MS);
    expect((await confirm(token, factorUuid, codeOf(server, secret))).error?.errorCode).toBe('FACTOR_NOT_FOUND');
  });

  it('confirming twice in parallel enrols once', async () => {
    const { token } = await plainUser();
    const { factorUuid, secret } = (await begin(token)).body;
    const code = codeOf(server, secret);
    const answers = await Promise.all([confirm(token, factorUuid, code), confirm(token, factorUuid, code)]);
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect((await listFactors(done[0]?.body.token ?? '')).body).toHaveLength(2);
  });

  it('takes at most five apps', async () => {
    const { token } = await plainUser();
    for (let count = 0; count < 5; count++) expect((await begin(token)).status).toBe(200);
    const sixth = await begin(token);
    expect([sixth.status, sixth.error?.errorCode]).toEqual([409, 'FACTOR_LIMIT_REACHED']);
  });

  it('removing the last one removes the recovery codes and ends half-done sign-ins', async () => {
    const { username, token, secret } = await totpUser();
    const identifier = await challenge(server, username);
    const uuid = (await listFactors(token)).body.find(({ type }) => type === 'TOTP')?.uuid ?? '';
    const removed = await remove(token, uuid);
    expect((await listFactors(removed.body.token ?? '')).body).toEqual([]);
    expect((await complete(server, identifier, codeOf(server, secret))).error?.errorCode).toBe(
      'AUTH_VERIFICATION_EXPIRED',
    );
    expect((await login(server, username, USER_PASSWORD)).body.status).toBe('AUTHENTICATED');
  });

  it('authentication 16: a short password without its factor has to be replaced at the next sign-in', async () => {
    const { username, token } = await totpUser();
    await query(
      server,
      'UPDATE auth_password SET single_factor_ok = false WHERE user_id = (SELECT id FROM auth_user WHERE username = $1)',
      [username],
    );
    const uuid = (await listFactors(token)).body[0]?.uuid ?? '';
    expect((await remove(token, uuid)).status).toBe(200);
    const answer = await login(server, username, USER_PASSWORD);
    expect(answer.body.status).toBe('PASSWORD_CHANGE_REQUIRED');
    const body = { verificationIdentifier: answer.body.verificationIdentifier, newPassword: 'kettle 9x' };
    const short = await call(server, 'POST', '/auth/complete-login-with-new-password', { body });
    expect(short.error?.errorArguments).toMatchObject([{ code: 'PASSWORD_TOO_SHORT' }]);
  });

  it('codes by mail need a verified address, and are switched off again', async () => {
    const { token } = await plainUser();
    const setEmail = (bearer: string, enabled: boolean) =>
      call<SvcAuthFactorChangeModel>(server, 'POST', '/auth/factors/email', { token: bearer, body: { enabled } });
    expect((await setEmail(token, true)).error?.errorCode).toBe('FACTOR_UNAVAILABLE');
    const username = newName();
    await createEmailUser(server, adminToken, username);
    const identifier = await challenge(server, username);
    const signedIn = await complete(server, identifier, await mailedCode(server, username));
    expect((await setEmail(signedIn.body.token ?? '', false)).status).toBe(200);
    expect((await login(server, username, USER_PASSWORD)).body.status).toBe('AUTHENTICATED');
  });

  it('a session in the cookie goes on in the cookie', async () => {
    const { username } = await plainUser();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const signedIn = await login(server, username, USER_PASSWORD, { body: { tokenDelivery: 'COOKIE' }, headers });
    const cookie =
      (signedIn.headers.getSetCookie().find((text) => text.startsWith('svc-session=')) ?? '').split(';')[0] ?? '';
    const { factorUuid, secret } = (
      await call<SvcAuthTotpModel>(server, 'POST', '/auth/factors/totp/begin', {
        body: {},
        headers: { ...headers, cookie },
      })
    ).body;
    const body = { factorUuid, code: codeOf(server, secret) };
    const done = await call<SvcAuthFactorChangeModel>(server, 'POST', '/auth/factors/totp/confirm', {
      body,
      headers: { ...headers, cookie },
    });
    expect(done.body).toMatchObject({ token: null, tokenType: null });
    expect(done.headers.getSetCookie().join()).toMatch(/svc-session=svc_[A-Za-z0-9_-]{43}/);
  });
});
