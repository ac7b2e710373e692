// Tells how each operation of the system menu would reach into another tenant, and what comes back instead.
// TENANT_ALL reaches the shared records beside those of the own tenant, and those of no other.
import type { Reach } from '../reach.ts';
import { favoriteReaches } from './favorites.reach.ts';
import { conditionReaches, queryReaches } from './queries.reach.ts';
import { app, foreignApp, fresh, VERSION } from './reach-case.ts';
import { applicationReaches, itemReaches } from './records.reach.ts';

/** These operations name nothing and find nothing but what belongs to the caller. */
export const ownMenuOperations = [
  'resetUserOrder',
  'favorite_deleteAll',
  'addRecent',
  'clearRecents',
  // A case of its own shows what the stream tells of whom.
  'streamChanges',
];

export const menuReaches: Readonly<Record<string, Reach>> = {
  ...applicationReaches,
  ...itemReaches,
  ...conditionReaches,
  ...queryReaches,
  ...favoriteReaches,
};

/** These are further ways of operations above, which name something else of the other tenant, or the level above both. */
export const namedMenuReaches: Readonly<Record<string, Reach>> = {
  'getAppNameDataList of the shared level': {
    call: ({ systemMenu }) => systemMenu.getAppNameDataList({ query: { all: true, scope: 'SHARED' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  'getTreeAll of the shared level': {
    call: ({ systemMenu }) => systemMenu.getTreeAll({ query: { scope: 'SHARED' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  'appName_update of a record of the other tenant at the shared level': {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignApp(foreign, systemMenu);
      const body = { uuid, version: VERSION, displayName: 'Taken' };
      return systemMenu.appName_update({ query: { scope: 'SHARED' }, body });
    },
    stranger: 'ACCESS_DENIED',
    everywhere: 'APP_NAME_NOT_FOUND',
  },
  'menuItem_save in an application': {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignApp(foreign, systemMenu);
      return systemMenu.menuItem_save({ body: { appNameUuid: uuid, name: 'within', displayName: 'Within' } });
    },
    ...app,
  },
  'move into an application': {
    async call({ systemMenu }, foreign) {
      const { uuid } = await foreignApp(foreign, systemMenu);
      const name = fresh();
      const { body: own } = await systemMenu.appName_save({ body: { name, displayName: name } });
      const made = await systemMenu.menuItem_save({
        body: { appNameUuid: own?.uuid ?? null, name, displayName: name },
      });
      return systemMenu.move({
        body: { uuid: made.body?.uuid ?? '', parentUuid: null, appNameUuid: uuid, position: 0, version: VERSION },
      });
    },
    ...app,
  },
  'explainVisibility for a user': {
    async call({ systemMenu }, foreign) {
      const name = fresh();
      const { body: own } = await systemMenu.appName_save({ body: { name, displayName: name } });
      const { body: made } = await systemMenu.menuItem_save({
        body: { appNameUuid: own?.uuid ?? null, name, displayName: name },
      });
      const { username } = foreign.person;
      return systemMenu.explainVisibility({ params: { uuid: made?.uuid ?? '' }, query: { username } });
    },
    stranger: 'USER_NOT_FOUND',
    everywhere: 'USER_NOT_FOUND',
  },
  'exportAll of the shared level': {
    call: ({ systemMenu }) => systemMenu.exportAll({ query: { scope: 'SHARED' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: {},
  },
  'resetOverlay of an application': {
    call: async ({ systemMenu }, foreign) =>
      systemMenu.resetOverlay({ params: { uuid: (await foreignApp(foreign, systemMenu)).uuid } }),
    ...app,
  },
};
