// Provokes the refusals of the operations on applications.
import { type CodeCase, freshItem, nobodyHas, platform, STALE, systemOnly, unknown, withShared } from './code-case.ts';
import { makeApp } from './menus.ts';

const APPLICATIONS_MAX = 200;

export const applicationCodes: readonly CodeCase[] = [
  [
    'getAppNameDataList',
    'ACCESS_DENIED',
    ({ deputy }) => deputy.client.systemMenu.getAppNameDataList({ query: { scope: 'SHARED' } }),
  ],
  [
    'appName_update',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.appName_update({ body: { ...unknown(), version: 1 } }),
  ],
  [
    'appName_update',
    'VERSION_CONFLICT',
    async ({ world, deputy }) => {
      const { uuid } = await makeApp(world, deputy);
      return deputy.client.systemMenu.appName_update({ body: { uuid, version: STALE } });
    },
  ],
  [
    'appName_update',
    'APP_NAME_ALREADY_EXISTS',
    async ({ world, deputy }) => {
      const [{ name }, { uuid, version }] = [await makeApp(world, deputy), await makeApp(world, deputy)];
      return deputy.client.systemMenu.appName_update({ body: { uuid, version, name } });
    },
  ],
  [
    'appName_update',
    'MENU_SHARED_FIELD',
    (context) =>
      withShared(context, {}, ({ uuid, version }) =>
        context.deputy.client.systemMenu.appName_update({ body: { uuid, version, path: '/elsewhere' } }),
      ),
  ],
  [
    'appName_update',
    'MENU_SYSTEM_FIELD',
    async (context) => {
      const { uuid, version } = await platform(context);
      return context.deputy.client.systemMenu.appName_update({ body: { uuid, version, path: '/elsewhere' } });
    },
  ],
  [
    'appName_update',
    'AUTHORITY_UNKNOWN',
    async ({ world, deputy }) => {
      const { uuid, version } = await makeApp(world, deputy);
      return deputy.client.systemMenu.appName_update({ body: { uuid, version, authorityList: nobodyHas } });
    },
  ],
  [
    'appName_update',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const { uuid, version } = await platform(context);
      const body = { uuid, version, authorityList: systemOnly };
      return context.deputy.client.systemMenu.appName_update({ body });
    },
  ],
  [
    'appName_updateAll',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.appName_updateAll({ body: [unknown()] }),
  ],
  [
    'appName_updateAll',
    'VERSION_CONFLICT',
    async ({ world, deputy }) => {
      const { name } = await makeApp(world, deputy);
      return deputy.client.systemMenu.appName_updateAll({ body: [{ name, version: STALE }] });
    },
  ],
  [
    'updateAllByUser',
    'APP_NAME_NOT_FOUND',
    async ({ world, deputy }) => {
      const { name } = await makeApp(world, deputy, { enabled: false });
      return deputy.client.systemMenu.updateAllByUser({ body: [{ name }] });
    },
  ],
  [
    'updateAllByUser',
    'VERSION_CONFLICT',
    async ({ world, deputy }) => {
      const { name } = await makeApp(world, deputy, { path: '/page' });
      return deputy.client.systemMenu.updateAllByUser({ body: [{ name, version: STALE }] });
    },
  ],
  [
    'appName_save',
    'APP_NAME_ALREADY_EXISTS',
    ({ deputy }) => deputy.client.systemMenu.appName_save({ body: { name: 'platform', displayName: 'Mine' } }),
  ],
  [
    'appName_save',
    'MENU_LIMIT_REACHED',
    async ({ world }) => {
      const { deputy } = await world.ownTenant();
      for (let made = 0; made < APPLICATIONS_MAX; made += 1) {
        const answer = await deputy.client.systemMenu.appName_save({
          body: { name: `app-${made}`, displayName: 'Many' },
        });
        if (!answer.ok) return answer;
      }
      return deputy.client.systemMenu.getAppNameDataList();
    },
  ],
  [
    'appName_save',
    'AUTHORITY_UNKNOWN',
    ({ world, deputy }) =>
      deputy.client.systemMenu.appName_save({
        body: { name: world.name('app'), displayName: 'Guarded', authorityList: nobodyHas },
      }),
  ],
  [
    'appName_getByUuid',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.appName_getByUuid({ params: unknown() }),
  ],
  [
    'getByName',
    'APP_NAME_NOT_FOUND',
    ({ world, deputy }) => deputy.client.systemMenu.getByName({ params: { name: world.name('nothing') } }),
  ],
  [
    'appName_delete',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.appName_delete({ params: unknown(), query: { version: 1 } }),
  ],
  [
    'appName_delete',
    'VERSION_CONFLICT',
    async ({ world, deputy }) => {
      const { uuid } = await makeApp(world, deputy);
      return deputy.client.systemMenu.appName_delete({ params: { uuid }, query: { version: STALE } });
    },
  ],
  [
    'appName_delete',
    'APP_NAME_HAS_ITEMS',
    async (context) => {
      const { uuid, version } = (await freshItem(context)).app;
      return context.deputy.client.systemMenu.appName_delete({ params: { uuid }, query: { version } });
    },
  ],
  [
    'appName_delete',
    'MENU_SYSTEM_RECORD',
    async (context) => {
      const { uuid, version } = await platform(context);
      return context.deputy.client.systemMenu.appName_delete({ params: { uuid }, query: { version, cascade: true } });
    },
  ],
  [
    'appName_delete',
    'MENU_SHARED_FIELD',
    (context) =>
      withShared(context, {}, ({ uuid, version }) =>
        context.deputy.client.systemMenu.appName_delete({ params: { uuid }, query: { version } }),
      ),
  ],
  [
    'appName_activate',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.appName_activate({ params: unknown() }),
  ],
  [
    'appName_activate',
    'MENU_SHARED_FIELD',
    (context) =>
      withShared(context, { enabled: false }, ({ uuid }) =>
        context.deputy.client.systemMenu.appName_activate({ params: { uuid } }),
      ),
  ],
  [
    'appName_deactivate',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.appName_deactivate({ params: unknown() }),
  ],
  [
    'appName_deactivate',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const { uuid } = await platform(context);
      return context.deputy.client.systemMenu.appName_deactivate({ params: { uuid } });
    },
  ],
];
