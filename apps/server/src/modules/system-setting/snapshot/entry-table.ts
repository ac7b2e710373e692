// Keeps the entries of an index: rows, aliases, groups, and derived numbers.
import type { SecretValue } from '../../../kernel/secrets/secret-value.ts';
import { deepFreeze, findValueProblem, type SettingValue } from '../../../kernel/settings/setting-value.ts';
import type { Definition, SettingGroup, StoredValue } from '../system-setting.types.ts';
import { createEntry, type LiveValue, type SettingEntry } from './setting-entry.ts';

/** Rows of all tables, or of those with a newer revision. */
export interface SettingRows {
  readonly definitions: readonly Definition[];
  readonly values: readonly StoredValue[];
  readonly groups: readonly SettingGroup[];
  /** Revisions at which something ended whose row is gone; null names definitions and global values. */
  readonly ended?: readonly EndedRevision[];
}

export interface EndedRevision {
  readonly tenantIdentifier: string | null;
  readonly revision: number;
}

/** State at one time; a full load makes a new one. */
export interface EntryTable {
  readonly entries: Map<string, SettingEntry>;
  /** Codes by former code. */
  readonly aliases: Map<string, string>;
  readonly groups: Map<string, SettingGroup>;
  /** Holds the expiry dates of values that have one, by code and tenant. */
  readonly expiries: Map<string, number>;
  /** Number of stored values. */
  valueCount: number;
  /** Number of bytes of their JSON. */
  byteCount: number;
  /** Number of stored values that no longer fit their definition, kept up to date because probes ask often. */
  invalidCount: number;
}

/** Opens a secret; null where that fails. */
export type OpenSecret = (value: StoredValue) => SecretValue | null;

export function createEntryTable(): EntryTable {
  return {
    entries: new Map(),
    aliases: new Map(),
    groups: new Map(),
    expiries: new Map(),
    valueCount: 0,
    byteCount: 0,
    invalidCount: 0,
  };
}

export function entryOf({ entries }: EntryTable, code: string): SettingEntry {
  let entry = entries.get(code);
  if (entry === undefined) {
    entry = createEntry(code);
    entries.set(code, entry);
  }
  return entry;
}

/** Finds an entry by code or alias; undefined also where it has only values. */
export function findEntry({ entries, aliases }: EntryTable, code: string): SettingEntry | undefined {
  const entry = entries.get(code);
  if (entry?.definition) return entry;
  const target = aliases.get(code);
  const aliased = target === undefined ? undefined : entries.get(target);
  return aliased?.definition ? aliased : undefined;
}

/** Counts the bytes of its JSON. */
export function bytesOf({ value, sealed }: StoredValue): number {
  return sealed?.length ?? Buffer.byteLength(JSON.stringify(value) ?? '');
}

function count(table: EntryTable, value: StoredValue, sign: 1 | -1): void {
  table.valueCount += sign;
  table.byteCount += sign * bytesOf(value);
}

function countInvalid(table: EntryTable, before: LiveValue | null, after: LiveValue | null): void {
  if (before?.invalid === true) table.invalidCount -= 1;
  if (after?.invalid === true) table.invalidCount += 1;
}

/** Checks a stored value against its definition. */
function toLive(row: StoredValue, definition: Definition | null, open: OpenSecret): LiveValue {
  if (definition === null) return { ...row, usable: undefined, secret: undefined, invalid: false };
  if (definition.type === 'SECRET') {
    const secret = row.sealed === null ? undefined : (open(row) ?? undefined);
    return { ...row, usable: undefined, secret, invalid: secret === undefined };
  }
  const invalid = row.sealed !== null || findValueProblem(definition, row.value) !== null;
  const usable = invalid ? undefined : (deepFreeze(row.value) as SettingValue);
  return { ...row, usable, secret: undefined, invalid };
}

/** Removes the entry of a former code, whose values have moved and whose rows are gone. */
function clearFormerCode(table: EntryTable, code: string): void {
  const former = table.entries.get(code);
  if (former === undefined) return;
  for (const value of [former.global, ...former.tenants.values()]) {
    if (value === null) continue;
    count(table, value, -1);
    countInvalid(table, value, null);
  }
  table.entries.delete(code);
}

function putDefinition(table: EntryTable, definition: Definition, open: OpenSecret): void {
  const { aliases } = table;
  const { aliasList, deleted, code } = definition;
  const entry = entryOf(table, code);
  if (!deleted) for (const alias of aliasList) clearFormerCode(table, alias);
  for (const alias of entry.definition?.aliasList ?? []) aliases.delete(alias);
  entry.definition = deleted ? null : definition;
  if (!deleted) for (const alias of aliasList) aliases.set(alias, code);
  const renewed = (before: LiveValue): LiveValue => {
    const value = toLive(before, entry.definition, open);
    countInvalid(table, before, value);
    return value;
  };
  if (entry.global !== null) entry.global = renewed(entry.global);
  for (const [tenant, value] of entry.tenants) entry.tenants.set(tenant, renewed(value));
}

function putValue(table: EntryTable, row: StoredValue, open: OpenSecret): void {
  const entry = entryOf(table, row.code);
  const { tenantIdentifier, removed, expiryDate } = row;
  const before = tenantIdentifier === null ? entry.global : entry.tenants.get(tenantIdentifier);
  if (before) count(table, before, -1);
  if (!removed) count(table, row, 1);
  const key = `${row.code} ${tenantIdentifier ?? ''}`;
  if (removed || expiryDate === null) table.expiries.delete(key);
  else table.expiries.set(key, expiryDate.getTime());
  const value = removed ? null : toLive(row, entry.definition, open);
  countInvalid(table, before ?? null, value);
  if (tenantIdentifier === null) entry.global = value;
  else if (value === null) entry.tenants.delete(tenantIdentifier);
  else entry.tenants.set(tenantIdentifier, value);
}

export function putRows(table: EntryTable, { definitions, values, groups }: SettingRows, open: OpenSecret): void {
  for (const group of groups) table.groups.set(group.code, group);
  // A reused code has two rows, so that deleted ones come first.
  for (const definition of definitions) if (definition.deleted) putDefinition(table, definition, open);
  for (const definition of definitions) if (!definition.deleted) putDefinition(table, definition, open);
  for (const row of values) putValue(table, row, open);
}

export function nextExpiryOf({ expiries }: EntryTable): number | null {
  let next: number | null = null;
  for (const at of expiries.values()) if (next === null || at < next) next = at;
  return next;
}
