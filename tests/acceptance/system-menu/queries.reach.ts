// Tells how queries, documents, conditions and overlays of the menu would reach into another tenant.
import type { Reach } from '../reach.ts';
import { empty, foreignApp, foreignItem, foreignOverlay, item, none } from './reach-case.ts';

export const queryReaches: Readonly<Record<string, Reach>> = {
  appName_queryDataPage: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.appName_queryDataPage({ body: { searchText: (await foreignApp(foreign, systemMenu)).name } }),
    ...empty,
  },
  menuItem_queryDataPage: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuItem_queryDataPage({
        body: { appNameUuid: (await foreignItem(foreign, systemMenu)).appNameUuid ?? null },
      }),
    ...empty,
  },
  menuItem_queryDataList: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuItem_queryDataList({ body: { searchText: (await foreignItem(foreign, systemMenu)).name } }),
    stranger: [],
    everywhere: [],
  },
  menuAuthority_queryDataList: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuAuthority_queryDataList({
        body: { appNameUuid: (await foreignItem(foreign, systemMenu)).appNameUuid ?? null },
      }),
    stranger: [],
    everywhere: [],
  },
  menuOverlay_queryDataPage: {
    async call({ systemMenu }, foreign) {
      const targetUuid = await foreignOverlay(foreign);
      await systemMenu.resetOverlay({ params: { uuid: targetUuid } });
      const answer = await systemMenu.menuOverlay_queryDataPage({ body: { targetUuid } });
      return answer.ok ? { ...answer, body: answer.body.data.length } : answer;
    },
    ...none,
  },
  previewTree: {
    call: ({ systemMenu }, { person }) => systemMenu.previewTree({ body: { username: person.username } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: 'USER_NOT_FOUND',
  },
  explainVisibility: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.explainVisibility({ params: { uuid: (await foreignItem(foreign, systemMenu)).uuid } }),
    ...item,
  },
  exportAll: {
    async call({ systemMenu }, foreign) {
      const { name } = await foreignItem(foreign, systemMenu);
      const answer = await systemMenu.exportAll();
      return answer.ok ? { ...answer, body: JSON.stringify(answer.body).includes(name) } : answer;
    },
    stranger: false,
    everywhere: false,
  },
  importAll: {
    async call({ systemMenu }, foreign) {
      const { name } = await foreignItem(foreign, systemMenu);
      const itemList = [{ appName: name, name: 'within', displayName: 'Within' }];
      return systemMenu.importAll({
        body: { formatVersion: 1, appList: [], itemList, authorityList: [], overlayList: [] },
      });
    },
    stranger: 'MENU_IMPORT_INVALID',
    everywhere: 'MENU_IMPORT_INVALID',
  },
};

export const conditionReaches: Readonly<Record<string, Reach>> = {
  getByMenuItemUuid: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.getByMenuItemUuid({ params: { uuid: (await foreignItem(foreign, systemMenu)).uuid } }),
    ...item,
  },
  menuAuthority_update: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignItem(foreign, systemMenu);
      return systemMenu.menuAuthority_update({ body: { menuItemUuid: uuid, authorityList: [] } });
    },
    ...item,
  },
  menuAuthority_updateAll: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignItem(foreign, systemMenu);
      return systemMenu.menuAuthority_updateAll({ body: [{ menuItemUuid: uuid, authorityList: [] }] });
    },
    ...item,
  },
  menuAuthority_delete: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuAuthority_delete({ params: { uuid: (await foreignItem(foreign, systemMenu)).uuid } }),
    ...item,
  },
  resetOverlay: {
    async call({ systemMenu }, foreign) {
      const uuid = await foreignOverlay(foreign);
      const answer = await systemMenu.resetOverlay({ params: { uuid } });
      if (!answer.ok) return answer;
      const { body } = await foreign.tenant.deputy.sure.systemMenu.appName_getByUuid({ params: { uuid } });
      return { ...answer, body: body.overlaid };
    },
    stranger: true,
    everywhere: true,
  },
};
