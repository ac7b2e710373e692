// Proves that who is deactivated, deleted or run out is out at once everywhere, and that an administrator remains.
import type { SvcUserModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../kernel/database/database.ts';
import { raceInOrder } from '../../../../testing/lock-barrier.ts';
import {
  type Answer,
  call,
  createActiveUser,
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
import { takeLock } from '../../directory/user.store.ts';
import { createUserEndings } from '../../directory/user-ending.ts';
import { SYSTEM_USERNAME } from '../../ground/authentication.types.ts';
import { LAST_ADMIN_LOCK } from '../../ground/authentication-locks.ts';
import { createAccountExpiry } from './account-expiry.ts';

/** Refused sign-ins of one test ask the next one for no captcha. */
const ADDRESS_WINDOW_MS = 600_001;
const KEYS = { KEELSON_SECRET_KEYS: `shared:${'A'.repeat(43)}` };

let server: TestServer;
let second: TestServer;
let admin: string;
let count = 0;

beforeAll(async () => {
  server = await startDirectory({ env: KEYS });
  second = await startTestServer({ sharedDatabase: server.database, clock: server.clock, env: KEYS });
});
beforeEach(async () => {
  server.clock.advance(ADDRESS_WINDOW_MS);
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const send = <T = SvcUserModel>(method: string, path: string, body?: unknown, token = admin): Promise<Answer<T>> =>
  call<T>(server, method, path, body === undefined ? { token } : { token, body });
const person = (roleList: readonly string[] = []) =>
  createActiveUser(server, admin, { username: `person-${count++}`, roleList });
const deactivate = (uuid: string, token = admin) => send('POST', `/users/deactivate/by-uuid/${uuid}`, undefined, token);
const remove = (uuid: string, token = admin) => send('DELETE', `/users/by-uuid/${uuid}`, undefined, token);
const holdLastAdmin = (tx: Transaction) => takeLock(tx, LAST_ADMIN_LOCK);
const uuidOfAdmin = async () => (await send('GET', '/users/by-username/admin')).body.uuid;

describe('deactivating', () => {
  it('authentication 23: ends sessions on every process, challenges, remembered devices and keys; activating lets in again', async () => {
    const user = await person(['ROLE_TENANT_ADMIN']);
    const token = await signIn(server, user.username, USER_PASSWORD);
    const made = await send<{ key: string }>(
      'POST',
      '/api-keys',
      { name: user.username, authorityList: ['AUTH_USER_VIEW'] },
      token,
    );
    const headers = { 'x-api-key': made.body.key };
    expect((await call(second, 'GET', '/session', { token })).status).toBe(200);
    expect((await call(server, 'POST', '/users/data/page', { headers, body: {} })).status).toBe(200);
    await query(
      server,
      `INSERT INTO auth_device (uuid, user_id, device_hash, name, ip_address, first_used_date, last_used_date, expiry_date)
       SELECT gen_random_uuid(), id, uuid::text, 'd', '127.0.0.1', now(), now(), now() + interval '9 years' FROM auth_user WHERE uuid = $1`,
      [user.uuid],
    );
    await query(
      server,
      `INSERT INTO auth_challenge (identifier_hash, user_id, step, security_version, flow, date_created, expiry_date)
       SELECT uuid::text, id, 'CODE', 0, '{}', now(), now() + interval '9 years' FROM auth_user WHERE uuid = $1`,
      [user.uuid],
    );
    const answer = await deactivate(user.uuid);
    expect([answer.status, answer.body.enabled]).toEqual([200, false]);
    const dead = await eventually(
      () => call(second, 'GET', '/session', { token }),
      ({ status }) => status === 401,
    );
    expect(dead.error?.errorArguments).toEqual([{ reason: 'USER_DISABLED' }]);
    expect((await call(server, 'POST', '/users/data/page', { headers, body: {} })).status).toBe(403);
    const left = await query(
      server,
      `SELECT FROM auth_user u WHERE u.uuid = $1 AND (EXISTS (SELECT FROM auth_device d WHERE d.user_id = u.id)
         OR EXISTS (SELECT FROM auth_challenge c WHERE c.user_id = u.id))`,
      [user.uuid],
    );
    expect(left).toEqual([]);
    await expect(signIn(server, user.username, USER_PASSWORD)).rejects.toThrow('AUTH_INVALID_CREDENTIALS');
    expect((await deactivate(user.uuid)).body.version).toBe(answer.body.version);
    await send('POST', `/users/activate/by-uuid/${user.uuid}`);
    expect(await signIn(server, user.username, USER_PASSWORD)).toMatch(/^svc_/);
  });

  it.each(['behind', 'before'] as const)(
    'authentication 23: session 31: %s sign-ins whose password was already checked, no session survives',
    async (place) => {
      const user = await person();
      const holdUser = (tx: Transaction) =>
        server.apis.session.lockUser(tx, { tenantIdentifier: 'default', usernameFolded: user.username });
      const enter = () => signIn(server, user.username, USER_PASSWORD).catch(() => null);
      const shutOut = async () => void expect((await deactivate(user.uuid)).status).toBe(200);
      const racers = place === 'behind' ? [enter, enter, shutOut] : [shutOut, enter, enter];
      const tokens = await raceInOrder(server.database.database, holdUser, ...racers);
      // Whoever came first had a session; behind the deactivation there is none to be had.
      expect(tokens.filter((token) => typeof token === 'string')).toHaveLength(place === 'behind' ? 2 : 0);
      for (const token of tokens) {
        if (typeof token === 'string') expect((await call(server, 'GET', '/session', { token })).status).toBe(401);
      }
    },
  );

  it('authentication 23: SELF_LOCKOUT: nobody deactivates or deletes themselves', async () => {
    const uuid = await uuidOfAdmin();
    for (const answer of [await deactivate(uuid), await remove(uuid)]) {
      expect([answer.status, answer.error?.errorCode]).toEqual([409, 'SELF_LOCKOUT']);
    }
  });
});

describe('the last system administrator', () => {
  it('authentication 22: survives deactivating, deleting and an end of the account by somebody else', async () => {
    const catalogue = (await send<{ authority: string }[]>('GET', '/authorities/list')).body;
    const authorityList = catalogue.map(({ authority }) => authority);
    await send('POST', '/roles', { code: 'ROLE_EVERYTHING', authorityList });
    const manager = await person(['ROLE_EVERYTHING']);
    const token = await signIn(server, manager.username, USER_PASSWORD);
    const { uuid, version } = (await send('GET', '/users/by-username/admin')).body;
    const expiryDate = new Date(server.clock.now() + 400 * DAY_MS).toISOString();
    const answers = [
      await deactivate(uuid, token),
      await remove(uuid, token),
      await send('PUT', '/users', { uuid, version, expiryDate }, token),
    ];
    for (const answer of answers) expect([answer.status, answer.error?.errorCode]).toEqual([409, 'LAST_ADMIN']);
    expect((await call(server, 'GET', '/session', { token: admin })).status).toBe(200);
    // Nobody could sign in with an invitation alone; a locked name is let in again by whoever administers the database.
    const invited = await send('POST', '/users', { username: 'invited-admin', roleList: ['ROLE_SYSTEM_ADMIN'] });
    expect((await deactivate(uuid, token)).error?.errorCode).toBe('LAST_ADMIN');
    await send('DELETE', `/users/by-uuid/${invited.body.uuid}`);
  });

  it('authentication 34: an administrator whose account has an end does not count as one who remains', async () => {
    const other = await person(['ROLE_SYSTEM_ADMIN']);
    const otherToken = await signIn(server, other.username, USER_PASSWORD);
    const read = async (uuid: string) => (await send('GET', `/users/by-uuid/${uuid}`)).body;
    const expiryDate = new Date(server.clock.now() + 400 * DAY_MS).toISOString();
    const { version } = await read(other.uuid);
    expect((await send('PUT', '/users', { uuid: other.uuid, version, expiryDate })).status).toBe(200);
    expect((await deactivate(await uuidOfAdmin(), otherToken)).error?.errorCode).toBe('LAST_ADMIN');
    expect((await remove(other.uuid)).status).toBe(200);
  });

  it('authentication 22: survives two who deactivate, and two who delete each other at once', async () => {
    const pairs = [await adminPair(), await adminPair()];
    for (const [round, away] of [deactivate, remove].entries()) {
      const [one, other] = pairs[round]!;
      await query(server, 'UPDATE auth_user SET enabled = username = ANY($1::text[])', [
        [one.username, other.username],
      ]);
      const both = await raceInOrder(
        server.database.database,
        holdLastAdmin,
        () => away(other.uuid, one.token),
        () => away(one.uuid, other.token),
      );
      expect(both.map(({ status, error }) => [status, error?.errorCode])).toEqual([
        [200, undefined],
        [409, 'LAST_ADMIN'],
      ]);
      const [{ count: admins } = { count: 0 }] = await query<{ count: number }>(
        server,
        `SELECT count(*)::int AS count FROM auth_user u JOIN auth_user_role ur ON ur.user_id = u.id
         JOIN auth_role r ON r.id = ur.role_id WHERE r.code = 'ROLE_SYSTEM_ADMIN' AND u.enabled AND NOT u.deleted`,
      );
      expect(admins).toBe(1);
    }
    await query(server, 'UPDATE auth_user SET enabled = true WHERE NOT deleted');
  });
});

async function adminPair() {
  const signedIn = async () => {
    const { uuid, username } = await person(['ROLE_SYSTEM_ADMIN']);
    return { uuid, username, token: await signIn(server, username, USER_PASSWORD) };
  };
  return [await signedIn(), await signedIn()] as const;
}

describe('deleting', () => {
  it('takes password, roles and sessions; the name is never given out again, and the same person comes back', async () => {
    const user = await person(['ROLE_TENANT_ADMIN']);
    const token = await signIn(server, user.username, USER_PASSWORD);
    expect((await remove(user.uuid)).body).toEqual({});
    expect((await call(server, 'GET', '/session', { token })).error?.errorArguments).toEqual([
      { reason: 'USER_DELETED' },
    ]);
    expect((await remove(user.uuid)).error?.errorCode).toBe('USER_NOT_FOUND');
    const twin = await send('POST', '/users', { username: user.username.toUpperCase() });
    expect([twin.error?.errorCode, twin.error?.errorArguments[0]?.deletedUuid]).toEqual([
      'USERNAME_RESERVED',
      user.uuid,
    ]);
    const restored = await send('POST', `/users/restore/by-uuid/${user.uuid}`);
    expect(restored.body).toMatchObject({
      uuid: user.uuid,
      enabled: false,
      deleted: false,
      deletedDate: null,
      passwordSet: false,
      roleList: ['ROLE_USER'],
    });
    expect((await send('POST', `/users/restore/by-uuid/${user.uuid}`)).error?.errorCode).toBe('USER_NOT_FOUND');
    await send('POST', `/users/activate/by-uuid/${user.uuid}`);
    await expect(signIn(server, user.username, USER_PASSWORD)).rejects.toThrow('AUTH_INVALID_CREDENTIALS');
  });

  it('the link from before the delete is dead after the return; an identifier given away meanwhile is 409', async () => {
    const created = await send('POST', '/users', { username: 'left-early', externalIdentifier: 'X-1' });
    const { uuid, activationLink } = created.body;
    await remove(uuid);
    await send('POST', '/users', { username: 'took-over', externalIdentifier: 'X-1' });
    expect((await send('POST', `/users/restore/by-uuid/${uuid}`)).error?.errorCode).toBe('USER_ALREADY_EXISTS');
    const successor = (await send('GET', '/users/by-username/took-over')).body;
    await send('PUT', '/users', { uuid: successor.uuid, version: 0, externalIdentifier: null });
    expect((await send('POST', `/users/restore/by-uuid/${uuid}`)).status).toBe(200);
    const body = { activationToken: tokenOf(activationLink ?? ''), newPassword: USER_PASSWORD };
    expect((await call(server, 'POST', '/auth/activate', { body })).error?.errorCode).toBe('AUTH_TOKEN_EXPIRED');
  });
});

it('a required change of the password is asked for at the next sign-in', async () => {
  const user = await person();
  const { version } = (await send('GET', `/users/by-uuid/${user.uuid}`)).body;
  const changed = await send('PUT', '/users', { uuid: user.uuid, version, passwordChangeRequired: true });
  expect(changed.body.passwordChangeRequired).toBe(true);
  const answer = await login(server, user.username, USER_PASSWORD);
  expect(answer.body).toMatchObject({ status: 'PASSWORD_CHANGE_REQUIRED', token: null });
});

describe('a new activation link', () => {
  it('works once and ends the older one; whoever has a password gets none', async () => {
    const created = (await send('POST', '/users', { username: 'forgot-the-link' })).body;
    const path = `/users/resend-activation/by-uuid/${created.uuid}`;
    const resent = await send('POST', path);
    expect(resent.headers.get('cache-control')).toBe('no-store');
    const activate = (link: string | null) =>
      call(server, 'POST', '/auth/activate', {
        body: { activationToken: tokenOf(link ?? ''), newPassword: USER_PASSWORD },
      });
    expect((await activate(created.activationLink)).status).toBe(401);
    expect((await activate(resent.body.activationLink)).status).toBe(200);
    expect((await send('POST', path)).error?.errorCode).toBe('USER_ALREADY_ACTIVATED');
  });

  it('authentication 22: is not for those who lack what the user holds', async () => {
    await send('POST', '/roles', { code: 'ROLE_LINKS', authorityList: ['AUTH_USER_MANAGE'] });
    const manager = await person(['ROLE_LINKS']);
    const token = await signIn(server, manager.username, USER_PASSWORD);
    const strong = (await send('POST', '/users', { username: 'strong', roleList: ['ROLE_TENANT_ADMIN'] })).body;
    const answer = await send('POST', `/users/resend-activation/by-uuid/${strong.uuid}`, undefined, token);
    expect(answer.error?.errorCode).toBe('ACCESS_DENIED');
  });
});

it('authentication 34: an account that runs out loses sessions, keys, challenges and devices, with an event', async () => {
  const user = await person(['ROLE_TENANT_ADMIN']);
  const { version } = (await send('GET', `/users/by-uuid/${user.uuid}`)).body;
  const expiryDate = new Date(server.clock.now() + 60_000).toISOString();
  await send('PUT', '/users', { uuid: user.uuid, version, expiryDate });
  const token = await signIn(server, user.username, USER_PASSWORD);
  const { clock } = server;
  const { database, events } = server.kernel;
  const ended: number[] = [];
  const ending = async (_tx: unknown, userId: number) => void ended.push(userId);
  const endings = createUserEndings({ clock, session: () => server.apis.session, endings: [ending] });
  const expiry = createAccountExpiry({ database, clock, events, endings });
  await expiry.run();
  expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
  clock.advance(60_000);
  await Promise.all([expiry.run(), expiry.run()]);
  expect((await call(server, 'GET', '/session', { token })).status).toBe(401);
  await expect(signIn(server, user.username, USER_PASSWORD)).rejects.toThrow('AUTH_INVALID_CREDENTIALS');
  expect(ended).toContain((await send('GET', `/users/by-uuid/${user.uuid}`)).body.id);
  const told = await query<{ actor: string }>(
    server,
    "SELECT actor FROM log_recorded_event WHERE kind = 'authentication.user-expired' AND subject = $1",
    [user.username],
  );
  expect(told).toEqual([{ actor: SYSTEM_USERNAME }]);
  const found = (await send('GET', `/users/by-uuid/${user.uuid}`)).body;
  await send('PUT', '/users', { uuid: user.uuid, version: found.version, expiryDate: null });
  expect(await signIn(server, user.username, USER_PASSWORD)).toMatch(/^svc_/);
});

it('authentication 34: a user who cannot be shut out keeps nobody else in, and is tried again', async () => {
  const [stuck, other] = [await person(), await person()];
  const expiryDate = new Date(server.clock.now() + 1_000).toISOString();
  for (const { uuid } of [stuck, other]) {
    const { version } = (await send('GET', `/users/by-uuid/${uuid}`)).body;
    await send('PUT', '/users', { uuid, version, expiryDate });
  }
  const token = await signIn(server, other.username, USER_PASSWORD);
  server.clock.advance(1_000);
  const { id } = (await send('GET', `/users/by-uuid/${stuck.uuid}`)).body;
  const { clock } = server;
  const { database, events } = server.kernel;
  let broken = true;
  const ending = async (_tx: unknown, userId: number) => {
    if (broken && userId === id) throw new Error('broken');
  };
  const endings = createUserEndings({ clock, session: () => server.apis.session, endings: [ending] });
  const expiry = createAccountExpiry({ database, clock, events, endings });
  await expect(expiry.run()).rejects.toThrow('broken');
  expect((await call(server, 'GET', '/session', { token })).status).toBe(401);
  broken = false;
  await expiry.run();
  const shutOut = await query<{ expired: boolean }>(
    server,
    'SELECT expired_date IS NOT NULL AS expired FROM auth_user WHERE uuid = ANY ($1::uuid[])',
    [[stuck.uuid, other.uuid]],
  );
  expect(shutOut).toEqual([{ expired: true }, { expired: true }]);
});
