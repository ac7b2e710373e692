// Shapes reports as the interface has them.
import type {
  ReportPermission,
  SvcRToolExecutableReportDataModel,
  SvcRToolExecutableReportLookupDataModel,
  SvcRToolExecutableReportModel,
} from '@keelson/contract';
import type { RightHolder } from '../report.types.ts';
import { permissionsOf } from '../right/rights.ts';
import { type KeptFields, type Report, reports } from './report.store.ts';

/** Holds what is shown of a report beside what is stored. */
interface ShownReport {
  readonly logo: string | null;
  readonly permissionList: readonly ReportPermission[];
  readonly warningList: readonly string[];
  /** What it asks for is shown. */
  readonly showsQuery: boolean;
}

function blanked({ parameterList }: KeptFields) {
  return parameterList.map(({ optionQuery, ...parameter }) => ({
    ...parameter,
    optionQuery: optionQuery && { ...optionQuery, query: null },
  }));
}

/** Takes a report as `reports.toModel` answers it, or as a version keeps it. */
export function toReport(stored: KeptFields, shown: ShownReport): SvcRToolExecutableReportModel {
  const { logo, permissionList, warningList, showsQuery } = shown;
  return {
    ...stored,
    query: showsQuery ? stored.query : null,
    parameterList: showsQuery ? stored.parameterList : blanked(stored),
    layout: { ...stored.layout, logo },
    permissionList,
    warningList,
  };
}

export function toReportData(holder: RightHolder, row: Report): SvcRToolExecutableReportDataModel {
  const { id, uuid, version, code, name, description, reportGroupUuid, status, enabled } = row;
  const { reportDataSourceType, dataAdapterCode, outputFormatList, defaultOutputFormat } = row;
  const model = reports.toModel(row);
  const { createdBy, updatedBy, dateCreated, dateUpdated, deletedDate, deleted, tenantIdentifier } = model;
  return {
    ...{ id, uuid, version, code, name, description, reportGroupUuid, status, enabled },
    ...{ reportDataSourceType, dataAdapterCode, outputFormatList, defaultOutputFormat },
    ...{ createdBy, updatedBy, dateCreated, dateUpdated, deletedDate, deleted, tenantIdentifier },
    reportGroupName: row.groupName,
    permissionList: permissionsOf(holder, row.groupRights, row.authorityList),
  };
}

export function toReportLookup(row: Report): SvcRToolExecutableReportLookupDataModel {
  const { uuid, code, name, reportGroupUuid, status, enabled } = row;
  return { uuid, code, name, reportGroupUuid, status, enabled };
}
