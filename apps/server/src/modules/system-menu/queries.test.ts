// Pages and lists of applications, items and overlays: every filter, the order, the bounds, and who may ask.
import type { SvcAppNameModel, SvcMenuItemModel, SvcMenuOverlayModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allow,
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  signInWith,
  startMenuServer,
} from './menu-server.fixture.ts';

interface Page<T> {
  readonly data: readonly T[];
  readonly totalElements: number;
  readonly totalPages: number;
}

let server: MenuServer;
let boss: string;
let northern: string;
let appNameUuid: string;
let group: { readonly uuid: string; readonly version: number };

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  appNameUuid = (await makeApp(server, 'office', { authorityList: [{ role: 'ROLE_USER' }] })).uuid;
  const place = { appNameUuid };
  group = await makeItem(server, place, 'group', { path: null, displayName: 'Işık', orderNumber: 30 });
  const below = { parentUuid: group.uuid };
  const one = await makeItem(server, below, 'one', { orderNumber: 20, keywordList: ['100%'] });
  await makeItem(server, below, 'two', { orderNumber: 10, visible: false, displayNameMap: { tr: 'İstanbul' } });
  const off = { orderNumber: 40, enabled: false, path: null, externalUrl: 'https://example.org' };
  await makeItem(server, place, 'off', off);
  await makeItem(server, place, 'northern', { shared: false, orderNumber: 50 }, northern);
  await allow(server, group.uuid, [{ role: 'ROLE_TENANT_ADMIN', authority: 'SETTING_VIEW' }]);
  await allow(server, one.uuid, [{ authority: 'MENU_MANAGE' }, { authority: 'SETTING_MANAGE' }]);
  const model = { uuid: group.uuid, version: group.version, icon: 'lamp' };
  const renamed = await server.as(boss, 'PUT', '/menu-items', model);
  if (renamed.status !== 200) throw new Error(renamed.text);
});
afterAll(() => server?.stop());

const page = <T>(path: string, model: object = {}, token = boss, scope = 'TENANT') =>
  server.as<Page<T>>(token, 'POST', `${path}?scope=${scope}`, model);
const items = (model: object = {}, token = boss) =>
  server.as<SvcMenuItemModel[]>(token, 'POST', '/menu-items/data/list', { appNameUuid, ...model });
const names = async (model: object = {}, token = boss) => (await items(model, token)).body.map(({ name }) => name);

describe('items are found', () => {
  it.each<[string, () => object, readonly string[]]>([
    ['without a filter', () => ({}), ['two', 'one', 'group', 'off']],
    ['by the item above', () => ({ parentUuid: group.uuid }), ['two', 'one']],
    ['by a name in other letters', () => ({ searchText: 'ISIK' }), ['group']],
    ['by a name in another language', () => ({ searchText: 'istanbul' }), ['two']],
    ['by a keyword whose sign is no wildcard', () => ({ searchText: '0%' }), ['one']],
    ['by an address', () => ({ searchText: 'EXAMPLE.org' }), ['off']],
    ['by a path, however it is written', () => ({ path: ' /one/?' }), ['one']],
    ['by an inherited role', () => ({ role: 'ROLE_USER' }), ['off']],
    ['by a role of the item above', () => ({ role: 'ROLE_TENANT_ADMIN' }), ['two', 'group']],
    ['by an authority', () => ({ authority: 'SETTING_MANAGE' }), ['one']],
    ['by a pair', () => ({ role: 'ROLE_TENANT_ADMIN', authority: 'SETTING_VIEW' }), ['two', 'group']],
    ['but not by halves of two pairs', () => ({ role: 'ROLE_TENANT_ADMIN', authority: 'MENU_MANAGE' }), []],
    ['that are disabled', () => ({ enabled: false }), ['off']],
    ['that are not drawn', () => ({ visible: false }), ['two']],
    ['that a module registered', () => ({ system: true }), []],
    ['that the tenant changed', () => ({ overlaid: true }), ['group']],
    ['by null, which is no filter', () => ({ overlaid: null, path: null }), ['two', 'one', 'group', 'off']],
  ])('items are found %s', async (_what, model, expected) => {
    expect(await names(model())).toEqual(expected);
  });

  it('items are found in the order that is asked for, page by page, with the exact number', async () => {
    const sort = { properties: ['name'], direction: 'DESC' };
    const first = await page<SvcMenuItemModel>('/menu-items/data/page', {
      appNameUuid,
      pageable: { pageNumber: 1, pageSize: 3, sort },
    });
    expect(first.body.data.map(({ name }) => name)).toEqual(['group']);
    expect(first.body).toMatchObject({ totalElements: 4, totalPages: 2, pageable: { sort } });
    const past = await page('/menu-items/data/page', { appNameUuid, pageable: { pageNumber: 9 } });
    expect([past.status, past.body.data]).toEqual([200, []]);
    const wrong = await page('/menu-items/data/page', { pageable: { sort: { properties: ['secret'] } } });
    expect(wrong.error?.errorArguments[0]).toMatchObject({ code: 'SORT_PROPERTY_UNKNOWN' });
    expect((await items({ path: '//evil' })).error?.errorArguments[0]).toMatchObject({ code: 'PATH_INVALID' });
  });

  it('system-menu 22: items of the own tenant and of what all share are found, by who may see everything', async () => {
    expect(await names({ searchText: 'northern' })).toEqual([]);
    expect(await names({ searchText: 'northern' }, northern)).toEqual(['northern']);
    expect(await names({ overlaid: true }, northern)).toEqual([]);
    const plain = await signInWith(server, 'paul');
    expect((await items({}, plain)).status).toBe(403);
    expect((await page('/menu-items/data/page', {}, boss, 'SHARED')).status).toBe(403);
    const shared = await page<SvcMenuItemModel>('/menu-items/data/page', { appNameUuid }, server.admin, 'SHARED');
    expect(shared.body.totalElements).toBe(4);
  });

  it('items come as a list up to 1,000, beyond it not at all', async () => {
    const many = await makeApp(server, 'many');
    const document = {
      formatVersion: 1,
      appList: [],
      authorityList: [],
      overlayList: [],
      itemList: ['a', 'b', 'c'].flatMap((parentName) => [
        { appName: 'many', name: parentName, displayName: parentName },
        ...Array.from({ length: 333 }, (_, n) => {
          return { appName: 'many', name: `${parentName}${n}`, parentName, displayName: 'Page' };
        }),
      ]),
    };
    const taken = await server.as(server.admin, 'POST', '/menu-items/import?scope=SHARED', document);
    expect(taken.status).toBe(200);
    const list = (model: object) => items({ appNameUuid: many.uuid, ...model }, boss);
    const all = await list({});
    expect([all.status, all.error?.errorCode]).toEqual([422, 'RESULT_TOO_LARGE']);
    const matrix = await server.as(boss, 'POST', '/menu-authorities/data/list', { appNameUuid: many.uuid });
    expect([matrix.status, matrix.error?.errorCode]).toEqual([422, 'RESULT_TOO_LARGE']);
    expect((await list({ searchText: 'page' })).body).toHaveLength(999);
    expect((await page('/menu-items/data/page', { appNameUuid: many.uuid })).body.totalElements).toBe(1_002);
  });
});

