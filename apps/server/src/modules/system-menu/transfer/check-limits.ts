// Checks the limits of a menu after an import: cycles, depth and numbers.
import { APPLICATIONS_MAX } from '../change/require-app.ts';
import { CHILDREN_MAX, DEPTH_MAX, itemsMax } from '../change/require-item.ts';
import { isOfView } from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { ItemRecord } from '../records/menu-record.types.ts';
import { type EntryPlace, type ImportDraft, refuse } from './import-draft.ts';

/** Walks up from the item, one level beyond the deepest menu at most, or until a cycle. */
function wayUp(after: MenuData, item: ItemRecord): { readonly way: readonly ItemRecord[]; readonly cycle: boolean } {
  const way: ItemRecord[] = [];
  for (let at: ItemRecord | undefined = item; at !== undefined && way.length <= DEPTH_MAX; ) {
    if (way.includes(at)) return { way, cycle: true };
    way.push(at);
    at = at.parentUuid === null ? undefined : after.items.get(at.parentUuid);
  }
  return { way, cycle: false };
}

/**
 * Checks the depth, with items of every tenant; the problem belongs to the nearest entry of the document on the way up.
 */
function checkDepth(draft: ImportDraft, after: MenuData): void {
  const refused = new Set<EntryPlace>();
  for (const item of after.items.values()) {
    const { way, cycle } = wayUp(after, item);
    if (!cycle && way.length <= DEPTH_MAX) continue;
    const changed = way.find((one) => one !== draft.data.items.get(one.uuid));
    const place = changed && draft.places.get(changed.uuid);
    if (place === undefined || refused.has(place)) continue;
    refused.add(place);
    if (cycle) refuse(draft, place, 'MENU_CYCLE');
    else refuse(draft, place, 'MENU_DEPTH_EXCEEDED', [{ limit: DEPTH_MAX }]);
  }
}

function countSeen(data: MenuData, tenant: string | null) {
  const children = new Map<string, number>();
  let own = 0;
  for (const { tenantIdentifier, retired, parentUuid, appNameUuid } of data.items.values()) {
    if (tenantIdentifier === tenant) own += 1;
    const level = parentUuid ?? appNameUuid;
    if (!retired && isOfView(tenantIdentifier, tenant)) children.set(level, (children.get(level) ?? 0) + 1);
  }
  const apps = [...data.apps.values()].filter((app) => isOfView(app.tenantIdentifier, tenant)).length;
  return { children, own, apps };
}

function checkNumbers(draft: ImportDraft, after: MenuData): void {
  const { tenant } = draft.at;
  const [then, now] = [countSeen(draft.data, tenant), countSeen(after, tenant)];
  const whole = (field: string) => ({ field, appName: '', itemName: null });
  const check = (place: EntryPlace, limit: number, before: number, count: number): void => {
    // A number beyond the limit may stay, and shrink.
    if (count > limit && count > before) refuse(draft, place, 'MENU_LIMIT_REACHED', [{ limit }]);
  };
  check(whole('appList'), APPLICATIONS_MAX, then.apps, now.apps);
  check(whole('itemList'), itemsMax(tenant), then.own, now.own);
  for (const [level, count] of now.children) {
    const item = after.items.get(level);
    const appName = after.apps.get(item?.appNameUuid ?? level)?.name ?? '';
    const place = { field: 'itemList', appName, itemName: item?.name ?? null };
    check(place, CHILDREN_MAX, then.children.get(level) ?? 0, count);
  }
}

export function checkLimits(draft: ImportDraft, after: MenuData): void {
  checkDepth(draft, after);
  checkNumbers(draft, after);
}
