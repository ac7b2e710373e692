// Writes values that users choose for themselves: one writer of a user at a time, with history and event.
import type { SvcSettingUserValuePersistModel, SvcSettingValueModel } from '@keelson/contract';
import { SETTING_USER_LOCK_CLASS } from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { requireEntry, requireFitting } from '../change/value-plan.ts';
import { appendHistory } from '../records/history.store.ts';
import { lockUserValues, type StoredUserValue, saveUserValue } from '../records/user-value.store.ts';
import { sameValue } from '../snapshot/setting-changes.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';

export interface UserValueDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly snapshot: SettingSnapshot;
}

/** A person has preferences; whoever has more uses them as storage. */
const VALUES_OF_A_USER_MAX = 100;

function requireVersion(stored: StoredUserValue | undefined, value: unknown, version: number | null): void {
  const live = stored?.removed === false;
  if (!live && value === null) return;
  if (live && version === null) invalid({ field: 'version', code: 'REQUIRED', message: 'Must be given.' });
  if ((version ?? 0) === (live ? stored.version : 0)) return;
  const current = stored?.version ?? 0;
  fail('VERSION_CONFLICT', { parameters: { version: current }, errorArguments: [{ version: current }] });
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
    ...{ code, scope: 'USER', tenantIdentifier, username, invalid: false, expiryDate: null, revision },
    ...{ uuid: row?.uuid ?? null, value: row?.removed === false ? row.value : null, version: row?.version ?? 0 },
    updatedBy: row === null ? null : username,
    dateUpdated: row?.dateUpdated.toISOString() ?? null,
  };
}

function createRecord({ clock, ids, events, snapshot }: UserValueDependencies) {
  return async (
    tx: Transaction,
    change: { readonly code: string; readonly oldValue: unknown; readonly newValue: unknown },
    { username, tenantIdentifier }: Caller,
    { remoteAddress: ipAddress, requestId }: Context,
  ): Promise<void> => {
    const action = change.newValue === null ? 'REVERT' : 'SET';
    await appendHistory(tx, {
      ...{ uuid: ids.uuidV7(), revision: snapshot.revision, scope: 'USER', tenantIdentifier, username, action },
      ...change,
      ...{ secret: false, reason: null, updatedBy: username, ipAddress, correlationId: requestId },
      date: new Date(clock.now()),
    });
    await events.record(tx, {
      ...{ kind: 'setting.changed', type: 'AUDIT', tenantIdentifier, actor: username, ipAddress, requestId },
      ...{ subject: change.code, detail: { scope: 'USER', action, ...change } },
    });
  };
}

/** Sets the caller's own value; null removes it. Raises no revision: nobody else reads it. */
export function createUserValueWriter(deps: UserValueDependencies) {
  const { database, clock, ids, snapshot } = deps;
  const record = createRecord(deps);
  return async (
    caller: Caller,
    context: Context,
    model: SvcSettingUserValuePersistModel,
  ): Promise<SvcSettingValueModel> => {
    if (!('value' in model)) invalid({ field: 'value', code: 'REQUIRED', message: 'Must be given.' });
    const { definition } = requireEntry(snapshot.index, model.code);
    if (!definition.userOverridable) fail('SETTING_NOT_OVERRIDABLE');
    const { code } = definition;
    const value = model.value ?? null;
    if (value !== null) requireFitting(definition, value);
    const owner = { tenantIdentifier: caller.tenantIdentifier, usernameFolded: foldName(caller.username) };
    return database.transaction(async (tx) => {
      const rows = await lockUserValues(tx, SETTING_USER_LOCK_CLASS, owner);
      const stored = rows.find((row) => row.code === code);
      requireVersion(stored, value, model.version ?? null);
      const live = stored?.removed === false ? stored : null;
      const same = live === null ? value === null : sameValue(live.value, value);
      if (same) return toModel(caller, code, stored ?? null, snapshot.revision);
      if (live === null) requireRoom(rows);
      const row: StoredUserValue = {
        ...{ uuid: stored?.uuid ?? ids.uuidV7(), code, version: (stored?.version ?? 0) + 1, value },
        ...{ removed: value === null, dateUpdated: new Date(clock.now()) },
      };
      await saveUserValue(tx, { ...owner, code }, row);
      await record(tx, { code, oldValue: live?.value ?? null, newValue: value }, caller, context);
      return toModel(caller, code, row, snapshot.revision);
    });
  };
}
