// Tests items: moves that never make a cycle, hostile paths, limits of depth, and nobody locks themselves out.
import type { SvcMenuItemModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allow,
  type MenuServer,
  makeApp,
  makeItem,
  pathsOf,
  query,
  seen,
  signInWith,
  startMenuServer,
  type Tree,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let boss: string;

beforeAll(async () => {
  server = await startMenuServer();
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
});
afterAll(() => server.stop());

type Stored = SvcMenuItemModel & { readonly uuid: string; readonly version: number };
const get = async (uuid: string, token = server.admin) =>
  (await server.as<Stored>(token, 'GET', `/menu-items/by-uuid/${uuid}`)).body;

async function move(uuid: string, parentUuid: string | null, more: object = {}, token = server.admin) {
  const { version } = await get(uuid, token);
  const model = { uuid, parentUuid, position: 0, version, ...more };
  return server.as<Stored>(token, 'POST', '/menu-items/move?scope=SHARED', model);
}

describe('a move', () => {
  it('system-menu 15: a move takes the subtree along, to its place among the new siblings and to another application', async () => {
    const [from, to] = [await makeApp(server, 'from'), await makeApp(server, 'to')];
    const group = await makeItem(server, { appNameUuid: from.uuid }, 'group');
    const child = await makeItem(server, { parentUuid: group.uuid }, 'child');
    for (const name of ['one', 'two']) await makeItem(server, { appNameUuid: to.uuid }, name);
    const moved = await move(group.uuid, null, { appNameUuid: to.uuid, position: 1 });
    expect([moved.status, moved.body.orderNumber, moved.body.appNameUuid]).toEqual([200, 20, to.uuid]);
    expect(await seen(server, boss, 'to')).toEqual(['to', 'to/one', 'to/group', 'to/group/child', 'to/two']);
    expect(await seen(server, boss, 'from')).toEqual([]);
    expect((await get(child.uuid)).appNameUuid).toBe(to.uuid);
    await move(group.uuid, null, { position: 99 });
    expect(await seen(server, boss, 'to')).toEqual(['to', 'to/one', 'to/two', 'to/group', 'to/group/child']);
  });

  it('system-menu 15: a move under itself or a descendant is refused', async () => {
    const app = await makeApp(server, 'cyclic');
    const top = await makeItem(server, { appNameUuid: app.uuid }, 'top');
    const middle = await makeItem(server, { parentUuid: top.uuid }, 'middle');
    const low = await makeItem(server, { parentUuid: middle.uuid }, 'low');
    for (const parent of [top, middle, low]) {
      const answer = await move(top.uuid, parent.uuid);
      expect([answer.status, answer.error?.errorCode]).toEqual([409, 'MENU_CYCLE']);
    }
    const stale = await move(low.uuid, top.uuid, { version: 9 });
    expect(stale.error?.errorCode).toBe('VERSION_CONFLICT');
  });

  it('system-menu 15: a move against an opposing one never makes a cycle', async () => {
    const app = await makeApp(server, 'opposed');
    const [left, right] = [
      await makeItem(server, { appNameUuid: app.uuid }, 'left'),
      await makeItem(server, { appNameUuid: app.uuid }, 'right'),
    ];
    for (let round = 0; round < 100; round += 1) {
      const answers = await Promise.all([move(left.uuid, right.uuid), move(right.uuid, left.uuid)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await seen(server, boss, 'opposed')).toHaveLength(3);
      await Promise.all([left, right].map(({ uuid }) => move(uuid, null)));
    }
  }, 60_000);

  it('system-menu 15: a move counts the depth of the deepest descendant', async () => {
    const app = await makeApp(server, 'deep');
    let parent = await makeItem(server, { appNameUuid: app.uuid }, 'level1');
    const second = await makeItem(server, { parentUuid: parent.uuid }, 'level2');
    parent = second;
    for (let level = 3; level <= 8; level += 1)
      parent = await makeItem(server, { parentUuid: parent.uuid }, `level${level}`);
    const ninth = { name: 'level9', displayName: 'Nine', parentUuid: parent.uuid };
    const made = await server.as(server.admin, 'POST', '/menu-items', ninth);
    expect([made.status, made.error?.errorCode]).toEqual([422, 'MENU_DEPTH_EXCEEDED']);
    const beside = await makeItem(server, { appNameUuid: app.uuid }, 'beside');
    const below = await makeItem(server, { parentUuid: beside.uuid }, 'below');
    const answer = await move(second.uuid, below.uuid);
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'MENU_DEPTH_EXCEEDED']);
    expect((await move(second.uuid, beside.uuid)).status).toBe(200);
  });

  it('the move of a module’s item, and of a shared one below a tenant’s, is refused', async () => {
    const app = await makeApp(server, 'mixed');
    const shared = await makeItem(server, { appNameUuid: app.uuid }, 'shared');
    const own = await makeItem(server, { appNameUuid: app.uuid }, 'own', { shared: false });
    const answer = await server.as(server.admin, 'POST', '/menu-items/move', {
      uuid: shared.uuid,
      parentUuid: own.uuid,
      position: 0,
      version: 1,
    });
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'MENU_SHARED_FIELD']);
    const below = { name: 'below', displayName: 'Below', parentUuid: own.uuid, shared: true };
    expect((await server.as(server.admin, 'POST', '/menu-items', below)).error?.errorCode).toBe('MENU_SHARED_FIELD');
    const administration = await administrationItem();
    const system = await move(administration.uuid, null, { appNameUuid: app.uuid });
    expect([system.status, system.error?.errorCode]).toEqual([422, 'MENU_SYSTEM_FIELD']);
  });
});

