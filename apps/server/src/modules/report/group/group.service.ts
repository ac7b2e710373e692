// Creates report groups; nobody puts one where they may not write, or makes one that they could not write any more.
import {
  type ReportPermission,
  reportGroupDepthMax,
  reportGroupsMax,
  type SvcRToolReportGroupModel,
} from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import { reportEvents } from '../report.events.ts';
import { permissionsOf, type Rights, storedRights } from '../right/rights.ts';
import { lockTenantReports } from '../right/tenant-lock.store.ts';
import { countGroups, type Group, groups } from './group.store.ts';

export interface GroupGround extends Pick<Kernel, 'database' | 'clock' | 'ids'> {
  readonly authentication: () => Pick<AuthenticationApi, 'findUnknownGrants'>;
}

export type GroupService = ReturnType<typeof createGroupService>;

/** Fails with 404 where the caller may not see the group, and with 403 where he may see it and no more. */
function requirePermission({ caller }: Act, row: Group, need: ReportPermission): void {
  const permissions = permissionsOf(caller, row.rights);
  if (!permissions.includes('READ')) failNotFound('REPORT_GROUP_NOT_FOUND', { uuid: row.uuid });
  if (!permissions.includes(need)) fail('ACCESS_DENIED');
}

export function createGroupService({ database, clock, ids, authentication }: GroupGround) {
  async function requireKnown(tenantIdentifier: string, list: Rights): Promise<void> {
    const pairs = list.map(({ role, authority }) => ({ role: role ?? null, authority: authority ?? null }));
    const [unknown] = pairs.length === 0 ? [] : await authentication().findUnknownGrants(tenantIdentifier, pairs);
    if (unknown !== undefined)
      fail('AUTHORITY_UNKNOWN', {
        parameters: { authority: unknown.authority ?? unknown.role ?? '' },
        errorArguments: [{ field: 'authorityList', role: unknown.role, authority: unknown.authority }],
      });
  }

  /** Answers the group that something new is put into. */
  async function requireOpenParent(tx: Transaction, act: Act, uuid: string): Promise<Group> {
    const parent = await groups.get(tx, act.caller, { uuid });
    requirePermission(act, parent, 'WRITE');
    if (!parent.enabled) fail('REPORT_GROUP_DISABLED', { parameters: { code: parent.code } });
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
    await requireKnown(tenantIdentifier, authorityList);
    const parent = fields.parentUuid === null ? null : await requireOpenParent(tx, act, fields.parentUuid);
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
