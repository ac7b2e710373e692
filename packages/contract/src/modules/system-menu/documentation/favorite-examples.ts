// Holds examples of favorites, recent pages, documents and the stream.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { systemMenuContract } from '../module.ts';

const menuImportChange = {
  targetType: 'APP',
  appName: 'orders',
  itemName: null,
  action: 'CREATE',
  oldValue: null,
  newValue: {
    name: 'orders',
    displayName: 'Orders',
    displayNameMap: {},
    description: null,
    icon: null,
    orderNumber: 1000,
    enabled: true,
    path: null,
    authorityList: [],
    matchType: 'ANY',
  },
} as const;

const menuFavorite = {
  id: example.number,
  uuid: example.favorite,
  version: 1,
  createdBy: example.username,
  updatedBy: example.username,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  path: '/orders',
  menuItemUuid: null,
  displayName: 'Orders',
  icon: null,
  groupName: null,
  orderNumber: 1,
  username: example.username,
  hidden: false,
} as const;

export const favoriteExamples = {
  exportAll: {
    answer: {
      formatVersion: 1,
      appList: [
        {
          name: example.appName,
          displayName: 'Orders',
          displayNameMap: {},
          description: null,
          icon: null,
          orderNumber: 1000,
          enabled: true,
          path: null,
          authorityList: [],
          matchType: 'ANY',
        },
      ],
      itemList: [
        {
          appName: example.appName,
          name: example.itemName,
          parentName: null,
          displayName: 'Open orders',
          displayNameMap: {},
          description: null,
          icon: null,
          orderNumber: 1000,
          enabled: true,
          path: '/orders',
          externalUrl: null,
          target: '_self',
          visible: true,
          badgeCode: null,
          keywordList: [],
        },
      ],
      authorityList: [],
      overlayList: [],
    },
  },
  importAll: {
    query: { dryRun: true },
    body: {
      formatVersion: 1,
      appList: [{ name: 'orders', displayName: 'Orders' }],
      itemList: [{ appName: 'orders', name: 'open', displayName: 'Open orders', path: '/orders/open' }],
      authorityList: [],
      overlayList: [],
    },
    answer: {
      dryRun: true,
      createdCount: 2,
      updatedCount: 0,
      removedCount: 0,
      unchangedCount: 0,
      changeList: [
        menuImportChange,
        {
          ...menuImportChange,
          targetType: 'ITEM',
          itemName: 'open',
          newValue: {
            appName: 'orders',
            name: 'open',
            parentName: null,
            displayName: 'Open orders',
            displayNameMap: {},
            description: null,
            icon: null,
            orderNumber: 1000,
            enabled: true,
            path: '/orders/open',
            externalUrl: null,
            target: '_self',
            visible: true,
            badgeCode: null,
            keywordList: [],
          },
        },
      ],
    },
  },
  deleteByPath: { body: '/orders' },
  favorite_getDataList: {
    query: { includeHidden: true },
    answer: [
      menuFavorite,
      { ...menuFavorite, uuid: example.otherFavorite, path: '/invoices', displayName: 'Invoices', orderNumber: 2 },
    ],
  },
  favorite_save: {
    body: { path: '/orders', displayName: 'Orders', groupName: 'Daily' },
    answer: { ...menuFavorite, uuid: example.uuid, groupName: 'Daily' },
  },
  favorite_update: {
    body: { uuid: example.favorite, version: 1, displayName: 'My orders', icon: 'star' },
    answer: { ...menuFavorite, version: 2, displayName: 'My orders', icon: 'star' },
  },
  exist: { body: '/orders', answer: true },
  favorite_updateAll: { body: [{ uuid: example.otherFavorite, groupName: 'Daily' }, { uuid: example.favorite }] },
  favorite_deleteByUuid: { params: { uuid: example.favorite } },
  favorite_deleteAll: {},
  getRecentList: {
    answer: [
      {
        path: '/orders',
        menuItemUuid: null,
        displayName: '/orders',
        icon: null,
        openedDate: example.time,
        openCount: 1,
      },
    ],
  },
  addRecent: { body: { path: '/orders' } },
  clearRecents: {},
  streamChanges: { answer: { event: 'menu-changed', data: { revision: example.number } } },
} satisfies Partial<ExamplesOf<typeof systemMenuContract>>;
