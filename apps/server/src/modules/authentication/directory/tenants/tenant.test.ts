// Proves that a tenant is administered as a whole: its people, keys and hosts, and an identifier that never comes back.
import type { SvcTenantModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  eventually,
  login,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import { startTestServer, type TestServer } from '../../../../testing/test-server.ts';

const KEYS = { KEELSON_SECRET_KEYS: `shared:${'A'.repeat(43)}`, KEELSON_TRUSTED_PROXIES: '127.0.0.1' };

let server: TestServer;
let second: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startDirectory({ env: KEYS });
  second = await startTestServer({ sharedDatabase: server.database, clock: server.clock, env: KEYS });
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const send = <T = SvcTenantModel>(method: string, path: string, body?: unknown, token = admin): Promise<Answer<T>> =>
  call<T>(server, method, path, body === undefined ? { token } : { token, body });
const create = async (identifier: string, more: object = {}) =>
  (await send('POST', '/tenants', { identifier, name: identifier, ...more })).body;
const defaultTenant = async () =>
  (await send<{ data: SvcTenantModel[] }>('POST', '/tenants/data/page', { identifier: 'DEFAULT' })).body.data[0]!;

describe('tenants', () => {
  it('a tenant is made with standards, changed field by field, and unique ignoring case', async () => {
    const tenant = await create('North', {
      locale: 'tr',
      redirectUrlList: ['https://app.example/a'],
      defaultRedirectUrl: '/home',
    });
    expect(tenant).toMatchObject({
      identifier: 'North',
      enabled: true,
      locale: 'tr',
      timeZone: 'UTC',
      hostList: [],
      version: 0,
    });
    const changed = await send('PUT', '/tenants', {
      uuid: tenant.uuid,
      version: 0,
      locale: null,
      name: 'N',
      timeZone: 'Asia/Tokyo',
    });
    expect(changed.body).toMatchObject({
      name: 'N',
      locale: 'en',
      timeZone: 'Asia/Tokyo',
      defaultRedirectUrl: '/home',
    });
    expect((await send('PUT', '/tenants', changed.body)).body.version).toBe(2);
    expect((await send('PUT', '/tenants', changed.body)).error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await send('POST', '/tenants', { identifier: 'nORTH', name: 'x' })).error?.errorCode).toBe(
      'TENANT_ALREADY_EXISTS',
    );
    const fixed = await send('PUT', '/tenants', { uuid: tenant.uuid, version: 2, identifier: 'south', enabled: false });
    expect(fixed.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['identifier', 'FIELD_READ_ONLY'],
      ['enabled', 'FIELD_READ_ONLY'],
    ]);
    const wrong = await send('POST', '/tenants', {
      identifier: 'wrong',
      name: 'w',
      hostList: ['http://x'],
      redirectUrlList: ['javascript:1'],
      locale: 'xx-nowhere',
      defaultRedirectUrl: 'https://evil.example',
      timeZone: 'Nowhere',
    });
    expect(wrong.error?.errorArguments.map(({ field }) => field)).toEqual([
      'hostList[0]',
      'redirectUrlList[0]',
      'defaultRedirectUrl',
      'locale',
      'timeZone',
    ]);
  });

  it('a host belongs to one tenant, and sign-ins under it belong to that tenant', async () => {
    const tenant = await create('hosted', { hostList: ['Shop.Example.'] });
    expect(tenant.hostList).toEqual(['shop.example']);
    const twin = await send('POST', '/tenants', { identifier: 'twin', name: 't', hostList: ['SHOP.example'] });
    expect(twin.error?.errorCode).toBe('TENANT_HOST_ALREADY_EXISTS');
    const { uuid, version } = await create('unhosted', {});
    const moved = await send('PUT', '/tenants', { uuid, version, hostList: ['shop.EXAMPLE'] });
    expect([moved.status, moved.error?.errorCode]).toEqual([409, 'TENANT_HOST_ALREADY_EXISTS']);
    await createActiveUser(server, admin, { username: 'shopper', tenantIdentifier: 'hosted' });
    const headers = { 'x-forwarded-host': 'shop.example:8443' };
    expect((await login(server, 'shopper', USER_PASSWORD, { headers })).body.tenantIdentifier).toBe('hosted');
    expect((await login(server, 'shopper', USER_PASSWORD)).status).toBe(401);
    await send('PUT', '/tenants', { uuid: tenant.uuid, version: tenant.version, hostList: [] });
    expect((await send('POST', '/tenants', { identifier: 'twin', name: 't', hostList: ['shop.example'] })).status).toBe(
      200,
    );
  });

  it('deactivating closes sessions on every process and stops API keys; activating lets in again', async () => {
    const tenant = await create('east');
    await createActiveUser(server, admin, {
      username: 'chief',
      tenantIdentifier: 'east',
      roleList: ['ROLE_TENANT_ADMIN'],
    });
    const body = { username: 'chief', password: USER_PASSWORD, tenantIdentifier: 'east' };
    const token = (await call<{ token: string }>(server, 'POST', '/auth/login', { body })).body.token;
    const made = await send<{ key: string }>(
      'POST',
      '/api-keys',
      { name: 'k', authorityList: ['AUTH_USER_VIEW'] },
      token,
    );
    const key = { headers: { 'x-api-key': made.body.key } };
    for (const credentials of [{ token }, key]) {
      expect((await call(second, 'GET', '/session', credentials)).status).toBe(200);
    }
    expect((await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`)).body.enabled).toBe(false);
    for (const credentials of [{ token }, key]) {
      const dead = await eventually(
        () => call(second, 'GET', '/session', credentials),
        ({ status }) => status === 401,
      );
      expect(dead.status).toBe(401);
    }
    expect((await call(server, 'POST', '/auth/login', { body })).error?.errorCode).toBe('AUTH_INVALID_CREDENTIALS');
    await send('POST', `/tenants/activate/by-uuid/${tenant.uuid}`);
    expect((await call(server, 'POST', '/auth/login', { body })).status).toBe(200);
    expect((await call(server, 'GET', '/session', key)).status).toBe(200);
  });

  it('default cannot go; the own tenant and that of the last administrator stay', async () => {
    const { uuid } = await defaultTenant();
    for (const answer of [
      await send('POST', `/tenants/deactivate/by-uuid/${uuid}`),
      await send('DELETE', `/tenants/by-uuid/${uuid}`),
    ]) {
      expect([answer.status, answer.error?.errorCode]).toEqual([409, 'TENANT_SYSTEM']);
    }
    const west = await create('west');
    await createActiveUser(server, admin, {
      username: 'boss',
      tenantIdentifier: 'west',
      roleList: ['ROLE_SYSTEM_ADMIN'],
    });
    const body = { username: 'boss', password: USER_PASSWORD, tenantIdentifier: 'west' };
    const bossToken = (await call<{ token: string }>(server, 'POST', '/auth/login', { body })).body.token;
    const own = await send('POST', `/tenants/deactivate/by-uuid/${west.uuid}`, undefined, bossToken);
    expect(own.error?.errorCode).toBe('SELF_LOCKOUT');
    await send('POST', '/roles', { code: 'ROLE_TENANTS', authorityList: ['AUTH_TENANT_MANAGE', 'TENANT_ALL'] });
    await createActiveUser(server, admin, { username: 'keeper', roleList: ['ROLE_TENANTS'] });
    const keeper = await signIn(server, 'keeper', USER_PASSWORD);
    const { uuid: adminUuid } = (await send<SvcUserModel>('GET', '/users/by-username/admin')).body;
    const setRoles = async (roleList: string[]) => {
      const { version } = (await send<SvcUserModel>('GET', `/users/by-uuid/${adminUuid}`, undefined, bossToken)).body;
      return send('PUT', `/users/roles/by-uuid/${adminUuid}`, { roleList, version }, bossToken);
    };
    expect((await setRoles([])).status).toBe(200);
    const last = await send('POST', `/tenants/deactivate/by-uuid/${west.uuid}`, undefined, keeper);
    expect(last.error?.errorCode).toBe('LAST_ADMIN');
    expect((await setRoles(['ROLE_SYSTEM_ADMIN'])).status).toBe(200);
    expect((await send('POST', `/tenants/deactivate/by-uuid/${west.uuid}`, undefined, keeper)).status).toBe(200);
  });

  it('authentication 37: only an empty, deactivated one is deleted, and its identifier is never used again', async () => {
    admin = await signInAdmin(server);
    const tenant = await create('short-lived', { hostList: ['short.example'] });
    const inUse = await send('DELETE', `/tenants/by-uuid/${tenant.uuid}`);
    expect([inUse.status, inUse.error?.errorCode]).toEqual([409, 'TENANT_IN_USE']);
    const user = (await send<SvcUserModel>('POST', '/users', { username: 'only', tenantIdentifier: 'short-lived' }))
      .body;
    await send('POST', `/tenants/deactivate/by-uuid/${tenant.uuid}`);
    expect((await send('DELETE', `/tenants/by-uuid/${tenant.uuid}`)).error?.errorCode).toBe('TENANT_IN_USE');
    await send('DELETE', `/users/by-uuid/${user.uuid}`);
    expect((await send('DELETE', `/tenants/by-uuid/${tenant.uuid}`)).status).toBe(200);
    expect((await send('GET', `/tenants/by-uuid/${tenant.uuid}`)).error?.errorCode).toBe('TENANT_NOT_FOUND');
    const again = await send('POST', '/tenants', { identifier: 'SHORT-lived', name: 'x' });
    expect(again.error?.errorCode).toBe('TENANT_ALREADY_EXISTS');
    expect(
      (await send('POST', '/tenants', { identifier: 'heir', name: 'x', hostList: ['short.example'] })).status,
    ).toBe(200);
  });

  it('authentication 26: without TENANT_ALL the own tenant is the only one there is', async () => {
    await send('POST', '/roles', { code: 'ROLE_OWN_TENANT', authorityList: ['AUTH_TENANT_MANAGE'] });
    await createActiveUser(server, admin, { username: 'landlord', roleList: ['ROLE_OWN_TENANT'] });
    const token = await signIn(server, 'landlord', USER_PASSWORD);
    const other = await create('other-people');
    const page = await send<{ data: SvcTenantModel[] }>('POST', '/tenants/data/page', {}, token);
    expect(page.body.data.map(({ identifier }) => identifier)).toEqual(['default']);
    for (const [method, path, body] of [
      ['GET', `/tenants/by-uuid/${other.uuid}`, undefined],
      ['PUT', '/tenants', { uuid: other.uuid, version: 0, name: 'x' }],
      ['POST', `/tenants/activate/by-uuid/${other.uuid}`, undefined],
      ['POST', `/tenants/deactivate/by-uuid/${other.uuid}`, undefined],
      ['DELETE', `/tenants/by-uuid/${other.uuid}`, undefined],
    ] as const) {
      expect((await send(method, path, body, token)).error?.errorCode).toBe('TENANT_NOT_FOUND');
    }
  });
});
