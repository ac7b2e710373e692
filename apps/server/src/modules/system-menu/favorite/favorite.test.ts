// Tests favorites: bodies as clients send them, items that change or go out of sight, and adds that meet.
import type { SvcMenuFavoriteModel, SvcUserModel } from '@keelson/contract';
import { DAY_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActiveUser, endNameReservations } from '../../../testing/sign-in.ts';
import {
  allow,
  createTenant,
  eventually,
  type MenuServer,
  makeApp,
  makeItem,
  query,
  signInWith,
  startMenuServer,
} from '../menu-server.fixture.ts';
import { removeOrphanFavorites } from './favorite.jobs.ts';

let server: MenuServer;
let paul: string;
let mary: string;
let appNameUuid: string;

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  paul = await signInWith(server, 'paul', ['SETTING_VIEW']);
  mary = await signInWith(server, 'mary');
  appNameUuid = (await makeApp(server, 'pages')).uuid;
});
afterAll(() => server.stop());

const add = (path: string, token = paul, more: object = {}) =>
  server.as<SvcMenuFavoriteModel>(token, 'POST', '/menu-favorites', { path, ...more });
const listed = async (token = paul, hidden = false) =>
  (await server.as<SvcMenuFavoriteModel[]>(token, 'GET', `/menu-favorites/data/list?includeHidden=${hidden}`)).body;
const paths = async (token = paul, hidden = false) => (await listed(token, hidden)).map(({ path }) => path);
const clear = (token = paul) => server.as(token, 'DELETE', '/menu-favorites/all');

