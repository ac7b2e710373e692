// Proves that roles change at once for everybody who holds them, and only by those who hold what is put into them.
import type { SvcAuthorityModel, SvcRoleModel, SvcSecuritySession } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  eventually,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

const KEYS = { KEELSON_SECRET_KEYS: `shared:${'A'.repeat(43)}` };

let server: TestServer;
let second: TestServer;
let admin: string;
let manager: string;

beforeAll(async () => {
  server = await startDirectory({ env: KEYS });
  second = await startTestServer({ sharedDatabase: server.database, clock: server.clock, env: KEYS });
  admin = await signInAdmin(server);
  const authorityList = ['AUTH_USER_MANAGE', 'AUTH_ROLE_MANAGE', 'SESSION_VIEW'];
  await send('POST', '/roles', { code: 'ROLE_MANAGER', authorityList });
  await createActiveUser(server, admin, { username: 'manager', roleList: ['ROLE_MANAGER'] });
  manager = await signIn(server, 'manager', USER_PASSWORD);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const send = <T = SvcRoleModel>(method: string, path: string, body?: unknown, token = admin): Promise<Answer<T>> =>
  call<T>(server, method, path, body === undefined ? { token } : { token, body });

it('authentication 23: a changed role counts in GET /session of another process, the session is kept', async () => {
  const role = (await send('POST', '/roles', { code: 'ROLE_LIVE', authorityList: ['SESSION_VIEW'] })).body;
  await createActiveUser(server, admin, { username: 'live', roleList: ['ROLE_LIVE'] });
  const token = await signIn(server, 'live', USER_PASSWORD);
  const held = async () => {
    const { body } = await call<SvcSecuritySession>(second, 'GET', '/session', { token });
    return body.authorities.filter(({ role: code }) => code === 'ROLE_LIVE').map(({ authority }) => authority);
  };
  expect(await held()).toEqual(['SESSION_VIEW']);
  const { uuid, version } = role;
  const changed = await send('PUT', '/roles', { uuid, version, authorityList: ['AUTH_USER_VIEW', 'SESSION_CLOSE'] });
  expect(changed.body).toMatchObject({ authorityList: ['AUTH_USER_VIEW', 'SESSION_CLOSE'], version: 1, userCount: 1 });
  expect(await eventually(held, (list) => list.length === 2)).toEqual(['AUTH_USER_VIEW', 'SESSION_CLOSE']);
});

it('authentication 22: nobody puts an authority they lack into a role', async () => {
  const role = (await send('POST', '/roles', { code: 'ROLE_STEP', authorityList: ['SESSION_VIEW'] }, manager)).body;
  const put = (authorityList: string[], token = manager) =>
    send('PUT', '/roles', { uuid: role.uuid, version: role.version, authorityList }, token);
  expect((await put(['SESSION_VIEW', 'TENANT_ALL'])).error?.errorCode).toBe('ACCESS_DENIED');
  expect((await put(['NO_SUCH_THING'])).error?.errorCode).toBe('AUTHORITY_UNKNOWN');
  expect((await put(['SESSION_VIEW', 'AUTH_USER_MANAGE'])).status).toBe(200);
  expect((await put([])).error?.errorCode).toBe('VERSION_CONFLICT');
});

it('authentication 22: nobody takes an authority they lack out of a role, nor deletes a role that holds one', async () => {
  const authorityList = ['SESSION_VIEW', 'TENANT_ALL'];
  const role = (await send('POST', '/roles', { code: 'ROLE_MIGHTY', authorityList })).body;
  const put = (fields: object, token = manager) =>
    send('PUT', '/roles', { uuid: role.uuid, version: role.version, ...fields }, token);
  const remove = (token: string) => send('DELETE', `/roles/by-uuid/${role.uuid}`, undefined, token);
  for (const answer of [await put({ authorityList: ['SESSION_VIEW'] }), await put({ authorityList: [] })]) {
    expect([answer.status, answer.error?.errorCode]).toEqual([403, 'ACCESS_DENIED']);
  }
  expect((await remove(manager)).error?.errorCode).toBe('ACCESS_DENIED');
  const kept = await send('GET', `/roles/by-uuid/${role.uuid}`);
  expect(kept.body.authorityList).toEqual(authorityList);
  // What stays in is nobody's concern.
  const renamed = await put({ authorityList: ['TENANT_ALL'], name: 'Mighty' });
  expect(renamed.body).toMatchObject({ authorityList: ['TENANT_ALL'], name: 'Mighty' });
  expect((await remove(admin)).status).toBe(200);
});

it('shipped roles are read-only, codes are fixed, a role in use stays, an unused one goes and frees its code', async () => {
  const roles = (await send<SvcRoleModel[]>('POST', '/roles/data/list', { system: true })).body;
  expect(roles.map(({ code }) => code)).toEqual([
    'ROLE_SERVICE',
    'ROLE_SYSTEM_ADMIN',
    'ROLE_TENANT_ADMIN',
    'ROLE_USER',
  ]);
  const shipped = roles[3]!;
  for (const answer of [
    await send('PUT', '/roles', { uuid: shipped.uuid, version: shipped.version, name: 'x' }),
    await send('DELETE', `/roles/by-uuid/${shipped.uuid}`),
  ]) {
    expect([answer.status, answer.error?.errorCode]).toEqual([409, 'ROLE_SYSTEM']);
  }
  const used = (await send<{ data: SvcRoleModel[] }>('POST', '/roles/data/page', { code: 'ROLE_MANAGER' })).body
    .data[0]!;
  expect((await send('DELETE', `/roles/by-uuid/${used.uuid}`)).error?.errorCode).toBe('ROLE_IN_USE');
  const other = await send('PUT', '/roles', { uuid: used.uuid, version: used.version, code: 'ROLE_OTHER' });
  expect(other.error?.errorArguments).toMatchObject([{ field: 'code', code: 'FIELD_READ_ONLY' }]);
  const unused = (await send('POST', '/roles', { code: 'ROLE_UNUSED', description: 'Nobody' })).body;
  const cleared = await send('PUT', '/roles', { ...unused, description: null });
  expect(cleared.body).toMatchObject({ description: null, code: 'ROLE_UNUSED' });
  expect((await send('DELETE', `/roles/by-uuid/${unused.uuid}`)).status).toBe(200);
  expect((await send('GET', `/roles/by-uuid/${unused.uuid}`)).error?.errorCode).toBe('ROLE_NOT_FOUND');
  expect((await send('POST', '/roles', { code: 'ROLE_UNUSED' })).status).toBe(200);
});

it('authentication 26: roles of another tenant do not exist without TENANT_ALL', async () => {
  await createTenant(server, 'abroad');
  const foreign = (await send('POST', '/roles', { code: 'ROLE_ABROAD', tenantIdentifier: 'abroad' })).body;
  for (const [method, path, body] of [
    ['GET', `/roles/by-uuid/${foreign.uuid}`, undefined],
    ['PUT', '/roles', { uuid: foreign.uuid, version: 0, name: 'x' }],
    ['DELETE', `/roles/by-uuid/${foreign.uuid}`, undefined],
  ] as const) {
    expect((await send(method, path, body, manager)).error?.errorCode).toBe('ROLE_NOT_FOUND');
  }
  expect((await send('POST', '/roles/data/page', { tenantIdentifier: 'abroad' }, manager)).status).toBe(403);
  const own = (await send<SvcRoleModel[]>('POST', '/roles/data/list', { code: 'ROLE_ABROAD' }, manager)).body;
  expect(own).toEqual([]);
  expect((await send('GET', `/roles/by-uuid/${foreign.uuid}`)).body.code).toBe('ROLE_ABROAD');
});

it('authentication 39: a process that serves one module lists the authorities of all', async () => {
  const alone = await startTestServer({
    sharedDatabase: server.database,
    clock: server.clock,
    env: KEYS,
    modules: ['authentication', 'session'],
  });
  const answer = await call<SvcAuthorityModel[]>(alone, 'GET', '/authorities/list', { token: admin });
  await alone.stop();
  const modules = new Set(answer.body.map(({ module }) => module));
  expect([...modules]).toEqual(expect.arrayContaining(['authentication', 'session', 'bpmn-engine']));
  expect(answer.body.map(({ authority }) => authority)).toContain('TENANT_ALL');
});
