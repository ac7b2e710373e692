// Proves that API keys are changed, rotated and found without ever being worth more than whoever changes them holds.
import type { SvcApiKeyModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  eventually,
  query,
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

beforeAll(async () => {
  server = await startDirectory({ env: KEYS });
  second = await startTestServer({ sharedDatabase: server.database, clock: server.clock, env: KEYS });
});
beforeEach(async () => {
  admin = await signInAdmin(server);
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

const send = <T = SvcApiKeyModel>(method: string, path: string, body?: unknown, token = admin): Promise<Answer<T>> =>
  call<T>(server, method, path, body === undefined ? { token } : { token, body });
const create = async (name: string, more: object = {}, token = admin) =>
  (await send('POST', '/api-keys', { name, authorityList: ['SESSION_VIEW'], ...more }, token)).body;
const works = async (key: string | null, on: TestServer = server) =>
  (await call(on, 'GET', '/session', { headers: { 'x-api-key': key ?? '' } })).status === 200;
const rotate = (uuid: string, body?: object, token = admin) =>
  send('POST', `/api-keys/rotate/by-uuid/${uuid}`, body, token);
async function keyManager(username: string, authorityList: readonly string[] = []): Promise<string> {
  const code = `ROLE_${username.toUpperCase()}`;
  await send('POST', '/roles', { code, authorityList: ['AUTH_API_KEY_MANAGE', 'SESSION_VIEW', ...authorityList] });
  await createActiveUser(server, admin, { username, roleList: [code] });
  return signIn(server, username, USER_PASSWORD);
}

describe('rotating', () => {
  it('authentication 24: without an overlap the old key is dead at once on every process', async () => {
    const key = await create('rotated');
    expect(await works(key.key, second)).toBe(true);
    const rotated = await rotate(key.uuid);
    expect(rotated.headers.get('cache-control')).toBe('no-store');
    expect(rotated.body.key).toMatch(/^svc_key_[A-Za-z0-9_-]{43}$/);
    expect(rotated.body).toMatchObject({ version: 1, keyPrefix: rotated.body.key?.slice(0, 12) });
    expect(rotated.body.key).not.toBe(key.key);
    expect(await works(key.key)).toBe(false);
    expect(
      await eventually(
        () => works(key.key, second),
        (alive) => !alive,
      ),
    ).toBe(false);
    expect(await works(rotated.body.key, second)).toBe(true);
  });

  it('authentication 24: with one both work, the old one to its end and not a second longer; a further rotation ends it', async () => {
    const key = await create('overlapping');
    const rotated = await rotate(key.uuid, { overlapMinutes: 10 });
    expect([await works(key.key), await works(rotated.body.key)]).toEqual([true, true]);
    server.clock.advance(10 * MINUTE_MS - 1);
    expect(await works(key.key)).toBe(true);
    server.clock.advance(1);
    expect([await works(key.key), await works(rotated.body.key)]).toEqual([false, true]);
    const again = await rotate(key.uuid, { overlapMinutes: 10 });
    const third = await rotate(key.uuid, { overlapMinutes: 10 });
    expect([await works(rotated.body.key), await works(again.body.key), await works(third.body.key)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await rotate(key.uuid, { overlapMinutes: 1_441 })).status).toBe(400);
  });

  it('authentication 22: whoever lacks what the key holds does not get its new secret', async () => {
    const key = await create('mighty', { authorityList: ['TENANT_ALL'], owner: 'TENANT' });
    const manager = await keyManager('rotator');
    expect((await rotate(key.uuid, {}, manager)).error?.errorCode).toBe('ACCESS_DENIED');
    expect(await works(key.key)).toBe(true);
  });
});

describe('changing', () => {
  it('scope, ranges, end, standing and name count at once; a missing field stays', async () => {
    const key = await create('changing', { description: 'first' });
    const put = async (version: number, fields: object) =>
      (await send('PUT', '/api-keys', { uuid: key.uuid, version, ...fields })).body;
    expect(await works(key.key)).toBe(true);
    expect(await put(0, { allowedAddressList: ['10.0.0.0/8'] })).toMatchObject({
      version: 1,
      description: 'first',
      key: null,
    });
    expect(await works(key.key)).toBe(false);
    expect(await put(1, { allowedAddressList: [], name: 'changed' })).toMatchObject({ username: 'service:changed' });
    expect(await works(key.key)).toBe(true);
    await put(2, { enabled: false });
    expect(await works(key.key)).toBe(false);
    await put(3, { enabled: true, expiryDate: new Date(server.clock.now() + MINUTE_MS).toISOString() });
    expect(await works(key.key)).toBe(true);
    server.clock.advance(MINUTE_MS);
    expect(await works(key.key)).toBe(false);
  });

  it('what cannot change is named; a stale version, a taken name and a far end are refused', async () => {
    await create('taken');
    const key = await create('picky');
    const put = (fields: object) => send('PUT', '/api-keys', { uuid: key.uuid, version: 0, ...fields });
    const fixed = await put({ tenantIdentifier: 'elsewhere', owner: 'somebody' });
    expect(fixed.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['tenantIdentifier', 'FIELD_READ_ONLY'],
      ['owner', 'FIELD_READ_ONLY'],
    ]);
    expect((await put({ name: 'TAKEN' })).error?.errorCode).toBe('API_KEY_ALREADY_EXISTS');
    expect((await put({ authorityList: ['NOTHING'] })).error?.errorCode).toBe('AUTHORITY_UNKNOWN');
    const far = await put({ expiryDate: '2999-01-01T00:00:00Z', allowedAddressList: ['x'] });
    expect(far.error?.errorArguments.map(({ field }) => field)).toEqual(['allowedAddressList[0]', 'expiryDate']);
    expect((await put({ description: 'x' })).status).toBe(200);
    expect((await put({ description: 'y' })).error?.errorCode).toBe('VERSION_CONFLICT');
  });

  it('authentication 22: nobody gives a key an authority they lack, nor brings one to life that holds it', async () => {
    const manager = await keyManager('changer');
    const key = await create('modest', {}, manager);
    const put = (uuid: string, version: number, fields: object) =>
      send('PUT', '/api-keys', { uuid, version, ...fields }, manager);
    expect((await put(key.uuid, 0, { authorityList: ['TENANT_ALL'] })).status).toBe(403);
    const strong = await create('strong', { authorityList: ['TENANT_ALL'], owner: 'TENANT', enabled: false });
    expect((await put(strong.uuid, 0, { enabled: true })).status).toBe(403);
    const live = await create('live', { authorityList: ['TENANT_ALL'], owner: 'TENANT' });
    expect((await put(live.uuid, 0, { allowedAddressList: [] })).status).toBe(403);
    expect((await put(live.uuid, 0, { enabled: false })).status).toBe(200);
  });

  it('a key given to the tenant outlives what its owner holds, and needs AUTH_TENANT_MANAGE', async () => {
    const manager = await keyManager('giver');
    const key = await create('given', {}, manager);
    const put = (token: string) => send('PUT', '/api-keys', { uuid: key.uuid, version: 0, owner: 'TENANT' }, token);
    expect((await put(manager)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await put(admin)).body.owner).toBe('TENANT');
    const user = (await send<{ uuid: string }>('GET', '/users/by-username/giver')).body;
    await send('POST', `/users/deactivate/by-uuid/${user.uuid}`);
    const session = await call<{ authorities: unknown[] }>(server, 'GET', '/session', {
      headers: { 'x-api-key': key.key ?? '' },
    });
    expect(session.body.authorities).toHaveLength(1);
  });
});

describe('finding', () => {
  it('pages filter and sort, and neither they nor a single answer show the key', async () => {
    const soon = new Date(server.clock.now() + 5 * MINUTE_MS).toISOString();
    const key = await create('needle', {
      description: 'in a haystack',
      expiryDate: soon,
      authorityList: ['AUTH_USER_VIEW'],
    });
    type Page = { data: SvcApiKeyModel[]; totalElements: number };
    const names = async (filter: object) =>
      (await send<Page>('POST', '/api-keys/data/page', filter)).body.data.map(({ name }) => name);
    expect(await names({ searchText: 'HAYSTACK' })).toEqual(['needle']);
    expect(await names({ username: 'service:Needle' })).toEqual(['needle']);
    expect(await names({ authority: 'AUTH_USER_VIEW' })).toEqual(['needle']);
    const until = new Date(server.clock.now() + 6 * MINUTE_MS).toISOString();
    expect(await names({ expiryDateFrom: soon, expiryDateTo: until })).toEqual(['needle']);
    expect(await names({ expiryDateTo: soon, username: 'needle' })).toEqual([]);
    expect(await names({ username: 'needle', enabled: false })).toEqual([]);
    const texts = [
      (await send('POST', '/api-keys/data/page', {})).text,
      (await send('GET', `/api-keys/by-uuid/${key.uuid}`)).text,
    ];
    for (const text of texts) expect(text).not.toContain(key.key);
    const rows = await query<{ text: string }>(server, 'SELECT k::text AS text FROM auth_api_key k');
    expect(rows.map(({ text }) => text).join()).not.toContain(key.key);
  });

  it('authentication 26: keys of another tenant do not exist without TENANT_ALL', async () => {
    await createTenant(server, 'keyless');
    const foreign = await create('foreign', { tenantIdentifier: 'keyless' });
    const manager = await keyManager('neighbour');
    for (const answer of [
      await send('GET', `/api-keys/by-uuid/${foreign.uuid}`, undefined, manager),
      await send('PUT', '/api-keys', { uuid: foreign.uuid, version: 0, enabled: false }, manager),
      await rotate(foreign.uuid, {}, manager),
      await send('DELETE', `/api-keys/by-uuid/${foreign.uuid}`, undefined, manager),
    ]) {
      expect(answer.error?.errorCode).toBe('API_KEY_NOT_FOUND');
    }
    expect((await send('POST', '/api-keys/data/page', { tenantIdentifier: 'keyless' }, manager)).status).toBe(403);
    expect((await send('GET', `/api-keys/by-uuid/${foreign.uuid}`)).body.name).toBe('foreign');
  });

  it('authentication 31: changing and rotating need a fresh sign-in', async () => {
    const key = await create('stale-key');
    server.clock.advance(29 * MINUTE_MS);
    await call(server, 'GET', '/session', { token: admin });
    server.clock.advance(2 * MINUTE_MS);
    for (const answer of [await rotate(key.uuid, {}), await send('PUT', '/api-keys', { uuid: key.uuid, version: 0 })]) {
      expect(answer.error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    }
  });
});