const existCall = (body: string, token = paul) => ({
  method: 'POST',
  body,
  headers: {
    authorization: `Bearer ${token}`,
    'content-type': body.startsWith('"') ? 'application/json' : 'text/plain',
  },
});
async function exists(path: string, token = paul): Promise<unknown> {
  const answer = await fetch(`${server.url}/menu-favorites/exist`, existCall(path, token));
  return ((await answer.json()) as { body: unknown }).body;
}
async function remove(body: string | null, contentType: string | null, parameter?: string, token = paul) {
  const suffix = parameter === undefined ? '' : `?path=${encodeURIComponent(parameter)}`;
  const answer = await fetch(`${server.url}/menu-favorites${suffix}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, ...(contentType === null ? {} : { 'content-type': contentType }) },
    ...(body === null ? {} : { body }),
  });
  const { errorDetail } = (await answer.json()) as { errorDetail: { errorArguments: { code: string }[] } | null };
  return { status: answer.status, code: errorDetail?.errorArguments[0]?.code };
}

describe('a favorite is removed by its path', () => {
  it.each<[string, string | null, string | null, string | undefined]>([
    ['text', '/kept', 'text/plain', undefined],
    ['a JSON string', '"/kept"', 'application/json', undefined],
    ['raw text of JSON type', '/kept', 'application/json', undefined],
    ['a parameter', null, null, '/kept'],
    ['an empty body of JSON type and a parameter', '', 'application/json', '/kept'],
    ['both, alike', '/kept', 'text/plain', '/kept/'],
    ['a trailing slash', '/kept/', 'text/plain', undefined],
  ])(
    'system-menu 9: a favorite is removed by its path as %s, and twice',
    async (_what, body, contentType, parameter) => {
      await clear();
      await Promise.all([add('/kept'), add('/kept', mary)]);
      expect((await remove(body, contentType, parameter)).status).toBe(200);
      expect((await remove(body, contentType, parameter)).status).toBe(200);
      expect([await paths(), await paths(mary)]).toEqual([[], ['/kept']]);
    },
  );

  it('system-menu 9: a favorite is removed by its path in whatever form of the same letters', async () => {
    await add('/caf\u00e9');
    expect((await remove('/cafe\u0301', 'text/plain')).status).toBe(200);
    expect(await paths()).toEqual([]);
  });

  it.each(['', ' ', `/${'a'.repeat(512)}`, 'a', '//x', '/\\x', '/a/../b', '/a%00'])(
    'system-menu 9: %j is no path of a favorite',
    async (text) => {
      expect(await remove(text, 'text/plain')).toEqual({ status: 400, code: 'PATH_INVALID' });
    },
  );

  it('system-menu 9: a favorite is not removed by two paths that differ, nor by a form', async () => {
    expect(await remove('/a', 'text/plain', '/b')).toEqual({ status: 400, code: 'NOT_ALLOWED' });
    expect((await remove('a=/b', 'application/x-www-form-urlencoded')).status).toBe(415);
  });
});

describe('a favorite of an item', () => {
  it('system-menu 10: a favorite of an item is out of sight with the authority, and back with it in the same place', async () => {
    await clear();
    const item = await makeItem(server, { appNameUuid }, 'guarded', { icon: 'key' });
    await add('/first');
    const kept = await add('/guarded');
    expect(kept.body).toMatchObject({ menuItemUuid: item.uuid, displayName: 'guarded', icon: 'key', hidden: false });
    await add('/last');
    await allow(server, item.uuid, [{ authority: 'TENANT_ALL' }]);
    expect(await paths()).toEqual(['/first', '/last']);
    expect((await listed(paul, true)).map(({ path, hidden }) => [path, hidden])).toEqual([
      ['/first', false],
      ['/guarded', true],
      ['/last', false],
    ]);
    await allow(server, item.uuid, [{ authority: 'SETTING_VIEW' }]);
    expect(await paths()).toEqual(['/first', '/guarded', '/last']);
  });

  it('system-menu 10: a favorite of an item follows its path, and is removed by the old and by the new one', async () => {
    for (const [index, gone] of ['/before', '/after'].entries()) {
      await clear();
      const item = await makeItem(server, { appNameUuid }, `moved${index}`, { path: '/before' });
      await add('/before');
      const model = { uuid: item.uuid, version: item.version, path: '/after' };
      expect((await server.as(server.admin, 'PUT', '/menu-items?scope=SHARED', model)).status).toBe(200);
      expect(await paths()).toEqual(['/after']);
      expect((await add('/after')).body.menuItemUuid).toBe(item.uuid);
      expect((await remove(gone, 'text/plain')).status).toBe(200);
      expect(await paths()).toEqual([]);
    }
  });

  it('system-menu 10: a favorite of an item says nothing of where its item went while it is out of sight, and is removed by either path all the same', async () => {
    await clear();
    const item = await makeItem(server, { appNameUuid }, 'leaving-sight', { path: '/seen' });
    await add('/seen');
    await allow(server, item.uuid, [{ authority: 'TENANT_ALL' }]);
    const model = { uuid: item.uuid, version: item.version, path: '/unseen' };
    expect((await server.as(server.admin, 'PUT', '/menu-items?scope=SHARED', model)).status).toBe(200);
    expect((await listed(paul, true)).map(({ path, displayName, hidden }) => [path, displayName, hidden])).toEqual([
      ['/seen', '/seen', true],
    ]);
    expect([await exists('/seen'), await exists('/unseen')]).toEqual([true, false]);
    expect((await remove('/unseen', 'text/plain')).status).toBe(200);
    expect(await paths(paul, true)).toEqual([]);
  });

  it('system-menu 10: a favorite whose item is deleted is hidden, and removed after its days', async () => {
    await clear();
    const [early, late] = [
      await makeItem(server, { appNameUuid }, 'deleted-early'),
      await makeItem(server, { appNameUuid }, 'deleted-late'),
    ];
    for (const path of ['/deleted-early', '/free', '/deleted-late']) await add(path);
    const removeItem = ({ uuid, version }: { uuid: string; version: number }) =>
      server.as(server.admin, 'DELETE', `/menu-items/by-uuid/${uuid}?version=${version}&scope=SHARED`);
    const tagOf = async () => (await server.as(paul, 'GET', '/menu-items/tree')).headers.get('etag');
    const deletedAt = server.clock.now();
    const clean = (now: number) => {
      const clock = { now: () => now };
      return removeOrphanFavorites({ database: server.kernel.database, clock, orphanDays: () => 90 });
    };
    expect((await removeItem(early)).status).toBe(200);
    server.clock.advance(MINUTE_MS);
    expect((await removeItem(late)).status).toBe(200);
    const before = ['/deleted-early', '/free', '/deleted-late'];
    expect([await paths(), await paths(paul, true)]).toEqual([['/free'], before]);
    expect([await clean(deletedAt + 90 * DAY_MS), await paths(paul, true)]).toEqual([0, before]);
    const tag = await tagOf();
    expect([await clean(deletedAt + 90 * DAY_MS + 1), await paths(paul, true)]).toEqual([1, before.slice(1)]);
    expect(await tagOf()).not.toBe(tag);
    expect([await clean(deletedAt + 91 * DAY_MS), await paths(paul, true)]).toEqual([1, ['/free']]);
    expect(await clean(deletedAt + 91 * DAY_MS)).toBe(0);
  });

  it('a favorite of a page of no item is taken, unless the setting says otherwise', async () => {
    server.settings.set('menu.favorites.free-paths', false);
    const refused = await add('/nowhere');
    server.settings.set('menu.favorites.free-paths', true);
    expect([refused.status, refused.error?.errorCode]).toEqual([422, 'FAVORITE_PATH_UNKNOWN']);
    expect((await add('/nowhere')).body).toMatchObject({
      menuItemUuid: null,
      displayName: '/nowhere',
      username: 'paul',
    });
  });
});

describe('favorites that are added at once', () => {
  it('system-menu 11: favorites that are added at once stop exactly at the limit', async () => {
    await clear();
    for (let n = 0; n < 99; n += 1) await add(`/n${n}`);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => add(`/more${n}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ error }) => error?.errorCode)).toEqual(Array(19).fill('FAVORITE_LIMIT_REACHED'));
    expect(await paths()).toHaveLength(100);
  });

  it('system-menu 11: favorites of one path that are added at once are one record', async () => {
    await clear();
    const answers = await Promise.all(Array.from({ length: 20 }, () => add('/same')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect([new Set(answers.map(({ body }) => body.uuid)).size, await paths()]).toEqual([1, ['/same']]);
  });
});

