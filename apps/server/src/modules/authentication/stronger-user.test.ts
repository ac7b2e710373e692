// Proves of every operation that touches somebody else's account whether it asks for all that this user holds.
import { hash } from 'node:crypto';
import { authenticationModule, type SvcUserModel, sessionModule } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../kernel/database/database.ts';
import { readMails } from '../../testing/mail-queue.ts';
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
  USER_PASSWORD,
} from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

let server: TestServer;
let admin: string;
/** Administers the tenant `default` and lacks what only system administrators hold. */
let boss: string;
/** Holds ROLE_SYSTEM_ADMIN, in the tenant of `boss`. */
let strong: SvcUserModel;
/** Holds the same, without a password. */
let invited: SvcUserModel;

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
  await createActiveUser(server, admin, { username: 'boss', roleList: ['ROLE_TENANT_ADMIN'] });
  const { uuid } = await createActiveUser(server, admin, { username: 'strong', roleList: ['ROLE_SYSTEM_ADMIN'] });
  await query(
    server,
    `UPDATE auth_user SET email = 'strong@example.org', email_folded = 'strong@example.org', email_verified = true
     WHERE uuid = $1`,
    [uuid],
  );
  strong = await found(uuid);
  const model = { username: 'invited', roleList: ['ROLE_SYSTEM_ADMIN'] };
  invited = (await call<SvcUserModel>(server, 'POST', '/users', { token: admin, body: model })).body;
});
beforeEach(async () => {
  admin = await signInAdmin(server);
  boss = await signIn(server, 'boss', USER_PASSWORD);
});
afterAll(() => server.stop());

const found = async (uuid: string): Promise<SvcUserModel> =>
  (await call<SvcUserModel>(server, 'GET', `/users/by-uuid/${uuid}`, { token: admin })).body;
const ask = <T = SvcUserModel>({ method, path, body }: Request, token: string): Promise<Answer<T>> =>
  call<T>(server, method, path, body === undefined ? { token } : { token, body });
const update = async (uuid: string, fields: object, token: string) => {
  const { version } = await found(uuid);
  return ask({ method: 'PUT', path: '/users', body: { uuid, version, ...fields } }, token);
};

const byUuid = (method: string, path: string, { uuid }: SvcUserModel): Request => ({
  method,
  path: `${path}/by-uuid/${uuid}`,
});

/** Lists the operations that change a user's standing, name or way in: only with all that the user holds. */
const strict: Readonly<Record<string, () => Request>> = {
  updateUser: () => {
    const { uuid, version } = strong;
    return { method: 'PUT', path: '/users', body: { uuid, version, displayName: 'Renamed' } };
  },
  setRoles: () => ({ ...byUuid('PUT', '/users/roles', strong), body: { roleList: [], version: strong.version } }),
  activateUser: () => byUuid('POST', '/users/activate', strong),
  deactivateUser: () => byUuid('POST', '/users/deactivate', strong),
  deleteUser: () => byUuid('DELETE', '/users', strong),
  unlockUser: () => byUuid('POST', '/users/unlock', strong),
  sendReset: () => byUuid('POST', '/users/send-password-reset', strong),
  resendActivation: () => byUuid('POST', '/users/resend-activation', invited),
  resetFactors: () => byUuid('DELETE', '/users/factors', strong),
  impersonate: () => ({ method: 'POST', path: '/auth/impersonate', body: { username: 'strong', reason: 'Why' } }),
};

