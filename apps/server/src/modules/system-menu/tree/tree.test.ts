// Tests the tree that each caller gets: what is held now decides, and a tag tells whether anything of it changed.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allow,
  createTenant,
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
let viewer: string;
let plain: string;

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  viewer = await signInWith(server, 'vera', ['SETTING_VIEW', 'SESSION_VIEW', 'MENU_VIEW_ALL']);
  plain = await signInWith(server, 'paul');
});
afterAll(() => server.stop());

describe('a condition', () => {
  it('system-menu 2: the condition of a child never widens what its parent hides', async () => {
    const app = await makeApp(server, 'narrow');
    const group = await makeItem(server, { appNameUuid: app.uuid }, 'group', { path: null });
    await makeItem(server, { parentUuid: group.uuid }, 'child');
    await makeItem(server, { appNameUuid: app.uuid }, 'beside');
    await allow(server, group.uuid, [{ authority: 'SETTING_VIEW' }]);
    expect(await seen(server, viewer, 'narrow')).toEqual([
      'narrow',
      'narrow/group',
      'narrow/group/child',
      'narrow/beside',
    ]);
    expect(await seen(server, plain, 'narrow')).toEqual(['narrow', 'narrow/beside']);
  });

  it.each([
    ['any of two authorities', 'ANY', [{ authority: 'SETTING_VIEW' }, { authority: 'SETTING_MANAGE' }], true],
    ['all of two authorities', 'ALL', [{ authority: 'SETTING_VIEW' }, { authority: 'SESSION_VIEW' }], true],
    ['all, of which one is missing', 'ALL', [{ authority: 'SETTING_VIEW' }, { authority: 'SETTING_MANAGE' }], false],
    ['a role', 'ANY', [{ role: 'ROLE_VERA' }], true],
    ['a role of others', 'ANY', [{ role: 'ROLE_TENANT_ADMIN' }], false],
    ['a pair that is held', 'ANY', [{ role: 'ROLE_VERA', authority: 'SETTING_VIEW' }], true],
    ['halves that are held apart', 'ANY', [{ role: 'ROLE_USER', authority: 'SETTING_VIEW' }], false],
  ] as const)(
    'system-menu 2: a condition of %s decides who sees an item',
    async (what, matchType, authorityList, expected) => {
      const name = `by-${what.replaceAll(/[^a-z]+/g, '-')}`;
      const app = await makeApp(server, name);
      const item = await makeItem(server, { appNameUuid: app.uuid }, 'page');
      expect((await allow(server, item.uuid, authorityList, { matchType })).status).toBe(200);
      expect((await seen(server, viewer, name)).length > 0).toBe(expected);
      expect(await seen(server, plain, name)).toEqual([]);
    },
  );
});

describe('an application', () => {
  it('system-menu 3: an application without path and without visible item is neither listed nor in the tree', async () => {
    const app = await makeApp(server, 'empty');
    await makeItem(server, { appNameUuid: app.uuid }, 'group', { path: null });
    await makeApp(server, 'start-page', { path: '/start' });
    const listed = await server.as<{ name: string }[]>(plain, 'GET', '/app-names/data/list');
    const tree = await server.as<Tree>(plain, 'GET', '/menu-items/tree');
    for (const names of [listed.body.map(({ name }) => name), pathsOf(tree.body)]) {
      expect(names).not.toContain('empty');
      expect(names).toContain('start-page');
    }
  });

  it('system-menu 3: an application that is unknown and one that is invisible are answered alike', async () => {
    const app = await makeApp(server, 'secret', { authorityList: [{ authority: 'SETTING_VIEW' }], path: '/x' });
    for (const asked of [
      ['/menu-items/tree?appName=', 'secret', 'unknown'],
      ['/app-names/by-name/', 'secret', 'unknown'],
      ['/app-names/by-uuid/', app.uuid, '01890000-0000-7000-8000-000000000000'],
    ] as const) {
      const [path, ...names] = asked;
      const [invisible, unknown] = await Promise.all(names.map((name) => server.as(plain, 'GET', path + name)));
      // They differ in nothing but the name that was asked for.
      const shown = ({ status, error }: NonNullable<typeof invisible>, name: string) =>
        JSON.stringify([status, error?.errorCode, error?.errorMessage, error?.errorArguments]).replaceAll(name, '*');
      expect(shown(invisible!, names[0])).toEqual(shown(unknown!, names[1]));
      expect([invisible!.status, invisible!.error?.errorCode]).toEqual([404, 'APP_NAME_NOT_FOUND']);
    }
    expect((await server.as(viewer, 'GET', '/app-names/by-name/secret')).status).toBe(200);
  });
});