describe('the order of favorites', () => {
  const order = (list: readonly object[]) => server.as(paul, 'POST', '/menu-favorites/update-all', list);

  it('system-menu 12: the order of favorites is that of the list, with groups; the others, also hidden ones, come after', async () => {
    await clear();
    const item = await makeItem(server, { appNameUuid }, 'vanishing');
    const [a, hidden, b, c] = [await add('/a'), await add('/vanishing'), await add('/b'), await add('/c')];
    await allow(server, item.uuid, [{ authority: 'TENANT_ALL' }]);
    const model = [
      { uuid: c.body.uuid, groupName: 'Often' },
      { uuid: a.body.uuid, version: a.body.version },
    ];
    expect((await order(model)).status).toBe(200);
    expect(await paths(paul, true)).toEqual(['/c', '/a', '/vanishing', '/b']);
    expect((await listed())[0]).toMatchObject({ path: '/c', groupName: 'Often' });
    expect((await order([{ uuid: c.body.uuid, groupName: null }])).status).toBe(200);
    expect((await listed())[0]).toMatchObject({ path: '/c', groupName: null });
    expect((await order([{ uuid: b.body.uuid, version: 40 }])).error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await order([{ uuid: hidden.body.uuid }, { uuid: hidden.body.uuid }])).status).toBe(400);
  });

  it('system-menu 12: an order takes favorites as they were answered, and refuses what it does not change', async () => {
    const answered = await listed(paul, true);
    expect(answered.length).toBeGreaterThan(2);
    expect((await order(answered)).status).toBe(200);
    expect(await listed(paul, true)).toEqual(answered);
    const refused = await order([{ ...answered[1], path: '/elsewhere', icon: 'star' }]);
    expect(refused.error?.errorArguments.map(({ field, code }) => `${field} ${code}`)).toEqual([
      '[0].path FIELD_READ_ONLY',
      '[0].icon FIELD_READ_ONLY',
    ]);
    expect(await listed(paul, true)).toEqual(answered);
  });

  it('system-menu 12: an order that names a favorite of another person is 404, and writes nothing', async () => {
    const before = await listed(paul, true);
    const foreign = await add('/of-mary', mary);
    const answer = await order([{ uuid: before.at(-1)!.uuid }, { uuid: foreign.body.uuid }]);
    expect([answer.status, answer.error?.errorCode]).toEqual([404, 'FAVORITE_NOT_FOUND']);
    expect((await server.as(paul, 'DELETE', `/menu-favorites/by-uuid/${foreign.body.uuid}`)).status).toBe(200);
    expect([await listed(paul, true), await paths(mary)]).toEqual([before, expect.arrayContaining(['/of-mary'])]);
  });
});