/** Lists every other write that takes an authority, with the reason why it does not ask what somebody else holds. */
const free: Readonly<Record<string, string>> = {
  createUser: 'Nobody is there yet; its roles are handed on.',
  importUsers: 'Nobody is there yet; their roles are handed on.',
  restoreUser: 'Whoever was deleted holds nothing.',
  createRole: 'Asks what is put into the role.',
  updateRole: 'Asks what is put into the role and what is taken out.',
  deleteRole: 'Asks what the role holds.',
  createApiKey: 'Of the caller or of the tenant; asks what the key holds.',
  updateApiKey: 'Asks what the key holds, unless the key is switched off.',
  rotateApiKey: 'Asks what the key holds.',
  deleteApiKey: 'Ends a key, which everybody who sees it leak has to be able to do.',
  createTenant: 'Nobody is in it yet.',
  updateTenant: 'Changes nobody of it.',
  activateTenant: 'An authority of the level SYSTEM; of everybody in it at once.',
  deactivateTenant: 'An authority of the level SYSTEM; of everybody in it at once.',
  deleteTenant: 'Nobody is in it any more.',
  begin: 'Has a rule of its own: no authority of the level SYSTEM that the caller lacks.',
  beginWithToken: 'Has a rule of its own: no authority of the level SYSTEM that the caller lacks.',
  systemBegin: 'Begins a session of a service.',
  systemClose: 'Ends a session of a service.',
  systemCloseAll: 'Ends sessions of services.',
  close: 'Ends what is running; the account stays as it is.',
  close1: 'Ends what is running; the account stays as it is.',
  closeAll: 'Ends what is running; the accounts stay as they are.',
  closeAll2: 'Ends what is running; the account stays as it is.',
  closeAllIdentifiers: 'Ends what is running; the accounts stay as they are.',
  closeAllSessions: 'Ends what is running; the accounts stay as they are.',
  closeAllUsers: 'Ends what is running; the accounts stay as they are.',
  closeByQuery: 'Ends what is running; the accounts stay as they are.',
};

/** Reads everything of the user that an administrator could change, and what hangs on it. */
const stateOf = (username: string) =>
  query<{ text: string }>(
    server,
    `SELECT u::text || coalesce((SELECT string_agg(r.role_id::text, ',') FROM auth_user_role r WHERE r.user_id = u.id), '')
       || (SELECT count(*) FROM auth_one_time_token t WHERE t.user_id = u.id)
       || (SELECT count(*) FROM session_entry s WHERE s.username_folded = u.username_folded AND s.closed_date IS NULL) AS text
     FROM auth_user u WHERE u.username_folded = $1`,
    [username],
  );

describe('somebody who holds more', () => {
  it('authentication 22: every write that takes an authority either asks for all of it or says why not', () => {
    const operations = [...Object.values(authenticationModule.operations), ...Object.values(sessionModule.operations)];
    const taking = operations.filter(
      ({ built, effect, access }) => built && effect === 'write' && access.authorities.length > 0,
    );
    const listed = [...Object.keys(strict), ...Object.keys(free)];
    expect(listed.sort()).toEqual(taking.map(({ name }) => name as string).sort());
  });

  it.each(Object.keys(strict))('authentication 22: is left alone by %s', async (name) => {
    const before = [await stateOf('strong'), await stateOf('invited')];
    const answer = await ask(strict[name]!(), boss);
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect([await stateOf('strong'), await stateOf('invited')]).toEqual(before);
  });

  it.each([
    ['renamed', { username: 'weaker' }],
    ['given an end of the account', { expiryDate: '2030-01-01T00:00:00Z' }],
    ['given another address', { email: 'thief@example.org' }],
    ['robbed of the address', { email: null }],
    ['made to change the password', { passwordChangeRequired: true }],
    ['given an identifier of an earlier system', { externalIdentifier: 'X-1' }],
  ])('authentication 22: is not %s', async (_name, fields) => {
    const before = await stateOf('strong');
    const answer = await update(strong.uuid, fields, boss);
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect(await stateOf('strong')).toEqual(before);
    expect(await readMails(server, 'auth.credential-changed')).toEqual([]);
  });

  it.each([
    ['a role that both could have', ['ROLE_SYSTEM_ADMIN', 'ROLE_TENANT_ADMIN']],
    ['the roles that are there already', ['ROLE_SYSTEM_ADMIN']],
  ])('authentication 22: is not given %s', async (_name, roleList) => {
    const before = await stateOf('strong');
    const body = { roleList, version: strong.version };
    const answer = await ask({ ...byUuid('PUT', '/users/roles', strong), body }, boss);
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect(await stateOf('strong')).toEqual(before);
  });

  it('authentication 22: is not put into the hands of a key that lacks what its owner holds', async () => {
    const body = { name: 'narrow', authorityList: ['AUTH_USER_MANAGE'] };
    const made = await call<{ key: string }>(server, 'POST', '/api-keys', { token: admin, body });
    const { uuid } = (await call<SvcUserModel>(server, 'GET', '/users/by-username/admin', { token: admin })).body;
    const headers = { 'x-api-key': made.body.key };
    const answer = await call(server, 'POST', `/users/unlock/by-uuid/${uuid}`, { headers });
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  });

  it('loses sessions to whoever may close sessions, and nothing else', async () => {
    const token = await signIn(server, 'strong', USER_PASSWORD);
    const path = '/close-all/by-username/strong';
    expect((await call(server, 'GET', path, { token: boss })).status).toBe(200);
    expect((await call(server, 'GET', '/session', { token })).status).toBe(401);
    expect(await signIn(server, 'strong', USER_PASSWORD)).toMatch(/^svc_/);
  });
});

