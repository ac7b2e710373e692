// Creates report groups; a caller must be able to write the parent, and the new group afterwards.
import { reportGroupDepthMax, reportGroupsMax, type SvcRToolReportGroupModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { reportEvents } from '../report.events.ts';
import { type RightGround, requireKnownRights } from '../right/known-rights.ts';
import { permissionsOf, storedRights } from '../right/rights.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';
import { countGroups, type Group, groups } from './group.store.ts';
import { getOpenGroup } from './group-access.ts';

export interface GroupGround extends Pick<Kernel, 'database' | 'clock' | 'ids'>, RightGround {}

export type GroupService = ReturnType<typeof createGroupService>;

export function createGroupService(ground: GroupGround) {
  const { database, clock, ids } = ground;

  /** Finds the parent of a new group. */
  async function getParent(tx: Transaction, act: Act, uuid: string): Promise<Group> {
    const parent = await getOpenGroup(tx, act.caller, uuid);
    if (parent.level >= reportGroupDepthMax)
      fail('REPORT_GROUP_TOO_DEEP', { parameters: { limit: reportGroupDepthMax } });
    return parent;
  }

  async function create(tx: Transaction, act: Act, body: SvcRToolReportGroupModel): Promise<Group> {
    const { caller } = act;
    const { tenantIdentifier } = caller;
    const fields = groups.fieldsOf(body);
    const uuid = body.uuid?.toLowerCase() ?? ids.uuidV7();
    const authorityList = storedRights(body.authorityList);
    await requireKnownRights(ground, tenantIdentifier, authorityList);
    const parent = fields.parentUuid === null ? null : await getParent(tx, act, fields.parentUuid);
    if ((await countGroups(tx, tenantIdentifier)) >= reportGroupsMax)
      fail('REPORT_LIMIT_REACHED', { parameters: { limit: reportGroupsMax } });
    if (!permissionsOf(caller, authorityList).includes('WRITE')) fail('SELF_LOCKOUT');
    const record = {
      ...fields,
      uuid,
      tenantIdentifier,
      name: fields.name.trim(),
      authorityList,
      path: [...(parent?.path ?? []), uuid],
      rightsUuid: authorityList.length > 0 ? uuid : (parent?.rightsUuid ?? null),
    };
    const row = await groups.insert(tx, record, { by: caller.username, now: new Date(clock.now()) });
    const subject = { name: row.code, tenantIdentifier };
    await act.record(tx, reportEvents.groupSaved, subject, groups.detail(null, row));
    return row;
  }

  return {
    create,

    /** Answers the identifier of the new group. */
    save: (act: Act, body: SvcRToolReportGroupModel): Promise<string> =>
      act.once((claim) =>
        database.transaction(async (tx) => {
          await lockTenantReports(tx, act.caller.tenantIdentifier);
          const { uuid } = await create(tx, act, body);
          await claim.save(tx, uuid);
          return uuid;
        }),
      ),
  };
}
