// Changes of applications and items: in the record itself, or as an overlay of the level that writes.
import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../../kernel/request/errors.ts';
import { levelKey, type MenuData } from '../records/menu-data.ts';
import type { AppRecord, OverlayFields, OverlayRecord, WriteScope } from '../records/menu-record.types.ts';

/** Names the fields that an overlay can hold, of applications and of items. */
const overlayFields = {
  APP: ['displayName', 'displayNameMap', 'description', 'icon', 'orderNumber', 'enabled', 'authorityList', 'matchType'],
  ITEM: ['displayName', 'displayNameMap', 'description', 'icon', 'orderNumber', 'enabled', 'visible'],
} as const satisfies Readonly<Record<'APP' | 'ITEM', readonly (keyof OverlayFields)[]>>;

export interface ChangeContext {
  readonly data: MenuData;
  readonly at: WriteScope;
  readonly newUuid: () => string;
}

/** Step between two places, which leaves room for items that code registers later. */
export const ORDER_STEP = 10;

/** Says whether a change at this level goes into the record itself. */
export function writesRecord(record: AppRecord, { scope }: WriteScope): boolean {
  return scope === 'SHARED' ? !record.system : record.tenantIdentifier !== null;
}

/** Changes these fields of the record, whose version is raised by one. */
export function changedRecord<R extends AppRecord>(record: R, fields: Partial<R>, at: WriteScope): R {
  return { ...record, ...fields, version: record.version + 1, updatedBy: at.username, dateUpdated: at.now };
}

/** Changes these fields of the level's overlay; a field that equals the level below is removed. */
export function changedOverlay(
  { data, at, newUuid }: ChangeContext,
  targetType: 'APP' | 'ITEM',
  record: AppRecord,
  fields: Partial<OverlayFields>,
): OverlayRecord {
  const before = data.overlays.get(levelKey(record.uuid, at.tenant));
  const shared = at.tenant === null ? undefined : data.overlays.get(levelKey(record.uuid, null));
  const below: Readonly<Record<string, unknown>> = { ...record, ...shared?.fields };
  const merged = Object.entries({ ...before?.fields, ...fields }).filter(
    // A chosen order stays chosen, even where it equals the previous one.
    ([name, value]) => name === 'orderNumber' || !isDeepStrictEqual(below[name], value),
  );
  return {
    id: before?.id ?? 0,
    uuid: before?.uuid ?? newUuid(),
    version: (before?.version ?? 0) + 1,
    tenantIdentifier: at.tenant,
    targetType,
    targetUuid: record.uuid,
    fields: Object.fromEntries(merged) as OverlayFields,
    updatedBy: at.username,
    dateUpdated: at.now,
  };
}

/** Refuses fields that only the record itself could hold, by name. */
export function requireOverlayFields(targetType: 'APP' | 'ITEM', record: AppRecord, fields: object): void {
  const allowed: readonly string[] = overlayFields[targetType];
  const refused = Object.keys(fields).filter((field) => !allowed.includes(field));
  if (refused.length === 0) return;
  const errorArguments = refused.map((field) => ({ field, code: 'FIELD_READ_ONLY' }));
  fail(record.system ? 'MENU_SYSTEM_FIELD' : 'MENU_SHARED_FIELD', { errorArguments });
}

/** A tenant cannot enable what is disabled for all. */
export function requireEnableable({ data, at }: ChangeContext, record: AppRecord, enabled: unknown): void {
  if (enabled !== true || at.tenant === null || record.tenantIdentifier !== null) return;
  const shared = data.overlays.get(levelKey(record.uuid, null));
  if (shared?.fields.enabled ?? record.enabled) return;
  fail('MENU_SHARED_FIELD', { errorArguments: [{ field: 'enabled', code: 'NOT_ALLOWED' }] });
}