describe('hostile texts', () => {
  it.each([
    ['path', 'javascript:alert(1)', 'PATH_INVALID'],
    ['path', 'data:text/html,x', 'PATH_INVALID'],
    ['path', '//evil', 'PATH_INVALID'],
    ['path', '/\\evil', 'PATH_INVALID'],
    ['path', '/a\tb', 'PATH_INVALID'],
    ['externalUrl', 'ftp://host', 'URL_INVALID'],
    ['externalUrl', 'https://u@h', 'URL_INVALID'],
    ['externalUrl', 'https://h\n', 'URL_INVALID'],
    ['icon', '<svg onload=alert(1)>', 'PATTERN'],
    ['displayName', 'a\u202eb', 'PATTERN'],
  ])('system-menu 16: an item whose %s is %j is refused', async (field, value, code) => {
    const app = (await server.as<{ uuid: string }>(server.admin, 'GET', '/app-names/by-name/platform')).body;
    const model = { name: 'hostile', displayName: 'Hostile', appNameUuid: app.uuid, [field]: value };
    const answer = await server.as(server.admin, 'POST', '/menu-items', model);
    expect([answer.status, answer.error?.errorArguments[0]]).toMatchObject([400, { field, code }]);
    if (field === 'externalUrl') return;
    const appModel = { name: 'hostile', displayName: 'Hostile', [field]: value };
    expect((await server.as(server.admin, 'POST', '/app-names', appModel)).status).toBe(400);
  });
});

async function administrationItem(): Promise<Stored> {
  const tree = await server.as<Tree>(server.admin, 'GET', '/menu-items/tree?appName=platform');
  const found = tree.body.appList[0]!.itemList.find(({ name }) => name === 'menu-administration');
  return get(found!.uuid);
}

describe('nobody takes the administration of the menu from themselves', () => {
  it('system-menu 17: nobody takes the administration of the menu from themselves, not by disabling it, nor its application, nor by a condition that they do not meet', async () => {
    const { uuid } = await administrationItem();
    const app = (await server.as<Stored>(boss, 'GET', '/app-names/by-name/platform')).body;
    const lost = [{ role: 'ROLE_SYSTEM_ADMIN', authority: 'TENANT_ALL' }];
    const answers = [
      await server.as(boss, 'POST', `/menu-items/deactivate/by-uuid/${uuid}`),
      await server.as(boss, 'POST', `/app-names/deactivate/by-uuid/${app.uuid}`),
      await server.as(boss, 'PUT', '/app-names', { uuid: app.uuid, version: app.version, authorityList: lost }),
      await server.as(boss, 'PUT', '/menu-items', { uuid, version: (await get(uuid, boss)).version, visible: false }),
      await allow(server, uuid, lost, { scope: 'TENANT', token: boss }),
    ];
    expect(answers.map(({ status, error }) => `${status} ${error?.errorCode}`)).toEqual(
      Array(5).fill('409 MENU_SELF_LOCKOUT'),
    );
    expect(await seen(server, boss, 'platform')).toContain('platform/menu-administration');
  });

  it('system-menu 17: whoever never saw the administration of the menu is not concerned', async () => {
    const app = await makeApp(server, 'unrelated', { path: '/u' });
    const manager = await signInWith(server, 'manager', ['MENU_APP_MANAGE']);
    const unseeing = await signInWith(server, 'unseeing', ['SETTING_VIEW']);
    expect(await seen(server, unseeing, 'platform')).not.toContain('platform/menu-administration');
    expect((await server.as(manager, 'POST', `/app-names/deactivate/by-uuid/${app.uuid}`)).status).toBe(200);
  });
});

