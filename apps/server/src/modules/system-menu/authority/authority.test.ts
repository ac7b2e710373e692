// Tests conditions of items: inherited and own ones, levels, versions, and what does not exist.
import type { SvcMenuItemAuthorityModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  seen,
  signInWith,
  startMenuServer,
  type Tree,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let boss: string;
let northern: string;
let item: { readonly uuid: string };
let group: { readonly uuid: string };
const read = [{ role: null, authority: 'SETTING_VIEW' }];
const write = [{ role: null, authority: 'SETTING_MANAGE' }];

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
});
afterAll(() => server.stop());

const get = async (uuid: string, token = boss, scope = 'TENANT') =>
  (
    await server.as<SvcMenuItemAuthorityModel>(
      token,
      'GET',
      `/menu-authorities/by-menu-item-uuid/${uuid}?scope=${scope}`,
    )
  ).body;
const put = (model: object, token = boss, scope = 'TENANT') =>
  server.as(token, 'PUT', `/menu-authorities?scope=${scope}`, model);
const remove = (uuid: string, token = boss, scope = 'TENANT', more = '') =>
  server.as(token, 'DELETE', `/menu-authorities/by-menu-item-uuid/${uuid}?scope=${scope}${more}`);

async function freshItem(appName: string): Promise<void> {
  const app = await makeApp(server, appName, { authorityList: [{ role: 'ROLE_TENANT_ADMIN' }] });
  group = await makeItem(server, { appNameUuid: app.uuid }, 'group', { path: null });
  item = await makeItem(server, { parentUuid: group.uuid }, 'page');
}

