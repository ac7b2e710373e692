// Tests the menu as others see it, and the reasons why somebody does not see an item.
import type { SvcMenuVisibilityModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callerOf } from '../../../kernel/http/http-server.fixture.ts';
import {
  allow,
  createTenant,
  type MenuServer,
  makeApp,
  makeItem,
  pathsOf,
  seen,
  signInWith,
  startMenuServer,
  type Tree,
} from '../menu-server.fixture.ts';

let server: MenuServer;
let viewer: string;
let clerk: string;
let page: string;
let pair: string;

beforeAll(async () => {
  server = await startMenuServer();
  await createTenant(server, 'north');
  viewer = await signInWith(server, 'vera', ['MENU_VIEW_ALL']);
  clerk = await signInWith(server, 'clerk', ['SETTING_VIEW']);
  await signInWith(server, 'nora', [], 'north');
  const app = await makeApp(server, 'shown', { displayNameMap: { tr: 'Gösterilen' } });
  const items = await Promise.all(
    ['open', 'by-authority', 'by-role', 'by-pair', 'off'].map((name) =>
      makeItem(server, { appNameUuid: app.uuid }, name, { enabled: name !== 'off' }),
    ),
  );
  page = items[1]!.uuid;
  pair = items[3]!.uuid;
  await allow(server, items[1]!.uuid, [{ authority: 'SETTING_VIEW' }]);
  await allow(server, items[2]!.uuid, [{ role: 'ROLE_CLERK' }]);
  await allow(server, pair, [{ role: 'ROLE_CLERK', authority: 'SETTING_VIEW' }]);
});
afterAll(() => server.stop());

const preview = (model: object, token = viewer) =>
  server.as<Tree>(token, 'POST', '/menu-items/tree/preview', { appName: 'shown', ...model });
const namesOf = async (model: object) =>
  pathsOf((await preview(model)).body)
    .map((path) => path.split('/')[1] ?? '')
    .sort();

describe('a previewed tree', () => {
  it('a previewed tree of a user is the tree that this user gets, favorites left out', async () => {
    await server.as(clerk, 'POST', '/menu-favorites', { path: '/open' });
    const answer = await preview({ username: 'Clerk' });
    expect(answer.status).toBe(200);
    expect(pathsOf(answer.body)).toEqual(await seen(server, clerk, 'shown'));
    expect(pathsOf(answer.body)).toHaveLength(5);
    expect(answer.text).not.toContain('"favorite"');
    const whole = await preview({ username: 'clerk', appName: null });
    const own = await server.as<Tree>(clerk, 'GET', '/menu-items/tree');
    expect(pathsOf(whole.body)).toEqual(pathsOf(own.body));
  });

  it.each<[string, readonly object[], readonly string[]]>([
    ['nothing', [], ['open']],
    ['an authority alone', [{ authority: 'SETTING_VIEW' }], ['by-authority', 'open']],
    ['a role alone', [{ role: 'ROLE_CLERK' }], ['by-role', 'open']],
    [
      'both apart, which are no pair',
      [{ role: 'ROLE_CLERK' }, { authority: 'SETTING_VIEW' }],
      ['by-authority', 'by-role', 'open'],
    ],
    ['the pair', [{ role: 'ROLE_CLERK', authority: 'SETTING_VIEW' }], ['by-authority', 'by-pair', 'by-role', 'open']],
  ])('a previewed tree is that of whoever holds %s', async (_what, authorityList, expected) => {
    expect(await namesOf({ authorityList })).toEqual(['', ...expected]);
  });

  it('a previewed tree comes in the language that is asked for', async () => {
    const inTurkish = await preview({ authorityList: [], locale: 'tr-TR' });
    expect(inTurkish.body.appList[0]?.app.displayName).toBe('Gösterilen');
    expect((await preview({ authorityList: [] })).body.appList[0]?.app.displayName).toBe('shown');
  });

  it('a previewed tree follows what the user holds, and is that of nobody once the user is disabled', async () => {
    await signInWith(server, 'changing', ['SETTING_VIEW']);
    expect(await namesOf({ username: 'changing' })).toEqual(['', 'by-authority', 'open']);
    const { body: user } = await server.as<SvcUserModel>(server.admin, 'GET', '/users/by-username/changing');
    const off = await server.as(server.admin, 'POST', `/users/deactivate/by-uuid/${user.uuid}`);
    expect([off.status, await namesOf({ username: 'changing' })]).toEqual([200, ['', 'open']]);
  });

  it.each<[string, object, number, string]>([
    ['both', { username: 'clerk', authorityList: [] }, 400, 'VALIDATION_FAILED'],
    ['neither', {}, 400, 'VALIDATION_FAILED'],
    ['a pair without halves held by nobody', { authorityList: [{ role: 'not a role' }] }, 400, 'VALIDATION_FAILED'],
    ['an unknown user', { username: 'nobody' }, 404, 'USER_NOT_FOUND'],
    ['a user of another tenant', { username: 'nora' }, 404, 'USER_NOT_FOUND'],
    ['an unknown application', { authorityList: [], appName: 'unknown' }, 404, 'APP_NAME_NOT_FOUND'],
  ])('a preview refuses %s', async (_what, model, status, code) => {
    const answer = await preview(model);
    expect([answer.status, answer.error?.errorCode]).toEqual([status, code]);
  });

  it('a previewed tree is for holders of MENU_VIEW_ALL alone', async () => {
    expect((await preview({ authorityList: [] }, clerk)).status).toBe(403);
    expect((await server.as(clerk, 'GET', `/menu-items/visibility/by-uuid/${page}`)).status).toBe(403);
  });
});

