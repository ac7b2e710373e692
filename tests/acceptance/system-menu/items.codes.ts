// Provokes the refusals of the operations on menu items.
import {
  administration,
  type CodeCase,
  type CodeContext,
  freshItem,
  STALE,
  times,
  unknown,
  withShared,
} from './code-case.ts';
import { makeApp, makeItem, type StoredItem } from './menus.ts';

const CHILDREN_MAX = 500;
const DEPTH_MAX = 8;

/** Makes items below each other, as deep as a menu may be, and answers the lowest. */
async function deepest(context: CodeContext): Promise<StoredItem> {
  let { item } = await freshItem(context);
  for (let depth = 1; depth < DEPTH_MAX; depth += 1) {
    item = await makeItem(context.world, context.deputy, { parentUuid: item.uuid });
  }
  return item;
}

const full = new WeakMap<CodeContext['world'], ReturnType<typeof fillApp>>();

/** Answers an application that takes no more items: it is filled once, which takes its time. */
function fullApp(context: CodeContext): ReturnType<typeof fillApp> {
  const filled = full.get(context.world) ?? fillApp(context);
  full.set(context.world, filled);
  return filled;
}

async function fillApp({ world, deputy }: CodeContext) {
  const app = await makeApp(world, deputy);
  await times(CHILDREN_MAX, (index) =>
    deputy.sure.systemMenu.menuItem_save({
      body: { appNameUuid: app.uuid, name: `item-${index}`, displayName: 'Many' },
    }),
  );
  return app;
}

const made = { name: 'made', displayName: 'Made' };
const first = { parentUuid: null, position: 0 };

const creating: readonly CodeCase[] = [
  [
    'getTree',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.getTree({ query: { appName: 'nothing' } }),
  ],
  [
    'getTreeAll',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.getTreeAll({ query: { appName: 'nothing' } }),
  ],
  [
    'menuItem_getByUuid',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuItem_getByUuid({ params: unknown() }),
  ],
  [
    'menuItem_save',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuItem_save({ body: { ...made, appNameUuid: unknown().uuid } }),
  ],
  [
    'menuItem_save',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuItem_save({ body: { ...made, parentUuid: unknown().uuid } }),
  ],
  [
    'menuItem_save',
    'MENU_ITEM_ALREADY_EXISTS',
    async (context) => {
      const { app, item } = await freshItem(context);
      const body = { ...made, appNameUuid: app.uuid, name: item.name };
      return context.deputy.client.systemMenu.menuItem_save({ body });
    },
  ],
  [
    'menuItem_save',
    'MENU_DEPTH_EXCEEDED',
    async (context) => {
      const { uuid } = await deepest(context);
      return context.deputy.client.systemMenu.menuItem_save({ body: { ...made, parentUuid: uuid } });
    },
  ],
  [
    'menuItem_save',
    'MENU_LIMIT_REACHED',
    async (context) => {
      const { uuid } = await fullApp(context);
      return context.deputy.client.systemMenu.menuItem_save({ body: { ...made, appNameUuid: uuid } });
    },
  ],
  [
    'menuItem_save',
    'MENU_SHARED_FIELD',
    async ({ world }) => {
      const { admin } = world;
      const { uuid } = await makeApp(world, admin);
      return admin.client.systemMenu.menuItem_save({ body: { ...made, appNameUuid: uuid, shared: true } });
    },
  ],
];

const changing: readonly CodeCase[] = [
  [
    'menuItem_update',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuItem_update({ body: { ...unknown(), version: 1 } }),
  ],
  [
    'menuItem_update',
    'VERSION_CONFLICT',
    async (context) => {
      const { uuid } = (await freshItem(context)).item;
      return context.deputy.client.systemMenu.menuItem_update({ body: { uuid, version: STALE } });
    },
  ],
  [
    'menuItem_update',
    'MENU_ITEM_ALREADY_EXISTS',
    async (context) => {
      const { app, item } = await freshItem(context);
      const { uuid, version } = await makeItem(context.world, context.deputy, { appNameUuid: app.uuid });
      return context.deputy.client.systemMenu.menuItem_update({ body: { uuid, version, name: item.name } });
    },
  ],
  [
    'menuItem_update',
    'MENU_SHARED_FIELD',
    (context) =>
      withShared(context, {}, async (app) => {
        const { uuid, version } = await makeItem(context.world, context.world.admin, {
          appNameUuid: app.uuid,
          shared: true,
        });
        return context.deputy.client.systemMenu.menuItem_update({ body: { uuid, version, path: '/elsewhere' } });
      }),
  ],
  [
    'menuItem_update',
    'MENU_SYSTEM_FIELD',
    async (context) => {
      const { uuid, version } = await administration(context);
      return context.deputy.client.systemMenu.menuItem_update({ body: { uuid, version, path: '/elsewhere' } });
    },
  ],
  [
    'menuItem_update',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const { uuid, version } = await administration(context);
      return context.deputy.client.systemMenu.menuItem_update({ body: { uuid, version, visible: false } });
    },
  ],
  [
    'menuItem_updateAll',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) =>
      deputy.client.systemMenu.menuItem_updateAll({ body: { appNameUuid: unknown().uuid, uuidList: [] } }),
  ],
  [
    'menuItem_updateAll',
    'MENU_ITEM_NOT_FOUND',
    async ({ world, deputy }) => {
      const { uuid } = await makeApp(world, deputy);
      const body = { appNameUuid: uuid, uuidList: [unknown().uuid] };
      return deputy.client.systemMenu.menuItem_updateAll({ body });
    },
  ],
  [
    'menuItem_updateAll',
    'MENU_NOT_SIBLINGS',
    async (context) => {
      const { app, item } = await freshItem(context);
      const below = await makeItem(context.world, context.deputy, { parentUuid: item.uuid });
      const body = { appNameUuid: app.uuid, uuidList: [item.uuid, below.uuid] };
      return context.deputy.client.systemMenu.menuItem_updateAll({ body });
    },
  ],
  [
    'menuItem_activate',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuItem_activate({ params: unknown() }),
  ],
  [
    'menuItem_activate',
    'MENU_SHARED_FIELD',
    (context) =>
      withShared(context, {}, async (app) => {
        const { uuid } = await makeItem(context.world, context.world.admin, {
          appNameUuid: app.uuid,
          shared: true,
          enabled: false,
        });
        return context.deputy.client.systemMenu.menuItem_activate({ params: { uuid } });
      }),
  ],
  [
    'menuItem_deactivate',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuItem_deactivate({ params: unknown() }),
  ],
  [
    'menuItem_deactivate',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const { uuid } = await administration(context);
      return context.deputy.client.systemMenu.menuItem_deactivate({ params: { uuid } });
    },
  ],
];

