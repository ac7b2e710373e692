// Proves that nobody hands on more than they hold, that names stay apart, and that an administrator remains.
import type { SvcRoleModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raceInOrder } from '../../../testing/lock-barrier.ts';
import {
  call,
  createActiveUser,
  createTenant,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { LAST_ADMIN_LOCK } from '../ground/authentication-locks.ts';
import { takeLock } from './user.store.ts';

let server: TestServer;
let adminToken: string;
let managerToken: string;

const createUser = (token: string, body: object) => call<SvcUserModel>(server, 'POST', '/users', { token, body });
const createRole = (token: string, body: object, headers = {}) =>
  call<SvcRoleModel>(server, 'POST', '/roles', { token, body, headers });
const setRoles = (token: string, uuid: string, body: object) =>
  call<SvcUserModel>(server, 'PUT', `/users/roles/by-uuid/${uuid}`, { token, body });

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  const authorityList = ['AUTH_USER_MANAGE', 'AUTH_ROLE_MANAGE', 'AUTH_API_KEY_MANAGE', 'SESSION_VIEW'];
  await createRole(adminToken, { code: 'ROLE_MANAGER', name: 'Manager', authorityList });
  await createActiveUser(server, adminToken, { username: 'manager', roleList: ['ROLE_MANAGER'] });
  managerToken = await signIn(server, 'manager', USER_PASSWORD);
});
afterAll(() => server.stop());

