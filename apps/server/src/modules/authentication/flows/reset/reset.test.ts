// Proves that a forgotten password is reset by its owner alone, and that asking for it tells nobody anything.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { raceInOrder } from '../../../../testing/lock-barrier.ts';
import { readMails } from '../../../../testing/mail-queue.ts';
import {
  call,
  createActiveUser,
  createTenant,
  eventually,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  tokenOf,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import { codeOf, countSessions, enrolTotp, wrongCode } from '../../steps/challenge.fixture.ts';

const NEW_PASSWORD = 'seven otters under the bridge';
const USE_TOKENS = sql('test_use_tokens', 'UPDATE auth_one_time_token SET used_date = now()');
const LOCK_FACTORS = sql('test_lock_factors', 'LOCK TABLE auth_factor IN ACCESS EXCLUSIVE MODE');

let server: TestServer;
let admin: string;

/** Each test has a name of its own, and what it does is counted by no window of an earlier one. */
let tests = 0;
let ada: string;
let address: string;
let earlierMails: ReadonlySet<string>;

beforeAll(async () => {
  server = await startDirectory({ settings: { 'auth.captcha.mode': 'OFF' } });
});
beforeEach(async () => {
  tests += 1;
  ada = `ada${tests}`;
  address = `${ada}@example.org`;
  server.clock.advance(2 * HOUR_MS);
  admin = await signInAdmin(server);
  earlierMails = new Set((await query<{ uuid: string }>(server, 'SELECT uuid FROM mail')).map(({ uuid }) => uuid));
});
afterAll(() => server?.stop());

/** Answers a name that nobody has in another test. */
const own = (name: string) => `${name}-${ada}`;
const mailsOf = async (templateCode: string) =>
  (await readMails(server, templateCode)).filter(({ uuid }) => !earlierMails.has(uuid));

async function createAda(): Promise<string> {
  const { uuid } = await createActiveUser(server, admin, { username: ada });
  await query(server, `UPDATE auth_user SET email = $1, email_folded = $1, email_verified = true WHERE uuid = $2`, [
    address,
    uuid,
  ]);
  return uuid;
}

const forgot = (username: string, tenantIdentifier?: string) =>
  call(server, 'POST', '/auth/password/forgot', { body: { username, ...(tenantIdentifier && { tenantIdentifier }) } });
const reset = (resetToken: string, extra: object = {}) =>
  call(server, 'POST', '/auth/password/reset', { body: { resetToken, newPassword: NEW_PASSWORD, ...extra } });
const resetMails = () => mailsOf('auth.password-reset');
const openRequests = async (): Promise<number> => {
  const [row] = await query<{ count: number }>(
    server,
    'SELECT count(*)::int AS count FROM auth_reset_request WHERE sealed IS NOT NULL',
  );
  return row?.count ?? -1;
};

const rememberedDevices = async (username: string): Promise<number> => {
  const [row] = await query<{ count: number }>(
    server,
    `SELECT count(*)::int AS count FROM auth_device d JOIN auth_user u ON u.id = d.user_id
     WHERE u.username = $1 AND d.remembered_until_date IS NOT NULL`,
    [username],
  );
  return row?.count ?? -1;
};

/** Reads the token of the newest link, once the job is through. */
async function mailedToken(username = ada): Promise<string> {
  const before = (await resetMails()).length;
  await forgot(username);
  const mails = await eventually(resetMails, (found) => found.length > before);
  return mails.at(-1)?.token ?? '';
}

describe('a forgotten password', () => {
  it('authentication 18: is reset once, within 30 minutes, by a link to the verified address', async () => {
    await createAda();
    const token = await mailedToken(ada.toUpperCase());
    expect(token).toHaveLength(43);
    expect((await resetMails())[0]).toMatchObject({ address, subject: 'Set a new password' });
    const session = await signIn(server, ada, USER_PASSWORD);
    await query(server, "UPDATE auth_device SET remembered_until_date = 'infinity'");
    expect((await reset(token)).status).toBe(200);
    expect(await rememberedDevices(ada)).toBe(0);
    expect((await reset(token, { newPassword: 'nine herons over the lake' })).error?.errorCode).toBe(
      'AUTH_TOKEN_EXPIRED',
    );
    expect((await call(server, 'GET', '/session', { token: session })).status).toBe(401);
    expect(await countSessions(server, ada)).toBe(0);
    expect((await login(server, ada, USER_PASSWORD)).status).toBe(401);
    expect((await login(server, ada, NEW_PASSWORD)).status).toBe(200);
    expect((await mailsOf('auth.credential-changed'))[0]?.content).toContain('Your password was changed.');
  });

  it('authentication 18: runs out after 30 minutes, and a second request ends the first link', async () => {
    await createAda();
    const first = await mailedToken();
    const second = await mailedToken();
    expect((await reset(first)).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    server.clock.advance(30 * 60_000);
    expect((await reset(second)).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
  });

  it('authentication 18: who presses twice learns that the link is used, not that the password is', async () => {
    await createAda();
    const resetToken = await mailedToken();
    // The other press, not committed yet, has used the link and set this very password.
    const otherPress = async (tx: Transaction) => {
      await tx.execute(USE_TOKENS);
      await tx.execute(LOCK_FACTORS);
    };
    const [late] = await raceInOrder(server.database.database, otherPress, () =>
      reset(resetToken, { newPassword: USER_PASSWORD }),
    );
    expect([late.status, late.error?.errorCode]).toEqual([401, 'AUTH_TOKEN_EXPIRED']);
  });

  it('authentication 18: two resets at once give one new password', async () => {
    await createAda();
    const token = await mailedToken();
    const statuses = (await Promise.all([reset(token), reset(token)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
  });

  it('authentication 18: works while the name is locked and the password disabled, and ends both', async () => {
    await createAda();
    const session = await signIn(server, ada, USER_PASSWORD);
    const body = { currentPassword: 'not the password at all', newPassword: NEW_PASSWORD };
    for (let count = 0; count < 10; count++) {
      await call(server, 'POST', '/auth/password/change', { token: session, body });
    }
    expect((await login(server, ada, USER_PASSWORD)).error?.errorCode).toBe('AUTH_TEMPORARILY_LOCKED');
    await query(
      server,
      'UPDATE auth_password SET disabled = true WHERE user_id = (SELECT id FROM auth_user WHERE username = $1)',
      [ada],
    );
    expect((await reset(await mailedToken())).status).toBe(200);
    expect((await login(server, ada, NEW_PASSWORD)).status).toBe(200);
  });

  it('authentication 18: asks for the factor; a wrong code leaves the link, a right one counts once', async () => {
    await createAda();
    const enrolled = await enrolTotp(server, await signIn(server, ada, USER_PASSWORD));
    const token = await mailedToken();
    const asked = await reset(token);
    expect([asked.status, asked.error?.errorCode]).toEqual([401, 'AUTH_CODE_REQUIRED']);
    expect(asked.error?.errorArguments).toEqual([{ verificationTypeList: ['TOTP', 'RECOVERY_CODE'] }]);
    const wrong = await reset(token, { code: wrongCode(server, enrolled.secret) });
    expect(wrong.error?.errorCode).toBe('AUTH_CODE_INVALID');
    expect((await reset(token, { code: 'nonsense' })).status).toBe(400);
    expect((await reset(token, { code: codeOf(server, enrolled.secret) })).status).toBe(200);
    expect((await login(server, ada, NEW_PASSWORD)).body.status).toBe('VERIFICATION_REQUIRED');
  });

  it('locks the codes of whoever tried too many, the right one included', async () => {
    await createAda();
    const { secret } = await enrolTotp(server, await signIn(server, ada, USER_PASSWORD));
    const token = await mailedToken();
    const codes: unknown[] = [];
    for (let tried = 0; tried < 10; tried++) {
      codes.push((await reset(token, { code: wrongCode(server, secret) })).error?.errorCode);
    }
    expect(new Set(codes)).toEqual(new Set(['AUTH_CODE_INVALID']));
    const locked = await reset(token, { code: codeOf(server, secret) });
    expect(locked.error?.errorCode).toBe('AUTH_TEMPORARILY_LOCKED');
  });

  it('authentication 18: takes a recovery code instead, once', async () => {
    await createAda();
    const { recoveryCodes } = await enrolTotp(server, await signIn(server, ada, USER_PASSWORD));
    const recovery = { verificationType: 'RECOVERY_CODE', code: recoveryCodes[3] };
    expect((await reset(await mailedToken(), recovery)).status).toBe(200);
    const again = await reset(await mailedToken(), { ...recovery, newPassword: 'nine herons over the lake' });
    expect(again.error?.errorCode).toBe('AUTH_CODE_INVALID');
  });

  it('authentication 18: a refused password names its reasons and leaves the link', async () => {
    await createAda();
    const token = await mailedToken();
    const refused = await reset(token, { newPassword: ada });
    expect(refused.error?.errorArguments.map(({ code }) => code)).toEqual([
      'PASSWORD_TOO_SHORT',
      'PASSWORD_CONTAINS_CONTEXT_WORD',
    ]);
    const reused = await reset(token, { newPassword: USER_PASSWORD });
    expect(reused.error?.errorArguments).toEqual([expect.objectContaining({ code: 'PASSWORD_REUSED' })]);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('asking for a reset', () => {
  it('authentication 2: has one answer for known, unknown, unverified, disabled and foreign names, and looks nobody up', async () => {
    await createAda();
    await createActiveUser(server, admin, { username: own('without') });
    await createTenant(server, own('other'));
    const answers = [
      await forgot(ada),
      await forgot(own('nobody')),
      await forgot(own('without')),
      await forgot(ada, own('other')),
      await forgot(ada, 'no-such-tenant'),
    ];
    const headersOf = (headers: Headers) =>
      [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)).sort();
    for (const answer of answers) {
      expect([answer.status, answer.text]).toEqual([200, answers[0]!.text]);
      expect(headersOf(answer.headers)).toEqual(headersOf(answers[0]!.headers));
    }
    expect(await eventually(openRequests, (open) => open === 0)).toBe(0);
    expect((await resetMails()).map(({ address }) => address)).toEqual([address]);
  });

  it('authentication 2: is dropped after three requests of a name within the hour, known or not', async () => {
    await createAda();
    for (let count = 0; count < 5; count++) {
      expect((await forgot(ada)).status).toBe(200);
      expect((await forgot(own('nobody'))).status).toBe(200);
    }
    const counts = await query<{ count: number }>(
      server,
      'SELECT count(*)::int AS count FROM auth_reset_request WHERE date_created >= $1 GROUP BY name_key',
      [new Date(server.clock.now())],
    );
    expect(counts).toEqual([{ count: 3 }, { count: 3 }]);
    server.clock.advance(3_600_001);
    expect(await mailedToken()).not.toBe('');
  });

  it('authentication 27: what was typed is nowhere readable', async () => {
    await forgot('my-secret-password-typed-here');
    const tables = await query<{ name: string }>(
      server,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables) {
      const rows = await query<{ text: string }>(server, `SELECT t::text AS text FROM "${name}" t`);
      expect(rows.map(({ text }) => text).join('\n')).not.toContain('my-secret-password-typed-here');
    }
    expect(server.logLines.join('\n')).not.toContain('my-secret-password-typed-here');
  });
});

describe('sendReset', () => {
  it('mails the user a link that the administrator never sees', async () => {
    const uuid = await createAda();
    const answer = await call(server, 'POST', `/users/send-password-reset/by-uuid/${uuid}`, { token: admin });
    expect([answer.status, answer.text]).toEqual([200, '{"body":{},"errorDetail":null}']);
    const [mail] = await resetMails();
    expect((await reset(mail?.token ?? '')).status).toBe(200);
  });

  it('is refused for nobody, without address, before activation and beyond the tenant', async () => {
    const uuid = await createAda();
    const send = (of: string, token = admin) =>
      call(server, 'POST', `/users/send-password-reset/by-uuid/${of}`, { token });
    expect((await send('01900000-0000-7000-8000-000000000000')).error?.errorCode).toBe('USER_NOT_FOUND');
    const { uuid: without } = await createActiveUser(server, admin, { username: own('without') });
    expect((await send(without)).error?.errorCode).toBe('USER_WITHOUT_ADDRESS');
    const invited = await call<{ uuid: string }>(server, 'POST', '/users', {
      token: admin,
      body: { username: own('new') },
    });
    expect((await send(invited.body.uuid)).error?.errorCode).toBe('USER_NOT_ACTIVATED');
    await createTenant(server, own('other'));
    await createActiveUser(server, admin, {
      username: own('boss'),
      roleList: ['ROLE_TENANT_ADMIN'],
      tenantIdentifier: own('other'),
    });
    const boss = await login(server, own('boss'), USER_PASSWORD, { body: { tenantIdentifier: own('other') } });
    expect((await send(uuid, boss.body.token ?? '')).error?.errorCode).toBe('USER_NOT_FOUND');
    expect(await resetMails()).toEqual([]);
  });

  it('an unproven address of somebody with more authority is not written to', async () => {
    await createActiveUser(server, admin, { username: own('boss'), roleList: ['ROLE_TENANT_ADMIN'] });
    const boss = await signIn(server, own('boss'), USER_PASSWORD);
    const [root] = await query<{ uuid: string }>(server, "SELECT uuid FROM auth_user WHERE username = 'admin'");
    await query(server, "UPDATE auth_user SET email = 'boss@example.org' WHERE username = 'admin'");
    const answer = await call(server, 'POST', `/users/send-password-reset/by-uuid/${root?.uuid}`, { token: boss });
    expect(answer.status).toBe(403);
    expect(await resetMails()).toEqual([]);
  });
});

it('authentication 29: tokens of other purposes are refused at each place', async () => {
  const uuid = await createAda();
  const resetToken = await mailedToken();
  await call(server, 'POST', '/auth/email/change', {
    token: await signIn(server, ada, USER_PASSWORD),
    body: { email: 'new@example.org' },
  });
  const emailToken = (await mailsOf('auth.email-change'))[0]?.token ?? '';
  const created = await call<{ activationLink: string }>(server, 'POST', '/users', {
    token: admin,
    body: { username: own('new') },
  });
  const activationToken = tokenOf(created.body.activationLink);
  expect([resetToken, emailToken, activationToken].map(({ length }) => length)).toEqual([43, 43, 43]);
  const activate = (token: string) =>
    call(server, 'POST', '/auth/activate', { body: { activationToken: token, newPassword: NEW_PASSWORD } });
  const confirm = (token: string) => call(server, 'POST', '/auth/email/confirm', { body: { token } });
  const refused = [
    await reset(activationToken),
    await reset(emailToken),
    await activate(resetToken),
    await activate(emailToken),
    await confirm(resetToken),
    await confirm(activationToken),
    await reset('x'.repeat(43)),
    await confirm('x'.repeat(43)),
  ];
  for (const { status, error } of refused) expect([status, error?.errorCode]).toEqual([401, 'AUTH_TOKEN_EXPIRED']);
  await query(server, 'UPDATE auth_user SET deleted = true WHERE uuid = $1', [uuid]);
  expect((await reset(resetToken)).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
});
