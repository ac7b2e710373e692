// Proves what administrators and people themselves change of an account, and how users are found.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  call,
  createActiveUser,
  createTenant,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let admin: string;

beforeAll(async () => {
  server = await startDirectory();
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

const send = <T = SvcUserModel>(method: string, path: string, body?: unknown, token = admin): Promise<Answer<T>> =>
  call<T>(server, method, path, body === undefined ? { token } : { token, body });
const createUser = async (body: object): Promise<SvcUserModel> => (await send('POST', '/users', body)).body;
const codesOf = (answer: Answer) => answer.error?.errorArguments.map(({ field, code }) => [field, code]);

describe('updateUser', () => {
  it('a missing field stays, null clears it, and the answer can be sent back as it is', async () => {
    const created = await createUser({
      username: 'ada',
      displayName: 'Ada',
      phone: '+90 212 000 00 00',
      locale: 'tr',
      timeZone: 'Europe/Istanbul',
      expiryDate: '2030-01-01T00:00:00Z',
      externalIdentifier: 'E-1',
      attributeMap: { desk: { floor: 3 } },
    });
    expect(created).toMatchObject({
      timeZone: 'Europe/Istanbul',
      externalIdentifier: 'E-1',
      attributeMap: { desk: { floor: 3 } },
    });
    const changed = await send('PUT', '/users', { uuid: created.uuid, version: 0, phone: null, displayName: 'Ada L.' });
    expect(changed.body).toMatchObject({
      phone: null,
      displayName: 'Ada L.',
      locale: 'tr',
      version: 1,
      updatedBy: 'admin',
    });
    const again = await send('PUT', '/users', changed.body);
    expect([again.status, again.body.version]).toEqual([200, 2]);
    const cleared = await send('PUT', '/users', { ...again.body, expiryDate: null, attributeMap: null });
    expect(cleared.body).toMatchObject({ expiryDate: null, attributeMap: {} });
  });

  it('what other operations write is refused by name, all at once', async () => {
    const user = await createUser({ username: 'readonly' });
    const answer = await send('PUT', '/users', {
      ...user,
      enabled: false,
      roleList: ['ROLE_SYSTEM_ADMIN'],
      tenantIdentifier: 'elsewhere',
    });
    expect(answer.status).toBe(400);
    expect(codesOf(answer)?.sort()).toEqual([
      ['enabled', 'FIELD_READ_ONLY'],
      ['roleList', 'FIELD_READ_ONLY'],
      ['tenantIdentifier', 'FIELD_READ_ONLY'],
    ]);
    expect(answer.error?.errorArguments.map(({ message }) => message)).toContain('Written by setRoles.');
  });

  it('authentication 41: a name that mixes scripts is refused when a user is made, imported or renamed, and stays where it is', async () => {
    const name = '\u0430dmin';
    const user = await createUser({ username: 'unmixed' });
    const refusals = [
      await send('POST', '/users', { username: name, locale: 'nowhere' }),
      await send('PUT', '/users', { uuid: user.uuid, version: 0, username: name, locale: 'nowhere' }),
      await send('POST', '/users/import', [{ username: name, locale: 'nowhere' }]),
    ];
    for (const [index, answer] of refusals.entries()) {
      const prefix = index === 2 ? '[0].' : '';
      expect(answer.status).toBe(400);
      expect(codesOf(answer)).toEqual([
        [`${prefix}username`, 'NOT_ALLOWED'],
        [`${prefix}locale`, 'FORMAT'],
      ]);
    }
    for (const username of ['иван', 'ISIL.ışıl', '山田-taro']) {
      expect((await send('POST', '/users', { username })).status).toBe(200);
    }
    // As an earlier version has stored it.
    const old = await createActiveUser(server, admin, { username: 'older' });
    await query(server, 'UPDATE auth_user SET username = $1, username_folded = $1 WHERE uuid = $2', [name, old.uuid]);
    expect(await signIn(server, name, USER_PASSWORD)).toMatch(/^svc_/);
    const { body } = await send('GET', `/users/by-uuid/${old.uuid}`);
    const kept = await send('PUT', '/users', { ...body, displayName: 'Older' });
    expect(kept.body).toMatchObject({ username: name, displayName: 'Older' });
    const { version } = kept.body;
    expect((await send('PUT', '/users', { uuid: old.uuid, version, username: `${name}2` })).status).toBe(400);
    expect((await send('PUT', '/users', { uuid: old.uuid, version, username: 'plain-older' })).status).toBe(200);
  });

  it('no version is 400, a stale one 409 with the current one, a foreign uuid 404', async () => {
    const user = await createUser({ username: 'stale' });
    expect((await send('PUT', '/users', { uuid: user.uuid })).status).toBe(400);
    await send('PUT', '/users', { uuid: user.uuid, version: 0, displayName: 'x' });
    const stale = await send('PUT', '/users', { uuid: user.uuid, version: 0, displayName: 'y' });
    expect([stale.status, stale.error?.errorCode]).toEqual([409, 'VERSION_CONFLICT']);
    expect(stale.error?.errorMessage).toContain('1');
    const nobody = await send('PUT', '/users', { uuid: '00000000-0000-7000-8000-000000000000', version: 0 });
    expect(nobody.error?.errorCode).toBe('USER_NOT_FOUND');
  });

  it('of two changes in parallel with one version one wins', async () => {
    const user = await createUser({ username: 'raced' });
    const change = (displayName: string) => send('PUT', '/users', { uuid: user.uuid, version: 0, displayName });
    const both = await Promise.all([change('one'), change('two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('fields are checked all at once; what cannot be stored is refused', async () => {
    const answer = await send('POST', '/users', {
      username: 'a b',
      locale: 'xx-nowhere',
      timeZone: '+03:00',
      attributeMap: { big: 'x'.repeat(16_400) },
    });
    expect(codesOf(answer)).toEqual([
      ['username', 'PATTERN'],
      ['locale', 'FORMAT'],
      ['timeZone', 'FORMAT'],
      ['attributeMap', 'TOO_LONG'],
    ]);
  });

  it('the identifier of an earlier system is unique in the tenant', async () => {
    await createUser({ username: 'legacy-one', externalIdentifier: 'L-7' });
    const twin = await send('POST', '/users', { username: 'legacy-two', externalIdentifier: 'L-7' });
    expect(twin.error?.errorCode).toBe('USER_ALREADY_EXISTS');
    expect(codesOf(twin)).toEqual([['externalIdentifier', 'DUPLICATE']]);
    const other = await createUser({ username: 'legacy-three' });
    const moved = await send('PUT', '/users', { uuid: other.uuid, version: 0, externalIdentifier: 'L-7' });
    expect([moved.status, moved.error?.errorCode]).toEqual([409, 'USER_ALREADY_EXISTS']);
  });
});

describe('renaming', () => {
  it('closes the sessions as USER_RENAMED; the person signs in under the new name only', async () => {
    const user = await createActiveUser(server, admin, { username: 'before' });
    const token = await signIn(server, 'before', USER_PASSWORD);
    const { version } = (await send('GET', `/users/by-uuid/${user.uuid}`)).body;
    const renamed = await send('PUT', '/users', { uuid: user.uuid, version, username: 'After' });
    expect(renamed.body.username).toBe('After');
    const dead = await call(server, 'GET', '/session', { token });
    expect([dead.error?.errorCode, dead.error?.errorArguments]).toEqual([
      'SESSION_EXPIRED',
      [{ reason: 'USER_RENAMED' }],
    ]);
    await expect(signIn(server, 'before', USER_PASSWORD)).rejects.toThrow('AUTH_INVALID_CREDENTIALS');
    expect(await signIn(server, 'after', USER_PASSWORD)).toMatch(/^svc_/);
  });

  it('authentication 17: is 409 for the folded name of another user, living or deleted', async () => {
    const taken = await createUser({ username: 'IŞIL' });
    const user = await createUser({ username: 'wanderer' });
    const rename = () => send('PUT', '/users', { uuid: user.uuid, version: 0, username: 'ışıl' });
    expect((await rename()).error?.errorCode).toBe('USER_ALREADY_EXISTS');
    await send('DELETE', `/users/by-uuid/${taken.uuid}`);
    const answer = await rename();
    expect(answer.error?.errorCode).toBe('USERNAME_RESERVED');
    expect(answer.error?.errorArguments).toMatchObject([{ field: 'username', deletedUuid: taken.uuid }]);
  });

  it('authentication 38: is refused for a name of services or of the command line', async () => {
    const user = await createUser({ username: 'plain-person' });
    for (const username of ['service:x', 'CLI:x']) {
      expect((await send('PUT', '/users', { uuid: user.uuid, version: 0, username })).status).toBe(400);
    }
  });
});

describe('finding users', () => {
  it('finds by identifier and by folded name, but neither a deleted one nor one of another tenant', async () => {
    const user = await createUser({ username: 'Findable' });
    expect((await send('GET', `/users/by-uuid/${user.uuid}`)).body.username).toBe('Findable');
    expect((await send('GET', '/users/by-username/FINDABLE')).body.uuid).toBe(user.uuid);
    await send('DELETE', `/users/by-uuid/${user.uuid}`);
    for (const path of [`/users/by-uuid/${user.uuid}`, '/users/by-username/findable']) {
      expect((await send('GET', path)).error?.errorCode).toBe('USER_NOT_FOUND');
    }
  });

  it('pages and lists filter, sort, count exactly and never show a secret', async () => {
    await createTenant(server, 'paged');
    const tenantIdentifier = 'paged';
    for (const [username, displayName] of [
      ['p-c', 'Alpha 50%'],
      ['p-a', 'Beta'],
      ['p-b', 'alpha_x'],
    ] as const) {
      await createUser({ username, displayName, tenantIdentifier });
    }
    type Page = { data: SvcUserModel[]; totalElements: number; totalPages: number };
    const page = async (filter: object) =>
      (await send<Page>('POST', '/users/data/page', { tenantIdentifier, ...filter })).body;
    const names = async (filter: object) => (await page(filter)).data.map(({ username }) => username);
    expect(await names({})).toEqual(['p-a', 'p-b', 'p-c']);
    const sort = { properties: ['dateCreated'], direction: 'DESC' };
    expect(await names({ pageable: { sort } })).toEqual(['p-b', 'p-a', 'p-c']);
    expect(await names({ searchText: 'ALPHA' })).toEqual(['p-b', 'p-c']);
    const twice = { pageable: { sort: { properties: ['username', 'displayName', 'username'] } } };
    expect(await names({ searchText: 'alpha', ...twice })).toEqual(['p-b', 'p-c']);
    expect((await send<unknown[]>('POST', '/users/data/list', { searchText: 'alpha', ...twice })).status).toBe(200);
    expect(await names({ searchText: '50%' })).toEqual(['p-c']);
    expect(await names({ searchText: '_x' })).toEqual(['p-b']);
    expect(await names({ username: 'P-A' })).toEqual(['p-a']);
    expect(await names({ usernameLike: '-' })).toHaveLength(3);
    expect(await names({ role: 'ROLE_SYSTEM_ADMIN' })).toEqual([]);
    expect(await names({ authority: 'TENANT_ALL' })).toEqual([]);
    expect(await names({ enabled: false })).toEqual([]);
    expect(await names({ source: 'LDAP' })).toEqual([]);
    expect(await names({ deleted: true })).toEqual([]);
    expect(await names({ lastLoginDateFrom: '2020-01-01T00:00:00Z' })).toEqual([]);
    const second = await page({ pageable: { pageNumber: 1, pageSize: 2 } });
    expect([second.data.map(({ username }) => username), second.totalElements, second.totalPages]).toEqual([
      ['p-c'],
      3,
      2,
    ]);
    const past = await page({ pageable: { pageNumber: 9 } });
    expect([past.data, past.totalElements]).toEqual([[], 3]);
    const list = await send<SvcUserModel[]>('POST', '/users/data/list', { tenantIdentifier });
    expect(list.body).toHaveLength(3);
    expect(list.text).not.toMatch(/argon2|token=/);
    const unknown = await send('POST', '/users/data/page', { pageable: { sort: { properties: ['phone'] } } });
    expect(codesOf(unknown)).toEqual([['pageable.sort.properties[0]', 'SORT_PROPERTY_UNKNOWN']]);
    const range = { lastLoginDateFrom: '2021-01-01T00:00:00Z', lastLoginDateTo: '2020-01-01T00:00:00Z' };
    expect(codesOf(await send('POST', '/users/data/page', range))).toEqual([['lastLoginDateFrom', 'RANGE_INVALID']]);
  });

  it('a list of more than 1,000 is 422, never a cut', async () => {
    await query(
      server,
      `INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, created_by, updated_by, date_created, date_updated)
       SELECT gen_random_uuid(), 'crowd', 'u' || n, 'u' || n, 'test', 'test', now(), now() FROM generate_series(1, 1001) n`,
    );
    const answer = await send('POST', '/users/data/list', { tenantIdentifier: 'crowd' });
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'RESULT_TOO_LARGE']);
  });
});

describe('the own account', () => {
  it('shows itself; name shown, language, zone and telephone are its own to change, nothing else', async () => {
    await createActiveUser(server, admin, { username: 'self' });
    const token = await signIn(server, 'self', USER_PASSWORD);
    const own = await send('GET', '/auth/current-user', undefined, token);
    expect(own.body).toMatchObject({ username: 'self', passwordSet: true, activationLink: null });
    const model = { ...own.body, displayName: 'Me', locale: 'tr', timeZone: 'Asia/Tokyo', phone: '1' };
    const changed = await send('PUT', '/auth/current-user', model, token);
    expect(changed.body).toMatchObject({ displayName: 'Me', locale: 'tr', timeZone: 'Asia/Tokyo', phone: '1' });
    const more = {
      username: 'boss',
      expiryDate: '2031-01-01T00:00:00Z',
      roleList: ['ROLE_SYSTEM_ADMIN'],
      enabled: false,
    };
    const refused = await send('PUT', '/auth/current-user', { version: changed.body.version, ...more }, token);
    expect(codesOf(refused)?.sort()).toEqual([
      ['enabled', 'FIELD_READ_ONLY'],
      ['expiryDate', 'FIELD_READ_ONLY'],
      ['roleList', 'FIELD_READ_ONLY'],
      ['username', 'FIELD_READ_ONLY'],
    ]);
    const stale = await send('PUT', '/auth/current-user', { version: 0, phone: '2' }, token);
    expect(stale.error?.errorCode).toBe('VERSION_CONFLICT');
  });

  it('authentication 38: an API key has no account of its own', async () => {
    const made = await send<{ key: string }>('POST', '/api-keys', {
      name: 'nobody',
      authorityList: ['AUTH_USER_VIEW'],
    });
    const headers = { 'x-api-key': made.body.key };
    expect((await call(server, 'GET', '/auth/current-user', { headers })).status).toBe(403);
    expect((await call(server, 'PUT', '/auth/current-user', { headers, body: { version: 0 } })).status).toBe(403);
  });
});

it('authentication 21: no operation sets or answers a password', async () => {
  for (const field of ['password', 'newPassword', 'passwordHash']) {
    const created = await send('POST', '/users', { username: 'with-password', [field]: USER_PASSWORD });
    const user = await createUser({ username: `no-${field}` });
    const changed = await send('PUT', '/users', { uuid: user.uuid, version: 0, [field]: USER_PASSWORD });
    for (const answer of [created, changed]) expect(codesOf(answer)).toEqual([[field, 'UNKNOWN_FIELD']]);
  }
});
