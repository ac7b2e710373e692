// Reads the whole menu of the tenant as a tree, and puts items into another place of it.
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

type ItemRecord = Awaited<ReturnType<typeof api.systemMenu.menuItem_getByUuid>>['body'];
type AppRecord = Awaited<ReturnType<typeof api.systemMenu.appName_getByUuid>>['body'];

export interface MenuApp extends AppRecord {
  readonly uuid: string;
}

export interface MenuItem extends ItemRecord {
  readonly uuid: string;
  readonly children?: readonly MenuItem[];
}

export interface AppTree {
  readonly app: MenuApp;
  readonly itemList: readonly MenuItem[];
}

/** Where an item goes: between the others of a level, counted without the item itself. */
export interface Place {
  readonly appUuid: string;
  /** Item above; null is the top level of the application. */
  readonly parentUuid: string | null;
  readonly index: number;
}

/** Path of the administration of the menu, which nobody may take from themselves. */
const OWN_PATH = '/platform/menu';

export function menuTreeQuery() {
  return queryOptions({
    queryKey: ['menu-all'],
    // The answer has records of the contract, which it declares as any value.
    queryFn: async () => (await api.systemMenu.getTreeAll()).body.appList as unknown as readonly AppTree[],
  });
}

/** Makes everything ask anew that shows a menu. */
export async function refreshMenu(queries: QueryClient): Promise<void> {
  await Promise.all(
    ['menu-all', 'menu', 'menu-audience', 'menu-why', 'menu-preview'].map((name) =>
      queries.invalidateQueries({ queryKey: [name] }),
    ),
  );
}

export interface Found {
  readonly app: MenuApp;
  readonly item: MenuItem;
  /** What stands above the item, the nearest last. */
  readonly above: readonly MenuItem[];
  readonly siblings: readonly MenuItem[];
}

function findBelow(
  app: MenuApp,
  siblings: readonly MenuItem[],
  above: readonly MenuItem[],
  uuid: string,
): Found | null {
  for (const item of siblings) {
    if (item.uuid === uuid) return { app, item, above, siblings };
    const found = findBelow(app, item.children ?? [], [...above, item], uuid);
    if (found !== null) return found;
  }
  return null;
}

export function findItem(apps: readonly AppTree[], uuid: string): Found | null {
  for (const { app, itemList } of apps) {
    const found = findBelow(app, itemList, [], uuid);
    if (found !== null) return found;
  }
  return null;
}

/** Lists an item and everything below it. */
export function withDescendants(item: MenuItem): readonly MenuItem[] {
  return [item, ...(item.children ?? []).flatMap(withDescendants)];
}

/** Whether this is the administration of the menu or stands above it: whoever cannot see them loses it. */
export function holdsAdministration(item: MenuItem): boolean {
  return withDescendants(item).some(({ path, system }) => path === OWN_PATH && system === true);
}

function levelOf(apps: readonly AppTree[], { appUuid, parentUuid }: Place): readonly MenuItem[] {
  if (parentUuid !== null) return findItem(apps, parentUuid)?.item.children ?? [];
  return apps.find(({ app }) => app.uuid === appUuid)?.itemList ?? [];
}

/** Puts an item into another place; within its level only the order is written. */
export async function moveItem(apps: readonly AppTree[], uuid: string, place: Place): Promise<void> {
  const found = findItem(apps, uuid);
  if (found === null) return;
  const { app, item, above } = found;
  const { appUuid, parentUuid, index } = place;
  if (app.uuid === appUuid && (above.at(-1)?.uuid ?? null) === parentUuid) {
    const others = levelOf(apps, place).filter((other) => other.uuid !== uuid);
    const uuidList = [...others.slice(0, index), item, ...others.slice(index)].map((one) => one.uuid);
    const level = parentUuid === null ? { appNameUuid: appUuid } : { parentUuid };
    await api.systemMenu.menuItem_updateAll({ body: { ...level, uuidList } });
    return;
  }
  const body = { uuid, parentUuid, appNameUuid: appUuid, position: index, version: item.version ?? 0 };
  await api.systemMenu.move({ body });
}

/** Where an item stands now. */
export function placeOf({ app, item, above, siblings }: Found): Place {
  return { appUuid: app.uuid, parentUuid: above.at(-1)?.uuid ?? null, index: siblings.indexOf(item) };
}