describe('the condition of an item', () => {
  it('system-menu 13: the condition of an item without one is what it inherits, with everything that has to be satisfied', async () => {
    await freshItem('inherits');
    const admins = [{ role: 'ROLE_TENANT_ADMIN', authority: null }];
    expect(await get(item.uuid)).toMatchObject({
      id: null,
      uuid: null,
      version: 0,
      authorityList: [],
      matchType: 'ANY',
      inherited: true,
      shared: false,
      menuItemUuid: item.uuid,
      menuItemName: 'page',
      effectiveAuthorityList: admins,
      chain: [{ level: 'APP', name: 'inherits', authorityList: admins }],
    });
    await put({ menuItemUuid: group.uuid, authorityList: read }, server.admin, 'SHARED');
    const below = await get(item.uuid);
    expect([below.effectiveAuthorityList, below.chain.map(({ level, name }) => `${level} ${name}`)]).toEqual([
      read,
      ['APP inherits', 'ITEM group'],
    ]);
    await put({ menuItemUuid: item.uuid, authorityList: write, matchType: 'ALL' }, server.admin, 'SHARED');
    const own = await get(item.uuid, server.admin, 'SHARED');
    expect(own).toMatchObject({
      version: 1,
      inherited: false,
      shared: true,
      matchType: 'ALL',
      effectiveAuthorityList: write,
    });
    expect(own.chain).toHaveLength(3);
  });

  it.each<[string, object]>([
    ['absent', {}],
    ['0', { version: 0 }],
    ['null', { version: null }],
  ])('system-menu 13: the condition of an item is created with the version %s', async (what, version) => {
    await freshItem(`created-${what}`);
    expect((await put({ menuItemUuid: item.uuid, authorityList: read, ...version })).status).toBe(200);
    expect(await get(item.uuid)).toMatchObject({ version: 1, authorityList: read, inherited: false, shared: false });
  });

  it('system-menu 13: the condition of an item is created once by two at a time', async () => {
    await freshItem('parallel');
    const model = { menuItemUuid: item.uuid, version: 0 };
    const answers = await Promise.all([
      put({ ...model, authorityList: read }),
      put({ ...model, authorityList: write }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('system-menu 13: the condition of an item is replaced, not merged; without its version or with an old one it is not', async () => {
    await freshItem('replaced');
    const menuItemUuid = item.uuid;
    await put({ menuItemUuid, authorityList: [...read, ...read, ...write] });
    expect((await get(menuItemUuid)).authorityList).toEqual([...read, ...write]);
    expect((await put({ menuItemUuid, authorityList: read })).error?.errorArguments[0]).toMatchObject({
      field: 'version',
    });
    expect((await put({ menuItemUuid, authorityList: read, version: 7 })).error?.errorCode).toBe('VERSION_CONFLICT');
    await put({ menuItemUuid, authorityList: write, version: 1 });
    expect((await get(menuItemUuid)).authorityList).toEqual(write);
    await put({ menuItemUuid, matchType: 'ALL', version: 2 });
    expect(await get(menuItemUuid)).toMatchObject({ authorityList: write, matchType: 'ALL', version: 3 });
    await put({ menuItemUuid, authorityList: null, everybody: true, version: 3 });
    expect(await get(menuItemUuid)).toMatchObject({ authorityList: [], inherited: false, everybody: true });
  });

  it('system-menu 13: a refused condition names every pair that nobody can hold, and the item that does not exist', async () => {
    await freshItem('unknown');
    const authorityList = [...read, { authority: 'NO_SUCH' }, { role: 'ROLE_NO_SUCH', authority: 'SETTING_VIEW' }];
    const unknown = await put({ menuItemUuid: item.uuid, authorityList });
    expect([unknown.status, unknown.error?.errorCode, unknown.error?.errorArguments]).toEqual([
      422,
      'AUTHORITY_UNKNOWN',
      [
        { role: null, authority: 'NO_SUCH' },
        { role: 'ROLE_NO_SUCH', authority: 'SETTING_VIEW' },
      ],
    ]);
    const missing = '01890000-0000-7000-8000-000000000000';
    expect((await put({ menuItemUuid: missing, authorityList: read })).error?.errorCode).toBe('MENU_ITEM_NOT_FOUND');
    expect((await server.as(boss, 'GET', `/menu-authorities/by-menu-item-uuid/${missing}`)).status).toBe(404);
    expect((await server.as(boss, 'GET', '/menu-authorities/by-menu-item-uuid/none')).status).toBe(400);
    expect((await put({ menuItemUuid: item.uuid, authorityList: [{}] })).status).toBe(400);
    expect((await put({ menuItemUuid: item.uuid, authorityList: read }, boss, 'SHARED')).status).toBe(403);
  });

  it('system-menu 13: the condition of an item falls back from the tenant to the shared one, and from that to what the code registered', async () => {
    const tree = (await server.as<Tree>(boss, 'GET', '/menu-items/tree?appName=platform')).body;
    const menuItemUuid = tree.appList[0]!.itemList.find(({ name }) => name === 'menu-administration')!.uuid;
    const registered = (await get(menuItemUuid)).effectiveAuthorityList;
    expect(registered).toContainEqual({ role: null, authority: 'MENU_VIEW_ALL' });
    const inForce = async (token: string) => {
      const { authorityList, effectiveAuthorityList, shared, inherited } = await get(menuItemUuid, token);
      return { authorityList, effectiveAuthorityList, shared, inherited };
    };
    const [shared, own] = [[{ role: null, authority: 'MENU_MANAGE' }], [{ role: null, authority: 'MENU_VIEW_ALL' }]];
    const code = { authorityList: [], effectiveAuthorityList: registered, shared: false, inherited: true };
    const ofAll = { authorityList: shared, effectiveAuthorityList: shared, shared: true, inherited: false };
    const ofTenant = { authorityList: own, effectiveAuthorityList: own, shared: false, inherited: false };
    expect(await inForce(boss)).toEqual(code);
    expect((await put({ menuItemUuid, authorityList: shared }, server.admin, 'SHARED')).status).toBe(200);
    expect((await put({ menuItemUuid, authorityList: own })).status).toBe(200);
    expect([await inForce(boss), await inForce(northern)]).toEqual([ofTenant, ofAll]);
    expect((await remove(menuItemUuid)).status).toBe(200);
    expect([await inForce(boss), await inForce(northern)]).toEqual([ofAll, ofAll]);
    expect((await remove(menuItemUuid, server.admin, 'SHARED')).status).toBe(200);
    expect([await inForce(boss), await inForce(northern)]).toEqual([code, code]);
  });

  it('system-menu 13: the condition of a tenant replaces the shared one for that tenant; taken away, the shared one holds, then what is inherited', async () => {
    await freshItem('levels');
    const menuItemUuid = item.uuid;
    await put({ menuItemUuid, authorityList: [{ authority: 'TENANT_ALL' }] }, server.admin, 'SHARED');
    expect([await seen(server, boss, 'levels'), await seen(server, northern, 'levels')]).toEqual([[], []]);
    expect(await get(menuItemUuid)).toMatchObject({ version: 0, shared: true, inherited: false });
    await put({ menuItemUuid, authorityList: read, version: 0 });
    expect(await seen(server, boss, 'levels')).toContain('levels/group/page');
    expect(await seen(server, northern, 'levels')).toEqual([]);
    expect((await remove(menuItemUuid, boss, 'TENANT', '&version=9')).error?.errorCode).toBe('VERSION_CONFLICT');
    expect((await remove(menuItemUuid)).status).toBe(200);
    expect((await remove(menuItemUuid)).status).toBe(200);
    expect(await seen(server, boss, 'levels')).toEqual([]);
    await remove(menuItemUuid, server.admin, 'SHARED');
    expect(await seen(server, northern, 'levels')).toContain('levels/group/page');
    expect(await get(menuItemUuid)).toMatchObject({ inherited: true, authorityList: [] });
    await put({ menuItemUuid, authorityList: read, version: 0 });
    // A form from before the removal is stale: the version goes on.
    expect(await get(menuItemUuid)).toMatchObject({ version: 3 });
  });
});

describe('a condition that is sent back', () => {
  const registered = async () =>
    (await server.as<Tree>(boss, 'GET', '/menu-items/tree?appName=platform')).body.appList[0]!.itemList;

  it('system-menu 13: a condition that is sent back as it was answered changes nothing, whatever level it is of', async () => {
    for (const { uuid } of await registered()) {
      const answered = await get(uuid);
      expect((await put(answered)).status).toBe(200);
      expect(await get(uuid)).toEqual(answered);
    }
    await freshItem('sent-back');
    for (const condition of [{ authorityList: read, matchType: 'ALL' }, { everybody: true }]) {
      await remove(item.uuid, server.admin, 'SHARED');
      await put({ menuItemUuid: item.uuid, ...condition, version: 0 }, server.admin, 'SHARED');
      const answered = await get(item.uuid);
      expect(answered).toMatchObject({ shared: true, version: 0 });
      expect((await put(answered)).status).toBe(200);
      expect(await get(item.uuid)).toEqual(answered);
    }
  });

  it('system-menu 13: an empty list alone opens no item, and everybody=true does', async () => {
    await freshItem('opened');
    const menuItemUuid = item.uuid;
    await put({ menuItemUuid, authorityList: [{ authority: 'TENANT_ALL' }] });
    for (const authorityList of [[], null]) {
      const refused = await put({ menuItemUuid, authorityList, version: 1 });
      expect([refused.status, refused.error?.errorArguments]).toMatchObject([
        400,
        [{ field: 'everybody', code: 'REQUIRED' }],
      ]);
    }
    const both = await put({ menuItemUuid, authorityList: read, everybody: true, version: 1 });
    expect(both.error?.errorArguments[0]).toMatchObject({ field: 'everybody', code: 'NOT_ALLOWED' });
    expect(await seen(server, boss, 'opened')).toEqual([]);
    expect((await put({ menuItemUuid, everybody: true, version: 1 })).status).toBe(200);
    expect(await seen(server, boss, 'opened')).toContain('opened/group/page');
    expect(await get(menuItemUuid)).toMatchObject({ authorityList: [], everybody: true, inherited: false });
  });
});

describe('the conditions of several items', () => {
  const putAll = (list: readonly object[] | object, token = boss, scope = 'TENANT') =>
    server.as(token, 'PUT', `/menu-authorities/update-all?scope=${scope}`, list);
  const matrix = async (model: object, token = boss) =>
    (await server.as<SvcMenuItemAuthorityModel[]>(token, 'POST', '/menu-authorities/data/list', model)).body;
  let appNameUuid: string;
  let pages: readonly { readonly uuid: string }[];

  async function freshPages(appName: string): Promise<void> {
    appNameUuid = (await makeApp(server, appName, { authorityList: [{ role: 'ROLE_TENANT_ADMIN' }] })).uuid;
    const made: { readonly uuid: string }[] = [];
    for (const name of ['a', 'b', 'c']) made.push(await makeItem(server, { appNameUuid }, name));
    pages = made;
  }
  const entries = (authorityList: readonly object[], more: object = {}) =>
    pages.map(({ uuid: menuItemUuid }) => ({ menuItemUuid, authorityList, ...more }));
  const stored = async () =>
    (await matrix({ appNameUuid })).map(({ authorityList, version }) => [authorityList, version]);

  it('system-menu 13: the conditions of several items are set together, in one revision; the same again is no change', async () => {
    await freshPages('together');
    const before = (await server.as<{ revision: number }>(boss, 'GET', '/menu-items/tree')).body.revision;
    const answer = await putAll(entries(read));
    expect([answer.status, answer.headers.get('x-svc-menu-revision')]).toEqual([200, String(before + 1)]);
    expect(await stored()).toEqual([1, 1, 1].map((version) => [read, version]));
    expect((await putAll(entries(read, { version: 1 }))).headers.get('x-svc-menu-revision')).toBe(String(before + 1));
    expect((await putAll({ menuItemUuid: pages[0]!.uuid, authorityList: write, version: 1 })).status).toBe(200);
    expect((await stored())[0]).toEqual([write, 2]);
  });

  it('system-menu 13: the conditions of several items are refused whole, every refused one by its index', async () => {
    await freshPages('refused');
    await putAll(entries(read).slice(0, 2));
    const before = await stored();
    const missing = '01890000-0000-7000-8000-000000000000';
    const [a, b, c] = entries(write);
    const bad = { ...c, authorityList: [...read, { authority: 'NO_SUCH' }, { role: 'ROLE_NO_SUCH' }] };
    const refused = async (list: readonly object[]) => {
      const { status, error } = await putAll(list);
      return [status, error?.errorCode, error?.errorArguments];
    };
    expect(await refused([c!, { ...c, menuItemUuid: missing }])).toEqual([
      404,
      'MENU_ITEM_NOT_FOUND',
      [{ index: 1, uuid: missing }],
    ]);
    expect(await refused([bad])).toEqual([
      422,
      'AUTHORITY_UNKNOWN',
      [
        { index: 0, role: null, authority: 'NO_SUCH' },
        { index: 0, role: 'ROLE_NO_SUCH', authority: null },
      ],
    ]);
    expect(await refused([{ ...a, version: 1 }, c!, { ...b, version: 7 }])).toEqual([
      409,
      'VERSION_CONFLICT',
      [{ index: 2, identifier: pages[1]!.uuid, version: 1 }],
    ]);
    const fields = async (list: readonly object[]) =>
      ((await putAll(list)).error?.errorArguments ?? []).map((one) => {
        const { field, code } = one as { field: string; code: string };
        return `${field} ${code}`;
      });
    expect(await fields([a!, b!])).toEqual(['[0].version REQUIRED', '[1].version REQUIRED']);
    expect(await fields([c!, c!, a!])).toEqual(['[1] DUPLICATE_ENTRY']);
    expect(
      await fields([
        { ...c, authorityList: [{}] },
        { ...a, authorityList: [read[0]!, {}] },
      ]),
    ).toEqual(['[0].authorityList[0] REQUIRED', '[1].authorityList[1] REQUIRED']);
    expect(await fields([])).toEqual([' TOO_SHORT']);
    expect(await fields(Array.from({ length: 201 }, () => c!))).toContain(' TOO_LONG');
    expect(await stored()).toEqual(before);
  });

  it('system-menu 17: the conditions of several items are refused where they take the administration of menus from their sender', async () => {
    await freshPages('lockout');
    const [administration] = (await matrix({})).filter(({ menuItemName }) => menuItemName === 'menu-administration');
    const taken = { menuItemUuid: administration!.menuItemUuid, authorityList: [{ authority: 'TENANT_ALL' }] };
    const answer = await putAll([...entries(read), taken]);
    expect([answer.status, answer.error?.errorCode]).toEqual([409, 'MENU_SELF_LOCKOUT']);
    expect(await stored()).toEqual([0, 0, 0].map(() => [[], 0]));
  });

  it('system-menu 13: the conditions of several items are listed as a matrix: by application, and by what opens them', async () => {
    await freshPages('matrix');
    await putAll([{ menuItemUuid: pages[1]!.uuid, authorityList: write }]);
    const found = async (model: object, token = boss) =>
      (await matrix({ appNameUuid, ...model }, token)).map(({ menuItemName }) => menuItemName);
    expect(await found({})).toEqual(['a', 'b', 'c']);
    expect(await found({ authority: 'SETTING_MANAGE' })).toEqual(['b']);
    expect(await found({ authority: 'SETTING_MANAGE' }, northern)).toEqual([]);
    expect(await found({ role: 'ROLE_TENANT_ADMIN' })).toEqual(['a', 'c']);
    expect((await matrix({ appNameUuid }))[1]).toEqual(await get(pages[1]!.uuid));
    const plain = await signInWith(server, 'plain');
    expect((await server.as(plain, 'POST', '/menu-authorities/data/list', {})).status).toBe(403);
    expect((await putAll(entries(read), boss, 'SHARED')).status).toBe(403);
  });
});
