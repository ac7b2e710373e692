// Plans conditions and overlays of an imported document, on records that the level sees afterwards.
import { isDeepStrictEqual } from 'node:util';
import { requireEnableable, requireOverlayFields } from '../change/changed-record.ts';
import { ownAuthority, planAuthority } from '../change/plan-authority.ts';
import { levelKey } from '../records/menu-data.ts';
import type { AppRecord, OverlayFields, OverlayRecord } from '../records/menu-record.types.ts';
import { isOfLevel, type OverlayEntry } from './export-level.ts';
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

/** Finds the record that an entry names, or null after it was refused. */
function findTarget(
  draft: ImportDraft,
  place: EntryPlace,
  { appName, itemName }: Omit<EntryPlace, 'field'>,
): AppRecord | null {
  const app = draft.apps.get(appName);
  if (app === undefined) {
    refuse(draft, place, 'APP_NAME_NOT_FOUND', [{ field: 'appName', name: appName }]);
    return null;
  }
  if (itemName === null) return app;
  const item = draft.items.get(itemKey(app.uuid, itemName));
  if (item === undefined) refuse(draft, place, 'MENU_ITEM_NOT_FOUND', [{ field: 'itemName', name: itemName }]);
  return item ?? null;
}

function planAuthorities(draft: ImportDraft): void {
  const { data, at, document, mode, newUuid } = draft;
  const seen = new Set<string>();
  const named = new Set<string>();
  for (const [index, entry] of document.authorityList.entries()) {
    const { appName, itemName } = entry;
    const place = { field: `authorityList[${index}]`, appName, itemName };
    if (!isFirst(draft, seen, itemKey(appName, itemName), place)) continue;
    const pairs = readPairs(draft, place, entry.authorityList);
    if (findTarget(draft, place, { appName, itemName }) === null) continue;
    const item = draft.items.get(itemKey(draft.apps.get(appName)!.uuid, itemName))!;
    named.add(item.uuid);
    const stays = entry.matchType === undefined && mode === 'MERGE';
    const matchType = stays ? undefined : (entry.matchType ?? 'ANY');
    const record = planAuthority(data, at, item, { pairs, matchType }, newUuid);
    if (record !== null) draft.authorities.push(record);
  }
  if (mode === 'MERGE') return;
  for (const { uuid } of draft.items.values()) {
    const own = ownAuthority(data, uuid, at.tenant);
    if (own === null || named.has(uuid)) continue;
    const removed = { removed: true, version: own.version + 1, updatedBy: at.username, dateUpdated: at.now };
    draft.authorities.push({ ...own, ...removed });
  }
}

/** Reads the fields that the entry overlays; null where it was refused. */
function readOverlay(
  draft: ImportDraft,
  place: EntryPlace,
  entry: OverlayEntry,
  record: AppRecord,
): OverlayFields | null {
  const { targetType, appName: _app, itemName: _item, ...rest } = entry;
  const pairs = rest.authorityList === undefined ? undefined : readPairs(draft, place, rest.authorityList);
  const given = { ...rest, ...(pairs === undefined ? {} : { authorityList: pairs }) };
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as OverlayFields;
  const allowed = collect(draft, place, () => {
    requireOverlayFields(targetType, record, fields);
    requireEnableable(draft, record, fields.enabled);
    return true;
  });
  return allowed === undefined ? null : fields;
}

function overlayOf(
  { at, newUuid }: ImportDraft,
  before: OverlayRecord | undefined,
  target: Pick<OverlayRecord, 'targetType' | 'targetUuid'>,
  fields: OverlayFields,
): OverlayRecord {
  return {
    id: before?.id ?? 0,
    uuid: before?.uuid ?? newUuid(),
    version: (before?.version ?? 0) + 1,
    tenantIdentifier: at.tenant,
    ...target,
    fields,
    updatedBy: at.username,
    dateUpdated: at.now,
  };
}

/** Says whether the entry names an item exactly where it overlays one, and refuses it otherwise. */
function isTargetNamed(draft: ImportDraft, place: EntryPlace, { targetType, itemName }: OverlayEntry): boolean {
  const right = (targetType === 'ITEM') === (itemName != null);
  if (!right) {
    const code = targetType === 'ITEM' ? 'REQUIRED' : 'NOT_ALLOWED';
    refuseField(draft, place, 'itemName', code, 'Names the item where targetType is ITEM, and nothing else.');
  }
  return right;
}

/** Plans overlays as they are, even where they equal what they cover, which may change later. */
function planOverlays(draft: ImportDraft): void {
  const { data, at, document, mode } = draft;
  const seen = new Set<string>();
  const named = new Set<string>();
  for (const [index, entry] of document.overlayList.entries()) {
    const { targetType, appName, itemName = null } = entry;
    const place = { field: `overlayList[${index}]`, appName, itemName };
    if (!isTargetNamed(draft, place, entry)) continue;
    if (!isFirst(draft, seen, itemKey(appName, itemName ?? ''), place)) continue;
    const record = findTarget(draft, place, { appName, itemName });
    if (record === null) continue;
    if (isOfLevel(record, at.tenant)) {
      refuseField(draft, place, 'targetType', 'NOT_ALLOWED', 'Belongs to the level itself: give its entry the fields.');
      continue;
    }
    named.add(record.uuid);
    const given = readOverlay(draft, place, entry, record);
    if (given === null) continue;
    const before = data.overlays.get(levelKey(record.uuid, at.tenant));
    const fields = mode === 'REPLACE' ? given : { ...before?.fields, ...given };
    if (isDeepStrictEqual(fields, before?.fields ?? {})) continue;
    draft.overlays.push(overlayOf(draft, before, { targetType, targetUuid: record.uuid }, fields));
  }
  if (mode === 'MERGE') return;
  for (const { uuid } of [...draft.apps.values(), ...draft.items.values()]) {
    const before = data.overlays.get(levelKey(uuid, at.tenant));
    if (before === undefined || named.has(uuid) || Object.keys(before.fields).length === 0) continue;
    draft.overlays.push(overlayOf(draft, before, before, {}));
  }
}

export function planLevels(draft: ImportDraft): void {
  planAuthorities(draft);
  planOverlays(draft);
}
