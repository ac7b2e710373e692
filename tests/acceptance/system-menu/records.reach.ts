// Tells how the operations on applications and items would reach into another tenant.
import type { Reach } from '../reach.ts';
import { app, foreignApp, foreignItem, item, none, VERSION } from './reach-case.ts';

export const applicationReaches: Readonly<Record<string, Reach>> = {
  getAppNameDataList: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignApp(foreign, systemMenu);
      const answer = await systemMenu.getAppNameDataList({ query: { all: true } });
      return answer.ok ? { ...answer, body: answer.body.filter((one) => one.uuid === uuid).length } : answer;
    },
    ...none,
  },
  appName_update: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignApp(foreign, systemMenu);
      return systemMenu.appName_update({ body: { uuid, version: VERSION, displayName: 'Taken' } });
    },
    ...app,
  },
  appName_updateAll: {
    async call({ systemMenu }, foreign) {
      const { name } = await foreignApp(foreign, systemMenu);
      return systemMenu.appName_updateAll({ body: [{ name }] });
    },
    ...app,
  },
  updateAllByUser: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignApp(foreign, systemMenu);
      return systemMenu.updateAllByUser({ body: [{ uuid }] });
    },
    ...app,
  },
  appName_save: {
    // A name that another tenant uses is free.
    async call({ systemMenu }, foreign) {
      const { name } = await foreignApp(foreign, systemMenu);
      return systemMenu.appName_save({ body: { name, displayName: 'Own' } });
    },
    stranger: { displayName: 'Own', version: VERSION },
    everywhere: { displayName: 'Own', version: VERSION },
  },
  appName_getByUuid: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.appName_getByUuid({ params: { uuid: (await foreignApp(foreign, systemMenu)).uuid } }),
    ...app,
  },
  getByName: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.getByName({ params: { name: (await foreignApp(foreign, systemMenu)).name } }),
    ...app,
  },
  appName_delete: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.appName_delete({
        params: { uuid: (await foreignApp(foreign, systemMenu)).uuid },
        query: { version: VERSION },
      }),
    ...app,
  },
  appName_activate: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.appName_activate({ params: { uuid: (await foreignApp(foreign, systemMenu)).uuid } }),
    ...app,
  },
  appName_deactivate: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.appName_deactivate({ params: { uuid: (await foreignApp(foreign, systemMenu)).uuid } }),
    ...app,
  },
};

export const itemReaches: Readonly<Record<string, Reach>> = {
  getTree: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.getTree({ query: { appName: (await foreignApp(foreign, systemMenu)).name } }),
    ...app,
  },
  getTreeAll: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.getTreeAll({ query: { appName: (await foreignApp(foreign, systemMenu)).name } }),
    ...app,
  },
  menuItem_getByUuid: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuItem_getByUuid({ params: { uuid: (await foreignItem(foreign, systemMenu)).uuid } }),
    ...item,
  },
  menuItem_save: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignItem(foreign, systemMenu);
      return systemMenu.menuItem_save({ body: { parentUuid: uuid, name: 'below', displayName: 'Below' } });
    },
    ...item,
  },
  menuItem_update: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignItem(foreign, systemMenu);
      return systemMenu.menuItem_update({ body: { uuid, version: VERSION, displayName: 'Taken' } });
    },
    ...item,
  },
  move: {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignItem(foreign, systemMenu);
      return systemMenu.move({ body: { uuid, parentUuid: null, position: 0, version: VERSION } });
    },
    ...item,
  },
  menuItem_updateAll: {
    async call({ systemMenu }, foreign) {
      const { appNameUuid } = await foreignItem(foreign, systemMenu);
      return systemMenu.menuItem_updateAll({ body: { appNameUuid: appNameUuid ?? null, uuidList: [] } });
    },
    ...app,
  },
  menuItem_delete: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuItem_delete({
        params: { uuid: (await foreignItem(foreign, systemMenu)).uuid },
        query: { version: VERSION },
      }),
    ...item,
  },
  menuItem_activate: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuItem_activate({ params: { uuid: (await foreignItem(foreign, systemMenu)).uuid } }),
    ...item,
  },
  menuItem_deactivate: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.menuItem_deactivate({ params: { uuid: (await foreignItem(foreign, systemMenu)).uuid } }),
    ...item,
  },
  search: {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.search({ body: { text: (await foreignItem(foreign, systemMenu)).name } }),
    stranger: [],
    everywhere: [],
  },
};
