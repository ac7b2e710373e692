// Tests menus as documents: what an export holds, what an import makes of it, and everything that it refuses at once.
import type { SvcMenuImportModel, SvcMenuImportProblemModel, SvcMenuImportResultModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allow,
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  query,
  seen,
  signInWith,
  startMenuServer,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let other: MenuServer;
let boss: string;
let northern: string;
let otherBoss: string;

beforeAll(async () => {
  [server, other] = await Promise.all([startMenuServer(), startMenuServer()]);
  await createTenant(server, 'north');
  boss = await signInWith(server, 'boss', ['ROLE_TENANT_ADMIN']);
  northern = await signInWith(server, 'nora', ['ROLE_TENANT_ADMIN'], 'north');
  otherBoss = await signInWith(other, 'boss', ['ROLE_TENANT_ADMIN']);
});
afterAll(async () => {
  await Promise.all([server?.stop(), other?.stop()]);
});

const empty: SvcMenuImportModel = {
  formatVersion: 1,
  appList: [],
  itemList: [],
  authorityList: [],
  overlayList: [],
};
const exported = async (at: MenuServer, token: string, scope = 'TENANT') =>
  (await at.as<SvcMenuImportModel>(token, 'POST', `/menu-items/export?scope=${scope}`)).body;
const take = (document: object, token = boss, more = '', at = server) =>
  at.as<SvcMenuImportResultModel>(token, 'POST', `/menu-items/import?${more}`, document);
const problemsOf = (answer: Awaited<ReturnType<typeof take>>) =>
  (answer.error?.errorArguments ?? []) as unknown as readonly SvcMenuImportProblemModel[];
const codesOf = (answer: Awaited<ReturnType<typeof take>>) =>
  problemsOf(answer).map(({ field, errorCode, errorArguments }) => {
    const code = (errorArguments[0] as { code?: string } | undefined)?.code;
    return [field, errorCode === 'VALIDATION_FAILED' ? code : errorCode];
  });
const revisionOf = async (at = server) =>
  (await query<{ revision: number }>(at, 'SELECT revision FROM system_menu_state'))[0]!.revision;
const app = (name: string, more: object = {}) => ({ name, displayName: name, ...more });
const item = (appName: string, name: string, more: object = {}) => ({ appName, name, displayName: name, ...more });

async function fill(token: string, shared: boolean, name: string): Promise<void> {
  const scope = shared ? 'SHARED' : 'TENANT';
  const made = await makeApp(
    server,
    name,
    {
      shared,
      path: `/${name}`,
      displayNameMap: { tr: 'Satış', en: 'Sales' },
      matchType: 'ALL',
      orderNumber: 7,
      authorityList: [{ role: 'ROLE_TENANT_ADMIN' }, { authority: 'MENU_MANAGE' }],
    },
    token,
  );
  const place = { appNameUuid: made.uuid };
  const group = await makeItem(server, place, 'zeta', { shared, path: null, description: 'All of them' }, token);
  const below = { parentUuid: group.uuid };
  const page = await makeItem(server, below, 'alpha', { shared, keywordList: ['a', 'b'], badgeCode: 'x.y' }, token);
  await makeItem(server, below, 'alpha-2', { shared, visible: false, enabled: false }, token);
  const link = { shared, path: null, externalUrl: 'https://example.org/?a=b', target: '_blank', icon: 'link' };
  await makeItem(server, place, 'beta', link, token);
  await allow(server, page.uuid, [{ role: 'ROLE_USER' }], { scope, token, matchType: 'ALL' });
  const platform = { uuid: '', version: 0 };
  Object.assign(platform, (await server.as<object>(token, 'GET', '/app-names/by-name/platform')).body);
  const renamed = { uuid: platform.uuid, version: platform.version, displayName: `Platform of ${name}`, icon: null };
  const answer = await server.as(token, 'PUT', `/app-names?scope=${scope}`, renamed);
  if (answer.status !== 200) throw new Error(answer.text);
}

describe('a menu as a document', () => {
  it('system-menu 21: a document taken into an empty database is exported byte by byte the same, of a tenant and of what all share', async () => {
    await fill(server.admin, true, 'common');
    await fill(boss, false, 'mine');
    const documents = [await exported(server, server.admin, 'SHARED'), await exported(server, boss)];
    expect(documents.map(({ appList }) => appList.map(({ name }) => name))).toEqual([['common'], ['mine']]);
    expect(documents[1]!.itemList.map(({ name, parentName }) => [name, parentName])).toEqual([
      ['beta', null],
      ['zeta', null],
      ['alpha', 'zeta'],
      ['alpha-2', 'zeta'],
    ]);
    expect(documents[1]!.overlayList).toEqual([
      {
        targetType: 'APP',
        appName: 'platform',
        itemName: null,
        displayNameMap: { en: 'Platform of mine', tr: 'Platform' },
      },
    ]);
    expect(documents[1]!.authorityList).toHaveLength(1);
    const texts = documents.map((document) => JSON.stringify(document));
    expect((await take(documents[0]!, other.admin, 'scope=SHARED', other)).status).toBe(200);
    expect((await take(documents[1]!, otherBoss, '', other)).status).toBe(200);
    expect(JSON.stringify(await exported(other, other.admin, 'SHARED'))).toBe(texts[0]);
    expect(JSON.stringify(await exported(other, otherBoss))).toBe(texts[1]);
    expect(await seen(other, otherBoss, 'mine')).toEqual(await seen(server, boss, 'mine'));
    const again = await take(documents[1]!, otherBoss, 'mode=REPLACE', other);
    expect(again.body).toMatchObject({ changeList: [], unchangedCount: 7 });
  });

  it('system-menu 22: a document of another tenant holds nothing of this one', async () => {
    expect(await exported(server, northern)).toEqual(empty);
  });

  it('system-menu 21: a document that runs dry tells exactly the changes that are made, and writes nothing', async () => {
    await take({ ...empty, appList: [app('dry'), app('going')], itemList: [item('dry', 'old', { path: '/old' })] });
    const before = await exported(server, boss);
    const at = await revisionOf();
    const document = {
      ...before,
      appList: [...before.appList.filter(({ name }) => name !== 'going'), app('fresh', { orderNumber: 3 })],
      itemList: [
        ...before.itemList.map((one) => (one.name === 'old' ? { ...one, path: '/new', parentName: 'top' } : one)),
        item('dry', 'top'),
      ],
      authorityList: [{ appName: 'dry', itemName: 'old', authorityList: [{ authority: 'MENU_MANAGE' }] }],
      overlayList: [],
    };
    const dry = await take(document, boss, 'dryRun=true&mode=REPLACE');
    expect([dry.status, await revisionOf(), await exported(server, boss)]).toEqual([200, at, before]);
    const done = await take(document, boss, 'mode=REPLACE');
    expect(done.body).toEqual({ ...dry.body, dryRun: false });
    expect(await revisionOf()).toBe(at + 1);
    const told = done.body.changeList.map(({ targetType, appName, itemName, action }) =>
      [action, targetType, appName, itemName].join(' '),
    );
    expect(told.sort()).toEqual(
      [
        'CREATE APP fresh ',
        'REMOVE APP going ',
        'CREATE ITEM dry top',
        'UPDATE ITEM dry old',
        'CREATE AUTHORITY dry old',
        'REMOVE AUTHORITY mine alpha',
        'REMOVE OVERLAY platform ',
      ].sort(),
    );
    expect([done.body.createdCount, done.body.updatedCount, done.body.removedCount]).toEqual([3, 1, 3]);
    const after = await exported(server, boss);
    const moved = done.body.changeList.find(({ itemName, targetType }) => targetType === 'ITEM' && itemName === 'old');
    expect(after.itemList.find(({ name }) => name === 'old')).toEqual(moved?.newValue);
    expect(before.itemList.find(({ name }) => name === 'old')).toEqual(moved?.oldValue);
    expect(await seen(server, boss, 'dry')).toEqual(['dry', 'dry/top', 'dry/top/old']);
  });

  it('a document that is merged leaves what it does not name; a missing field stays, null clears it', async () => {
    await take({ ...empty, appList: [app('merged', { icon: 'a', description: 'b', path: '/m' })] });
    const answer = await take({ ...empty, appList: [{ name: 'merged', icon: null, displayName: 'Other' }] });
    expect(answer.body).toMatchObject({ createdCount: 0, updatedCount: 1, removedCount: 0 });
    const { appList } = await exported(server, boss);
    expect(appList.find(({ name }) => name === 'merged')).toMatchObject({
      displayName: 'Other',
      icon: null,
      description: 'b',
      path: '/m',
    });
    expect(appList.length).toBeGreaterThan(1);
  });

  it('a document that is taken ten times at once is written once', async () => {
    const document = { ...empty, appList: [app('raced')], itemList: [item('raced', 'page', { path: '/raced' })] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => take(document)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.map(({ body }) => body.createdCount).sort()).toEqual([...Array(9).fill(0), 2]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-svc-menu-revision'))).size).toBe(1);
    expect(await seen(server, boss, 'raced')).toEqual(['raced', 'raced/page']);
  });

  it('a document needs all three authorities, and TENANT_ALL for what all share', async () => {
    const some = await signInWith(server, 'some', ['MENU_MANAGE', 'MENU_APP_MANAGE']);
    expect((await take(empty, some)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await server.as(some, 'POST', '/menu-items/export')).status).toBe(403);
    expect((await take(empty, boss, 'scope=SHARED')).status).toBe(403);
    expect((await server.as(boss, 'POST', '/menu-items/export?scope=SHARED')).status).toBe(403);
  });
});

describe('a document that cannot be taken', () => {
  it('a document that cannot be taken names every problem of every entry, and nothing of it is written', async () => {
    const before = [await exported(server, boss), await revisionOf()];
    const answer = await take({
      ...empty,
      appList: [
        app('good'),
        app('platform'),
        app('common'),
        app('good'),
        { name: 'nameless' },
        app('grants', { authorityList: [{ authority: 'NO_SUCH' }, {}] }),
      ],
      itemList: [
        item('nowhere', 'a'),
        item('good', 'b', { parentName: 'missing' }),
        item('good', 'c'),
        item('good', 'c'),
        item('good', 'both', { path: '/a', externalUrl: 'https://example.org' }),
        item('good', 'x', { parentName: 'y' }),
        item('good', 'y', { parentName: 'x' }),
        item('common', 'zeta'),
      ],
      authorityList: [
        { appName: 'good', itemName: 'gone', authorityList: [] },
        { appName: 'good', itemName: 'c', authorityList: [{ role: 'ROLE_NO_SUCH' }] },
      ],
      overlayList: [
        { targetType: 'APP', appName: 'good', displayName: 'Mine' },
        { targetType: 'ITEM', appName: 'platform', displayName: 'None' },
        { targetType: 'ITEM', appName: 'common', itemName: 'zeta', matchType: 'ALL' },
        { targetType: 'APP', appName: 'none' },
      ],
    });
    expect([answer.status, answer.error?.errorCode]).toEqual([422, 'MENU_IMPORT_INVALID']);
    expect(codesOf(answer)).toEqual([
      ['appList[1]', 'MENU_SYSTEM_RECORD'],
      ['appList[2]', 'APP_NAME_ALREADY_EXISTS'],
      ['appList[3]', 'DUPLICATE_ENTRY'],
      ['appList[4]', 'REQUIRED'],
      ['appList[5]', 'REQUIRED'],
      ['itemList[0]', 'APP_NAME_NOT_FOUND'],
      ['itemList[3]', 'DUPLICATE_ENTRY'],
      ['itemList[4]', 'NOT_ALLOWED'],
      ['itemList[7]', 'MENU_ITEM_ALREADY_EXISTS'],
      ['itemList[1]', 'MENU_ITEM_NOT_FOUND'],
      ['authorityList[0]', 'MENU_ITEM_NOT_FOUND'],
      ['authorityList[1]', 'AUTHORITY_UNKNOWN'],
      ['overlayList[0]', 'NOT_ALLOWED'],
      ['overlayList[1]', 'REQUIRED'],
      ['overlayList[2]', 'MENU_SHARED_FIELD'],
      ['overlayList[3]', 'APP_NAME_NOT_FOUND'],
      ['itemList[5]', 'MENU_CYCLE'],
      ['itemList[6]', 'MENU_CYCLE'],
    ]);
    expect([await exported(server, boss), await revisionOf()]).toEqual(before);
    const dry = await take({ ...empty, appList: [app('platform')] }, boss, 'dryRun=true');
    expect(dry.error?.errorCode).toBe('MENU_IMPORT_INVALID');
  });

  it('a document that is too deep, too long or too wide is refused', async () => {
    const chain = Array.from({ length: 10 }, (_, n) => item('deep', `i${n}`, n > 0 ? { parentName: `i${n - 1}` } : {}));
    const deep = await take({ ...empty, appList: [app('deep')], itemList: chain });
    expect(codesOf(deep)).toEqual([
      ['itemList[8]', 'MENU_DEPTH_EXCEEDED'],
      ['itemList[9]', 'MENU_DEPTH_EXCEEDED'],
    ]);
    const many = Array.from({ length: 2_001 }, (_, n) => item('wide', `i${n}`, { description: 'x'.repeat(1_000) }));
    const wide = await take({ ...empty, appList: [app('wide')], itemList: many });
    expect(problemsOf(wide)).toEqual([
      expect.objectContaining({ errorCode: 'MENU_LIMIT_REACHED', errorArguments: [{ limit: 2_000 }] }),
      expect.objectContaining({ appName: 'wide', errorCode: 'MENU_LIMIT_REACHED', errorArguments: [{ limit: 500 }] }),
    ]);
    const apps = Array.from({ length: 201 }, (_, n) => app(`n${n}`));
    expect(codesOf(await take({ ...empty, appList: apps }))).toEqual([['appList', 'MENU_LIMIT_REACHED']]);
    const endless = Array.from({ length: 10_001 }, (_, n) => app(`n${n}`));
    expect((await take({ ...empty, appList: endless })).status).toBe(400);
  });

  it('a document gives what all share no name that a tenant has', async () => {
    const mine = await take({ ...empty, appList: [app('taken')] }, northern);
    expect(mine.status).toBe(200);
    const [common] = (await exported(server, server.admin, 'SHARED')).appList;
    const own = { ...empty, itemList: [item(common!.name, 'tenants-own')] };
    expect((await take(own, northern)).status).toBe(200);
    const document = { ...empty, appList: [app('taken')], itemList: [item(common!.name, 'tenants-own')] };
    expect(codesOf(await take(document, server.admin, 'scope=SHARED'))).toEqual([
      ['appList[0]', 'APP_NAME_ALREADY_EXISTS'],
      ['itemList[0]', 'MENU_ITEM_ALREADY_EXISTS'],
    ]);
    expect((await take(empty, northern, 'mode=REPLACE')).body.removedCount).toBe(2);
  });

  it('a document takes nothing away that tenants hung something below', async () => {
    const shared = await exported(server, server.admin, 'SHARED');
    const zeta = await query<{ uuid: string }>(
      server,
      `SELECT i.uuid FROM system_menu_item i JOIN system_menu_app a ON a.uuid = i.app_name_uuid
       WHERE a.name = 'common' AND i.name = 'zeta'`,
    );
    const hung = await makeItem(server, { parentUuid: zeta[0]!.uuid }, 'northern', { shared: false }, northern);
    const without = { ...shared, itemList: [], authorityList: [], overlayList: [] };
    const refused = await take(without, server.admin, 'scope=SHARED&mode=REPLACE');
    expect(problemsOf(refused)).toEqual([
      {
        field: 'itemList',
        appName: 'common',
        itemName: 'zeta',
        errorCode: 'MENU_ITEM_HAS_CHILDREN',
        errorArguments: [],
      },
    ]);
    expect(codesOf(await take(empty, server.admin, 'scope=SHARED&mode=REPLACE'))).toEqual([
      ['appList', 'APP_NAME_HAS_ITEMS'],
    ]);
    await server.as(northern, 'DELETE', `/menu-items/by-uuid/${hung.uuid}?version=1`);
    expect((await take(without, server.admin, 'scope=SHARED&mode=REPLACE')).status).toBe(200);
    expect(await exported(server, server.admin, 'SHARED')).toEqual(without);
  });
});

describe('an import', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil', '/\\evil', '/a\tb', '/a\nb', 'a', '/a/../b'])(
    'system-menu 16: an import refuses the path %j',
    async (path) => {
      const answer = await take({ ...empty, appList: [app('bad', { path })], itemList: [item('bad', 'i', { path })] });
      expect([answer.status, codesOf(answer)]).toEqual([
        422,
        [
          ['appList[0]', 'PATH_INVALID'],
          ['itemList[0]', 'PATH_INVALID'],
        ],
      ]);
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil',
    'ftp://host/x',
    'https://u@h',
    'https://h/a\tb',
    'https://h/\nx',
    '/page',
  ])('system-menu 16: an import refuses the address %j', async (externalUrl) => {
    const answer = await take({ ...empty, appList: [app('bad')], itemList: [item('bad', 'i', { externalUrl })] });
    expect([answer.status, codesOf(answer)]).toEqual([422, [['itemList[0]', 'URL_INVALID']]]);
  });

  it('system-menu 16: an import refuses an icon that is a drawing, and names that deceive, wherever they stand', async () => {
    const bad = { icon: '<svg onload=alert(1)>' };
    const answer = await take({
      ...empty,
      appList: [app('bad', bad)],
      itemList: [item('bad', 'i', bad), { ...item('bad', 'j'), displayName: 'a\u202Eb' }],
      overlayList: [{ targetType: 'APP', appName: 'platform', ...bad }],
    });
    expect(answer.status).toBe(400);
    expect(answer.error?.errorArguments.map((one) => (one as { field: string }).field).sort()).toEqual([
      'appList[0].icon',
      'itemList[0].icon',
      'itemList[1].displayName',
      'overlayList[0].icon',
    ]);
  });
});

describe('an import that would take the administration of menus from its sender', () => {
  it.each<[string, object]>([
    ['disables it', { overlayList: [{ targetType: 'ITEM', enabled: false, itemName: 'menu-administration' }] }],
    ['disables its application', { overlayList: [{ targetType: 'APP', enabled: false }] }],
    [
      'asks for what the sender has not',
      { authorityList: [{ itemName: 'menu-administration', authorityList: [{ authority: 'TENANT_ALL' }] }] },
    ],
  ])('system-menu 17: an import is refused where it %s, also dry', async (_what, lists) => {
    const document = { ...empty } as Record<string, unknown>;
    for (const [name, list] of Object.entries(lists)) {
      document[name] = (list as object[]).map((entry) => ({ ...entry, appName: 'platform' }));
    }
    const before = [await exported(server, boss), await revisionOf()];
    for (const more of ['', 'mode=REPLACE', 'dryRun=true']) {
      const answer = await take(document, boss, more);
      expect([answer.status, answer.error?.errorCode]).toEqual([409, 'MENU_SELF_LOCKOUT']);
    }
    expect([await exported(server, boss), await revisionOf()]).toEqual(before);
  });
});
