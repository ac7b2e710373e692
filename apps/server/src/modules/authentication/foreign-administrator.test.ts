// Proves that for an administrator of another tenant nothing of this one exists, operation by operation.
import { authenticationModule, type SvcApiKeyModel, type SvcRoleModel, type SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  login,
  query,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';

const OWN = 'own';
const NOWHERE = '019b7700-0000-7000-8000-000000000001';
/** Matches what the seed's administrator administers; the other operations of the module concern the caller or nobody. */
const ADMINISTRATION = /^\/(users|roles|tenants|api-keys|authorities)(\/|$)/;

type Operation = (typeof authenticationModule.operations)[keyof typeof authenticationModule.operations];

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Victims {
  readonly user: SvcUserModel;
  readonly invited: SvcUserModel;
  readonly gone: SvcUserModel;
  readonly role: SvcRoleModel;
  readonly key: SvcApiKeyModel;
  readonly tenantUuid: string;
}

let server: TestServer;
let admin: string;
let victims: Victims;

const send = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const answer = await call<T>(server, method, path, body === undefined ? { token: admin } : { token: admin, body });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
};

async function administratorOf(tenantIdentifier: string, roleList: readonly string[]): Promise<string> {
  await send('POST', '/tenants', { identifier: tenantIdentifier, name: tenantIdentifier });
  await createActiveUser(server, admin, { username: 'boss', roleList, tenantIdentifier });
  const answer = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier } });
  return answer.body.token ?? '';
}

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
  const tenant = await send<{ uuid: string }>('POST', '/tenants', { identifier: OWN, name: 'Own' });
  const tenantIdentifier = OWN;
  const user = await createActiveUser(server, admin, { username: 'victim', tenantIdentifier });
  await query(server, "UPDATE auth_user SET email = 'victim@example.org', email_verified = true WHERE uuid = $1", [
    user.uuid,
  ]);
  const invited = await send<SvcUserModel>('POST', '/users', { username: 'invited', tenantIdentifier });
  const gone = await send<SvcUserModel>('POST', '/users', { username: 'gone', tenantIdentifier });
  await send('DELETE', `/users/by-uuid/${gone.uuid}`);
  const role = await send<SvcRoleModel>('POST', '/roles', { code: 'ROLE_OWN', tenantIdentifier });
  const model = { name: 'own', tenantIdentifier, authorityList: ['AUTH_USER_VIEW'] };
  const key = await send<SvcApiKeyModel>('POST', '/api-keys', model);
  victims = { user, invited, gone, role, key, tenantUuid: tenant.uuid };
});
afterAll(() => server.stop());

const byUuid = (method: string, prefix: string, uuid: string): Request => ({
  method,
  path: `${prefix}/by-uuid/${uuid}`,
});

/**
 * Answers one request for each operation, in an order in which all of them can be done; each goes for a record of the tenant
 * `own`.
 */
function requestsFor({ user, invited, gone, role, key, tenantUuid }: Victims): Readonly<Record<string, Request>> {
  const tenantIdentifier = OWN;
  const page = { tenantIdentifier };
  return {
    createUser: { method: 'POST', path: '/users', body: { username: 'planted', tenantIdentifier } },
    importUsers: { method: 'POST', path: '/users/import', body: [{ username: 'imported', tenantIdentifier }] },
    getUser: byUuid('GET', '/users', user.uuid),
    getUserByUsername: { method: 'GET', path: '/users/by-username/victim' },
    queryUserPage: { method: 'POST', path: '/users/data/page', body: page },
    lookUpUsers: { method: 'POST', path: '/users/lookup/list', body: { usernameList: ['victim'] } },
    queryUserList: { method: 'POST', path: '/users/data/list', body: page },
    updateUser: { method: 'PUT', path: '/users', body: { uuid: user.uuid, version: 0, displayName: 'Taken' } },
    setRoles: { ...byUuid('PUT', '/users/roles', invited.uuid), body: { roleList: [], version: 0 } },
    unlockUser: byUuid('POST', '/users/unlock', user.uuid),
    sendReset: byUuid('POST', '/users/send-password-reset', user.uuid),
    resendActivation: byUuid('POST', '/users/resend-activation', invited.uuid),
    resetFactors: byUuid('DELETE', '/users/factors', user.uuid),
    deactivateUser: byUuid('POST', '/users/deactivate', user.uuid),
    activateUser: byUuid('POST', '/users/activate', user.uuid),
    restoreUser: byUuid('POST', '/users/restore', gone.uuid),
    deleteUser: byUuid('DELETE', '/users', invited.uuid),
    createRole: { method: 'POST', path: '/roles', body: { code: 'ROLE_PLANTED', tenantIdentifier } },
    getRole: byUuid('GET', '/roles', role.uuid),
    queryRolePage: { method: 'POST', path: '/roles/data/page', body: page },
    lookUpRoles: { method: 'POST', path: '/roles/lookup/list', body: { searchText: 'ROLE_OWN' } },
    queryRoleList: { method: 'POST', path: '/roles/data/list', body: page },
    updateRole: { method: 'PUT', path: '/roles', body: { uuid: role.uuid, version: 0, name: 'Taken' } },
    deleteRole: byUuid('DELETE', '/roles', role.uuid),
    createApiKey: {
      method: 'POST',
      path: '/api-keys',
      body: { name: 'planted', tenantIdentifier, authorityList: ['AUTH_USER_VIEW'] },
    },
    getApiKey: byUuid('GET', '/api-keys', key.uuid),
    queryApiKeyPage: { method: 'POST', path: '/api-keys/data/page', body: page },
    updateApiKey: { method: 'PUT', path: '/api-keys', body: { uuid: key.uuid, version: 0, description: 'taken' } },
    rotateApiKey: byUuid('POST', '/api-keys/rotate', key.uuid),
    deleteApiKey: byUuid('DELETE', '/api-keys', key.uuid),
    createTenant: { method: 'POST', path: '/tenants', body: { identifier: 'planted', name: 'Planted' } },
    getTenant: byUuid('GET', '/tenants', tenantUuid),
    queryTenantPage: { method: 'POST', path: '/tenants/data/page', body: { identifier: OWN } },
    updateTenant: { method: 'PUT', path: '/tenants', body: { uuid: tenantUuid, version: 0, name: 'Taken' } },
    deactivateTenant: byUuid('POST', '/tenants/deactivate', tenantUuid),
    activateTenant: byUuid('POST', '/tenants/activate', tenantUuid),
    deleteTenant: byUuid('DELETE', '/tenants', NOWHERE),
  };
}