const deleting: readonly CodeCase[] = [
  [
    'menuItem_delete',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuItem_delete({ params: unknown(), query: { version: 1 } }),
  ],
  [
    'menuItem_delete',
    'VERSION_CONFLICT',
    async (context) => {
      const { uuid } = (await freshItem(context)).item;
      return context.deputy.client.systemMenu.menuItem_delete({ params: { uuid }, query: { version: STALE } });
    },
  ],
  [
    'menuItem_delete',
    'MENU_ITEM_HAS_CHILDREN',
    async (context) => {
      const { uuid, version } = (await freshItem(context)).item;
      await makeItem(context.world, context.deputy, { parentUuid: uuid });
      return context.deputy.client.systemMenu.menuItem_delete({ params: { uuid }, query: { version } });
    },
  ],
  [
    'menuItem_delete',
    'MENU_SYSTEM_RECORD',
    async (context) => {
      const { uuid, version } = await administration(context);
      return context.deputy.client.systemMenu.menuItem_delete({ params: { uuid }, query: { version } });
    },
  ],
  [
    'menuItem_delete',
    'MENU_SHARED_FIELD',
    (context) =>
      withShared(context, {}, async (app) => {
        const model = { appNameUuid: app.uuid, shared: true };
        const { uuid, version } = await makeItem(context.world, context.world.admin, model);
        return context.deputy.client.systemMenu.menuItem_delete({ params: { uuid }, query: { version } });
      }),
  ],
];

const moving: readonly CodeCase[] = [
  [
    'move',
    'APP_NAME_NOT_FOUND',
    async (context) => {
      const { uuid, version } = (await freshItem(context)).item;
      return context.deputy.client.systemMenu.move({
        body: { uuid, version, ...first, appNameUuid: unknown().uuid },
      });
    },
  ],
  [
    'move',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.move({ body: { ...unknown(), version: 1, ...first } }),
  ],
  [
    'move',
    'VERSION_CONFLICT',
    async (context) => {
      const { uuid } = (await freshItem(context)).item;
      return context.deputy.client.systemMenu.move({ body: { uuid, version: STALE, ...first } });
    },
  ],
  [
    'move',
    'MENU_CYCLE',
    async (context) => {
      const { uuid, version } = (await freshItem(context)).item;
      return context.deputy.client.systemMenu.move({ body: { uuid, version, parentUuid: uuid, position: 0 } });
    },
  ],
  [
    'move',
    'MENU_DEPTH_EXCEEDED',
    async (context) => {
      const parentUuid = (await deepest(context)).uuid;
      const { uuid, version } = (await freshItem(context)).item;
      return context.deputy.client.systemMenu.move({ body: { uuid, version, parentUuid, position: 0 } });
    },
  ],
  [
    'move',
    'MENU_SYSTEM_FIELD',
    async (context) => {
      const { uuid, version } = await administration(context);
      const parentUuid = (await freshItem(context)).item.uuid;
      return context.deputy.client.systemMenu.move({ body: { uuid, version, parentUuid, position: 0 } });
    },
  ],
  [
    'move',
    'MENU_SHARED_FIELD',
    (context) =>
      withShared(context, {}, async (app) => {
        const model = { appNameUuid: app.uuid, shared: true };
        const { uuid, version } = await makeItem(context.world, context.world.admin, model);
        return context.deputy.client.systemMenu.move({ body: { uuid, version, parentUuid: null, position: 1 } });
      }),
  ],
  [
    'move',
    'MENU_LIMIT_REACHED',
    async (context) => {
      const appNameUuid = (await fullApp(context)).uuid;
      const { uuid, version } = (await freshItem(context)).item;
      return context.deputy.client.systemMenu.move({ body: { uuid, version, ...first, appNameUuid } });
    },
  ],
  [
    'move',
    'MENU_ITEM_ALREADY_EXISTS',
    async (context) => {
      const { app, item } = await freshItem(context);
      const { uuid, version } = (await freshItem(context)).item;
      await context.deputy.sure.systemMenu.menuItem_update({ body: { uuid, version, name: item.name } });
      return context.deputy.client.systemMenu.move({
        body: { uuid, version: version + 1, ...first, appNameUuid: app.uuid },
      });
    },
  ],
];

export const itemCodes: readonly CodeCase[] = [...creating, ...changing, ...deleting, ...moving];
