// Compares values before and after rows were put in place.

import type { SettingValue } from '../../../kernel/settings/setting-value.ts';
import type { SettingChange } from '../../../kernel/settings/settings.ts';
import { canonicalJson } from '../../../kernel/text/json/canonical-json.ts';
import { type EntryTable, findEntry, type SettingRows } from './entry-table.ts';
import { resolveEntry } from './setting-entry.ts';

type ReaderLevel = readonly [code: string, tenantIdentifier: string | null];

interface Observation {
  readonly value: SettingValue | undefined;
  /** Mark of an effective value, also for a SECRET, whose text is not compared. */
  readonly mark: string;
}

/** Says whether two values are the same to a reader. */
export function sameValue(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  return typeof left === 'object' && typeof right === 'object' && canonicalJson(left) === canonicalJson(right);
}

/** Finds the levels whose effective value may change by these rows, or by replacing everything. */
export function touchedLevels(
  { entries }: EntryTable,
  { definitions, values }: SettingRows,
  everything = false,
): readonly ReaderLevel[] {
  const levels = new Map<string, ReaderLevel>();
  const add = (code: string, tenant: string | null): void => void levels.set(`${code} ${tenant ?? ''}`, [code, tenant]);
  for (const { code, tenantIdentifier } of values) add(code, tenantIdentifier);
  for (const { code } of everything ? [...definitions, ...entries.values()] : definitions) {
    add(code, null);
    for (const tenant of entries.get(code)?.tenants.keys() ?? []) add(code, tenant);
  }
  return [...levels.values()];
}

export function observeLevels(table: EntryTable, levels: readonly ReaderLevel[]): readonly Observation[] {
  return levels.map(([code, tenant]) => {
    const entry = findEntry(table, code);
    if (entry === undefined) return { value: undefined, mark: '' };
    const { value, tag } = resolveEntry(entry, tenant);
    return { value, mark: entry.definition?.type === 'SECRET' ? tag : '' };
  });
}

export function changesBetween(
  levels: readonly ReaderLevel[],
  before: readonly Observation[],
  after: readonly Observation[],
  revision: number,
): readonly SettingChange[] {
  return levels.flatMap(([code, tenantIdentifier], at) => {
    const [old, now] = [before[at]!, after[at]!];
    if (old.mark === now.mark && sameValue(old.value, now.value)) return [];
    return [{ code, tenantIdentifier, oldValue: old.value, newValue: now.value, revision }];
  });
}
