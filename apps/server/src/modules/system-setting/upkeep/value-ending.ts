// Ends values that nobody removes by hand: those past their date, and those of users and tenants that are gone.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { SystemSettingApi } from '../api.ts';
import type { ValueWriter } from '../change/value-change.ts';
import type { PlannedWrite } from '../change/value-plan.ts';
import { publishRevision, takeRevision } from '../records/state.store.ts';
import { removeTenantUserValues, removeUserValues, renameUserValues } from '../records/user-value.store.ts';
import { listExpired, listOfTenant } from '../records/value.store.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { REGISTRAR } from '../start/registration.ts';
import type { Actor, HistoryAction, StoredValue } from '../system-setting.types.ts';

export interface ValueEnding extends Pick<SystemSettingApi, 'userDeleted' | 'userRenamed' | 'tenantDeleted'> {
  /** Removes what is past its date; nothing is asked of the database before that. */
  expire(): Promise<void>;
}

/** In one transaction; what is left goes in the next. */
const EXPIRED_BATCH = 500;

/** Who acts where no person does; the tenant is that of the shipped directory. */
const program: Actor = { username: REGISTRAR, tenantIdentifier: 'default', ipAddress: null, requestId: null };

export function createValueEnding(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly snapshot: SettingSnapshot;
  readonly writer: ValueWriter;
}): ValueEnding {
  const { database, clock, snapshot, writer } = deps;

  const removalsOf = (values: readonly StoredValue[], action: HistoryAction): readonly PlannedWrite[] =>
    values.flatMap(({ code, scope, tenantIdentifier }) => {
      const definition = snapshot.index.entry(code)?.definition;
      if (definition === null || definition === undefined) return [];
      const write = { code, scope, tenantIdentifier, definition, action, version: 'ANY' as const };
      return [{ ...write, value: null, reason: null, expiryDate: null }];
    });
  const removeAll = async (
    tx: Transaction,
    revision: number,
    values: readonly StoredValue[],
    action: HistoryAction,
  ) => {
    const removals = removalsOf(values, action);
    if (removals.length === 0) return;
    await writer.apply(tx, removals, program, revision);
    await publishRevision(tx, revision);
  };

  return {
    async expire() {
      const { nextExpiry } = snapshot.index;
      if (nextExpiry === null || nextExpiry > clock.now()) return;
      await database.transaction(async (tx) => {
        const revision = await takeRevision(tx);
        await removeAll(tx, revision, await listExpired(tx, new Date(clock.now()), EXPIRED_BATCH), 'EXPIRE');
      });
      await snapshot.refresh();
    },
    userDeleted: (tx, tenantIdentifier, username) => removeUserValues(tx, tenantIdentifier, foldName(username)),
    async userRenamed(tx, tenantIdentifier, previousUsername, username) {
      const [from, to] = [foldName(previousUsername), foldName(username)];
      if (from !== to) await renameUserValues(tx, tenantIdentifier, from, to);
    },
    async tenantDeleted(tx, tenantIdentifier) {
      const revision = await takeRevision(tx);
      await removeTenantUserValues(tx, tenantIdentifier);
      await removeAll(tx, revision, await listOfTenant(tx, tenantIdentifier), 'REVERT');
      // This process hears of it as the others do.
    },
  };
}