describe('creating users', () => {
  it('authentication 21: the answer carries a link once, no password, and nobody signs in before activation', async () => {
    const { status, body, headers } = await createUser(adminToken, {
      username: 'new.person',
      displayName: 'New Person',
      locale: 'tr-tr',
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toMatchObject({
      username: 'new.person',
      displayName: 'New Person',
      locale: 'tr-TR',
      tenantIdentifier: 'default',
      enabled: true,
      passwordSet: false,
      roleList: ['ROLE_USER'],
      createdBy: 'admin',
      version: 0,
      deleted: false,
    });
    expect(body.activationLink).toMatch(/\/auth\/pages\/activate#token=[A-Za-z0-9_-]{43}&username=new\.person$/);
    await expect(signIn(server, 'new.person', USER_PASSWORD)).rejects.toThrow('AUTH_INVALID_CREDENTIALS');
    const changed = await setRoles(adminToken, body.uuid, { roleList: [], version: body.version });
    expect(changed.body.activationLink).toBeNull();
  });

  it('authentication 17: the folded twin is 409, also that of a deleted user', async () => {
    await createUser(adminToken, { username: 'IŞIK' });
    for (const username of ['ışık', 'ISIK'.replace('S', 'Ş'), 'Ｉşık']) {
      expect((await createUser(adminToken, { username })).error?.errorCode).toBe('USER_ALREADY_EXISTS');
    }
    await query(server, "UPDATE auth_user SET deleted = true, deleted_date = now() WHERE username = 'IŞIK'");
    expect((await createUser(adminToken, { username: 'ışık' })).status).toBe(409);
  });

  it('authentication 38: refuses names of services, and ROLE_SERVICE for a person', async () => {
    for (const username of ['service:x', 'cli:x', 'a b'])
      expect((await createUser(adminToken, { username })).status).toBe(400);
    const asService = await createUser(adminToken, { username: 'robot', roleList: ['ROLE_SERVICE'] });
    expect(asService.error?.errorCode).toBe('ROLE_NOT_ASSIGNABLE');
    const unknown = await createUser(adminToken, { username: 'robot', roleList: ['ROLE_NOWHERE'] });
    expect(unknown.error?.errorCode).toBe('ROLE_UNKNOWN');
  });

  it('an answer can be sent back as another user', async () => {
    const { body } = await createUser(adminToken, { username: 'template' });
    expect((await createUser(adminToken, { ...body, username: 'copy' })).status).toBe(200);
  });
});

describe('nobody hands on what they lack', () => {
  it('authentication 22: refuses it by a role, by the roles of a user and by an API key', async () => {
    const byRole = await createRole(managerToken, { code: 'ROLE_UP', authorityList: ['SESSION_VIEW', 'TENANT_ALL'] });
    const byUser = await createUser(managerToken, { username: 'up', roleList: ['ROLE_SYSTEM_ADMIN'] });
    const byKey = await call(server, 'POST', '/api-keys', {
      token: managerToken,
      body: { name: 'up', authorityList: ['TENANT_ALL'] },
    });
    const { body: plain } = await createUser(managerToken, { username: 'plain' });
    const bySet = await setRoles(managerToken, plain.uuid, { roleList: ['ROLE_SYSTEM_ADMIN'], version: 0 });
    for (const answer of [byRole, byUser, byKey, bySet]) {
      expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    }
    const held = await setRoles(managerToken, plain.uuid, { roleList: ['ROLE_MANAGER'], version: 0 });
    expect(held.body.roleList).toEqual(['ROLE_MANAGER', 'ROLE_USER']);
    expect(held.body.version).toBe(1);
  });

  it('authentication 22: a role is not taken away by somebody who lacks what is in it', async () => {
    const admin = await query<{ uuid: string; version: number }>(
      server,
      "SELECT uuid, version FROM auth_user WHERE username = 'admin'",
    );
    const { uuid, version } = admin[0]!;
    expect((await setRoles(managerToken, uuid, { roleList: [], version })).status).toBe(403);
  });

  it('authentication 22: LAST_ADMIN: the last one survives, also two who demote each other at once', async () => {
    const [{ uuid, version } = { uuid: '', version: 0 }] = await query<{ uuid: string; version: number }>(
      server,
      "SELECT uuid, version FROM auth_user WHERE username = 'admin'",
    );
    expect((await setRoles(adminToken, uuid, { roleList: [], version })).error?.errorCode).toBe('LAST_ADMIN');
    const second = await createActiveUser(server, adminToken, { username: 'second', roleList: ['ROLE_SYSTEM_ADMIN'] });
    const secondToken = await signIn(server, 'second', USER_PASSWORD);
    const [first, later] = await raceInOrder(
      server.database.database,
      (tx) => takeLock(tx, LAST_ADMIN_LOCK),
      () => setRoles(adminToken, second.uuid, { roleList: [], version: second.version }),
      () => setRoles(secondToken, uuid, { roleList: [], version }),
    );
    expect([first.status, later.status, later.error?.errorCode]).toEqual([200, 409, 'LAST_ADMIN']);
    const admins = await query<{ count: number }>(
      server,
      "SELECT count(*)::int AS count FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id WHERE r.code = 'ROLE_SYSTEM_ADMIN'",
    );
    expect(admins).toEqual([{ count: 1 }]);
  });

  it('authentication 22: a stale version is 409 and carries the current one', async () => {
    const { body } = await createUser(managerToken, { username: 'versioned' });
    await setRoles(managerToken, body.uuid, { roleList: ['ROLE_MANAGER'], version: 0 });
    const stale = await setRoles(managerToken, body.uuid, { roleList: [], version: 0 });
    expect([stale.status, stale.error?.errorCode]).toEqual([409, 'VERSION_CONFLICT']);
    expect(stale.error?.errorMessage).toContain('1');
  });
});

describe('roles', () => {
  it('codes are unique in a tenant, shipped ones included; unknown authorities are 422', async () => {
    const created = await createRole(managerToken, {
      code: 'ROLE_CLERK',
      authorityList: ['SESSION_VIEW', 'SESSION_VIEW'],
    });
    expect(created.body).toMatchObject({
      code: 'ROLE_CLERK',
      authorityList: ['SESSION_VIEW'],
      system: false,
      userCount: 0,
    });
    for (const code of ['ROLE_CLERK', 'ROLE_USER']) {
      expect((await createRole(managerToken, { code })).error?.errorCode).toBe('ROLE_ALREADY_EXISTS');
    }
    const unknown = await createRole(managerToken, { code: 'ROLE_ODD', authorityList: ['NO_SUCH_THING'] });
    expect(unknown.error?.errorCode).toBe('AUTHORITY_UNKNOWN');
  });

  it('a repeat under one Idempotency-Key answers the first answer', async () => {
    const headers = { 'idempotency-key': 'role-once-0001' };
    const model = { code: 'ROLE_ONCE' };
    const [one, two] = [await createRole(managerToken, model, headers), await createRole(managerToken, model, headers)];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body).toEqual(one.body);
    const other = await createRole(managerToken, { code: 'ROLE_OTHER' }, headers);
    expect(other.error?.errorCode).toBe('IDEMPOTENCY_KEY_REUSED');
  });
});

describe('tenants', () => {
  it('authentication 26: another tenant is 403 whether it exists or not, its users are 404; with TENANT_ALL it works', async () => {
    await createTenant(server, 'south');
    for (const tenantIdentifier of ['south', 'nowhere']) {
      expect((await createUser(managerToken, { username: 'x', tenantIdentifier })).status).toBe(403);
      expect((await createRole(managerToken, { code: 'ROLE_X', tenantIdentifier })).status).toBe(403);
    }
    const abroad = await createUser(adminToken, { username: 'abroad', tenantIdentifier: 'south' });
    expect(abroad.body.tenantIdentifier).toBe('south');
    expect((await setRoles(managerToken, abroad.body.uuid, { roleList: [], version: 0 })).error?.errorCode).toBe(
      'USER_NOT_FOUND',
    );
    const nowhere = await createUser(adminToken, { username: 'x', tenantIdentifier: 'nowhere' });
    expect(nowhere.error?.errorCode).toBe('TENANT_NOT_FOUND');
    expect((await createUser(adminToken, { username: 'manager', tenantIdentifier: 'south' })).status).toBe(200);
  });
});

it('authentication 28: every write is an event with who, from where and what', async () => {
  const { body } = await createUser(managerToken, { username: 'observed' });
  await setRoles(managerToken, body.uuid, { roleList: ['ROLE_MANAGER'], version: 0 });
  const events = await query<object>(
    server,
    "SELECT kind, type, actor, ip_address, detail FROM log_recorded_event WHERE subject = 'observed' ORDER BY id",
  );
  expect(events).toMatchObject([
    { kind: 'authentication.user-created', type: 'AUDIT', actor: 'manager', ip_address: '127.0.0.1' },
    { kind: 'authentication.user-roles-changed', detail: { old: ['ROLE_USER'], new: ['ROLE_MANAGER', 'ROLE_USER'] } },
  ]);
});