describe('what a caller holds', () => {
  it('system-menu 4: what a caller holds decides at the next tree, without a write to the menu', async () => {
    const app = await makeApp(server, 'moving');
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'page');
    const mobile = await signInWith(server, 'mobile', ['SETTING_VIEW']);
    await allow(server, item.uuid, [{ role: 'ROLE_MOBILE' }]);
    expect(await seen(server, mobile, 'moving')).toEqual(['moving', 'moving/page']);
    const revision = () => query<{ revision: number }>(server, 'SELECT revision FROM system_menu_state');
    const before = await revision();
    const { body: user } = await server.as<SvcUserModel>(server.admin, 'GET', '/users/by-username/mobile');
    const model = { roleList: ['ROLE_USER'], version: user.version };
    const taken = await server.as(server.admin, 'PUT', `/users/roles/by-uuid/${user.uuid}`, model);
    expect(taken.status).toBe(200);
    expect(await seen(server, mobile, 'moving')).toEqual([]);
    expect(await revision()).toEqual(before);
  });

  it('system-menu 4: MENU_VIEW_ALL shows the whole tree to administrators, and does not widen their own', async () => {
    const app = await makeApp(server, 'for-others');
    const item = await makeItem(server, { appNameUuid: app.uuid }, 'page');
    await makeItem(server, { appNameUuid: app.uuid }, 'off', { enabled: false });
    await allow(server, item.uuid, [{ authority: 'SETTING_MANAGE' }]);
    expect(await seen(server, viewer, 'for-others')).toEqual([]);
    const whole = await server.as<Tree>(viewer, 'GET', '/menu-items/tree/all?appName=for-others');
    expect(pathsOf(whole.body)).toEqual(['for-others', 'for-others/page', 'for-others/off']);
    expect((await server.as(plain, 'GET', '/menu-items/tree/all')).status).toBe(403);
    expect((await server.as(viewer, 'GET', '/menu-items/tree/all?scope=SHARED')).status).toBe(403);
    expect((await server.as(viewer, 'GET', '/menu-items/tree/all?appName=none')).status).toBe(404);
  });
});

describe('the tag of a tree', () => {
  const tagged = async (token: string, tag: string | null, language = 'en') => {
    const headers = { 'accept-language': language, ...(tag === null ? {} : { 'if-none-match': tag }) };
    const answer = await server.as<Tree>(token, 'GET', '/menu-items/tree', undefined, headers);
    return { status: answer.status, tag: answer.headers.get('etag') ?? '', text: answer.text };
  };

  it('system-menu 18: the tag of a tree holds for the same caller, also as a weak one', async () => {
    const first = await tagged(plain, null);
    expect([first.status, (await tagged(plain, first.tag)).status]).toEqual([200, 304]);
    expect((await tagged(plain, `W/${first.tag}`)).status).toBe(304);
  });

  it('system-menu 18: the tag of a tree changes with language, grants, tenant, favorites and structure', async () => {
    const app = await makeApp(server, 'tagged', { displayNameMap: { tr: 'Etiketli' }, path: '/tagged' });
    const page = await makeItem(server, { appNameUuid: app.uuid }, 'tagged-page');
    const first = await tagged(plain, null);
    const turkish = await tagged(plain, first.tag, 'tr-TR, en;q=0.5');
    expect([turkish.status, turkish.text.includes('Etiketli')]).toEqual([200, true]);
    const northern = await signInWith(server, 'nell', [], 'north');
    for (const token of [viewer, northern]) expect((await tagged(token, first.tag)).status).toBe(200);

    await server.as(plain, 'POST', '/menu-favorites', { path: '/tagged-page' });
    const starred = await tagged(plain, first.tag);
    expect([starred.status, starred.text.includes('"favorite":true')]).toEqual([200, true]);
    const others = await signInWith(server, 'olga');
    expect((await tagged(others, null)).text).not.toContain('"favorite"');

    await server.as(server.admin, 'PUT', '/menu-items?scope=SHARED', {
      uuid: page.uuid,
      version: page.version,
      displayName: 'Renamed page',
    });
    const renamed = await tagged(plain, starred.tag);
    expect([renamed.status, renamed.text.includes('Renamed page')]).toEqual([200, true]);
    expect((await tagged(plain, renamed.tag)).status).toBe(304);
  });
});
