// Deletes report groups, and handles their content.
import type { groupDeleteModes } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { RecordChange } from '../../../kernel/records/record/record.types.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { reportEvents } from '../report.events.ts';
import { isReportAdmin, permissionsOf } from '../right/rights.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';
import { replant } from './change-groups.service.ts';
import { countContents, type Group, groups, listBelow } from './group.store.ts';
import { getOpenGroup, requirePermission } from './group-access.ts';

export type GroupDeleteMode = (typeof groupDeleteModes)[number];

/** Operations on the reports in groups; the caller of each holds the lock of the tenant. */
export interface ReportsInGroups {
  moveAll(tx: Transaction, act: Act, fromGroup: string, toGroup: string | null): Promise<number>;
  removeAll(tx: Transaction, act: Act, groups: readonly string[]): Promise<number>;
}

export interface DeleteGroupGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly reports: () => ReportsInGroups;
}

export type DeleteGroupService = ReturnType<typeof createDeleteGroupService>;

export function createDeleteGroupService({ database, clock, reports }: DeleteGroupGround) {
  const changeOf = ({ caller }: Act): RecordChange => ({ by: caller.username, now: new Date(clock.now()) });

  async function removeRow(tx: Transaction, act: Act, row: Group, mode: GroupDeleteMode): Promise<void> {
    await groups.remove(tx, row, changeOf(act));
    await act.record(tx, reportEvents.groupDeleted, row.code, { ...groups.detail(row, null), mode });
  }

  async function requireEmpty(tx: Transaction, { uuid, code }: Group): Promise<void> {
    const contents = await countContents(tx, uuid);
    if (contents.groups + contents.reports === 0) return;
    fail('REPORT_GROUP_NOT_EMPTY', {
      parameters: { code, ...contents },
      errorArguments: [{ field: 'mode', ...contents }],
    });
  }

  /** Moves the content up; the caller must be able to write each part and the target. */
  async function moveContents(tx: Transaction, act: Act, { uuid, parentUuid, level }: Group): Promise<void> {
    if (parentUuid !== null) await getOpenGroup(tx, act.caller, parentUuid);
    const children = (await listBelow(tx, { tenantIdentifier: act.caller.tenantIdentifier, uuid })).filter(
      (below) => below.level === level + 1,
    );
    for (const { uuid: child } of children) {
      const row = await groups.lock(tx, act.caller, { uuid: child });
      if (!permissionsOf(act.caller, row.rights).includes('WRITE')) fail('ACCESS_DENIED');
      const moved = await groups.update(tx, row, { parentUuid }, changeOf(act));
      await act.record(tx, reportEvents.groupSaved, row.code, groups.detail(row, moved));
    }
    await reports().moveAll(tx, act, uuid, parentUuid);
  }

  async function removeContents(tx: Transaction, act: Act, row: Group): Promise<void> {
    const { tenantIdentifier } = act.caller;
    const below = await listBelow(tx, { tenantIdentifier, uuid: row.uuid });
    await reports().removeAll(tx, act, [...below.map(({ uuid }) => uuid), row.uuid]);
    for (const { uuid } of below) await removeRow(tx, act, await groups.lock(tx, act.caller, { uuid }), 'CASCADE');
  }

  return {
    remove: (act: Act, uuid: string, mode: GroupDeleteMode): Promise<void> =>
      database.transaction(async (tx) => {
        await lockTenantReports(tx, act.caller.tenantIdentifier);
        const row = await groups.lock(tx, act.caller, { uuid });
        requirePermission(act.caller, row, 'WRITE');
        if (mode === 'CASCADE' && !isReportAdmin(act.caller)) fail('ACCESS_DENIED');
        if (mode === 'REJECT') await requireEmpty(tx, row);
        else if (mode === 'MOVE_TO_PARENT') await moveContents(tx, act, row);
        else await removeContents(tx, act, row);
        await removeRow(tx, act, row, mode);
        if (mode === 'MOVE_TO_PARENT') await replant(tx, act);
      }),
  };
}
