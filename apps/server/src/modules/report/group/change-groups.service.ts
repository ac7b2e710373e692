// Changes, moves and deletes report groups; refuses cycles, too deep trees, and callers who would lock themselves out.
import {
  reportGroupDepthMax,
  type SvcRToolReportGroupDetailModel,
  type SvcRToolReportGroupMoveModel,
  type SvcRToolReportGroupUpdateModel,
} from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { RecordChange } from '../../../kernel/records/record/record.types.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { reportEvents } from '../report.events.ts';
import { requireKnownRights } from '../right/known-rights.ts';
import { permissionsOf, storedRights } from '../right/rights.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';
import type { GroupGround } from './group.service.ts';
import { type Group, groups } from './group.store.ts';
import { toGroupDetail } from './group.wire.ts';
import { getOpenGroup, requirePermission } from './group-access.ts';
import { plantTree } from './tree.store.ts';

export type ChangeGroupsService = ReturnType<typeof createChangeGroupsService>;

/** Recomputes paths and inherited rights; 422 for a cycle among the moved groups, and for a tree that is too deep. */
export async function replant(tx: Transaction, { caller }: Act): Promise<void> {
  const { depth, lost } = await plantTree(tx, caller.tenantIdentifier);
  if (lost.length > 0)
    fail('REPORT_GROUP_CYCLE', { errorArguments: lost.map((uuid) => ({ field: 'parentUuid', uuid })) });
  if (depth > reportGroupDepthMax) fail('REPORT_GROUP_TOO_DEEP', { parameters: { limit: reportGroupDepthMax } });
}

/** Fails with 400 for an entry with the group of an earlier one. */
function requireOnce(wanted: readonly SvcRToolReportGroupMoveModel[]): void {
  const uuids = wanted.map(({ uuid }) => uuid.toLowerCase());
  const twice = uuids.flatMap((uuid, index) => (uuids.indexOf(uuid) === index ? [] : [`[${index}].uuid`]));
  if (twice.length > 0)
    invalid(...twice.map((field) => ({ field, code: 'DUPLICATE', message: 'Has the same entry twice.' })));
}

export function createChangeGroupsService(ground: GroupGround) {
  const { database, clock } = ground;
  const changeOf = ({ caller }: Act): RecordChange => ({ by: caller.username, now: new Date(clock.now()) });

  function recordChange(tx: Transaction, act: Act, before: Group, after: Group): Promise<void> {
    return act.record(tx, reportEvents.groupSaved, after.code, groups.detail(before, after));
  }

  async function requireOpenTarget(tx: Transaction, act: Act, row: Group, parentUuid: string | null | undefined) {
    if (parentUuid && parentUuid !== row.parentUuid) await getOpenGroup(tx, act.caller, parentUuid);
  }

  async function change(tx: Transaction, act: Act, body: SvcRToolReportGroupUpdateModel): Promise<Group> {
    const { caller } = act;
    const row = await groups.lock(tx, caller, { uuid: body.uuid }, body.version);
    requirePermission(caller, row, 'WRITE');
    const { name, authorityList, ...changes } = groups.changesOf(body, row);
    const rights = authorityList && storedRights(authorityList);
    if (rights) await requireKnownRights(ground, caller.tenantIdentifier, rights);
    await requireOpenTarget(tx, act, row, changes.parentUuid);
    const own = { ...(name ? { name: name.trim() } : {}), ...(rights ? { authorityList: rights } : {}) };
    const changed = await groups.update(tx, row, { ...changes, ...own }, changeOf(act));
    await replant(tx, act);
    const now = await groups.get(tx, caller, { uuid: changed.uuid });
    if (!permissionsOf(caller, now.rights).includes('WRITE')) fail('SELF_LOCKOUT');
    await recordChange(tx, act, row, now);
    return now;
  }

  async function move(tx: Transaction, act: Act, wanted: readonly SvcRToolReportGroupMoveModel[]): Promise<Group[]> {
    const { caller } = act;
    const rows = await groups.lockAll(tx, caller, wanted);
    for (const [index, row] of rows.entries()) {
      requirePermission(caller, row, 'WRITE');
      await requireOpenTarget(tx, act, row, wanted[index]!.parentUuid);
    }
    for (const [index, row] of rows.entries()) {
      const { parentUuid, displayOrder } = wanted[index]!;
      const changes = {
        parentUuid: parentUuid === undefined ? row.parentUuid : parentUuid,
        displayOrder: displayOrder ?? row.displayOrder,
      };
      await recordChange(tx, act, row, await groups.update(tx, row, changes, changeOf(act)));
    }
    await replant(tx, act);
    return Promise.all(rows.map(({ uuid }) => groups.get(tx, caller, { uuid })));
  }

  return {
    update: (act: Act, body: SvcRToolReportGroupUpdateModel): Promise<SvcRToolReportGroupDetailModel> =>
      database.transaction(async (tx) => {
        await lockTenantReports(tx, act.caller.tenantIdentifier);
        return toGroupDetail(act.caller, await change(tx, act, body));
      }),

    /** Changes all groups or none; cycles are searched after all moves. */
    updateAll: (
      act: Act,
      wanted: readonly SvcRToolReportGroupMoveModel[],
    ): Promise<SvcRToolReportGroupDetailModel[]> => {
      requireOnce(wanted);
      return database.transaction(async (tx) => {
        await lockTenantReports(tx, act.caller.tenantIdentifier);
        return (await move(tx, act, wanted)).map((row) => toGroupDetail(act.caller, row));
      });
    },
  };
}
