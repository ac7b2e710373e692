// Proves what the first start leaves behind, and that an activation link works once.
import { randomBytes } from 'node:crypto';
import { Script } from 'node:vm';
import type { SvcUserModel } from '@keelson/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../../kernel/database/clock.ts';
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { raceInOrder } from '../../../../testing/lock-barrier.ts';
import {
  ADMIN_PASSWORD,
  call,
  createTenant,
  endNameReservations,
  eventually,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  tokenOf,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';
import { linkPageScript } from '../link-pages/link-page-script.ts';

const USE_TOKENS = sql('test_use_tokens', 'UPDATE auth_one_time_token SET used_date = now()');
const LOCK_FACTORS = sql('test_lock_factors', 'LOCK TABLE auth_factor IN ACCESS EXCLUSIVE MODE');

const started: TestServer[] = [];
const printed: string[] = [];

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text).trimEnd());
    return true;
  });
  try {
    const server = await startTestServer({ firstStart: true, ...options });
    started.push(server);
    return server;
  } finally {
    write.mockRestore();
  }
}

afterEach(async () => {
  for (const server of started.splice(0).reverse()) await server.stop();
  printed.length = 0;
});

const links = (): string[] => printed.filter((line) => line.includes('/auth/pages/activate#token='));
const activate = (server: TestServer, activationToken: string, newPassword = USER_PASSWORD) =>
  call(server, 'POST', '/auth/activate', { body: { activationToken, newPassword } });

