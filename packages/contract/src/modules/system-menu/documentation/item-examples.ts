// Holds examples of menu items and of who sees them.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { systemMenuContract } from '../module.ts';

const menuTreeApp = {
  uuid: example.app,
  name: example.appName,
  displayName: 'Orders',
  icon: 'box',
  path: '/orders',
} as const;

const menuItem = {
  id: example.number,
  uuid: example.item,
  version: 1,
  createdBy: example.otherUsername,
  updatedBy: example.otherUsername,
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  tenantIdentifier: example.tenantIdentifier,
  appNameUuid: example.app,
  parentUuid: null,
  name: example.itemName,
  displayName: 'Open orders',
  displayNameMap: {},
  description: null,
  icon: null,
  path: example.pagePath,
  externalUrl: null,
  target: '_self',
  orderNumber: 1000,
  enabled: true,
  visible: true,
  badgeCode: null,
  keywordList: [],
  authorityList: [],
  matchType: 'ANY',
  inherited: true,
  shared: false,
  system: false,
  overlaid: false,
  childCount: 0,
  depth: 1,
} as const;

const menuAuthorityChain = {
  level: 'ITEM',
  uuid: example.item,
  name: example.itemName,
  authorityList: [{ role: null, authority: 'MENU_MANAGE' }],
  matchType: 'ANY',
} as const;

const menuItemAuthority = {
  id: example.number,
  uuid: example.uuid,
  version: 1,
  menuItemUuid: example.item,
  menuItemName: example.itemName,
  authorityList: [{ role: null, authority: 'MENU_MANAGE' }],
  matchType: 'ANY',
  inherited: false,
  everybody: false,
  effectiveAuthorityList: [{ role: null, authority: 'MENU_MANAGE' }],
  chain: [menuAuthorityChain],
  shared: false,
} as const;

export const itemExamples = {
  getTree: {
    query: { appName: example.appName },
    answer: {
      revision: example.number,
      appList: [
        {
          app: menuTreeApp,
          itemList: [
            { uuid: example.item, name: example.itemName, displayName: 'Open orders', path: example.pagePath },
          ],
        },
      ],
    },
  },
  getTreeAll: {
    query: { appName: example.appName },
    answer: {
      revision: example.number,
      appList: [
        {
          app: {
            id: example.number,
            uuid: example.app,
            version: 1,
            createdBy: example.otherUsername,
            updatedBy: example.otherUsername,
            dateCreated: example.time,
            dateUpdated: example.time,
            deletedDate: null,
            deleted: false,
            tenantIdentifier: example.tenantIdentifier,
            name: example.appName,
            displayName: 'Orders',
            displayNameMap: {},
            description: null,
            icon: 'box',
            path: '/orders',
            orderNumber: 1000,
            enabled: true,
            authorityList: [],
            matchType: 'ANY',
            shared: false,
            system: false,
            overlaid: false,
            itemCount: example.number,
          },
          itemList: [{ ...menuItem, children: [] }],
        },
      ],
    },
  },
  menuItem_getByUuid: { params: { uuid: example.item }, answer: menuItem },
  menuItem_save: {
    body: {
      appNameUuid: example.app,
      name: example.itemName,
      displayName: 'Open orders',
      path: '/orders/open',
      keywordList: ['pending'],
    },
    answer: { ...menuItem, uuid: example.uuid, path: '/orders/open', keywordList: ['pending'] },
  },
  menuItem_update: {
    body: { uuid: example.item, version: 1, displayName: 'Orders to do' },
    answer: { ...menuItem, version: 2, displayName: 'Orders to do' },
  },
  move: {
    body: { uuid: example.otherItem, parentUuid: example.item, position: 0, version: 1 },
    answer: {
      ...menuItem,
      uuid: example.otherItem,
      version: 2,
      parentUuid: example.item,
      name: example.otherItemName,
      displayName: 'Closed orders',
      path: `/${example.otherItemName}`,
      orderNumber: 10,
      depth: 2,
    },
  },
  menuItem_updateAll: { body: { appNameUuid: example.app, uuidList: [example.otherItem, example.item] } },
  menuItem_delete: { params: { uuid: example.item }, query: { version: 1 } },
  menuItem_activate: { params: { uuid: example.item } },
  menuItem_deactivate: { params: { uuid: example.item } },
  getByMenuItemUuid: { params: { uuid: example.item }, answer: menuItemAuthority },
  menuAuthority_update: { body: { menuItemUuid: example.item, authorityList: [{ role: 'ROLE_USER' }], version: 1 } },
  menuAuthority_updateAll: {
    body: [{ menuItemUuid: example.item, authorityList: [{ role: 'ROLE_USER' }], version: 1 }],
  },
  menuAuthority_queryDataList: { body: { appNameUuid: example.app }, answer: [menuItemAuthority] },
  menuAuthority_delete: { params: { uuid: example.item }, query: { version: 1 } },
  resetOverlay: { params: { uuid: example.app } },
  search: {
    body: { text: 'open orders', limit: 5 },
    answer: [
      {
        node: { uuid: example.item, name: example.itemName, displayName: 'Open orders', path: '/orders' },
        appName: example.appName,
        breadcrumbList: ['Orders'],
      },
    ],
  },
  menuItem_queryDataPage: {
    body: { appNameUuid: example.app },
    answer: {
      data: [menuItem],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['orderNumber', 'name'], direction: 'ASC' } },
    },
  },
  menuItem_queryDataList: { body: { appNameUuid: example.app }, answer: [menuItem] },
  menuOverlay_queryDataPage: {
    body: { targetType: 'APP', targetUuid: example.app },
    answer: {
      data: [
        {
          targetType: 'APP',
          targetUuid: example.app,
          tenantIdentifier: example.tenantIdentifier,
          version: 1,
          description: 'What we say of it',
        },
      ],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['dateUpdated'], direction: 'DESC' } },
    },
  },
  previewTree: {
    body: { authorityList: [{ role: null, authority: 'MENU_MANAGE' }], appName: example.appName },
    answer: {
      revision: example.number,
      appList: [
        {
          app: menuTreeApp,
          itemList: [
            { uuid: example.item, name: example.itemName, displayName: 'Open orders', path: example.pagePath },
          ],
        },
      ],
    },
  },
  explainVisibility: {
    params: { uuid: example.item },
    query: { username: example.username },
    answer: {
      visible: false,
      reasonList: [
        {
          code: 'ITEM_AUTHORITY',
          uuid: example.item,
          name: example.itemName,
          missing: [{ role: null, authority: 'MENU_MANAGE' }],
        },
      ],
    },
  },
} satisfies Partial<ExamplesOf<typeof systemMenuContract>>;
