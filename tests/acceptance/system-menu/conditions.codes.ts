// Refusals of the operations on conditions, overlays and favorites.
import {
  administration,
  type CodeCase,
  freshItem,
  nobodyHas,
  platform,
  STALE,
  systemOnly,
  times,
  unknown,
} from './code-case.ts';

const FAVORITES_MAX = 100;

const conditions: readonly CodeCase[] = [
  [
    'getByMenuItemUuid',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.getByMenuItemUuid({ params: unknown() }),
  ],
  [
    'menuAuthority_update',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuAuthority_update({ body: { menuItemUuid: unknown().uuid } }),
  ],
  [
    'menuAuthority_update',
    'AUTHORITY_UNKNOWN',
    async (context) => {
      const menuItemUuid = (await freshItem(context)).item.uuid;
      return context.deputy.client.systemMenu.menuAuthority_update({
        body: { menuItemUuid, authorityList: nobodyHas },
      });
    },
  ],
  [
    'menuAuthority_update',
    'VERSION_CONFLICT',
    async (context) => {
      const menuItemUuid = (await freshItem(context)).item.uuid;
      return context.deputy.client.systemMenu.menuAuthority_update({ body: { menuItemUuid, version: STALE } });
    },
  ],
  [
    'menuAuthority_update',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const menuItemUuid = (await administration(context)).uuid;
      return context.deputy.client.systemMenu.menuAuthority_update({
        body: { menuItemUuid, authorityList: systemOnly },
      });
    },
  ],
  [
    'menuAuthority_updateAll',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuAuthority_updateAll({ body: [{ menuItemUuid: unknown().uuid }] }),
  ],
  [
    'menuAuthority_updateAll',
    'AUTHORITY_UNKNOWN',
    async (context) => {
      const menuItemUuid = (await freshItem(context)).item.uuid;
      const body = [{ menuItemUuid, authorityList: nobodyHas }];
      return context.deputy.client.systemMenu.menuAuthority_updateAll({ body });
    },
  ],
  [
    'menuAuthority_updateAll',
    'VERSION_CONFLICT',
    async (context) => {
      const menuItemUuid = (await freshItem(context)).item.uuid;
      const body = [{ menuItemUuid, version: STALE }];
      return context.deputy.client.systemMenu.menuAuthority_updateAll({ body });
    },
  ],
  [
    'menuAuthority_updateAll',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const menuItemUuid = (await administration(context)).uuid;
      const body = [{ menuItemUuid, authorityList: systemOnly }];
      return context.deputy.client.systemMenu.menuAuthority_updateAll({ body });
    },
  ],
  [
    'menuAuthority_delete',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.menuAuthority_delete({ params: unknown() }),
  ],
  [
    'menuAuthority_delete',
    'VERSION_CONFLICT',
    async (context) => {
      const { uuid } = (await freshItem(context)).item;
      await context.deputy.sure.systemMenu.menuAuthority_update({ body: { menuItemUuid: uuid, everybody: true } });
      return context.deputy.client.systemMenu.menuAuthority_delete({ params: { uuid }, query: { version: STALE } });
    },
  ],
  [
    'menuAuthority_delete',
    'MENU_SELF_LOCKOUT',
    // The record of the tenant lets its administrator see what the shared one hides.
    async ({ world, deputy }) => {
      const { uuid } = await administration({ world, deputy });
      const menuItemUuid = uuid;
      await deputy.sure.systemMenu.menuAuthority_update({
        body: { menuItemUuid, authorityList: [{ authority: 'MENU_MANAGE' }] },
      });
      const shared = { scope: 'SHARED' } as const;
      await world.admin.sure.systemMenu.menuAuthority_update({
        query: shared,
        body: { menuItemUuid, authorityList: systemOnly },
      });
      try {
        return await deputy.client.systemMenu.menuAuthority_delete({ params: { uuid } });
      } finally {
        await world.admin.sure.systemMenu.menuAuthority_delete({ params: { uuid }, query: shared });
      }
    },
  ],
];

const overlays: readonly CodeCase[] = [
  ['resetOverlay', 'MENU_ITEM_NOT_FOUND', ({ deputy }) => deputy.client.systemMenu.resetOverlay({ params: unknown() })],
  [
    'resetOverlay',
    'APP_NAME_NOT_FOUND',
    async (context) => {
      const { app } = await freshItem(context);
      return context.world.admin.client.systemMenu.resetOverlay({ params: { uuid: app.uuid } });
    },
  ],
  [
    'resetOverlay',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const { world, deputy } = context;
      const { uuid, version } = await platform(context);
      await deputy.sure.systemMenu.appName_update({ body: { uuid, version, authorityList: [{ role: 'ROLE_USER' }] } });
      const shared = { scope: 'SHARED' } as const;
      const { body: before } = await world.admin.sure.systemMenu.getAppNameDataList({
        query: { ...shared, all: true },
      });
      await world.admin.sure.systemMenu.appName_update({
        query: shared,
        body: {
          uuid,
          version: before.find((one) => one.uuid === uuid)?.version ?? null,
          authorityList: systemOnly,
        },
      });
      try {
        return await deputy.client.systemMenu.resetOverlay({ params: { uuid } });
      } finally {
        await world.admin.sure.systemMenu.resetOverlay({ params: { uuid }, query: shared });
      }
    },
  ],
];

const favorites: readonly CodeCase[] = [
  [
    'favorite_save',
    'FAVORITE_LIMIT_REACHED',
    async ({ world }) => {
      const person = await world.somebody();
      await times(FAVORITES_MAX, (index) => person.sure.systemMenu.favorite_save({ body: { path: `/${index}` } }));
      return person.client.systemMenu.favorite_save({ body: { path: '/one-more' } });
    },
  ],
  [
    'favorite_save',
    'FAVORITE_PATH_UNKNOWN',
    async ({ world }) => {
      const { deputy } = await world.ownTenant();
      await deputy.sure.systemSetting.setValue({
        body: { code: 'menu.favorites.free-paths', value: false, scope: 'TENANT' },
      });
      return deputy.client.systemMenu.favorite_save({ body: { path: '/of-no-item' } });
    },
  ],
  [
    'favorite_update',
    'FAVORITE_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.favorite_update({ body: { ...unknown(), version: 1 } }),
  ],
  [
    'favorite_update',
    'VERSION_CONFLICT',
    async ({ deputy }) => {
      const { body } = await deputy.sure.systemMenu.favorite_save({ body: { path: '/changed' } });
      return deputy.client.systemMenu.favorite_update({ body: { uuid: body.uuid, version: STALE, icon: 'star' } });
    },
  ],
  [
    'favorite_updateAll',
    'FAVORITE_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.favorite_updateAll({ body: [unknown()] }),
  ],
  [
    'favorite_updateAll',
    'VERSION_CONFLICT',
    async ({ deputy }) => {
      const { body } = await deputy.sure.systemMenu.favorite_save({ body: { path: '/kept' } });
      return deputy.client.systemMenu.favorite_updateAll({ body: [{ uuid: body.uuid, version: STALE }] });
    },
  ],
];

export const conditionCodes: readonly CodeCase[] = [...conditions, ...overlays, ...favorites];
