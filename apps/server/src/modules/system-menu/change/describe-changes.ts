// Makes the event of a change: old and new values of the differing fields, by record.
import { isDeepStrictEqual } from 'node:util';
import { levelKey, type MenuData } from '../records/menu-data.ts';
import type { MenuRows } from '../records/menu-record.types.ts';

/** Records that an event has in full: all of a reordered level; further ones of a larger import only by identifier. */
const RECORDS_MAX = 500;

type Fields = Readonly<Record<string, unknown>>;
/** Fields that every change sets, and that are therefore left out. */
const ofEveryChange = new Set(['id', 'uuid', 'version', 'revision', 'updatedBy', 'dateUpdated']);

interface ChangedRecord {
  readonly uuid: string;
  /** Holds the fields that differ; null for a new record. */
  readonly oldValue: Fields | null;
  readonly newValue: Fields;
}

function describe(before: object | undefined, record: { readonly uuid: string }): ChangedRecord {
  const { uuid } = record;
  const old: Fields | null = before === undefined ? null : { ...before };
  const differing = Object.entries(record)
    .filter(([name, value]) => !ofEveryChange.has(name) && (old === null || !isDeepStrictEqual(old[name], value)))
    .map(([name]) => name);
  const pick = (fields: Fields): Fields => Object.fromEntries(differing.map((name) => [name, fields[name]]));
  return { uuid, oldValue: old === null ? null : pick(old), newValue: pick({ ...record }) };
}

/** Describes changes by kind of record; `further` are those beyond the bound of one event. */
export function describeChanges(
  before: MenuData,
  { apps = [], items = [], authorities = [], overlays = [] }: MenuRows,
) {
  const changes = [
    ...apps.map((record) => ({ kind: 'apps', before: before.apps.get(record.uuid), record })),
    ...items.map((record) => ({ kind: 'items', before: before.items.get(record.uuid), record })),
    ...authorities.map((record) => ({
      kind: 'authorities',
      before: before.authorities.get(levelKey(record.menuItemUuid, record.tenantIdentifier)),
      record,
    })),
    ...overlays.map((record) => ({
      kind: 'overlays',
      before: before.overlays.get(levelKey(record.targetUuid, record.tenantIdentifier)),
      record,
    })),
  ];
  const described: Record<string, ChangedRecord[]> = {};
  for (const change of changes.slice(0, RECORDS_MAX)) {
    described[change.kind] ??= [];
    described[change.kind]!.push(describe(change.before, change.record));
  }
  const further = changes.slice(RECORDS_MAX).map(({ record }) => record.uuid);
  return { ...described, ...(further.length === 0 ? {} : { further }) };
}