it('an equal, a weaker user and the own account are changed', async () => {
  const equal = await createActiveUser(server, admin, { username: 'equal', roleList: ['ROLE_TENANT_ADMIN'] });
  const changed = await update(equal.uuid, { email: 'equal@example.org', username: 'peer' }, boss);
  expect(changed.body).toMatchObject({ email: 'equal@example.org', emailVerified: false, username: 'peer' });
  expect((await ask(byUuid('POST', '/users/unlock', equal), boss)).status).toBe(200);
  expect((await ask(byUuid('POST', '/users/deactivate', equal), boss)).body.enabled).toBe(false);
  expect((await ask(byUuid('POST', '/users/activate', equal), boss)).body.enabled).toBe(true);
  expect((await ask(byUuid('DELETE', '/users', equal), boss)).status).toBe(200);
  const own = (await call<SvcUserModel>(server, 'GET', '/users/by-username/boss', { token: boss })).body;
  const weaker = await createActiveUser(server, admin, { username: 'weaker-one' });
  for (const { uuid, version } of [own, weaker]) {
    const body = { roleList: ['ROLE_TENANT_ADMIN'], version };
    expect((await ask({ method: 'PUT', path: `/users/roles/by-uuid/${uuid}`, body }, boss)).status).toBe(200);
  }
  expect((await update(own.uuid, { displayName: 'Boss' }, boss)).body.displayName).toBe('Boss');
  expect((await update(strong.uuid, { displayName: 'Strong' }, admin)).body.displayName).toBe('Strong');
  strong = await found(strong.uuid);
});

describe('authorities gained between the look and the write', () => {
  /** Runs the statements in a transaction that is committed once the request waits for it. */
  async function meanwhile(statements: readonly string[], request: Request): Promise<Answer<SvcUserModel>> {
    const { database } = server.kernel;
    let answer: Promise<Answer<SvcUserModel>> | undefined;
    await database.transaction(async (tx) => {
      for (const text of statements) await tx.execute(sql(`test_${hash('sha256', text, 'hex').slice(0, 16)}`, text));
      answer = ask(request, boss);
      const waiting = () =>
        query<{ count: number }>(
          server,
          "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
      expect((await eventually(waiting, ([row]) => row!.count > 0))[0]?.count).toBe(1);
    });
    return answer!;
  }

  const give = (username: string, code: string) =>
    `INSERT INTO auth_user_role (user_id, role_id) SELECT u.id, r.id FROM auth_user u, auth_role r
     WHERE u.username = '${username}' AND r.code = '${code}'`;

  it('authentication 22: a user who is given a role meanwhile is left alone', async () => {
    const rising = await createActiveUser(server, admin, { username: 'rising' });
    const lock = `SELECT id FROM auth_user WHERE uuid = '${rising.uuid}' FOR UPDATE`;
    const statements = [lock, give('rising', 'ROLE_SYSTEM_ADMIN')];
    const answer = await meanwhile(statements, byUuid('DELETE', '/users', rising));
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect((await found(rising.uuid)).roleList).toContain('ROLE_SYSTEM_ADMIN');
  });

  it('authentication 22: a user whose role gains an authority meanwhile is left alone', async () => {
    const body = { code: 'ROLE_GROWING', authorityList: ['SESSION_VIEW'] };
    const role = (await call<{ uuid: string }>(server, 'POST', '/roles', { token: admin, body })).body;
    const growing = await createActiveUser(server, admin, { username: 'growing', roleList: ['ROLE_GROWING'] });
    const lock = `SELECT id FROM auth_role WHERE uuid = '${role.uuid}' FOR UPDATE`;
    const grow = `INSERT INTO auth_role_authority (role_id, authority)
      SELECT id, 'TENANT_ALL' FROM auth_role WHERE code = 'ROLE_GROWING'`;
    const answer = await meanwhile([lock, grow], byUuid('POST', '/users/deactivate', growing));
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    expect((await login(server, 'growing', USER_PASSWORD)).status).toBe(200);
  });
});
