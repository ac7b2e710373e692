// Provokes the refusals of the operations that look a menu up, and of documents.
import { administration, type CodeCase, freshItem, platform, systemOnly, unknown } from './code-case.ts';

const ROWS_MAX = 1_000;
const CHILDREN_MAX = 500;

const nothing = { formatVersion: 1, appList: [], itemList: [], authorityList: [], overlayList: [] };

/** The document makes more items at once than a list answers. */
const many = {
  ...nothing,
  appList: [{ name: 'many', displayName: 'Many' }],
  itemList: Array.from({ length: ROWS_MAX + 1 }, (_, index) => ({
    appName: 'many',
    name: `item-${index}`,
    displayName: 'Many',
    // The first three hold the others.
    ...(index < 3 ? {} : { parentName: `item-${Math.floor(index / CHILDREN_MAX)}` }),
  })),
};

export const queryCodes: readonly CodeCase[] = [
  [
    'menuItem_queryDataList',
    'RESULT_TOO_LARGE',
    async ({ world }) => {
      const { deputy } = await world.ownTenant();
      await deputy.sure.systemMenu.importAll({ body: many });
      return deputy.client.systemMenu.menuItem_queryDataList();
    },
  ],
  [
    'menuAuthority_queryDataList',
    'RESULT_TOO_LARGE',
    async ({ world }) => {
      const { deputy } = await world.ownTenant();
      await deputy.sure.systemMenu.importAll({ body: many });
      return deputy.client.systemMenu.menuAuthority_queryDataList();
    },
  ],
  [
    'previewTree',
    'APP_NAME_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.previewTree({ body: { authorityList: [], appName: 'nothing' } }),
  ],
  [
    'previewTree',
    'USER_NOT_FOUND',
    ({ world, deputy }) => deputy.client.systemMenu.previewTree({ body: { username: world.name('nobody') } }),
  ],
  [
    'explainVisibility',
    'MENU_ITEM_NOT_FOUND',
    ({ deputy }) => deputy.client.systemMenu.explainVisibility({ params: unknown() }),
  ],
  [
    'explainVisibility',
    'USER_NOT_FOUND',
    async (context) => {
      const { uuid } = (await freshItem(context)).item;
      const username = context.world.name('nobody');
      return context.deputy.client.systemMenu.explainVisibility({ params: { uuid }, query: { username } });
    },
  ],
  [
    'importAll',
    'MENU_IMPORT_INVALID',
    ({ deputy }) => {
      const itemList = [{ appName: 'nowhere', name: 'lost', displayName: 'Lost' }];
      return deputy.client.systemMenu.importAll({ body: { ...nothing, itemList } });
    },
  ],
  [
    'importAll',
    'MENU_SELF_LOCKOUT',
    async (context) => {
      const [app, item] = [await platform(context), await administration(context)];
      const authorityList = [{ appName: app.name, itemName: item.name, authorityList: systemOnly }];
      return context.deputy.client.systemMenu.importAll({ body: { ...nothing, authorityList } });
    },
  ],
];
