// Ends values without a person: expired ones, and those of deleted users and tenants.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { DirectoryHooks } from '../../../kernel/directory/directory-event.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { ChangeValues } from '../change/value-change.ts';
import type { PlannedWrite } from '../change/value-plan.ts';
import { SETTING_USER_LOCK_CLASS } from '../records/setting-locks.ts';
import { lockUsers } from '../records/user-value.store.ts';
import { listExpired, listOfTenant } from '../records/value.store.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { type HistoryAction, PROGRAM, type StoredValue } from '../system-setting.types.ts';

/** Values that one transaction ends; the rest follows. */
const EXPIRED_BATCH = 500;

/** Actor of these changes, in the shipped directory's tenant. */
const program: Actor = { username: PROGRAM, tenantIdentifier: 'default', ipAddress: null, requestId: null };

export type ValueEnding = ReturnType<typeof createValueEnding>;

export function createValueEnding({
  clock,
  snapshot,
  changeValues,
  revisioned,
}: {
  readonly clock: Clock;
  readonly snapshot: SettingSnapshot;
  readonly changeValues: ChangeValues;
  readonly revisioned: Revisioned;
}) {
  const removalsOf = (values: readonly StoredValue[], action: HistoryAction): readonly PlannedWrite[] =>
    values.flatMap(({ code, scope, tenantIdentifier }) => {
      const definition = snapshot.index.entry(code)?.definition;
      if (definition === null || definition === undefined) return [];
      return [
        {
          code,
          scope,
          tenantIdentifier,
          definition,
          action,
          version: 'ANY',
          value: null,
          reason: null,
          expiryDate: null,
        },
      ];
    });

  return {
    /** Removes expired values; no query is made before there are any. */
    async expire(): Promise<void> {
      const { nextExpiry } = snapshot.index;
      if (nextExpiry === null || nextExpiry > clock.now()) return;
      await revisioned.change(program, async (turn) => {
        const expired = await listExpired(turn.tx, new Date(clock.now()), EXPIRED_BATCH);
        return changeValues(turn, removalsOf(expired, 'EXPIRE'));
      });
    },
    directoryHooks: {
      /** Waits for writes of values under either name. */
      'user-renamed': (tx, { tenantIdentifier, previousFolded, usernameFolded }) =>
        lockUsers(tx, SETTING_USER_LOCK_CLASS, tenantIdentifier, [previousFolded, usernameFolded]),
      'tenant-deleted': (tx, tenantIdentifier) =>
        revisioned.changeIn(tx, program, async (turn) =>
          changeValues(turn, removalsOf(await listOfTenant(tx, tenantIdentifier), 'REVERT')),
        ),
    } satisfies DirectoryHooks,
  };
}
