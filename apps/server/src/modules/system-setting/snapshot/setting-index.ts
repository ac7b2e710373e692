// Keeps all definitions and values in memory, by code; changes are applied one revision at a time.
import type { SecretValue } from '../../../kernel/secrets/secret-value.ts';
import type { SettingValue } from '../../../kernel/settings/setting-value.ts';
import type { SettingChange } from '../../../kernel/settings/settings.ts';
import type { SettingGroup } from '../system-setting.types.ts';
import {
  freezeAtStart,
  type RegisteredDefinition,
  readHandle,
  settleEntry,
  settleGlobal,
  settleTenant,
} from './entry-handles.ts';
import {
  createEntryTable,
  type EntryTable,
  entryOf,
  findEntry,
  nextExpiryOf,
  type OpenSecret,
  putRows,
  type SettingRows,
} from './entry-table.ts';
import { changesBetween, observeLevels, touchedLevels } from './setting-changes.ts';
import { type Pin, resolveEntry, type SettingEntry } from './setting-entry.ts';

interface SettingIndexOptions {
  readonly registered: RegisteredDefinition;
  readonly open: OpenSecret;
}

interface PinnedLevel {
  readonly code: string;
  readonly tenantIdentifier: string | null;
  readonly pin: Pin;
}

function pinEntry(table: EntryTable, { code, tenantIdentifier, pin }: PinnedLevel): SettingEntry {
  const entry = findEntry(table, code) ?? entryOf(table, code);
  if (tenantIdentifier === null) entry.pin = pin;
  else entry.tenantPins.set(tenantIdentifier, pin);
  return entry;
}

/** Recomputes the values for handles at the changed levels. */
function settleRows(table: EntryTable, { definitions, values }: SettingRows, registered: RegisteredDefinition): void {
  for (const { code } of definitions) settleEntry(entryOf(table, code), registered);
  for (const { code, tenantIdentifier } of values) {
    const entry = entryOf(table, code);
    if (entry.definition === null) continue;
    if (tenantIdentifier === null) settleGlobal(entry, registered);
    else settleTenant(entry, tenantIdentifier, registered);
  }
}

/** Finds a secret in use that people have defined, and no program. */
function customSecretOf(table: EntryTable, code: string, tenantIdentifier: string | null): SecretValue | undefined {
  const entry = findEntry(table, code);
  const { type, system, enabled } = entry?.definition ?? {};
  if (entry === undefined || type !== 'SECRET' || system !== false || enabled !== true) return undefined;
  return resolveEntry(entry, tenantIdentifier).secret;
}

/** Finds the value of a setting in use that every signed-in person may read. */
function shownValueOf(table: EntryTable, code: string, tenantIdentifier: string): SettingValue | undefined {
  const entry = findEntry(table, code);
  const { type, visibility, enabled } = entry?.definition ?? {};
  const isShown = enabled === true && type !== 'SECRET' && (visibility === 'PUBLIC' || visibility === 'SESSION');
  return entry === undefined || !isShown ? undefined : resolveEntry(entry, tenantIdentifier).value;
}

export type SettingIndex = ReturnType<typeof createSettingIndex>;

export function createSettingIndex({ registered, open }: SettingIndexOptions) {
  let table = createEntryTable();
  const pins: PinnedLevel[] = [];

  const applyPins = (): void => {
    for (const level of pins) settleEntry(pinEntry(table, level), registered);
  };
  /** Replaces everything. */
  const replace = (rows: SettingRows, revision: number): readonly SettingChange[] => {
    const kept = table;
    // At the start there are no readers whose values could change.
    const levels = kept.entries.size === 0 ? [] : touchedLevels(kept, rows, true);
    const before = observeLevels(kept, levels);
    table = createEntryTable();
    putRows(table, rows, open);
    for (const { code, atStart } of kept.entries.values()) if (atStart !== null) entryOf(table, code).atStart = atStart;
    for (const entry of table.entries.values()) settleEntry(entry, registered);
    applyPins();
    return changesBetween(levels, before, observeLevels(table, levels), revision);
  };
  const merge = (rows: SettingRows, revision: number): readonly SettingChange[] => {
    const levels = touchedLevels(table, rows);
    const before = observeLevels(table, levels);
    putRows(table, rows, open);
    settleRows(table, rows, registered);
    if (rows.definitions.length > 0) applyPins();
    return changesBetween(levels, before, observeLevels(table, levels), revision);
  };

  return {
    replace,
    merge,
    /** Finds by code or alias; undefined also where there are only values. */
    find: (code: string) => findEntry(table, code),
    /** Finds the entry of exactly this code, with or without a definition. */
    entry: (code: string) => table.entries.get(code),
    /** Yields entries with a definition. */
    *all(): Iterable<SettingEntry> {
      for (const entry of table.entries.values()) if (entry.definition !== null) yield entry;
    },
    groups: (): readonly SettingGroup[] => [...table.groups.values()],
    /** Reads for handles: see `SettingSource`. */
    read(code: string, tenantIdentifier: string | null): SettingValue | undefined {
      // Found by an alias too: an older version of the program reads by the code that it knows.
      const entry = findEntry(table, code);
      return entry === undefined ? undefined : readHandle(entry, tenantIdentifier);
    },
    readSecret(code: string, tenantIdentifier: string | null): SecretValue | undefined {
      const entry = findEntry(table, code);
      return entry === undefined ? undefined : resolveEntry(entry, tenantIdentifier).secret;
    },
    readCustomSecret: (code: string, tenantIdentifier: string | null) => customSecretOf(table, code, tenantIdentifier),
    readShown: (code: string, tenantIdentifier: string) => shownValueOf(table, code, tenantIdentifier),
    pin(code: string, tenantIdentifier: string | null, pin: Pin): void {
      pins.push({ code, tenantIdentifier, pin });
      applyPins();
    },
    /** Keeps the present values of settings that need a restart. */
    freezeRestartRequired: () => table.entries.forEach(freezeAtStart),
    /** Counts stored values, and bytes of their JSON. */
    size: () => ({ values: table.valueCount, bytes: table.byteCount }),
    get nextExpiry() {
      return nextExpiryOf(table);
    },
    get invalidCount() {
      return table.invalidCount;
    },
  };
}