describe('items are changed', () => {
  it('system-menu 7: items are changed field by field; place and condition by their own operations', async () => {
    const app = await makeApp(server, 'changing');
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'page', { icon: 'star', shared: false });
    const put = (model: object) => server.as<Stored>(server.admin, 'PUT', '/menu-items', { uuid: item.uuid, ...model });
    const changed = await put({ version: 1, icon: null, externalUrl: 'https://h.example', path: null });
    expect(changed.body).toMatchObject({ icon: null, path: null, externalUrl: 'https://h.example', version: 2 });
    expect((await put(changed.body)).body.version).toBe(2);
    expect((await put({ version: 2, path: '/both' })).status).toBe(400);
    const moved = await put({
      version: 2,
      parentUuid: app.uuid,
      authorityList: [{ role: 'ROLE_USER' }],
      matchType: 'ALL',
    });
    expect(moved.error?.errorArguments.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'parentUuid FIELD_READ_ONLY',
      'authorityList FIELD_READ_ONLY',
      'matchType FIELD_READ_ONLY',
    ]);
    await makeItem(server, { appNameUuid: app.uuid }, 'taken');
    expect((await put({ version: 2, name: 'taken' })).error?.errorCode).toBe('MENU_ITEM_ALREADY_EXISTS');
    expect((await put({ version: 1, icon: 'x' })).error?.errorCode).toBe('VERSION_CONFLICT');
  });

  it('items are deleted with what is below only where that was asked for', async () => {
    const app = await makeApp(server, 'deleting');
    const group = await makeItem(server, { appNameUuid: app.uuid }, 'group', { shared: false });
    const child = await makeItem(server, { parentUuid: group.uuid }, 'child', { shared: false });
    const remove = (uuid: string, query: string) =>
      server.as(server.admin, 'DELETE', `/menu-items/by-uuid/${uuid}?${query}`);
    expect((await remove(group.uuid, 'version=1')).error?.errorCode).toBe('MENU_ITEM_HAS_CHILDREN');
    expect((await remove(group.uuid, 'version=1&cascade=true')).status).toBe(200);
    expect((await server.as(server.admin, 'GET', `/menu-items/by-uuid/${child.uuid}`)).status).toBe(404);
    const { uuid, version } = await administrationItem();
    const system = await remove(uuid, `version=${version}`);
    expect([system.status, system.error?.errorCode]).toEqual([409, 'MENU_SYSTEM_RECORD']);
  });
});

describe('what stands in the way of an item', () => {
  const UNKNOWN = '01890000-0000-7000-8000-000000000000';

  it('an item is refused whose application or parent does not exist', async () => {
    const app = await makeApp(server, 'lonely');
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'page');
    const model = { name: 'new', displayName: 'New' };
    const answers = [
      await server.as(server.admin, 'POST', '/menu-items', { ...model, appNameUuid: UNKNOWN }),
      await server.as(server.admin, 'POST', '/menu-items', { ...model, parentUuid: UNKNOWN }),
      await move(item.uuid, null, { appNameUuid: UNKNOWN }),
      await move(item.uuid, UNKNOWN),
      await server.as(boss, 'POST', '/menu-items/update-all', { appNameUuid: UNKNOWN, uuidList: [] }),
      await server.as(boss, 'POST', `/menu-items/activate/by-uuid/${UNKNOWN}`),
    ];
    expect(answers.map(({ error }) => error?.errorCode)).toEqual([
      'APP_NAME_NOT_FOUND',
      'MENU_ITEM_NOT_FOUND',
      'APP_NAME_NOT_FOUND',
      'MENU_ITEM_NOT_FOUND',
      'APP_NAME_NOT_FOUND',
      'MENU_ITEM_NOT_FOUND',
    ]);
    expect((await server.as(server.admin, 'POST', '/menu-items', model)).status).toBe(400);
  });

  it('an item that the shared level has disabled is enabled by no tenant', async () => {
    const app = await makeApp(server, 'disabled');
    const { uuid } = await makeItem(server, { appNameUuid: app.uuid }, 'page', { enabled: false });
    const answer = await server.as(boss, 'POST', `/menu-items/activate/by-uuid/${uuid}`);
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'MENU_SHARED_FIELD']);
    expect((await server.as(server.admin, 'POST', `/menu-items/activate/by-uuid/${uuid}?scope=SHARED`)).status).toBe(
      200,
    );
    expect(await seen(server, boss, 'disabled')).toEqual(['disabled', 'disabled/page']);
    expect((await server.as(boss, 'POST', `/menu-items/deactivate/by-uuid/${uuid}`)).status).toBe(200);
    expect(await seen(server, boss, 'disabled')).toEqual([]);
  });

  it('an item is refused where its siblings are as many as there may be', async () => {
    const app = await makeApp(server, 'crowded');
    await query(
      server,
      `INSERT INTO system_menu_item (uuid, version, app_name_uuid, name, display_name, display_name_map, target,
         order_number, enabled, visible, keyword_list, authority_list, match_type, system, retired, revision, created_by,
         updated_by, date_created, date_updated, deleted)
       SELECT gen_random_uuid(), 1, $1::uuid, 'many-' || n, 'Many', '{}', '_self', 1000, true, true, '[]', '[]', 'ANY', false,
         false, (SELECT revision + 1 FROM system_menu_state), 'test', 'test', now(), now(), false
       FROM generate_series(1, 500) n`,
      [app.uuid],
    );
    await query(server, 'UPDATE system_menu_state SET revision = revision + 1');
    const model = { name: 'new', displayName: 'New', appNameUuid: app.uuid };
    const made = await server.as(server.admin, 'POST', '/menu-items', model);
    expect([made.status, made.error?.errorCode]).toEqual([409, 'MENU_LIMIT_REACHED']);
    const elsewhere = await makeItem(server, { appNameUuid: (await makeApp(server, 'roomy')).uuid }, 'page');
    const moved = await move(elsewhere.uuid, null, { appNameUuid: app.uuid });
    expect(moved.error?.errorCode).toBe('MENU_LIMIT_REACHED');
  });
});

