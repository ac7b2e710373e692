// Arranges what the examples of menus need: an application with items, somebody's favorites and pages.
import type { SvcAppNameModel, SvcMenuItemModel, systemMenuModule } from '@keelson/contract';
import { makeApp, makeItem, menuDeputy, menuTenant } from '../acceptance/system-menu/menus.ts';
import type { Arrange, ExampleWorld, GivenOf } from './given.ts';

async function withApp(world: ExampleWorld, model: SvcAppNameModel = {}) {
  const { deputy, identifier } = await menuTenant(world);
  const { uuid, name } = await makeApp(world, deputy, {
    displayName: 'Orders',
    icon: 'box',
    path: '/orders',
    ...model,
  });
  const values = { app: uuid, appName: name, otherUsername: deputy.username, tenantIdentifier: identifier };
  return { as: deputy, values };
}
const anApp: Arrange = (world) => withApp(world);
const anIdleApp: Arrange = (world) => withApp(world, { enabled: false });
const twoApps: Arrange = async (world) => {
  const [first, second] = [await withApp(world), await withApp(world)];
  return { as: first.as, values: { ...first.values, otherAppName: second.values.appName } };
};

async function withItem(world: ExampleWorld, model: SvcMenuItemModel = {}) {
  const given = await withApp(world);
  const path = `/orders/${world.name('page')}`;
  const item = await makeItem(world, given.as, {
    appNameUuid: given.values.app,
    displayName: 'Open orders',
    path,
    ...model,
  });
  return { as: given.as, values: { ...given.values, item: item.uuid, itemName: item.name, pagePath: path } };
}
const anItem: Arrange = (world) => withItem(world);
const anIdleItem: Arrange = (world) => withItem(world, { enabled: false });
const twoItems: Arrange = async (world) => {
  const given = await withItem(world);
  const other = await makeItem(world, given.as, { appNameUuid: given.values.app, displayName: 'Closed orders' });
  return { as: given.as, values: { ...given.values, otherItem: other.uuid, otherItemName: other.name } };
};

/** Only administrators of the menu see the item. */
async function withGuarded(world: ExampleWorld) {
  const given = await withItem(world);
  const body = { menuItemUuid: given.values.item, authorityList: [{ authority: 'MENU_MANAGE' }] };
  await given.as.sure.systemMenu.menuAuthority_update({ body });
  return given;
}

async function reader(world: ExampleWorld) {
  const person = await (await menuTenant(world)).somebody();
  return { as: person, values: { username: person.username } };
}
const aReader: Arrange = async (world) => reader(world);

/** Somebody keeps two pages. */
async function keeper(world: ExampleWorld) {
  const { as, values } = await reader(world);
  const first = await as.sure.systemMenu.favorite_save({ body: { path: '/orders', displayName: 'Orders' } });
  const second = await as.sure.systemMenu.favorite_save({ body: { path: '/invoices', displayName: 'Invoices' } });
  return { as, values: { ...values, favorite: first.body.uuid, otherFavorite: second.body.uuid } };
}

/** The tenant has changed what an application of the platform says. */
async function withOverlay({ ownTenant }: ExampleWorld) {
  const { deputy, identifier } = await ownTenant();
  const { body } = await deputy.sure.systemMenu.getByName({ params: { name: 'platform' } });
  const uuid = body.uuid ?? '';
  await deputy.sure.systemMenu.appName_update({
    body: { uuid, version: body.version ?? 0, description: 'What we say of it' },
  });
  return { as: deputy, values: { app: uuid, tenantIdentifier: identifier } };
}

/** A tenant of its own whose menu holds one item. */
async function withMenu(world: ExampleWorld) {
  const { deputy } = await world.ownTenant();
  const app = await makeApp(world, deputy, { displayName: 'Orders' });
  const item = await makeItem(world, deputy, { appNameUuid: app.uuid, displayName: 'Open orders', path: '/orders' });
  return { as: deputy, values: { app: app.uuid, appName: app.name, item: item.uuid, itemName: item.name } };
}

const inOwnTenant: Arrange = async ({ ownTenant }) => ({ as: (await ownTenant()).deputy });

export const systemMenuGivens: GivenOf<typeof systemMenuModule> = {
  getAppNameDataList: aReader,
  appName_update: anApp,
  appName_updateAll: twoApps,
  updateAllByUser: twoApps,
  resetUserOrder: aReader,
  appName_save: async (world) => {
    const { as, values } = await withApp(world);
    return { as, values: { ...values, appName: world.name('app') } };
  },
  appName_getByUuid: anApp,
  getByName: anApp,
  appName_delete: anApp,
  appName_activate: anIdleApp,
  appName_deactivate: anApp,
  getTree: anItem,
  getTreeAll: anItem,
  menuItem_getByUuid: anItem,
  menuItem_save: async (world) => {
    const given = await withApp(world);
    return { as: given.as, values: { ...given.values, itemName: world.name('item') } };
  },
  menuItem_update: anItem,
  move: twoItems,
  menuItem_updateAll: twoItems,
  menuItem_delete: anItem,
  menuItem_activate: anIdleItem,
  menuItem_deactivate: anItem,
  getByMenuItemUuid: withGuarded,
  menuAuthority_update: withGuarded,
  menuAuthority_updateAll: withGuarded,
  menuAuthority_queryDataList: withGuarded,
  menuAuthority_delete: withGuarded,
  resetOverlay: withOverlay,
  search: withMenu,
  appName_queryDataPage: anApp,
  menuItem_queryDataPage: anItem,
  menuItem_queryDataList: anItem,
  menuOverlay_queryDataPage: withOverlay,
  exportAll: withMenu,
  importAll: inOwnTenant,
  deleteByPath: keeper,
  favorite_getDataList: keeper,
  favorite_save: aReader,
  favorite_update: keeper,
  exist: keeper,
  favorite_updateAll: keeper,
  favorite_deleteByUuid: keeper,
  favorite_deleteAll: keeper,
  getRecentList: async (world) => {
    const given = await reader(world);
    await given.as.sure.systemMenu.addRecent({ body: { path: '/orders' } });
    return given;
  },
  addRecent: aReader,
  clearRecents: aReader,
  previewTree: withGuarded,
  explainVisibility: async (world) => {
    const given = await withGuarded(world);
    return { as: given.as, values: { ...given.values, username: (await reader(world)).values.username } };
  },
  streamChanges: async (world) => {
    const deputy = await menuDeputy(world);
    return { as: deputy, happens: () => makeApp(world, deputy) };
  },
};
