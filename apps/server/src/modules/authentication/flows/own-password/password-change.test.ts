// Proves what changing the own password asks for, refuses and ends.
import { randomBytes } from 'node:crypto';
import type { SvcAuthPasswordPolicyModel, SvcAuthRotatedSessionModel } from '@keelson/contract';
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../kernel/database/clock.ts';
import { readMails } from '../../../../testing/mail-queue.ts';
import {
  ADMIN_PASSWORD,
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
import { countSessions, createTotpUser } from '../../steps/challenge.fixture.ts';

let server: TestServer;
let admin: string;
/** Each test has a person of its own, and what it does is counted by no window of an earlier one. */
let tests = 0;
let name: string;
/** Is the token of her session. */
let ada: string;

beforeAll(async () => {
  server = await startDirectory();
});
beforeEach(async () => {
  tests += 1;
  name = `ada${tests}`;
  server.clock.advance(2 * HOUR_MS);
  admin = await signInAdmin(server);
  await createActiveUser(server, admin, { username: name });
  ada = await signIn(server, name, USER_PASSWORD);
});
afterAll(() => server?.stop());

const change = (token: string, currentPassword: string, newPassword: string, extra: object = {}) =>
  call<SvcAuthRotatedSessionModel>(server, 'POST', '/auth/password/change', {
    token,
    body: { currentPassword, newPassword, ...extra },
  });
const addressOf = (username: string) => `${username}@example.org`;
const alive = async (token: string) => (await call(server, 'GET', '/session', { token })).status === 200;

describe('changing the own password', () => {
  it('gives the session a new token and closes the others, with an event and a mail', async () => {
    await query(server, "UPDATE auth_user SET email = $2, locale = 'tr' WHERE username = $1", [name, addressOf(name)]);
    const other = await signIn(server, name, USER_PASSWORD);
    await query(server, "UPDATE auth_device SET remembered_until_date = 'infinity'");
    const changed = await change(ada, USER_PASSWORD, 'seven otters under the bridge');
    expect(changed.status).toBe(200);
    expect(await Promise.all([alive(ada), alive(other), alive(changed.body.token ?? '')])).toEqual([
      false,
      false,
      true,
    ]);
    expect((await login(server, name, USER_PASSWORD)).status).toBe(401);
    expect((await login(server, name, 'seven otters under the bridge')).status).toBe(200);
    const remembered = await query(
      server,
      `SELECT d.id FROM auth_device d JOIN auth_user u ON u.id = d.user_id
       WHERE u.username = $1 AND d.remembered_until_date IS NOT NULL`,
      [name],
    );
    expect(remembered).toEqual([]);
    const events = await query<{ actor: string; ip: string | null }>(
      server,
      "SELECT actor, ip_address AS ip FROM log_recorded_event WHERE kind = 'authentication.password-changed' AND actor = $1",
      [name],
    );
    expect(events).toEqual([{ actor: name, ip: '127.0.0.1' }]);
    const mails = await readMails(server, 'auth.credential-changed');
    expect(mails.flatMap(({ address, content }) => (address === addressOf(name) ? [content] : []))).toEqual([
      expect.stringContaining('Parolanız değiştirildi.'),
    ]);
  });

  it('keeps the others when asked to', async () => {
    const other = await signIn(server, name, USER_PASSWORD);
    await change(ada, USER_PASSWORD, 'seven otters under the bridge', { closeOtherSessions: false });
    expect([await alive(other), await countSessions(server, name)]).toEqual([true, 2]);
  });

  it('a wrong current password is refused and counts like a sign-in', async () => {
    const refused = await change(ada, 'not the password at all', 'seven otters under the bridge');
    expect([refused.status, refused.error?.errorCode]).toEqual([401, 'AUTH_INVALID_CREDENTIALS']);
    for (let count = 1; count < 10; count++) await change(ada, 'wrong', 'seven otters under the bridge');
    const locked = await change(ada, USER_PASSWORD, 'seven otters under the bridge');
    expect([locked.status, locked.error?.errorCode]).toEqual([429, 'AUTH_TEMPORARILY_LOCKED']);
    expect((await login(server, name, USER_PASSWORD)).status).toBe(429);
    server.clock.advance(60_000);
    expect((await change(ada, USER_PASSWORD, 'seven otters under the bridge')).status).toBe(200);
  });

  it('authentication 28: a forced rollback leaves neither change nor event nor mail', async () => {
    await query(server, 'UPDATE auth_user SET email = $2 WHERE username = $1', [name, addressOf(name)]);
    await query(
      server,
      `CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN RAISE EXCEPTION 'no mail today'; END $f$`,
    );
    await query(server, 'CREATE TRIGGER refuse BEFORE INSERT ON mail FOR EACH ROW EXECUTE FUNCTION refuse_mail()');
    expect((await change(ada, USER_PASSWORD, 'seven otters under the bridge')).status).toBe(500);
    await query(server, 'DROP TRIGGER refuse ON mail');
    expect(await alive(ada)).toBe(true);
    const events = await query(
      server,
      "SELECT id FROM log_recorded_event WHERE kind = 'authentication.password-changed' AND actor = $1",
      [name],
    );
    expect(events).toEqual([]);
    expect((await login(server, name, USER_PASSWORD)).status).toBe(200);
  });

  it('authentication 38: whoever acts as somebody else changes neither password nor address', async () => {
    const body = { username: name, reason: 'a question of the help desk' };
    const acting = await call<{ token: string }>(server, 'POST', '/auth/impersonate', { token: admin, body });
    expect(acting.status).toBe(200);
    const { token } = acting.body;
    expect((await change(token, USER_PASSWORD, 'seven otters under the bridge')).status).toBe(403);
    const address = { token, body: { email: addressOf(name) } };
    expect((await call(server, 'POST', '/auth/email/change', address)).status).toBe(403);
  });

  it('a program has no password to change', async () => {
    const key = await call<{ key: string }>(server, 'POST', '/api-keys', {
      token: admin,
      body: { name: 'k', authorityList: ['AUTH_USER_VIEW'] },
    });
    expect((await change(key.body.key, ADMIN_PASSWORD, 'seven otters under the bridge')).status).toBe(403);
  });
});

describe('a new password', () => {
  const problems = async (newPassword: string): Promise<unknown[]> => {
    const answer = await change(ada, USER_PASSWORD, newPassword);
    return answer.error?.errorArguments.map(({ code }) => code) ?? [];
  };

  it('authentication 16: is refused with each reason, and none of these counts as a failed attempt', async () => {
    expect(await problems('kırmızı balık ')).toEqual(['PASSWORD_TOO_SHORT']);
    expect(await problems('ab'.repeat(70))).toEqual(['PASSWORD_TOO_LONG', 'PASSWORD_TOO_COMMON']);
    expect(await problems(USER_PASSWORD)).toEqual(['PASSWORD_REUSED']);
    expect(await problems(`${'ş'.repeat(512)}x`)).toEqual(['TOO_LONG']);
    for (let count = 0; count < 12; count++) await problems(name);
    expect((await change(ada, USER_PASSWORD, 'kırmızı balık g')).status).toBe(200);
  });

  it('authentication 16: is none of the last five, the one before them is free again', async () => {
    const used = [USER_PASSWORD, ...[1, 2, 3, 4, 5].map((number) => `lantern number ${number} in the fog`)];
    let token = ada;
    for (const [index, next] of used.slice(1).entries()) {
      const changed = await change(token, used[index]!, next);
      token = changed.body.token ?? '';
    }
    const last = used.at(-1)!;
    for (const before of used.slice(1)) {
      const answer = await change(token, last, before);
      expect(answer.error?.errorArguments[0]?.code).toBe('PASSWORD_REUSED');
    }
    expect((await change(token, last, USER_PASSWORD)).status).toBe(200);
  });

  it('authentication 16: has 8 characters beside an authenticator, which then cannot be missed', async () => {
    const { token } = await createTotpUser(server, admin, 'bob');
    expect((await change(token, USER_PASSWORD, 'zwölf Äp')).status).toBe(200);
    const [row] = await query<{ ok: boolean }>(
      server,
      `SELECT single_factor_ok AS ok FROM auth_password p JOIN auth_user u ON u.id = p.user_id WHERE u.username = 'bob'`,
    );
    expect(row).toEqual({ ok: false });
    await query(server, "DELETE FROM auth_factor WHERE user_id = (SELECT id FROM auth_user WHERE username = 'bob')");
    expect((await login(server, 'bob', 'zwölf Äp')).body.status).toBe('PASSWORD_CHANGE_REQUIRED');
  });

  it('authentication 16: keeps emoji, composed and decomposed letters and outer spaces', async () => {
    const changed = await change(ada, USER_PASSWORD, ' cafe\u0301 🐟🌲🚲🎈🧭🪐🍋🎻 ');
    expect(changed.status).toBe(200);
    expect((await login(server, name, ' caf\u00e9 🐟🌲🚲🎈🧭🪐🍋🎻 ')).status).toBe(200);
    expect((await login(server, name, 'caf\u00e9 🐟🌲🚲🎈🧭🪐🍋🎻')).status).toBe(401);
  });
});

it('the policy is told to everybody, for unknown tenants the same', async () => {
  const ask = (query: string) =>
    call<SvcAuthPasswordPolicyModel>(server, 'GET', `/auth/password-policy${query}`, {
      headers: { 'accept-language': 'tr' },
    });
  const policy = (await ask('?tenant=default')).body;
  expect(policy).toMatchObject({ minLength: 15, minLengthWithFactor: 8, maxLength: 128, blocklistEnabled: true });
  expect(policy.guidance).toContain('karakter');
  expect((await ask('?tenant=nobody')).body).toEqual(policy);
  expect((await ask('')).body).toEqual(policy);
});

it('authentication 19: a sign-in replaces what an older pepper key made', async () => {
  const clock = createManualClock();
  const [old, next] = ['old', 'next'].map((id) => `${id}:${randomBytes(32).toString('base64url')}`);
  const pepper = { KEELSON_PASSWORD_PEPPER: 'on' };
  const first = await startDirectory({ clock, env: { ...pepper, KEELSON_SECRET_KEYS: old! } });
  const second = await startDirectory({
    clock,
    env: { ...pepper, KEELSON_SECRET_KEYS: `${next},${old}` },
    sharedDatabase: first.database,
  });
  const keyIds = () => query<{ id: string | null }>(first, 'SELECT pepper_key_id AS id FROM auth_password');
  try {
    expect(await keyIds()).toEqual([{ id: 'old' }]);
    expect((await login(second, 'admin', ADMIN_PASSWORD)).status).toBe(200);
    expect(await keyIds()).toEqual([{ id: 'next' }]);
    expect((await login(second, 'admin', ADMIN_PASSWORD)).status).toBe(200);
  } finally {
    await second.stop();
    await first.stop();
  }
});
