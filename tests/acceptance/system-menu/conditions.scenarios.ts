// Plays the scenarios of who sees an item, and of giving back what a tenant changed.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';
import { makeApp, makeItem, menuDeputy, menuTenant, seenItems, stored } from './menus.ts';

const guards = [{ role: null, authority: 'MENU_MANAGE' }];

async function guarded(world: World) {
  const deputy = await menuDeputy(world);
  const app = await makeApp(world, deputy);
  const item = await makeItem(world, deputy, { appNameUuid: app.uuid });
  await deputy.sure.systemMenu.menuAuthority_update({ body: { menuItemUuid: item.uuid, authorityList: guards } });
  return { deputy, app, item };
}

export const menuConditionScenarios: Readonly<Record<string, Scenario>> = {
  'system-menu getByMenuItemUuid': async (as, world) => {
    const { deputy, app, item } = await guarded(world);
    const below = await makeItem(world, deputy, { parentUuid: item.uuid });
    const own = await as(deputy).systemMenu.getByMenuItemUuid({ params: { uuid: item.uuid } });
    expect(own.body).toMatchObject({ version: 1, authorityList: guards, inherited: false, shared: false });
    const { body } = await as(deputy).systemMenu.getByMenuItemUuid({ params: { uuid: below.uuid } });
    expect(body).toMatchObject({
      id: null,
      uuid: null,
      version: 0,
      authorityList: [],
      inherited: true,
      menuItemName: below.name,
      effectiveAuthorityList: guards,
      chain: [{ level: 'ITEM', name: item.name }],
    });
    expect(app.authorityList).toEqual([]);
  },
  'system-menu menuAuthority_update': async (as, world) => {
    const { somebody } = await menuTenant(world);
    const person = await somebody();
    const { deputy, app, item } = await guarded(world);
    expect(await seenItems(person, app.name)).toEqual([]);
    const menuItemUuid = item.uuid;
    const body = { menuItemUuid, authorityList: [{ role: 'ROLE_USER' }], version: 1 };
    await as(deputy).systemMenu.menuAuthority_update({ body });
    expect(await seenItems(person, app.name)).toEqual([item.name]);
    const stale = await deputy.client.systemMenu.menuAuthority_update({ body });
    expect(stale.errorDetail?.errorCode).toBe('VERSION_CONFLICT');
    const unknown = await deputy.client.systemMenu.menuAuthority_update({
      body: { menuItemUuid, authorityList: [{ authority: 'NOBODY_HAS_IT' }], version: 2 },
    });
    expect(unknown.errorDetail?.errorCode).toBe('AUTHORITY_UNKNOWN');
  },
  'system-menu menuAuthority_delete': async (as, world) => {
    const { deputy, item } = await guarded(world);
    const { uuid } = item;
    await as(deputy).systemMenu.menuAuthority_delete({ params: { uuid }, query: { version: 1 } });
    await as(deputy).systemMenu.menuAuthority_delete({ params: { uuid } });
    const { body } = await deputy.sure.systemMenu.getByMenuItemUuid({ params: { uuid } });
    expect(body).toMatchObject({ inherited: true, authorityList: [], effectiveAuthorityList: [] });
  },
  'system-menu resetOverlay': async (as, world) => {
    const deputy = await menuDeputy(world);
    const { uuid, name } = await makeApp(world, world.admin, { shared: true, path: '/shared' });
    try {
      const shown = async () => stored((await deputy.sure.systemMenu.getByName({ params: { name } })).body);
      const { version } = await shown();
      await deputy.sure.systemMenu.appName_update({ body: { uuid, version, displayName: 'Ours' } });
      expect(await shown()).toMatchObject({ displayName: 'Ours', overlaid: true });
      const { body: everywhere } = await world.admin.sure.systemMenu.getByName({ params: { name } });
      expect(everywhere).toMatchObject({ displayName: name, overlaid: false });
      for (const _time of ['first', 'second']) await as(deputy).systemMenu.resetOverlay({ params: { uuid } });
      const back = await shown();
      expect(back).toMatchObject({ displayName: name, overlaid: false });
      expect(back.version).toBeGreaterThan(version + 1);
    } finally {
      await world.admin.sure.systemMenu.appName_delete({ params: { uuid }, query: { version: 1, scope: 'SHARED' } });
    }
  },
};
