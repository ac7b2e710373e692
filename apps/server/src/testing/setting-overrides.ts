// Puts setting values into the hand of a test, for one tenant or for all.
import type { SettingSource, SettingValue } from '../kernel/settings/settings.ts';

export interface SettingOverrides extends SettingSource {
  /** Holds from the next read on; without a tenant for everybody that has no value of its own. */
  set(code: string, value: SettingValue, tenantIdentifier?: string): void;
}

/** Values are not held against their definitions: `findSettingProblem` is tested apart. */
export function createSettingOverrides(given: Readonly<Record<string, SettingValue>> = {}): SettingOverrides {
  const everybody = new Map(Object.entries(given));
  const tenants = new Map<string, SettingValue>();
  const keyOf = (code: string, tenantIdentifier: string): string => `${code} ${tenantIdentifier}`;
  return {
    find: (code, tenantIdentifier) =>
      (tenantIdentifier === null ? undefined : tenants.get(keyOf(code, tenantIdentifier))) ?? everybody.get(code),
    set(code, value, tenantIdentifier) {
      if (tenantIdentifier === undefined) everybody.set(code, value);
      else tenants.set(keyOf(code, tenantIdentifier), value);
    },
  };
}