describe('one favorite', () => {
  const put = (model: object, token = paul) => server.as<SvcMenuFavoriteModel>(token, 'PUT', '/menu-favorites', model);
  const argumentsOf = ({ error }: Awaited<ReturnType<typeof put>>) =>
    (error?.errorArguments ?? []).map(({ field, code }) => [field, code]);

  it('one favorite is changed by what differs; as it was answered it is no change, and null brings the item back', async () => {
    await clear();
    await makeItem(server, { appNameUuid }, 'renamable', { displayName: 'Page', icon: 'page' });
    const kept = (await add('/renamable')).body;
    const same = await put(kept);
    expect([same.status, same.body]).toEqual([200, kept]);
    expect(
      await query(server, `SELECT display_name, icon FROM system_menu_favorite WHERE path = '/renamable'`),
    ).toEqual([{ display_name: null, icon: null }]);
    const changed = (await put({ ...kept, displayName: 'Mine', groupName: 'Daily' })).body;
    expect(changed).toMatchObject({ displayName: 'Mine', icon: 'page', groupName: 'Daily', version: 2 });
    const cleared = await put({ uuid: kept.uuid, version: 2, displayName: null });
    expect(cleared.body).toMatchObject({ displayName: 'Page', groupName: 'Daily', version: 3, path: '/renamable' });
    expect(await listed()).toEqual([cleared.body]);
    const order = [{ uuid: kept.uuid, displayName: 'Page', version: 3 }];
    expect((await server.as(paul, 'POST', '/menu-favorites/update-all', order)).status).toBe(200);
    expect(await listed()).toEqual([cleared.body]);
  });

  it('one favorite keeps its path and place, and is not changed by an old form or by another person', async () => {
    await clear();
    const { uuid } = (await add('/fixed')).body;
    const refused = await put({ uuid, version: 1, path: '/other', orderNumber: 9 });
    expect(argumentsOf(refused)).toEqual([
      ['path', 'FIELD_READ_ONLY'],
      ['orderNumber', 'FIELD_READ_ONLY'],
    ]);
    expect(argumentsOf(await put({ uuid, version: 1, icon: '<svg>' }))).toEqual([['icon', 'PATTERN']]);
    expect(argumentsOf(await put({ uuid, displayName: 'x' }))).toEqual([['version', 'REQUIRED']]);
    const stale = await put({ uuid, version: 7, displayName: 'x' });
    expect([stale.error?.errorCode, stale.error?.errorArguments]).toEqual([
      'VERSION_CONFLICT',
      [{ index: 0, identifier: uuid, version: 1 }],
    ]);
    expect((await put({ uuid, version: 1, displayName: 'x' }, mary)).error?.errorCode).toBe('FAVORITE_NOT_FOUND');
    expect((await listed())[0]).toMatchObject({ path: '/fixed', displayName: '/fixed', version: 1 });
  });

  it('one favorite is found by its path and that of its item, as text or as JSON, by its owner alone', async () => {
    await clear();
    const item = await makeItem(server, { appNameUuid }, 'wandering', { path: '/first-path' });
    await add('/first-path');
    const model = { uuid: item.uuid, version: item.version, path: '/second-path' };
    expect((await server.as(server.admin, 'PUT', '/menu-items?scope=SHARED', model)).status).toBe(200);
    expect([await exists('/first-path/'), await exists('/second-path'), await exists('/third')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await exists('/first-path', mary), await exists('"/second-path"')]).toEqual([false, true]);
    for (const text of ['//x', 'a', '']) {
      const { status } = await fetch(`${server.url}/menu-favorites/exist`, existCall(text));
      expect([text, status]).toEqual([text, 400]);
    }
  });
});

describe('what a person kept', () => {
  const userOf = async (username: string) =>
    (await server.as<SvcUserModel>(server.admin, 'GET', `/users/by-username/${username}`)).body;
  const rowsOf = (name: string) =>
    query<{ n: number }>(server, `SELECT count(*)::int AS n FROM system_menu_favorite WHERE username_folded = $1`, [
      name,
    ]);

  it('system-menu 24: what a person kept follows to a new name; a new user of the old one starts empty', async () => {
    const token = await signInWith(server, 'former');
    await add('/mine', token);
    const { uuid, version } = await userOf('former');
    const renamed = await server.as(server.admin, 'PUT', '/users', { uuid, version, username: 'latter' });
    expect(renamed.status).toBe(200);
    expect(
      await eventually(
        () => rowsOf('latter'),
        ([row]) => row?.n === 1,
      ),
    ).toEqual([{ n: 1 }]);
    expect(await rowsOf('former')).toEqual([{ n: 0 }]);
    await endNameReservations(server);
    await createActiveUser(server, server.admin, { username: 'former' });
    expect(await rowsOf('former')).toEqual([{ n: 0 }]);
  });

  it('system-menu 22: what a person kept is gone with the person', async () => {
    const token = await signInWith(server, 'leaving');
    await add('/mine', token);
    const { uuid } = await userOf('leaving');
    const gone = await server.as(server.admin, 'DELETE', `/users/by-uuid/${uuid}`);
    expect(gone.status).toBe(200);
    expect(
      await eventually(
        () => rowsOf('leaving'),
        ([row]) => row?.n === 0,
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('system-menu 22: what a person kept is nobody’s of the same name in another tenant', async () => {
    const northern = await signInWith(server, 'paul', ['ROLE_TENANT_ADMIN'], 'north');
    await add('/here');
    expect(await paths(northern)).toEqual([]);
  });
});
