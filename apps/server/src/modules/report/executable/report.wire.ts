// Shapes reports as the interface has them.
import type {
  Language,
  ReportPermission,
  SvcRToolExecutableReportDataModel,
  SvcRToolExecutableReportLookupDataModel,
  SvcRToolExecutableReportModel,
} from '@keelson/contract';
import type { RightHolder } from '../report.types.ts';
import { permissionsOn } from '../right/rights.ts';
import { inLanguage } from '../shipped-texts.ts';
import { type KeptFields, type Report, reports } from './report.store.ts';

/** Fields shown of a report beside the stored ones. */
interface ShownReport {
  readonly logo: string | null;
  readonly permissionList: readonly ReportPermission[];
  readonly warningList: readonly string[];
  /** True where its query is shown. */
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

export function toReportData(holder: RightHolder, row: Report, language: Language): SvcRToolExecutableReportDataModel {
  const fields = inLanguage(reports.toModel(row), row.shipped, language);
  return {
    id: fields.id,
    uuid: fields.uuid,
    version: fields.version,
    createdBy: fields.createdBy,
    updatedBy: fields.updatedBy,
    dateCreated: fields.dateCreated,
    dateUpdated: fields.dateUpdated,
    deletedDate: fields.deletedDate,
    deleted: fields.deleted,
    tenantIdentifier: fields.tenantIdentifier,
    code: fields.code,
    name: fields.name,
    description: fields.description,
    reportGroupUuid: fields.reportGroupUuid,
    reportGroupName: row.groupName,
    status: fields.status,
    enabled: fields.enabled,
    reportDataSourceType: fields.reportDataSourceType,
    dataAdapterCode: fields.dataAdapterCode,
    outputFormatList: fields.outputFormatList,
    defaultOutputFormat: fields.defaultOutputFormat,
    permissionList: permissionsOn(holder, row, row.groupRights, row.authorityList),
  };
}

export function toReportLookup(row: Report, language: Language): SvcRToolExecutableReportLookupDataModel {
  const { uuid, code, name, reportGroupUuid, status, enabled } = inLanguage(row, row.shipped, language);
  return { uuid, code, name, reportGroupUuid, status, enabled };
}
