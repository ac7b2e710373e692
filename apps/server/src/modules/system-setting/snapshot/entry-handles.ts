// Keeps the values for handles: those that also fit the definition in this process's code.

import type { SettingValue } from '../../../kernel/settings/setting-value.ts';
import { type AnyDefinition, findSettingProblem } from '../../../kernel/settings/settings.ts';
import { resolveEntry, type SettingEntry } from './setting-entry.ts';

/** Finds this program's definition of a code. */
export type RegisteredDefinition = (code: string) => AnyDefinition | undefined;

/** Key of the global level among the values from the start. */
const GLOBAL_KEY = '';

function forHandle(
  { code }: SettingEntry,
  value: SettingValue | undefined,
  registered: RegisteredDefinition,
): SettingValue | undefined {
  const own = registered(code);
  if (value === undefined || own === undefined) return value;
  return findSettingProblem(own, value) === null ? value : undefined;
}

export function settleTenant(entry: SettingEntry, tenant: string, registered: RegisteredDefinition): void {
  const { source, value } = resolveEntry(entry, tenant);
  const isOwn = source === 'TENANT' || (source === 'PINNED' && entry.tenantPins.has(tenant));
  const usable = isOwn ? forHandle(entry, value, registered) : undefined;
  if (usable === undefined) entry.handleTenants.delete(tenant);
  else entry.handleTenants.set(tenant, usable);
}

export function settleGlobal(entry: SettingEntry, registered: RegisteredDefinition): void {
  entry.handleGlobal = forHandle(entry, resolveEntry(entry, null).value, registered);
}

/** Recomputes all levels after a change of the definition. */
export function settleEntry(entry: SettingEntry, registered: RegisteredDefinition): void {
  entry.handleTenants.clear();
  entry.handleGlobal = undefined;
  if (entry.definition === null) return;
  settleGlobal(entry, registered);
  for (const tenant of entry.tenants.keys()) settleTenant(entry, tenant, registered);
  for (const tenant of entry.tenantPins.keys()) settleTenant(entry, tenant, registered);
}

/** Keeps the present value of a setting that needs a restart. */
export function freezeAtStart(entry: SettingEntry): void {
  if (entry.definition?.restartRequired !== true || entry.atStart !== null) return;
  entry.atStart = new Map([[GLOBAL_KEY, entry.handleGlobal], ...entry.handleTenants]);
}

/** Answers the value for a handle: the tenant's, else the global one; undefined: the default of the code. */
export function readHandle(entry: SettingEntry, tenantIdentifier: string | null): SettingValue | undefined {
  if (entry.atStart !== null) {
    const own = tenantIdentifier === null ? undefined : entry.atStart.get(tenantIdentifier);
    return own ?? entry.atStart.get(GLOBAL_KEY);
  }
  if (tenantIdentifier !== null) {
    const own = entry.handleTenants.get(tenantIdentifier);
    if (own !== undefined) return own;
  }
  return entry.handleGlobal;
}