/** Reads everything that an administrator could have changed; passwords and events are none of it. */
async function snapshot(): Promise<readonly string[]> {
  const tables = [
    'auth_user',
    'auth_user_role',
    'auth_role',
    'auth_role_authority',
    'auth_tenant',
    'auth_api_key',
    'auth_one_time_token',
  ];
  const texts: string[] = [];
  for (const table of tables) {
    const rows = await query<{ text: string }>(server, `SELECT t::text AS text FROM ${table} t ORDER BY t::text`);
    texts.push(...rows.map(({ text }) => `${table} ${text}`));
  }
  return texts;
}

const ask = (request: Request, token: string): Promise<Answer> =>
  call(server, request.method, request.path, request.body === undefined ? { token } : { token, body: request.body });

const operations: readonly Operation[] = Object.values(authenticationModule.operations);
// The catalogue of authorities is the same for every tenant.
const administration = operations
  .filter(({ path, built, name }) => built && ADMINISTRATION.test(path) && name !== 'listAuthorities')
  .map(({ name }) => name as string);
const builtRequests = (): readonly (readonly [string, Request])[] =>
  Object.entries(requestsFor(victims)).filter(([name]) => administration.includes(name));

it('authentication 26: every operation of the administration is asked for', () => {
  expect(
    builtRequests()
      .map(([name]) => name)
      .sort(),
  ).toEqual([...administration].sort());
});

it.each([
  ['with the role of tenant administrators', ['ROLE_TENANT_ADMIN'], 'foreign-a'],
  ['with every authority but TENANT_ALL', ['ROLE_EVERYTHING_ELSE'], 'foreign-b'],
])(
  'authentication 26: an administrator of another tenant %s finds nothing and changes nothing',
  async (_name, roleList, tenant) => {
    const token = await administratorWith(roleList, tenant);
    const before = await snapshot();
    for (const [name, request] of builtRequests()) {
      // Making a tenant is nobody's record; its authority alone decides.
      if (name === 'createTenant' && roleList.includes('ROLE_EVERYTHING_ELSE')) continue;
      const answer = await ask(request, token);
      const outcome = `${name}: ${answer.status} ${answer.error?.errorCode ?? answer.text}`;
      if (answer.status === 200) expect(answer.body, outcome).toSatisfy(isEmpty);
      else expect([403, 404], outcome).toContain(answer.status);
      if (answer.status === 403) expect(answer.error?.errorCode, outcome).toBe('ACCESS_DENIED');
      // A 404 names what was asked for in its path, and nothing beside it.
      const told = JSON.stringify(request).includes('victim') ? answer.text.replaceAll('victim', '') : answer.text;
      expect(told, outcome).not.toMatch(/victim|ROLE_OWN|svc_key_/);
    }
    expect(await snapshot()).toEqual(before);
  },
);

/** Makes the tenant first, then its role where there is one, then the user. */
async function administratorWith(roleList: readonly string[], tenant: string): Promise<string> {
  if (!roleList.includes('ROLE_EVERYTHING_ELSE')) return administratorOf(tenant, roleList);
  await send('POST', '/tenants', { identifier: tenant, name: tenant });
  const found = await send<{ authority: string }[]>('GET', '/authorities/list');
  const authorityList = found.map(({ authority }) => authority).filter((authority) => authority !== 'TENANT_ALL');
  await send('POST', '/roles', { code: 'ROLE_EVERYTHING_ELSE', tenantIdentifier: tenant, authorityList });
  await createActiveUser(server, admin, { username: 'boss', roleList, tenantIdentifier: tenant });
  const answer = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier: tenant } });
  return answer.body.token ?? '';
}

function isEmpty(body: unknown): boolean {
  if (Array.isArray(body)) return body.length === 0;
  const { data, totalElements } = body as { readonly data?: readonly unknown[]; readonly totalElements?: number };
  return data?.length === 0 && totalElements === 0;
}

it('authentication 26: with TENANT_ALL each of them is done from another tenant', async () => {
  const token = await administratorOf('far-away', ['ROLE_SYSTEM_ADMIN']);
  for (const [name, request] of builtRequests()) {
    const answer = await ask(request, token);
    // By name only the own tenant is looked in; the last one names a tenant that there is not.
    const expected = ['getUserByUsername', 'deleteTenant'].includes(name) ? 404 : 200;
    expect([name, answer.status, answer.error?.errorCode]).toEqual([name, expected, answer.error?.errorCode]);
  }
});
