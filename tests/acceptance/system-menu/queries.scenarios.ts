// Plays the scenarios of what administrators look up in a menu: pages, lists, the matrix, previews and reasons.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { makeApp, makeItem, menuDeputy, menuTenant } from './menus.ts';

const guards = [{ role: null, authority: 'MENU_MANAGE' }];

/** Makes an application with an item that only administrators see. */
async function guarded(world: World) {
  const deputy = await menuDeputy(world);
  const app = await makeApp(world, deputy, { description: 'Looked for' });
  const item = await makeItem(world, deputy, { appNameUuid: app.uuid, keywordList: ['looked-for'] });
  await deputy.sure.systemMenu.menuAuthority_update({ body: { menuItemUuid: item.uuid, authorityList: guards } });
  return { deputy, app, item };
}

export const menuQueryScenarios: Readonly<Record<string, Scenario>> = {
  'system-menu appName_queryDataPage': async (as, world) => {
    const { deputy, app } = await guarded(world);
    const { body } = await as(deputy).systemMenu.appName_queryDataPage({
      body: { searchText: app.name, enabled: true, shared: false, system: false },
    });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid: app.uuid, itemCount: 1 }] });
  },
  'system-menu menuItem_queryDataPage': async (as, world) => {
    const { deputy, app, item } = await guarded(world);
    const ask = as(deputy).systemMenu.menuItem_queryDataPage;
    const { body } = await ask({ body: { appNameUuid: app.uuid, authority: 'MENU_MANAGE' } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid: item.uuid }] });
    expect((await ask({ body: { path: `${item.path}/` } })).body.totalElements).toBe(1);
    expect((await ask({ body: { appNameUuid: app.uuid, enabled: false } })).body.totalElements).toBe(0);
  },
  'system-menu menuItem_queryDataList': async (as, world) => {
    const { deputy, app, item } = await guarded(world);
    const { body } = await as(deputy).systemMenu.menuItem_queryDataList({
      body: { appNameUuid: app.uuid, searchText: 'LOOKED-FOR' },
    });
    expect(body.map(({ uuid }) => uuid)).toEqual([item.uuid]);
  },
  'system-menu menuOverlay_queryDataPage': async (as, world) => {
    const { deputy } = await guarded(world);
    const { body: platform } = await deputy.sure.systemMenu.getByName({ params: { name: 'platform' } });
    const uuid = platform.uuid ?? '';
    const description = world.name('description');
    await deputy.sure.systemMenu.appName_update({ body: { uuid, version: platform.version ?? 0, description } });
    const { body } = await as(deputy).systemMenu.menuOverlay_queryDataPage({
      body: { targetType: 'APP', targetUuid: uuid },
    });
    expect(body).toMatchObject({ totalElements: 1, data: [{ targetUuid: uuid, description }] });
    expect(body.data[0]).not.toHaveProperty('enabled');
  },
  'system-menu menuAuthority_queryDataList': async (as, world) => {
    const { deputy, app, item } = await guarded(world);
    const below = await makeItem(world, deputy, { parentUuid: item.uuid });
    const { body } = await as(deputy).systemMenu.menuAuthority_queryDataList({
      body: { appNameUuid: app.uuid, authority: 'MENU_MANAGE' },
    });
    expect(body).toMatchObject([
      { menuItemUuid: item.uuid, inherited: false, authorityList: guards },
      { menuItemUuid: below.uuid, inherited: true, effectiveAuthorityList: guards },
    ]);
  },
  'system-menu menuAuthority_updateAll': async (as, world) => {
    const { deputy, app, item } = await guarded(world);
    const other = await makeItem(world, deputy, { appNameUuid: app.uuid });
    const list = [
      { menuItemUuid: item.uuid, authorityList: [{ role: 'ROLE_USER' }], version: 1 },
      { menuItemUuid: other.uuid, authorityList: guards, version: 0 },
    ];
    await as(deputy).systemMenu.menuAuthority_updateAll({ body: list });
    const versionOf = async (uuid: string) =>
      (await deputy.sure.systemMenu.getByMenuItemUuid({ params: { uuid } })).body.version;
    expect([await versionOf(item.uuid), await versionOf(other.uuid)]).toEqual([2, 1]);
    const stale = await deputy.client.systemMenu.menuAuthority_updateAll({ body: list });
    expect(stale.errorDetail?.errorCode).toBe('VERSION_CONFLICT');
    expect([await versionOf(item.uuid), await versionOf(other.uuid)]).toEqual([2, 1]);
  },
  'system-menu previewTree': async (as, world) => {
    const { deputy, app, item } = await guarded(world);
    const { somebody } = await menuTenant(world);
    const { username } = await somebody();
    const preview = as(deputy).systemMenu.previewTree;
    const { body } = await preview({ body: { authorityList: guards, appName: app.name } });
    expect(body.appList).toMatchObject([{ itemList: [{ uuid: item.uuid }] }]);
    const { body: theirs } = await preview({ body: { username } });
    expect(theirs.appList.map((one) => one.app.name)).not.toContain(app.name);
    const hidden = await deputy.client.systemMenu.previewTree({ body: { username, appName: app.name } });
    expect(hidden.errorDetail?.errorCode).toBe('APP_NAME_NOT_FOUND');
  },
  'system-menu explainVisibility': async (as, world) => {
    const { deputy, item } = await guarded(world);
    const { somebody } = await menuTenant(world);
    const { username } = await somebody();
    const params = { uuid: item.uuid };
    const { body } = await as(deputy).systemMenu.explainVisibility({ params });
    expect(body).toEqual({ visible: true, reasonList: [] });
    const { body: theirs } = await as(deputy).systemMenu.explainVisibility({ params, query: { username } });
    expect(theirs).toEqual({
      visible: false,
      reasonList: [{ code: 'ITEM_AUTHORITY', uuid: item.uuid, name: item.name, missing: guards }],
    });
  },
};
