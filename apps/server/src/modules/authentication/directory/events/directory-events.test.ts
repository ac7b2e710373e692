// Proves that other modules hear what happened to users and tenants, and that a name set free waits for all of them.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  eventually,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';
import type { DirectoryEvent } from '../../api.ts';

let server: TestServer;
let admin: string;
/** Usernames and tenants whose events a handler of the test refuses for now. */
const refused = new Set<string>();
const heard: DirectoryEvent[] = [];

beforeAll(async () => {
  server = await startDirectory();
  server.apis.authentication.registerDirectoryHandler('test', async (_tx, event) => {
    if (refused.has(event.previousUsername ?? event.tenantIdentifier)) throw new Error('not now');
    heard.push(event);
  });
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const send = <T = SvcUserModel>(method: string, path: string, body?: unknown) =>
  call<T>(server, method, path, body === undefined ? { token: admin } : { token: admin, body });
const heardOf = (username: string) =>
  eventually(
    async () => heard.filter((event) => event.username === username),
    (events) => events.length > 0,
  );
describe('directory events', () => {
  it('user-deactivated, user-deleted, authorities-changed and user-renamed are told with the names', async () => {
    const user = await createActiveUser(server, admin, { username: 'heard' });
    await send('PUT', `/users/roles/by-uuid/${user.uuid}`, { roleList: ['ROLE_TENANT_ADMIN'], version: user.version });
    await send('POST', `/users/deactivate/by-uuid/${user.uuid}`);
    const { version } = (await send('GET', `/users/by-uuid/${user.uuid}`)).body;
    await send('PUT', '/users', { uuid: user.uuid, version, username: 'heard-again' });
    await send('DELETE', `/users/by-uuid/${user.uuid}`);
    await eventually(
      async () => heard,
      (events) => events.some(({ kind }) => kind === 'user-deleted'),
    );
    const common = { tenantIdentifier: 'default', userUuid: user.uuid };
    expect(heard.filter(({ userUuid }) => userUuid === user.uuid)).toMatchObject([
      { ...common, kind: 'authorities-changed', username: 'heard', previousUsername: null },
      { ...common, kind: 'user-deactivated', username: 'heard', previousUsername: null },
      { ...common, kind: 'user-renamed', username: 'heard-again', previousUsername: 'heard' },
      { ...common, kind: 'user-deleted', username: 'heard-again', previousUsername: null },
    ]);
  });

  it('a change that is refused leaves no event', async () => {
    const user = (await send('POST', '/users', { username: 'unchanged' })).body;
    const before = await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM auth_directory_event');
    const stale = { uuid: user.uuid, version: 9, username: 'changed' };
    expect((await send('PUT', '/users', stale)).error?.errorCode).toBe('VERSION_CONFLICT');
    const after = await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM auth_directory_event');
    expect(after).toEqual(before);
  });

  it('tenant-deactivated and tenant-deleted are told', async () => {
    const tenant = (await send<{ uuid: string }>('POST', '/tenants', { identifier: 'gone', name: 'Gone' })).body;
    await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
    await send('DELETE', `/tenants/by-uuid/${tenant.uuid}`);
    const told = await eventually(
      async () => heard.filter(({ tenantIdentifier }) => tenantIdentifier === 'gone').map(({ kind }) => kind),
      (kinds) => kinds.length === 2,
    );
    expect(told).toEqual(['tenant-deactivated', 'tenant-deleted']);
  });
});

describe('a name freed by a rename', () => {
  it('authentication 37: is 409 until every handler has heard of it, then usable, and inherits nothing', async () => {
    refused.add('freed');
    const user = await createActiveUser(server, admin, { username: 'freed', roleList: ['ROLE_TENANT_ADMIN'] });
    const token = await signIn(server, 'freed', USER_PASSWORD);
    const { version } = (await send('GET', `/users/by-uuid/${user.uuid}`)).body;
    await send('PUT', '/users', { uuid: user.uuid, version, username: 'moved-on' });
    const take = () => send('POST', '/users', { username: 'FREED' });
    expect((await take()).error?.errorCode).toBe('USER_ALREADY_EXISTS');
    const other = (await send('POST', '/users', { username: 'would-be' })).body;
    const rename = await send('PUT', '/users', { uuid: other.uuid, version: 0, username: 'freed' });
    expect([rename.status, rename.error?.errorCode]).toEqual([409, 'USER_ALREADY_EXISTS']);
    refused.clear();
    await send('POST', `/users/deactivate/by-uuid/${other.uuid}`);
    await heardOf('moved-on');
    const taken = await eventually(take, ({ status }) => status === 200);
    expect(taken.body).toMatchObject({ roleList: ['ROLE_USER'], passwordSet: false });
    expect((await call(server, 'GET', '/session', { token })).status).toBe(401);
  });

  it('authentication 37: events that cannot be handled keep back those of their tenant only', async () => {
    const stuck = (await send<{ uuid: string }>('POST', '/tenants', { identifier: 'stuck', name: 'S' })).body;
    const free = (await send<{ uuid: string }>('POST', '/tenants', { identifier: 'free', name: 'F' })).body;
    refused.add('stuck');
    await send('POST', `/tenants/deactivate/by-uuid/${stuck.uuid}`);
    await send('POST', `/tenants/deactivate/by-uuid/${free.uuid}`);
    const kinds = () => heard.map(({ tenantIdentifier }) => tenantIdentifier);
    expect(
      await eventually(
        async () => kinds(),
        (names) => names.includes('free'),
      ),
    ).not.toContain('stuck');
    refused.clear();
    await send('DELETE', `/tenants/by-uuid/${free.uuid}`);
    expect(
      await eventually(
        async () => kinds(),
        (names) => names.includes('stuck'),
      ),
    ).toContain('stuck');
  });
});