describe('the tree for a caller in process', () => {
  it('system-menu 2: the tree for a caller in process is pruned by what the caller holds, in the language of the caller', () => {
    const grants = { roles: new Set(['ROLE_CLERK']), grants: new Set(['ROLE_CLERK SETTING_VIEW']) };
    const caller = callerOf({ ...grants, authorityList: ['SETTING_VIEW'], localeTag: 'tr-TR' });
    const tree = server.apis.systemMenu.treeFor(caller, 'shown');
    expect(tree?.appList[0]?.app.displayName).toBe('Gösterilen');
    expect(tree?.appList[0]?.itemList).toHaveLength(4);
    expect(server.apis.systemMenu.treeFor(callerOf(), 'shown')?.appList[0]?.itemList).toHaveLength(1);
    expect(server.apis.systemMenu.treeFor(callerOf(), 'unknown')).toBeNull();
  });
});

describe('the visibility of an item', () => {
  const explain = (uuid: string, suffix = '') =>
    server.as<SvcMenuVisibilityModel>(viewer, 'GET', `/menu-items/visibility/by-uuid/${uuid}${suffix}`);

  it('system-menu 23: the visibility of an item is explained for a user, and for the caller where nobody is named', async () => {
    expect((await explain(page, '?username=clerk')).body).toEqual({ visible: true, reasonList: [] });
    const missing = [{ role: null, authority: 'SETTING_VIEW' }];
    expect((await explain(page)).body).toEqual({
      visible: false,
      reasonList: [{ code: 'ITEM_AUTHORITY', uuid: page, name: 'by-authority', missing }],
    });
    const { body } = await explain(pair, '?username=vera');
    expect(body.reasonList[0]?.missing).toEqual([{ role: 'ROLE_CLERK', authority: 'SETTING_VIEW' }]);
  });

  it('system-menu 23: the visibility of an item is unknown of items and users that are not of the tenant', async () => {
    const foreign = await explain('01890000-0000-7000-8000-000000000000');
    expect([foreign.status, foreign.error?.errorCode]).toEqual([404, 'MENU_ITEM_NOT_FOUND']);
    const nora = await explain(page, '?username=nora');
    expect([nora.status, nora.error?.errorCode]).toEqual([404, 'USER_NOT_FOUND']);
  });
});