describe('siblings', () => {
  it('system-menu 5: siblings stand as the list says, the others after; strangers and doubled ones are refused', async () => {
    const app = await makeApp(server, 'siblings');
    const [one, two, three] = [
      await makeItem(server, { appNameUuid: app.uuid }, 'one'),
      await makeItem(server, { appNameUuid: app.uuid }, 'two'),
      await makeItem(server, { appNameUuid: app.uuid }, 'three'),
    ];
    const below = await makeItem(server, { parentUuid: one.uuid }, 'below');
    const order = (uuidList: string[]) =>
      server.as(boss, 'POST', '/menu-items/update-all', { appNameUuid: app.uuid, uuidList });
    expect((await order([three.uuid, one.uuid])).status).toBe(200);
    expect(await seen(server, boss, 'siblings')).toEqual([
      'siblings',
      'siblings/three',
      'siblings/one',
      'siblings/one/below',
      'siblings/two',
    ]);
    const common = await server.as<Tree>(server.admin, 'GET', '/menu-items/tree/all?appName=siblings&scope=SHARED');
    expect(pathsOf(common.body)[1]).toBe('siblings/one');
    expect((await order([two.uuid, below.uuid])).error?.errorCode).toBe('MENU_NOT_SIBLINGS');
    expect((await order([two.uuid, app.uuid])).error?.errorCode).toBe('MENU_ITEM_NOT_FOUND');
    expect((await order([two.uuid, two.uuid])).status).toBe(400);
    const elsewhere = await makeApp(server, 'siblings-elsewhere');
    for (const answer of [
      await server.as(boss, 'POST', '/menu-items/update-all', {
        appNameUuid: elsewhere.uuid,
        parentUuid: one.uuid,
        uuidList: [below.uuid],
      }),
      await move(below.uuid, one.uuid, { appNameUuid: elsewhere.uuid }),
    ]) {
      expect([answer.status, answer.error?.errorArguments[0]?.field]).toEqual([400, 'appNameUuid']);
    }
  });
});

it('system-menu 15: a cycle planted in the tables is cut off', async () => {
  const app = await makeApp(server, 'planted');
  const [first, second] = [
    await makeItem(server, { appNameUuid: app.uuid }, 'first'),
    await makeItem(server, { appNameUuid: app.uuid }, 'second'),
  ];
  await makeItem(server, { appNameUuid: app.uuid }, 'third');
  await query(
    server,
    `UPDATE system_menu_item SET parent_uuid = CASE uuid WHEN $1::uuid THEN $2::uuid ELSE $1::uuid END,
       revision = (SELECT revision + 1 FROM system_menu_state) WHERE uuid IN ($1::uuid, $2::uuid)`,
    [first.uuid, second.uuid],
  );
  await query(server, 'UPDATE system_menu_state SET revision = revision + 1');
  await makeItem(server, { appNameUuid: app.uuid }, 'fourth');
  expect(await seen(server, boss, 'planted')).toEqual(['planted', 'planted/third', 'planted/fourth']);
});
