// Finds reports: one, pages and choices, of what the caller may see.
import {
  reportSortStandard,
  resolvePageable,
  type SvcRToolExecutableReportLookupDataModel,
  type SvcRToolExecutableReportQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { heldRights } from '../right/rights.ts';
import { inLanguage } from '../shipped-texts.ts';
import { readLogo } from './definition/logo.ts';
import { missingReferences, type ReferenceGround } from './definition/references.ts';
import { type KeptFields, reports } from './report.store.ts';
import { toReport, toReportData, toReportLookup } from './report.wire.ts';
import { getStoredReport } from './stored-reports.ts';

export interface FindReportsGround extends Pick<Kernel, 'database' | 'contents'>, ReferenceGround {
  /** Fails with 404 for a group that the caller may not see. */
  requireSeenGroup(act: Act, uuid: string): Promise<void>;
  isLivingGroup(tenantIdentifier: string, uuid: string): Promise<boolean>;
}

export type FindReportsService = ReturnType<typeof createFindReportsService>;

export function createFindReportsService(ground: FindReportsGround) {
  const { database, contents, requireSeenGroup, isLivingGroup } = ground;

  async function warningsOf(fields: KeptFields): Promise<string[]> {
    const { tenantIdentifier, reportGroupUuid: group } = fields;
    const isGone = tenantIdentifier !== null && group !== null && !(await isLivingGroup(tenantIdentifier, group));
    const missing = await missingReferences(ground, tenantIdentifier, fields);
    return [...(isGone ? ['Its group was deleted.'] : []), ...missing];
  }

  async function queryOf(act: Act, body: SvcRToolExecutableReportQueryModel) {
    const { pageable, reportGroupUuid, includeDescendants, ...filters } = body;
    if (reportGroupUuid) await requireSeenGroup(act, reportGroupUuid);
    const where = includeDescendants === true ? { withinUuid: reportGroupUuid } : { reportGroupUuid };
    return { ...filters, ...where, admitting: heldRights(act.caller, 'READ') };
  }

  return {
    /**
     * Finds a report, with its query only for callers who manage reports. The tag changes with what the caller sees,
     * too.
     */
    async get(act: Act, uuid: string, version?: number | null) {
      const { caller } = act;
      const { report, fields: kept, permissionList } = await getStoredReport(database, caller, uuid, 'READ', version);
      const fields = inLanguage(kept, report.shipped, act.context.language);
      const warningList = await warningsOf(fields);
      const showsQuery = caller.holds('REPORT_MANAGE');
      const logo = await readLogo(contents, report.logo);
      const model = toReport(fields, { logo, permissionList, warningList, showsQuery });
      return { model, tag: `"${[fields.version, ...seenAs(permissionList, showsQuery, warningList)].join('-')}"` };
    },

    async page(act: Act, body: SvcRToolExecutableReportQueryModel) {
      const pageable = resolvePageable(body.pageable, reportSortStandard);
      const { rows, total } = await reports.page(database, act.caller, await queryOf(act, body), pageable);
      return pageBody(
        rows.map((row) => toReportData(act.caller, row, act.context.language)),
        total,
        pageable,
      );
    },

    async lookup(
      act: Act,
      body: SvcRToolExecutableReportQueryModel,
    ): Promise<SvcRToolExecutableReportLookupDataModel[]> {
      const query = await queryOf(act, { ...body, enabled: body.enabled ?? true });
      const rows = await reports.list(database, act.caller, query, resolvePageable(body.pageable, reportSortStandard));
      return rows.map((row) => toReportLookup(row, act.context.language));
    },
  };
}

/** Part of the tag for what a caller sees of a version; empty where it is everything. */
function seenAs(permissions: readonly string[], showsQuery: boolean, warnings: readonly string[]): readonly string[] {
  return [
    ...(permissions.includes('WRITE') ? [] : permissions.slice(-1)),
    ...(showsQuery ? [] : ['blank']),
    ...(warnings.length === 0 ? [] : [`warned${warnings.length}`]),
  ];
}
