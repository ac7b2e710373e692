// Values that users choose for themselves.
import type { SvcSettingUserValuePersistModel, SvcSettingValueModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { findValueProblem, type SettingValue } from '../../../kernel/settings/setting-value.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { listUserValues } from '../records/user-value.store.ts';
import type { UserValue } from '../shown/value.wire.ts';
import { resolveEntry } from '../snapshot/setting-entry.ts';
import type { Definition } from '../system-setting.types.ts';
import { createUserValueWriter, type UserValueDependencies } from './user-value-change.ts';

export interface UserValueService {
  /** All settings that users may have for themselves, resolved. */
  resolved(caller: Caller): Promise<Record<string, SettingValue>>;
  set(caller: Caller, context: Context, model: SvcSettingUserValuePersistModel): Promise<SvcSettingValueModel>;
  /** The value of one user that fits the definition; null where there is none. */
  find(definition: Definition, tenantIdentifier: string, username: string): Promise<UserValue | null>;
  /** Values of one user that fit, by code. */
  load(username: string, tenantIdentifier: string): Promise<ReadonlyMap<string, SettingValue>>;
}

export function createUserValueService(deps: UserValueDependencies): UserValueService {
  const { database, snapshot } = deps;
  const { index } = snapshot;

  const load: UserValueService['load'] = async (username, tenantIdentifier) => {
    const values = new Map<string, SettingValue>();
    for (const { code, value } of await listUserValues(database, tenantIdentifier, foldName(username))) {
      const entry = index.find(code);
      const definition = entry?.definition;
      if (entry === undefined || definition?.userOverridable !== true || !definition.enabled) continue;
      // What the settings file says wins over what a user chose.
      const usable = resolveEntry(entry, tenantIdentifier).source !== 'PINNED';
      if (usable && findValueProblem(definition, value) === null) values.set(definition.code, value as SettingValue);
    }
    return values;
  };

  return {
    load,
    async resolved(caller) {
      const own = await load(caller.username, caller.tenantIdentifier);
      const values: Record<string, SettingValue> = Object.create(null);
      for (const entry of index.all()) {
        const { userOverridable, enabled, visibility } = entry.definition!;
        if (!userOverridable || !enabled || (visibility === 'RESTRICTED' && !caller.holds('SETTING_VIEW'))) continue;
        const { value, source } = resolveEntry(entry, caller.tenantIdentifier);
        const shown = source === 'PINNED' ? value : (own.get(entry.code) ?? value);
        if (shown !== undefined) values[entry.code] = shown;
      }
      return values;
    },
    async find(definition, tenantIdentifier, username) {
      const rows = await listUserValues(database, tenantIdentifier, foldName(username));
      const row = rows.find(
        ({ code, value }) => code === definition.code && findValueProblem(definition, value) === null,
      );
      if (row === undefined) return null;
      return { value: row.value as SettingValue, version: row.version, dateUpdated: row.dateUpdated, username };
    },
    set: createUserValueWriter(deps),
  };
}
