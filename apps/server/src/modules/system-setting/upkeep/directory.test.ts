// Values of users and tenants follow the directory: asked over HTTP alone, as the people themselves would.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, type SettingServer, startSettingServer } from '../../../testing/setting-server.ts';
import {
  beforeModulesHear,
  call,
  createActiveUser,
  endNameReservations,
  eventually,
  renameUser,
  signIn,
  USER_PASSWORD,
  untilModulesHeard,
} from '../../../testing/sign-in.ts';

let server: SettingServer;

beforeAll(async () => {
  server = await startSettingServer();
  await server.define({ code: 'demo.theme', type: 'STRING', defaultValue: 'light', userOverridable: true });
});
afterAll(() => server.stop());

const send = <T>(method: string, path: string, body?: unknown) => server.as<T>(server.admin, method, path, body);
const choose = (token: string, value: string) =>
  server.as(token, 'PUT', '/settings/user/value', { code: 'demo.theme', value });
const themeOf = async (token: string) =>
  (await server.as<Record<string, unknown>>(token, 'GET', '/settings/user/values')).body['demo.theme'];
const newUser = (username: string) => createActiveUser(server, server.admin, { username });
const versionOf = async (uuid: string) => (await send<SvcUserModel>('GET', `/users/by-uuid/${uuid}`)).body.version;
const delivered = () => untilModulesHeard(server);

describe('system-setting 23: values of a user', () => {
  it('they follow a new name; whoever gets the old one starts with the defaults', async () => {
    const ada = await newUser('ada');
    await choose(await signIn(server, 'ada', USER_PASSWORD), 'dark');
    const renamed = await send('PUT', '/users', {
      uuid: ada.uuid,
      version: await versionOf(ada.uuid),
      username: 'Grace',
    });
    expect(renamed.status).toBe(200);
    expect(await delivered()).toEqual([]);
    expect(await themeOf(await signIn(server, 'grace', USER_PASSWORD))).toBe('dark');
    await endNameReservations(server);
    await newUser('ada');
    expect(await themeOf(await signIn(server, 'ada', USER_PASSWORD))).toBe('light');
  });
  it('they follow a new name under which some were set before this module heard of it: of each setting the later one stays', async () => {
    for (const code of ['demo.font', 'demo.zoom']) {
      await server.define({ code, type: 'STRING', defaultValue: 'default', userOverridable: true });
    }
    const set = (token: string, code: string, value: string, more: object = {}) =>
      server.as(token, 'PUT', '/settings/user/value', { code, value, ...more });
    await newUser('early');
    const before = await signIn(server, 'early', USER_PASSWORD);
    await choose(before, 'dark');
    await set(before, 'demo.font', 'large');
    server.clock.advance(1_000);
    await beforeModulesHear([server], async () => {
      await renameUser(server, server.admin, 'early', 'later');
      const token = await signIn(server, 'later', USER_PASSWORD);
      await set(token, 'demo.font', 'small');
      await set(token, 'demo.zoom', 'near');
    });
    expect(await delivered()).toEqual([]);
    const token = await signIn(server, 'later', USER_PASSWORD);
    const { body } = await server.as<Record<string, unknown>>(token, 'GET', '/settings/user/values');
    expect(body).toMatchObject({ 'demo.theme': 'dark', 'demo.font': 'small', 'demo.zoom': 'near' });
    expect((await set(token, 'demo.font', 'tiny', { version: 1 })).error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await set(token, 'demo.font', 'tiny', { version: 2 })).status).toBe(200);
  });
  it('they stay where only the spelling of the name changes', async () => {
    const ruth = await newUser('ruth');
    await choose(await signIn(server, 'ruth', USER_PASSWORD), 'dark');
    await send('PUT', '/users', { uuid: ruth.uuid, version: await versionOf(ruth.uuid), username: 'Ruth' });
    expect(await delivered()).toEqual([]);
    expect(await themeOf(await signIn(server, 'ruth', USER_PASSWORD))).toBe('dark');
  });
  it('they end with the user', async () => {
    const gone = await newUser('gone');
    await choose(await signIn(server, 'gone', USER_PASSWORD), 'dark');
    const kept = () => query(server, "SELECT code FROM system_setting_user_value WHERE username_folded = 'gone'");
    expect(await kept()).toHaveLength(1);
    await send('POST', `/users/deactivate/by-uuid/${gone.uuid}`);
    expect((await send('DELETE', `/users/by-uuid/${gone.uuid}`)).status).toBe(200);
    expect(await delivered()).toEqual([]);
    expect(await kept()).toEqual([]);
  });
});

describe('system-setting 23: values of a tenant', () => {
  it('they end with the tenant, as changes that every process hears of and that the history shows', async () => {
    await server.define({ code: 'demo.size', type: 'NUMBER', defaultValue: 1 });
    const tenant = await send<{ uuid: string }>('POST', '/tenants', { identifier: 'north', name: 'North' });
    await server.put('demo.size', 7, { tenantIdentifier: 'north' });
    const read = async () =>
      (await send('GET', '/settings/number-setting-with-tenant/by-code/demo.size?tenant=north')).body;
    expect(await read()).toBe(7);
    await send('POST', `/tenants/deactivate/by-uuid/${tenant.body.uuid}`);
    expect((await send('DELETE', `/tenants/by-uuid/${tenant.body.uuid}`)).status).toBe(200);
    expect(await delivered()).toEqual([]);
    expect(await eventually(read, (value) => value === 1)).toBe(1);
    const history = await send<{ data: object[] }>('POST', '/settings/history/data/page', { code: 'demo.size' });
    expect(history.body.data[0]).toMatchObject({ action: 'REVERT', oldValue: 7, newValue: null, updatedBy: 'system' });
  });
  it('they are removed with the mark that the event was handled, or neither is', async () => {
    await server.define({ code: 'demo.kept', type: 'NUMBER', defaultValue: 1 });
    const tenant = await send<{ uuid: string }>('POST', '/tenants', { identifier: 'stuck', name: 'Stuck' });
    await server.put('demo.kept', 7, { tenantIdentifier: 'stuck' });
    let refusing = true;
    let refused = 0;
    server.apis.authentication.registerDirectoryHandler('test', async (_tx, { tenantIdentifier, kind }) => {
      if (!refusing || tenantIdentifier !== 'stuck' || kind !== 'tenant-deleted') return;
      refused += 1;
      throw new Error('not now');
    });
    await send('POST', `/tenants/deactivate/by-uuid/${tenant.body.uuid}`);
    await send('DELETE', `/tenants/by-uuid/${tenant.body.uuid}`);
    await eventually(
      async () => refused,
      (count) => count > 0,
    );
    const live = () =>
      query(server, "SELECT 1 AS one FROM system_setting_value WHERE tenant_identifier = 'stuck' AND NOT removed");
    expect([refused > 0, (await live()).length]).toEqual([true, 1]);
    refusing = false;
    // It is reported again after a second, with whatever is told next.
    server.clock.advance(1_000);
    await call(server, 'POST', '/tenants', { token: server.admin, body: { identifier: 'other', name: 'Other' } });
    await newUser('waker').then(({ uuid }) => send('POST', `/users/deactivate/by-uuid/${uuid}`));
    expect(await eventually(live, (rows) => rows.length === 0)).toEqual([]);
  });
});
