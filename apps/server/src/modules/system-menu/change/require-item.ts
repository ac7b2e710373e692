// Finds items in the records, and checks their places against the limits of a menu.
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { type EffectiveItem, effectiveItem, isOfView } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { ItemRecord } from '../records/menu-record.types.ts';
import { byPlace } from '../view/menu-view.ts';

export const DEPTH_MAX = 8;
export const CHILDREN_MAX = 500;
const SHARED_ITEMS_MAX = 5_000;
const TENANT_ITEMS_MAX = 2_000;

/** Finds the live item that this level sees; SHARED sees shared ones alone. */
export function requireItem(
  data: MenuData,
  by: { readonly uuid?: string | null; readonly id?: number | null },
  tenant: string | null,
): ItemRecord {
  const found = by.uuid ? data.items.get(by.uuid) : [...data.items.values()].find(({ id }) => id !== 0 && id === by.id);
  if (found === undefined || !isThere(found, tenant)) {
    failNotFound('MENU_ITEM_NOT_FOUND', by.uuid ? { uuid: by.uuid } : { id: by.id });
  }
  return found;
}

export function isThere(item: ItemRecord | undefined, tenant: string | null): boolean {
  return item !== undefined && !item.retired && isOfView(item.tenantIdentifier, tenant);
}

/** Finds the items; fails with all missing ones. */
export function requireItems(data: MenuData, uuids: readonly string[], tenant: string | null): void {
  const missing = uuids.filter((uuid) => !isThere(data.items.get(uuid), tenant));
  if (missing.length > 0) failNotFound('MENU_ITEM_NOT_FOUND', ...missing.map((uuid) => ({ uuid })));
}

/** Answers the level of an item from 1; stops on a cycle in the tables. */
export function depthOf(data: MenuData, item: ItemRecord): number {
  const seen = new Set<string>();
  let depth = 1;
  for (let above = item; above.parentUuid !== null && !seen.has(above.uuid); depth += 1) {
    seen.add(above.uuid);
    const parent = data.items.get(above.parentUuid);
    if (parent === undefined) break;
    above = parent;
  }
  return depth;
}

/** A place below an item, or (null) at the top level of an application. */
export interface ItemPlace {
  readonly appNameUuid: string;
  readonly parentUuid: string | null;
}

/** Lists the items of one parent, or of the top level of an application, as the level sees them, in order. */
export function siblingsOf(data: MenuData, place: ItemPlace, tenant: string | null): readonly EffectiveItem[] {
  const found: EffectiveItem[] = [];
  for (const item of data.items.values()) {
    if (item.retired || item.parentUuid !== place.parentUuid || item.appNameUuid !== place.appNameUuid) continue;
    if (isOfView(item.tenantIdentifier, tenant)) found.push(effectiveItem(data, item, tenant));
  }
  return found.sort(byPlace);
}

/** Lists all descendants of an item, of every tenant, the nearest first; a cycle ends where it began. */
export function descendantsOf(data: MenuData, uuid: string): readonly ItemRecord[] {
  const children = new Map<string, ItemRecord[]>();
  for (const item of data.items.values()) {
    if (item.parentUuid === null) continue;
    const known = children.get(item.parentUuid);
    if (known === undefined) children.set(item.parentUuid, [item]);
    else known.push(item);
  }
  const seen = new Set([uuid]);
  const found: ItemRecord[] = [];
  for (let waiting = children.get(uuid) ?? []; waiting.length > 0; ) {
    const fresh = waiting.filter((item) => !seen.has(item.uuid));
    for (const item of fresh) seen.add(item.uuid);
    found.push(...fresh);
    waiting = fresh.flatMap((item) => children.get(item.uuid) ?? []);
  }
  return found;
}

export function requireFreeName(
  data: MenuData,
  { name, appNameUuid, tenantIdentifier }: Pick<ItemRecord, 'name' | 'appNameUuid' | 'tenantIdentifier'>,
  except: string | null,
): void {
  for (const item of data.items.values()) {
    const meets = tenantIdentifier === null || isOfView(item.tenantIdentifier, tenantIdentifier);
    if (item.uuid !== except && item.name === name && item.appNameUuid === appNameUuid && meets) {
      fail('MENU_ITEM_ALREADY_EXISTS');
    }
  }
}

export function requireRoomBelow(siblings: readonly unknown[]): void {
  if (siblings.length >= CHILDREN_MAX) fail('MENU_LIMIT_REACHED', { parameters: { limit: CHILDREN_MAX } });
}

export function itemsMax(tenantIdentifier: string | null): number {
  return tenantIdentifier === null ? SHARED_ITEMS_MAX : TENANT_ITEMS_MAX;
}

export function requireRoomFor(data: MenuData, tenantIdentifier: string | null): void {
  const limit = itemsMax(tenantIdentifier);
  let count = 0;
  for (const item of data.items.values()) if (item.tenantIdentifier === tenantIdentifier) count += 1;
  if (count >= limit) fail('MENU_LIMIT_REACHED', { parameters: { limit } });
}

export function requireDepth(depth: number): void {
  if (depth > DEPTH_MAX) fail('MENU_DEPTH_EXCEEDED', { parameters: { limit: DEPTH_MAX } });
}

/** Refuses a shared item below one of a tenant, as it would be invisible for every other tenant. */
export function requireSharedParent(data: MenuData, place: ItemPlace, tenantIdentifier: string | null): void {
  if (tenantIdentifier !== null) return;
  const parent = place.parentUuid === null ? data.apps.get(place.appNameUuid) : data.items.get(place.parentUuid);
  if (parent === undefined || parent.tenantIdentifier === null) return;
  fail('MENU_SHARED_FIELD', { errorArguments: [{ field: 'parentUuid', code: 'NOT_ALLOWED' }] });
}
