// Proves that an API key is shown once, worth no more than its owner, and dead when deleted.
import type { SvcApiKeyModel, SvcSecuritySession, SvcUserModel } from '@keelson/contract';
import { DAY_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let adminToken: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
});
afterAll(() => server.stop());

const create = (body: object, token = adminToken) => call<SvcApiKeyModel>(server, 'POST', '/api-keys', { token, body });
const session = (key: string) => call<SvcSecuritySession>(server, 'GET', '/session', { headers: { 'x-api-key': key } });

describe('API keys', () => {
  it('authentication 39: can do nothing any more from the moment its owner is deactivated, though this process remembers it', async () => {
    const owner = await createActiveUser(server, adminToken, { username: 'leaver', roleList: ['ROLE_SYSTEM_ADMIN'] });
    const ownerToken = await signIn(server, 'leaver', USER_PASSWORD);
    const { body } = await create({ name: 'left', authorityList: ['AUTH_USER_MANAGE'] }, ownerToken);
    // Whoever has no session is not reached by what closes sessions.
    expect((await call(server, 'GET', '/close-all/user', { token: ownerToken })).status).toBe(200);
    const held = async () => (await session(body.key ?? '')).body.authorities?.map(({ authority }) => authority);
    expect(await held()).toEqual(['AUTH_USER_MANAGE']);
    const path = `/users/deactivate/by-uuid/${owner.uuid}`;
    expect((await call(server, 'POST', path, { token: adminToken })).status).toBe(200);
    expect(await held()).toEqual([]);
  });

  it('authentication 24: the key is in one answer only and stored as a hash', async () => {
    const { body, headers } = await create({
      name: 'reports',
      authorityList: ['SESSION_VIEW'],
      description: 'Nightly',
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.key).toMatch(/^svc_key_[A-Za-z0-9_-]{43}$/);
    expect(body).toMatchObject({
      username: 'service:reports',
      keyPrefix: body.key?.slice(0, 12),
      owner: 'admin',
      enabled: true,
      lastUsedDate: null,
      tenantIdentifier: 'default',
    });
    expect(Date.parse(body.expiryDate ?? '')).toBe(server.clock.now() + 365 * DAY_MS);
    const rows = await query<{ text: string }>(server, 'SELECT k::text AS text FROM auth_api_key k');
    expect(rows.map(({ text }) => text).join()).not.toContain(body.key);
    expect(server.logLines.join('\n')).not.toContain(body.key);
  });

  it('authentication 24: works as X-API-Key and as bearer, ends with its expiry, is refused when disabled', async () => {
    const expiryDate = new Date(server.clock.now() + DAY_MS).toISOString();
    const { body } = await create({ name: 'short', authorityList: ['SESSION_VIEW'], expiryDate });
    const key = body.key ?? '';
    expect((await session(key)).status).toBe(200);
    expect((await call(server, 'GET', '/session', { token: key })).status).toBe(200);
    const off = await create({ name: 'off', authorityList: ['SESSION_VIEW'], enabled: false });
    expect((await session(off.body.key ?? '')).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
    server.clock.advance(DAY_MS);
    expect((await session(key)).error?.errorCode).toBe('AUTHENTICATION_REQUIRED');
    adminToken = await signInAdmin(server);
  });

  it('authentication 24: a key outside its ranges is no caller', async () => {
    const { body } = await create({ name: 'far', authorityList: ['SESSION_VIEW'], allowedAddressList: ['10.0.0.0/8'] });
    expect((await session(body.key ?? '')).status).toBe(401);
    const wrong = await create({ name: 'wrong', authorityList: ['SESSION_VIEW'], allowedAddressList: ['10.0.0.0/33'] });
    expect(wrong.error?.errorArguments).toMatchObject([{ field: 'allowedAddressList[0]', code: 'FORMAT' }]);
  });

  it('authentication 39: can do nothing beyond its list, and no more than its owner holds now', async () => {
    const owner = await createActiveUser(server, adminToken, { username: 'owner', roleList: ['ROLE_SYSTEM_ADMIN'] });
    const ownerToken = await signIn(server, 'owner', USER_PASSWORD);
    const { body } = await create({ name: 'scoped', authorityList: ['AUTH_USER_MANAGE'] }, ownerToken);
    const key = body.key ?? '';
    const user = (username: string) => call<SvcUserModel>(server, 'POST', '/users', { token: key, body: { username } });
    expect((await user('made-by-key')).body.createdBy).toBe('service:scoped');
    expect((await call(server, 'POST', '/roles', { token: key, body: { code: 'ROLE_K' } })).status).toBe(403);
    const demote = { roleList: [], version: owner.version };
    const path = `/users/roles/by-uuid/${owner.uuid}`;
    expect((await call(server, 'PUT', path, { token: adminToken, body: demote })).status).toBe(200);
    expect((await user('too-late')).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await session(key)).body.authorities).toEqual([]);
  });

  it('authentication 24: names are unique after folding; unknown authorities, far ends and foreign owners are refused', async () => {
    await create({ name: 'Twin', authorityList: ['SESSION_VIEW'] });
    expect((await create({ name: 'TWIN', authorityList: ['SESSION_VIEW'] })).error?.errorCode).toBe(
      'API_KEY_ALREADY_EXISTS',
    );
    expect((await create({ name: 'odd', authorityList: ['NOTHING'] })).error?.errorCode).toBe('AUTHORITY_UNKNOWN');
    const expiryDate = new Date(server.clock.now() + 731 * DAY_MS).toISOString();
    const answer = await create({ name: 'far', authorityList: ['SESSION_VIEW'], expiryDate, owner: 'somebody' });
    expect(answer.error?.errorArguments.map(({ field, code }) => [field, code])).toEqual([
      ['owner', 'NOT_ALLOWED'],
      ['expiryDate', 'OUT_OF_RANGE'],
    ]);
  });

  it('authentication 24: a deleted key is 404 and its name can be used again', async () => {
    const { body } = await create({ name: 'again', authorityList: ['SESSION_VIEW'] });
    const remove = () => call(server, 'DELETE', `/api-keys/by-uuid/${body.uuid}`, { token: adminToken });
    expect((await remove()).status).toBe(200);
    expect((await session(body.key ?? '')).status).toBe(401);
    expect((await remove()).error?.errorCode).toBe('API_KEY_NOT_FOUND');
    expect((await create({ name: 'again', authorityList: ['SESSION_VIEW'] })).status).toBe(200);
  });

  it('authentication 24: writes need a fresh sign-in', async () => {
    const stale = await signInAdmin(server);
    server.clock.advance(29 * 60_000);
    await call(server, 'GET', '/session', { token: stale });
    server.clock.advance(2 * 60_000);
    const answer = await create({ name: 'stale', authorityList: ['SESSION_VIEW'] }, stale);
    expect(answer.error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
  });

  it('authentication 24: the last use is shown to the minute', async () => {
    adminToken = await signInAdmin(server);
    const { body } = await create({ name: 'used', authorityList: ['SESSION_VIEW'] });
    server.clock.advance(10_000);
    await session(body.key ?? '');
    await call(server, 'GET', '/count/by-current-user', { token: adminToken });
    const rows = await query<{ used: Date }>(
      server,
      "SELECT last_used_date AS used FROM auth_api_key WHERE name = 'used'",
    );
    expect(rows[0]?.used.getTime()).toBe(server.clock.now());
  });
});
