// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import { reportExamples } from './documentation/examples.ts';
import { reportTurkish } from './documentation/turkish.ts';
import { reportContract } from './module.ts';

export {
  reportGroupDepthMax,
  reportGroupSort,
  reportGroupSortStandard,
  reportGroupsMax,
  type SvcRToolReportGroupDataModel,
  type SvcRToolReportGroupLookupDataModel,
  type SvcRToolReportGroupModel,
  type SvcRToolReportGroupQueryModel,
} from './models/group-models.ts';
export type {
  SvcRToolReportChartModel,
  SvcRToolReportColumnModel,
  SvcRToolReportLayoutModel,
  SvcRToolReportRowGroupModel,
} from './models/presentation-models.ts';
export type { SvcRToolReportParameterModel, SvcRToolReportQueryModel } from './models/query-models.ts';
export {
  type ReportColumnType,
  type ReportDataSourceType,
  type ReportOutputFormat,
  type ReportPermission,
  reportColumnTypes,
  reportOutputFormats,
  reportPermissions,
  type SvcRToolReportRightModel,
} from './models/report-fields.ts';
export type { SvcRToolExecutableReportModel } from './models/report-models.ts';

export const reportModule: Documented<typeof reportContract> = documented(reportContract, {
  examples: reportExamples,
  turkish: reportTurkish,
});
