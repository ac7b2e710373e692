// Reads and writes values that users choose for themselves: one write of a user at a time, with history and event.
import type { SvcSettingUserValuePersistModel, SvcSettingValueModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { failStale } from '../../../kernel/records/version.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { findValueProblem, type SettingValue } from '../../../kernel/settings/setting-value.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { requireEntry, requireFitting } from '../change/value-plan.ts';
import { appendHistory } from '../records/history.store.ts';
import { SETTING_USER_LOCK_CLASS } from '../records/setting-locks.ts';
import { listUserValues, lockUserValues, type StoredUserValue, saveUserValue } from '../records/user-value.store.ts';
import type { UserValue } from '../shown/value.wire.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import { resolveEntry } from '../snapshot/setting-entry.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { systemSettingEvents } from '../system-setting.events.ts';
import type { Definition } from '../system-setting.types.ts';

/** Values of a user; more would be storage, not preferences. */
const VALUES_OF_A_USER_MAX = 100;

function requireVersion(
  code: string,
  stored: StoredUserValue | undefined,
  { value, version }: { readonly value: unknown; readonly version: number | null },
): void {
  const live = stored?.removed === false;
  if (!live && value === null) return;
  if (live && version === null) invalid({ field: 'version', code: 'REQUIRED', message: 'Must be given.' });
  if ((version ?? 0) === (live ? stored.version : 0)) return;
  failStale([{ index: 0, identifier: stored?.uuid ?? code, version: stored?.version ?? 0 }]);
}

function requireRoom(rows: readonly StoredUserValue[]): void {
  const count = rows.filter(({ removed }) => !removed).length;
  if (count >= VALUES_OF_A_USER_MAX) fail('SETTING_LIMIT_REACHED', { parameters: { limit: VALUES_OF_A_USER_MAX } });
}

function toModel(
  { tenantIdentifier, username }: Caller,
  code: string,
  row: StoredUserValue | null,
  revision: number,
): SvcSettingValueModel {
  return {
    code,
    scope: 'USER',
    tenantIdentifier,
    username,
    invalid: false,
    expiryDate: null,
    revision,
    uuid: row?.uuid ?? null,
    value: row?.removed === false ? row.value : null,
    version: row?.version ?? 0,
    updatedBy: row === null ? null : username,
    dateUpdated: row?.dateUpdated.toISOString() ?? null,
  };
}

interface UserValueGround {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly snapshot: SettingSnapshot;
}

function createSet({ database, clock, ids, snapshot }: UserValueGround) {
  const record = async (
    tx: Transaction,
    act: Act,
    change: { readonly code: string; readonly oldValue: unknown; readonly newValue: unknown },
  ): Promise<void> => {
    const { username, tenantIdentifier, ipAddress, requestId } = act.actor;
    const action = change.newValue === null ? 'REVERT' : 'SET';
    await appendHistory(tx, {
      uuid: ids.uuidV7(),
      revision: snapshot.revision,
      scope: 'USER',
      tenantIdentifier,
      username,
      action,
      ...change,
      secret: false,
      reason: null,
      updatedBy: username,
      ipAddress,
      correlationId: requestId,
      date: new Date(clock.now()),
    });
    await act.record(tx, systemSettingEvents.changed, change.code, { scope: 'USER', action, ...change });
  };
  /** Writes a value; null removes. It raises no revision, as only its user reads it. */
  return async (act: Act, model: SvcSettingUserValuePersistModel): Promise<SvcSettingValueModel> => {
    if (!('value' in model)) invalid({ field: 'value', code: 'REQUIRED', message: 'Must be given.' });
    const { definition } = requireEntry(snapshot.index, model.code, act.caller);
    if (!definition.userOverridable) fail('SETTING_NOT_OVERRIDABLE');
    const { code } = definition;
    const { caller } = act;
    const given = model.value ?? null;
    const value = given === null ? null : requireFitting(definition, given);
    const owner = { tenantIdentifier: caller.tenantIdentifier, usernameFolded: foldName(caller.username) };
    return database.transaction(async (tx) => {
      const rows = await lockUserValues(tx, SETTING_USER_LOCK_CLASS, owner);
      const stored = rows.find((row) => row.code === code);
      requireVersion(code, stored, { value, version: model.version ?? null });
      const live = stored?.removed === false ? stored : null;
      const same = live === null ? value === null : sameValue(live.value, value);
      if (same) return toModel(caller, code, stored ?? null, snapshot.revision);
      if (live === null) requireRoom(rows);
      const row: StoredUserValue = {
        uuid: stored?.uuid ?? ids.uuidV7(),
        code,
        version: (stored?.version ?? 0) + 1,
        value,
        removed: value === null,
        dateUpdated: new Date(clock.now()),
      };
      await saveUserValue(tx, { ...owner, code }, row);
      await record(tx, act, { code, oldValue: live?.value ?? null, newValue: value });
      return toModel(caller, code, row, snapshot.revision);
    });
  };
}

export function createUserValueService(ground: UserValueGround) {
  const { database, snapshot } = ground;
  const { index } = snapshot;

  /** Loads values of one user that fit, by code. */
  const load = async (username: string, tenantIdentifier: string): Promise<ReadonlyMap<string, SettingValue>> => {
    const values = new Map<string, SettingValue>();
    for (const { code, value } of await listUserValues(database, tenantIdentifier, foldName(username))) {
      const entry = index.find(code);
      const definition = entry?.definition;
      if (entry === undefined || definition?.userOverridable !== true || !definition.enabled) continue;
      // The settings file overrides the choice of a user.
      const usable = resolveEntry(entry, tenantIdentifier).source !== 'PINNED';
      if (usable && findValueProblem(definition, value) === null) values.set(definition.code, value as SettingValue);
    }
    return values;
  };

  return {
    load,
    set: createSet(ground),
    /** Lists all settings that users may have for themselves, resolved. */
    async listOwn({ caller }: Pick<Act, 'caller'>): Promise<Record<string, SettingValue>> {
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
    /** Finds the value of one user that fits the definition; null where there is none. */
    async find(definition: Definition, tenantIdentifier: string, username: string): Promise<UserValue | null> {
      const rows = await listUserValues(database, tenantIdentifier, foldName(username));
      const row = rows.find(
        ({ code, value }) => code === definition.code && findValueProblem(definition, value) === null,
      );
      if (row === undefined) return null;
      return { value: row.value as SettingValue, version: row.version, dateUpdated: row.dateUpdated, username };
    },
  };
}