describe('the first start', () => {
  it('authentication 25: prints one working link, and there is no default password', async () => {
    const server = await start({ env: { KEELSON_PUBLIC_URL: 'https://keelson.example' } });
    expect(links()).toHaveLength(1);
    const [link = ''] = links();
    expect(link).toMatch(/^https:\/\/keelson\.example\/auth\/pages\/activate#token=[A-Za-z0-9_-]{43}&username=admin$/);
    const users = await query<{ username: string }>(server, 'SELECT username FROM auth_user');
    expect(users).toEqual([{ username: 'admin' }]);
    for (const guess of ['admin', 'keelson']) {
      expect((await login(server, 'admin', guess)).error?.errorCode).toBe('AUTH_INVALID_CREDENTIALS');
    }
    expect((await activate(server, tokenOf(link))).status).toBe(200);
    const signedIn = await login(server, 'admin', USER_PASSWORD);
    const authorities = signedIn.body.authorities?.map(({ authority }) => authority);
    expect(authorities).toEqual(
      expect.arrayContaining(['TENANT_ALL', 'AUTH_TENANT_MANAGE', 'SESSION_VIEW', 'BPMN_TASK']),
    );
    expect(server.logLines.join('\n')).not.toContain(tokenOf(link));
  });

  it('authentication 25: two processes on an empty database make one tenant, one admin, one working link', async () => {
    const clock = createManualClock();
    const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
    const first = await start({ clock, env });
    await query(
      first,
      'TRUNCATE auth_tenant, auth_user, auth_role, auth_authority, auth_role_authority, auth_user_role, auth_password, auth_one_time_token CASCADE',
    );
    printed.length = 0;
    const again = () => start({ clock, env, sharedDatabase: first.database });
    const servers = await Promise.all([again(), again()]);
    const counts = await query<{ tenants: number; users: number; roles: number }>(
      first,
      `SELECT (SELECT count(*)::int FROM auth_tenant) AS tenants, (SELECT count(*)::int FROM auth_user) AS users,
         (SELECT count(*)::int FROM auth_role) AS roles`,
    );
    expect(counts).toEqual([{ tenants: 1, users: 1, roles: 4 }]);
    expect(links()).toHaveLength(1);
    expect((await activate(servers[1]!, tokenOf(links()[0] ?? ''))).status).toBe(200);
    expect((await login(servers[0]!, 'admin', USER_PASSWORD)).status).toBe(200);
  });

  it('authentication 25: KEELSON_ADMIN_PASSWORD is held against the policy, and read only while admin has none', async () => {
    await expect(start({ env: { KEELSON_ADMIN_PASSWORD: 'too short' } })).rejects.toThrow(
      /KEELSON_ADMIN_PASSWORD is refused: Use at least 15 characters/,
    );
    const stricter = { settings: { 'auth.password.min-length': 60 }, env: { KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD } };
    await expect(start(stricter)).rejects.toThrow('Use at least 60 characters');
    const clock = createManualClock();
    const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
    const first = await startDirectory({ clock, env });
    started.push(first);
    const other = { ...env, KEELSON_ADMIN_PASSWORD: 'weak' };
    const second = await start({ clock, env: other, sharedDatabase: first.database });
    expect(links()).toHaveLength(0);
    expect((await login(second, 'admin', ADMIN_PASSWORD)).status).toBe(200);
    expect((await login(second, 'admin', 'weak')).status).toBe(401);
  });

  it('authentication 25: a second start before the activation prints no second link, one after its end does', async () => {
    const clock = createManualClock();
    const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
    const first = await start({ clock, env });
    const [old = ''] = links();
    await start({ clock, env, sharedDatabase: first.database });
    expect(links()).toEqual([old]);
    clock.advance(24 * 3_600_000);
    expect((await activate(first, tokenOf(old))).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
    await start({ clock, env, sharedDatabase: first.database });
    expect(links()).toHaveLength(2);
    expect((await activate(first, tokenOf(links()[1] ?? ''))).status).toBe(200);
  });
});

describe('a start beside a directory that has users', () => {
  const env = () => ({ KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` });
  const create = async (server: TestServer, token: string, model: object) =>
    (await call<SvcUserModel>(server, 'POST', '/users', { token, body: model })).body;

  it('authentication 25: looks for who holds the role: a plain user called admin gets neither password nor link', async () => {
    const keys = env();
    const first = await startDirectory({ env: keys });
    started.push(first);
    const token = await signInAdmin(first);
    const admin = (await call<SvcUserModel>(first, 'GET', '/users/by-username/admin', { token })).body;
    const { uuid, version } = admin;
    await call(first, 'PUT', '/users', { token, body: { uuid, version, username: 'root' } });
    await endNameReservations(first);
    const rooted = await signIn(first, 'root', ADMIN_PASSWORD);
    const plain = await eventually(
      () => create(first, rooted, { username: 'admin' }),
      (user) => user != null,
    );
    expect(plain.passwordSet).toBe(false);
    const other = { ...keys, KEELSON_ADMIN_PASSWORD: 'ten lanterns over the bay' };
    const second = await start({ env: other, sharedDatabase: first.database });
    expect(printed.join()).not.toContain('password of');
    expect(links()).toEqual([]);
    expect((await login(second, 'admin', other.KEELSON_ADMIN_PASSWORD)).status).toBe(401);
    expect((await login(second, 'root', other.KEELSON_ADMIN_PASSWORD)).status).toBe(401);
    expect((await login(second, 'root', ADMIN_PASSWORD)).status).toBe(200);
  });

  it('authentication 25: gives the password, or the link, to the oldest administrator while none who can sign in has one', async () => {
    const keys = env();
    const first = await startDirectory({ env: keys });
    started.push(first);
    const token = await signInAdmin(first);
    await createTenant(first, 'abroad');
    const roleList = ['ROLE_SYSTEM_ADMIN'];
    await create(first, token, { username: 'abroad', roleList, tenantIdentifier: 'abroad' });
    await create(first, token, { username: 'off', roleList, enabled: false });
    await create(first, token, { username: 'oldest', roleList });
    await create(first, token, { username: 'younger', roleList });
    await query(first, "UPDATE auth_user SET enabled = false WHERE username = 'admin'");
    await query(first, 'UPDATE auth_one_time_token SET used_date = now()');
    await start({ env: keys, sharedDatabase: first.database });
    expect(printed).toEqual([
      expect.stringContaining('Set the password of oldest'),
      expect.stringContaining('username=oldest'),
    ]);
    const given = { ...keys, KEELSON_ADMIN_PASSWORD: 'ten lanterns over the bay' };
    const named = { ...keys, KEELSON_ADMIN_PASSWORD: 'oldest' };
    await expect(start({ env: named, sharedDatabase: first.database })).rejects.toThrow(
      'KEELSON_ADMIN_PASSWORD is refused',
    );
    const third = await start({ env: given, sharedDatabase: first.database });
    expect((await login(third, 'oldest', given.KEELSON_ADMIN_PASSWORD)).status).toBe(200);
    for (const username of ['younger', 'off', 'admin']) {
      expect((await login(third, username, given.KEELSON_ADMIN_PASSWORD)).status).toBe(401);
    }
  });

  it('authentication 25: says so when nobody who can sign in holds the role, and makes nobody an administrator', async () => {
    const keys = env();
    const first = await startDirectory({ env: keys });
    started.push(first);
    await query(first, "UPDATE auth_user SET enabled = false WHERE username = 'admin'");
    const given = { ...keys, KEELSON_ADMIN_PASSWORD: 'ten lanterns over the bay' };
    await start({ env: given, sharedDatabase: first.database });
    expect(printed).toEqual([expect.stringContaining('Nobody who can sign in holds ROLE_SYSTEM_ADMIN')]);
    expect(await query(first, 'SELECT username FROM auth_user')).toEqual([{ username: 'admin' }]);
  });
});

describe('an activation link', () => {
  it('works once, also twice at the same time, and a refused password keeps it usable', async () => {
    const server = await start();
    const token = tokenOf(links()[0] ?? '');
    const weak = await activate(server, token, 'admin1234');
    expect(weak.status).toBe(400);
    expect(weak.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['newPassword', 'PASSWORD_TOO_SHORT'],
      ['newPassword', 'PASSWORD_CONTAINS_CONTEXT_WORD'],
    ]);
    const both = await Promise.all([activate(server, token), activate(server, token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await activate(server, token)).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
  });

  it('authentication 29: an unknown, a foreign and a token of another purpose are one answer', async () => {
    const server = await start();
    const token = tokenOf(links()[0] ?? '');
    await query(server, "UPDATE auth_one_time_token SET purpose = 'RESET'");
    for (const presented of [token, 'x'.repeat(43), `svc_${'y'.repeat(43)}`]) {
      const answer = await activate(server, presented);
      expect([answer.status, answer.error?.errorCode]).toEqual([401, 'AUTH_TOKEN_EXPIRED']);
    }
  });

  it('authentication 2: a used, an old, a foreign one, one of a deleted user and one of a closed tenant are answered alike', async () => {
    const server = await startDirectory();
    started.push(server);
    const admin = await signInAdmin(server);
    const invite = async (username: string, tenantIdentifier = 'default'): Promise<string> => {
      const body = { username, tenantIdentifier };
      const created = await call<{ activationLink: string }>(server, 'POST', '/users', { token: admin, body });
      return tokenOf(created.body.activationLink);
    };
    await createTenant(server, 'closed');
    const [used, deleted, expired, closed, old] = [
      await invite('used'),
      await invite('deleted'),
      await invite('expired'),
      await invite('closed', 'closed'),
      await invite('old'),
    ];
    expect((await activate(server, used)).status).toBe(200);
    await query(server, "UPDATE auth_user SET deleted = true WHERE username = 'deleted'");
    await query(server, "UPDATE auth_user SET expiry_date = 'epoch' WHERE username = 'expired'");
    await query(server, "UPDATE auth_tenant SET enabled = false WHERE identifier = 'closed'");
    await query(
      server,
      `UPDATE auth_one_time_token SET expiry_date = 'epoch' WHERE user_id =
      (SELECT id FROM auth_user WHERE username = 'old')`,
    );
    const outcome = async (token: string) => {
      const { status, headers, text } = await activate(server, token);
      const { time: _, uuid: __, ...detail } = JSON.parse(text).errorDetail;
      const named = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      return { status, detail, headers: Object.fromEntries(named) };
    };
    const unknown = await outcome('x'.repeat(43));
    expect(unknown.status).toBe(401);
    for (const token of [used, deleted, expired, closed, old]) expect(await outcome(token)).toEqual(unknown);
  });

  it('for somebody who has a password already it is a reset: locks, challenges and remembered devices end', async () => {
    const server = await startDirectory({ settings: { 'auth.captcha.mode': 'OFF' } });
    started.push(server);
    const admin = await signInAdmin(server);
    for (let count = 0; count < 10; count++) await login(server, 'admin', 'not the password at all');
    expect((await login(server, 'admin', ADMIN_PASSWORD)).error?.errorCode).toBe('AUTH_TEMPORARILY_LOCKED');
    await query(server, "UPDATE auth_device SET remembered_until_date = 'infinity'");
    const actor = { username: 'cli:root', tenantIdentifier: 'default', ipAddress: null, requestId: null };
    const user = { tenantIdentifier: 'default', username: 'admin' };
    const { link } = await server.apis.authentication.issueAdminLink(user, actor);
    expect((await activate(server, tokenOf(link))).status).toBe(200);
    expect((await call(server, 'GET', '/session', { token: admin })).status).toBe(401);
    expect((await login(server, 'admin', USER_PASSWORD)).status).toBe(200);
    const devices = await query<{ remembered: boolean }>(
      server,
      'SELECT remembered_until_date IS NOT NULL AS remembered FROM auth_device ORDER BY id',
    );
    expect(devices.map(({ remembered }) => remembered)).not.toContain(true);
    const kinds = await query<{ kind: string }>(
      server,
      "SELECT kind FROM log_recorded_event WHERE kind LIKE '%-reset'",
    );
    expect(kinds).toEqual([{ kind: 'authentication.password-reset' }]);
  });

  it('who presses twice learns that the link is used, not that the password is', async () => {
    const server = await startDirectory();
    started.push(server);
    await signInAdmin(server);
    const actor = { username: 'cli:root', tenantIdentifier: 'default', ipAddress: null, requestId: null };
    const user = { tenantIdentifier: 'default', username: 'admin' };
    const { link } = await server.apis.authentication.issueAdminLink(user, actor);
    // The other press, not committed yet, has used the link and set this very password.
    const otherPress = async (tx: Transaction) => {
      await tx.execute(USE_TOKENS);
      await tx.execute(LOCK_FACTORS);
    };
    const [late] = await raceInOrder(server.database.database, otherPress, () =>
      activate(server, tokenOf(link), ADMIN_PASSWORD),
    );
    expect([late.status, late.error?.errorCode]).toEqual([401, 'AUTH_TOKEN_EXPIRED']);
  });

  it('session 2: no token is in a dump of the database', async () => {
    const server = await start();
    const token = tokenOf(links()[0] ?? '');
    await activate(server, token);
    const signedIn = await login(server, 'admin', USER_PASSWORD);
    const tables = await query<{ name: string }>(
      server,
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    for (const { name } of tables) {
      const rows = await query<{ text: string }>(server, `SELECT t::text AS text FROM "${name}" t`);
      const dump = rows.map(({ text }) => text).join('\n');
      for (const secret of [token, signedIn.body.token ?? '', USER_PASSWORD]) expect(dump).not.toContain(secret);
    }
    expect(server.logLines.join('\n')).not.toContain(signedIn.body.token);
  });
});

it('the script of the page is JavaScript that a browser can read', () => {
  expect(() => new Script(linkPageScript)).not.toThrow();
});

it('authentication 35: the page is whole without anything else, in both languages', async () => {
  const server = await start();
  for (const [language, title] of [
    ['en', 'Set your password'],
    ['tr', 'Parolanızı belirleyin'],
  ] as const) {
    const headers = { 'accept-language': language, accept: 'text/html' };
    const {
      status,
      text,
      headers: answered,
    } = await call(server, 'GET', '/authentication/auth/pages/activate', { headers });
    expect(status).toBe(200);
    expect(answered.get('content-type')).toBe('text/html; charset=utf-8');
    const policy = answered.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src 'sha256-[A-Za-z0-9+/=]{44}'/);
    expect(policy).not.toContain('unsafe');
    expect(text).toContain(`<html lang="${language}">`);
    expect(text).toContain(title);
    // Nothing is loaded: the one address leads to the start page.
    expect(text.match(/\s(src|href)="[^"]*"/g)).toEqual([expect.stringMatching(/^ href="[^"]*\/"$/)]);
  }
});
