// Finds report groups: pages, lists and choices, within the caller's rights.
import {
  reportGroupSortStandard,
  resolvePageable,
  type SvcRToolReportGroupDataModel,
  type SvcRToolReportGroupDetailModel,
  type SvcRToolReportGroupLookupDataModel,
  type SvcRToolReportGroupQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { heldRights, isReportAdmin } from '../right/rights.ts';
import { describeGroups, type Group, groups } from './group.store.ts';
import { toGroupData, toGroupDetail, toGroupLookup } from './group.wire.ts';
import { getGroup } from './group-access.ts';

export type FindGroupsService = ReturnType<typeof createFindGroupsService>;

export function createFindGroupsService({ database }: Pick<Kernel, 'database'>) {
  const pageableOf = (body: SvcRToolReportGroupQueryModel) => resolvePageable(body.pageable, reportGroupSortStandard);

  function scopeOf({ caller }: Act, { includeDeleted }: SvcRToolReportGroupQueryModel) {
    if (includeDeleted === true && !isReportAdmin(caller)) fail('ACCESS_DENIED');
    return { tenantIdentifier: caller.tenantIdentifier, deleted: includeDeleted === true };
  }

  async function queryOf(act: Act, body: SvcRToolReportGroupQueryModel) {
    const { pageable, parentUuid, rootOnly, includeDescendants, includeDeleted, permission, ...filters } = body;
    const admitting = heldRights(act.caller, permission ?? 'READ');
    // A group that the caller may not see has no visible content.
    if (parentUuid) await getGroup(database, act.caller, parentUuid, 'READ');
    const top = heldRights(act.caller, 'READ');
    return {
      ...filters,
      // Groups without a tenant cannot be written.
      ...(permission === 'WRITE' ? { isOwn: true as const } : {}),
      ...(rootOnly === true ? (top === null ? { topOnly: true as const } : { topOf: top }) : {}),
      ...(includeDescendants === true ? { belowUuid: parentUuid } : { parentUuid }),
      admitting,
    };
  }

  const around = ({ caller }: Act, rows: readonly Group[]) =>
    describeGroups(
      database,
      caller.tenantIdentifier,
      rows.map(({ uuid }) => uuid),
      heldRights(caller, 'READ'),
    );

  async function toData(act: Act, rows: readonly Group[]): Promise<SvcRToolReportGroupDataModel[]> {
    const surroundings = await around(act, rows);
    return rows.map((row) => toGroupData(act.caller, row, surroundings.get(row.uuid)!));
  }

  async function list(act: Act, body: SvcRToolReportGroupQueryModel): Promise<readonly Group[]> {
    return groups.list(database, scopeOf(act, body), await queryOf(act, body), pageableOf(body));
  }

  return {
    get: async ({ caller }: Act, uuid: string): Promise<SvcRToolReportGroupDetailModel> =>
      toGroupDetail(caller, await getGroup(database, caller, uuid, 'READ')),

    async page(act: Act, body: SvcRToolReportGroupQueryModel) {
      const pageable = pageableOf(body);
      const { rows, total } = await groups.page(database, scopeOf(act, body), await queryOf(act, body), pageable);
      return pageBody(await toData(act, rows), total, pageable);
    },

    list: async (act: Act, body: SvcRToolReportGroupQueryModel) => toData(act, await list(act, body)),

    /** Answers choices, the given ones first and in any case: a form has to show them. */
    async lookup(act: Act, body: SvcRToolReportGroupQueryModel): Promise<SvcRToolReportGroupLookupDataModel[]> {
      const { uuidList, ...others } = body;
      const chosen = uuidList?.length ? await list(act, { uuidList }) : [];
      const byUuid = new Map(chosen.map((row) => [row.uuid, row]));
      const first = [...new Set(uuidList ?? [])].flatMap((uuid) => byUuid.get(uuid.toLowerCase()) ?? []);
      const found = await list(act, { ...others, enabled: others.enabled ?? true });
      const rows = [...first, ...found.filter(({ uuid }) => !byUuid.has(uuid))];
      const surroundings = await around(act, rows);
      return rows.map((row) => toGroupLookup(row, surroundings.get(row.uuid)!));
    },
  };
}
