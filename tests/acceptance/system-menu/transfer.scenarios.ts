// Plays the scenarios of a menu as a document, and of the stream that tells its changes.
import { expect } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import type { Scenario } from '../world.ts';
import { makeApp, makeItem, menuDeputy, seenItems } from './menus.ts';

export const menuTransferScenarios: Readonly<Record<string, Scenario>> = {
  'system-menu exportAll': async (as, world) => {
    const deputy = await menuDeputy(world);
    const app = await makeApp(world, deputy, { icon: 'box' });
    const item = await makeItem(world, deputy, { appNameUuid: app.uuid });
    const { body } = await as(deputy).systemMenu.exportAll();
    expect(body.appList.find(({ name }) => name === app.name)).toMatchObject({ displayName: app.name, icon: 'box' });
    expect(body.itemList.filter(({ appName }) => appName === app.name)).toMatchObject([
      { name: item.name, path: item.path },
    ]);
    expect(body.appList.map(({ name }) => name)).not.toContain('platform');
  },
  'system-menu importAll': async (as, world) => {
    const { deputy } = await world.ownTenant();
    const document = {
      formatVersion: 1,
      appList: [{ name: 'taken', displayName: 'Taken' }],
      itemList: [
        { appName: 'taken', name: 'below', parentName: 'top', displayName: 'Below', path: '/below' },
        { appName: 'taken', name: 'top', displayName: 'Top' },
      ],
      authorityList: [{ appName: 'taken', itemName: 'below', authorityList: [{ authority: 'MENU_MANAGE' }] }],
      overlayList: [],
    };
    const run = as(deputy).systemMenu.importAll;
    const { body: rehearsed } = await run({ query: { dryRun: true }, body: document });
    expect(rehearsed).toMatchObject({ dryRun: true, createdCount: 4, updatedCount: 0, removedCount: 0 });
    expect(await seenItems(deputy, 'taken')).toEqual([]);
    const { body } = await run({ body: document });
    expect(body).toEqual({ ...rehearsed, dryRun: false });
    expect(await seenItems(deputy, 'taken')).toEqual(['top', '.below']);
    const { body: again } = await run({ body: document });
    expect(again).toMatchObject({ createdCount: 0, updatedCount: 0, unchangedCount: 4, changeList: [] });
  },
  'system-menu streamChanges': async (as, world) => {
    const deputy = await menuDeputy(world);
    const listener = listenTo((await as(deputy).systemMenu.streamChanges()).body);
    try {
      const name = world.name('heard');
      const written = await deputy.sure.systemMenu.appName_save({ body: { name, displayName: name } });
      const revision = Number(written.headers.get('x-svc-menu-revision'));
      const event = await listener.hear(({ data }) => Number(data.revision) >= revision);
      expect(event.event).toBe('menu-changed');
    } finally {
      await listener.close();
    }
  },
};
