// Plans applications and items of an imported document: new, changed, and moved ones.

import { changedFields } from '../change/changed-fields.ts';
import { changedRecord } from '../change/changed-record.ts';
import { itemFields, newItem, requireOneTarget } from '../change/new-item.ts';
import { appFields, newApp } from '../change/require-app.ts';
import { isOfView } from '../records/effective-item.ts';
import type { AppRecord, ItemRecord } from '../records/menu-record.types.ts';
import { requirePath, requireUrl } from '../records/require-path.ts';
import { type AppEntry, type ItemEntry, isOfLevel } from './export-level.ts';
import {
  collect,
  type EntryPlace,
  type ImportDraft,
  isFirst,
  itemKey,
  readPairs,
  refuse,
  refuseField,
} from './import-draft.ts';

/** Place of an item without one. */
const ORDER_NUMBER = 1_000;

/** Reads the fields of an entry. In a REPLACE a missing one takes its default, as null does. */
function readFields(
  draft: ImportDraft,
  place: EntryPlace,
  entry: AppEntry | ItemEntry,
  names: readonly string[],
): Record<string, unknown> {
  const given: Record<string, unknown> = { ...entry };
  if (draft.mode === 'REPLACE') for (const name of names) given[name] ??= null;
  for (const [field, read] of [
    ['path', requirePath],
    ['externalUrl', requireUrl],
  ] as const) {
    const text = given[field];
    if (typeof text === 'string') given[field] = collect(draft, place, () => read(field, text));
  }
  if (names.includes('authorityList')) {
    given.authorityList = readPairs(draft, place, (entry as AppEntry).authorityList);
  }
  return given;
}

/** Answers the code of the refusal of a name that another level has, or null. */
function takenBy(records: readonly AppRecord[] | undefined, { at }: ImportDraft, exists: string): string | null {
  const others = (records ?? []).filter((one) => !isOfLevel(one, at.tenant));
  const met = others.filter(({ tenantIdentifier }) => at.tenant === null || isOfView(tenantIdentifier, at.tenant));
  if (met.some(({ system }) => system)) return 'MENU_SYSTEM_RECORD';
  return met.length > 0 ? exists : null;
}

function groupBy<R>(records: Iterable<R>, keyOf: (record: R) => string): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const record of records) {
    const known = groups.get(keyOf(record));
    if (known === undefined) groups.set(keyOf(record), [record]);
    else known.push(record);
  }
  return groups;
}

function planApps(draft: ImportDraft): void {
  const { data, at, document, newUuid } = draft;
  const byName = groupBy(data.apps.values(), ({ name }) => name);
  const seen = new Set<string>();
  for (const [index, entry] of document.appList.entries()) {
    const place = { field: `appList[${index}]`, appName: entry.name, itemName: null };
    if (!isFirst(draft, seen, entry.name, place)) continue;
    const taken = takenBy(byName.get(entry.name), draft, 'APP_NAME_ALREADY_EXISTS');
    if (taken !== null) {
      refuse(draft, place, taken);
      continue;
    }
    const given = readFields(draft, place, entry, appFields);
    const before = draft.apps.get(entry.name);
    if (before === undefined && given.displayName == null) {
      refuseField(draft, place, 'displayName', 'REQUIRED', 'Must be given.');
    }
    const record = collect(draft, place, () => {
      if (before === undefined)
        return newApp({ ...given, displayName: given.displayName ?? undefined }, at, newUuid(), at.tenant === null);
      const fields = changedFields(given, before, appFields, []);
      return Object.keys(fields).length === 0 ? before : changedRecord(before, fields, at);
    });
    if (record === undefined) continue;
    draft.apps.set(record.name, record);
    draft.places.set(record.uuid, place);
  }
}

interface PlannedItem {
  readonly entry: ItemEntry;
  readonly place: EntryPlace;
  readonly app: AppRecord;
  readonly record: ItemRecord;
}

function planItem(draft: ImportDraft, entry: ItemEntry, place: EntryPlace, app: AppRecord): ItemRecord | undefined {
  const { at, newUuid } = draft;
  const given = readFields(draft, place, entry, itemFields);
  const before = draft.items.get(itemKey(app.uuid, entry.name));
  if (before === undefined && given.displayName == null) {
    refuseField(draft, place, 'displayName', 'REQUIRED', 'Must be given.');
  }
  return collect(draft, place, () => {
    const orderNumber = entry.orderNumber ?? ORDER_NUMBER;
    const home = { appNameUuid: app.uuid, parentUuid: null, orderNumber, tenantIdentifier: at.tenant };
    const fields = before && changedFields(given, before, itemFields, []);
    const same = fields !== undefined && Object.keys(fields).length === 0;
    const fresh = () => newItem({ ...given, displayName: given.displayName ?? undefined }, at, newUuid(), home);
    const record = before === undefined ? fresh() : same ? before : changedRecord(before, fields!, at);
    requireOneTarget(record);
    return record;
  });
}

/** Puts an item below the one that its entry names; without one, a MERGE leaves it where it stands. */
function withParent(draft: ImportDraft, { entry, place, app, record }: PlannedItem): ItemRecord {
  const { parentName } = entry;
  if (parentName === undefined && draft.mode === 'MERGE') return record;
  const parent = parentName == null ? null : draft.items.get(itemKey(app.uuid, parentName));
  if (parent === undefined) {
    refuse(draft, place, 'MENU_ITEM_NOT_FOUND', [{ field: 'parentName', name: parentName }]);
    return record;
  }
  const parentUuid = parent?.uuid ?? null;
  if (parentUuid === record.parentUuid) return record;
  const { data, at } = draft;
  // A record is raised by one version, however many changes its entry makes.
  return record === data.items.get(record.uuid) ? changedRecord(record, { parentUuid }, at) : { ...record, parentUuid };
}

function planItems(draft: ImportDraft): void {
  const { data, document } = draft;
  const byName = groupBy(data.items.values(), ({ appNameUuid, name }) => itemKey(appNameUuid, name));
  const seen = new Set<string>();
  const planned: PlannedItem[] = [];
  for (const [index, entry] of document.itemList.entries()) {
    const place = { field: `itemList[${index}]`, appName: entry.appName, itemName: entry.name };
    if (!isFirst(draft, seen, itemKey(entry.appName, entry.name), place)) continue;
    const app = draft.apps.get(entry.appName);
    if (app === undefined) {
      refuse(draft, place, 'APP_NAME_NOT_FOUND', [{ field: 'appName', name: entry.appName }]);
      continue;
    }
    const taken = takenBy(byName.get(itemKey(app.uuid, entry.name)), draft, 'MENU_ITEM_ALREADY_EXISTS');
    if (taken !== null) {
      refuse(draft, place, taken);
      continue;
    }
    const record = planItem(draft, entry, place, app);
    if (record === undefined) continue;
    draft.items.set(itemKey(app.uuid, record.name), record);
    draft.places.set(record.uuid, place);
    planned.push({ entry, place, app, record });
  }
  // All parents are known now, in whatever order they came.
  for (const item of planned) {
    draft.items.set(itemKey(item.app.uuid, item.record.name), withParent(draft, item));
  }
}

export function planRecords(draft: ImportDraft): void {
  planApps(draft);
  planItems(draft);
}