describe('applications are paged', () => {
  const apps = async (model: object, token = boss) =>
    (await page<SvcAppNameModel>('/app-names/data/page', model, token)).body.data.map(({ name }) => name);

  it('applications are paged by every filter, whoever may see them', async () => {
    await makeApp(server, 'closed', { enabled: false, authorityList: [{ authority: 'TENANT_ALL' }], orderNumber: 1 });
    await makeApp(server, 'own', { shared: false, displayName: 'Ödeme' }, boss);
    expect(await apps({ enabled: false })).toEqual(['closed']);
    expect(await apps({ shared: false })).toEqual(['own']);
    expect(await apps({ shared: false }, northern)).toEqual([]);
    expect(await apps({ system: true })).toEqual(['platform']);
    expect(await apps({ searchText: 'ODEME' })).toEqual(['own']);
    const sort = { properties: ['name'], direction: 'DESC' };
    expect((await apps({ system: false, pageable: { sort } })).slice(0, 2)).toEqual(['own', 'office']);
  });
});

describe('overlays are paged', () => {
  const overlays = (model: object, token = boss, scope = 'TENANT') =>
    page<SvcMenuOverlayModel>('/menu-overlays/data/page', model, token, scope);

  it('overlays are paged with what was changed and nothing else, until they are reset', async () => {
    const { version } = (await server.as<SvcAppNameModel>(boss, 'GET', '/app-names/by-name/office')).body;
    const model = { uuid: appNameUuid, version, matchType: 'ALL', enabled: true, description: 'Ours' };
    expect((await server.as(boss, 'PUT', '/app-names', model)).status).toBe(200);
    const all = await overlays({ pageable: { sort: { properties: ['targetType'] } } });
    expect(all.body.data).toEqual([
      {
        targetType: 'APP',
        targetUuid: appNameUuid,
        tenantIdentifier: 'default',
        version: 1,
        description: 'Ours',
        matchType: 'ALL',
      },
      { targetType: 'ITEM', targetUuid: group.uuid, tenantIdentifier: 'default', version: 1, icon: 'lamp' },
    ]);
    expect((await overlays({ targetType: 'ITEM' })).body.totalElements).toBe(1);
    expect((await overlays({ targetUuid: appNameUuid })).body.totalElements).toBe(1);
    expect((await overlays({}, northern)).body.data).toEqual([]);
    await server.as(boss, 'DELETE', `/menu-overlays/by-target-uuid/${appNameUuid}`);
    expect((await overlays({})).body.data.map(({ targetType }) => targetType)).toEqual(['ITEM']);
  });

  it('overlays of operators are paged only with TENANT_ALL', async () => {
    expect((await overlays({}, boss, 'SHARED')).status).toBe(403);
    const { uuid, version } = (await server.as<SvcAppNameModel>(server.admin, 'GET', '/app-names/by-name/platform'))
      .body;
    const model = { uuid, version, icon: 'flag' };
    expect((await server.as(server.admin, 'PUT', '/app-names?scope=SHARED', model)).status).toBe(200);
    expect((await overlays({}, server.admin, 'SHARED')).body.data).toEqual([
      { targetType: 'APP', targetUuid: uuid, tenantIdentifier: null, version: 1, icon: 'flag' },
    ]);
  });
});
