// Exports what this module adds to the contract.
import { type Documented, documented } from '../../documentation/documented.ts';
import examples from './documentation/examples.json' with { type: 'json' };
import { reportTurkish } from './documentation/turkish.ts';
import { reportContract } from './module.ts';

export {
  adapterEntitiesMax,
  adapterSort,
  adapterSortStandard,
  reportAdaptersMax,
  type SvcRToolReportDataAdapterModel,
  type SvcRToolReportDataAdapterModelInput,
  type SvcRToolReportDataAdapterQueryModel,
  type SvcRToolReportDataAdapterTestModel,
  type SvcRToolReportDataAdapterTestResultModel,
  type SvcRToolReportDataAdapterUpdateModel,
  type SvcRToolReportEntityModel,
  type SvcRToolResolvedReportDataAdapterModel,
} from './models/adapter-models.ts';
export { csvDelimiters, reportCsvColumnsMax, reportCsvProblemsMax, reportCsvRowsShown } from './models/csv-bounds.ts';
export {
  type CsvColumnType,
  type CsvFormat,
  csvColumnTypes,
  csvEncodings,
  csvFormats,
  reportCsvFilesMax,
  type SvcRToolReportCsvFileModel,
  type SvcRToolReportCsvFileQueryModel,
  type SvcRToolReportCsvOptionsModel,
  type SvcRToolReportCsvUploadModel,
} from './models/csv-models.ts';
export type { reportStreamEvents } from './models/execution-models.ts';
export {
  type ReportExecutionSource,
  type ReportExecutionStatus,
  type ReportExportStatus,
  type ReportNotification,
  reportExecutionSortStandard,
  reportPageSizeStandard,
  reportRunsOpenMax,
  reportWaitMillisMax,
  type SvcRToolReportExecutionModel,
  type SvcRToolReportExecutionQueryModel,
  SvcRToolReportExecutionRequestModel,
  type SvcRToolReportExecutionStatusModel,
  type SvcRToolReportExportModel,
  type SvcRToolReportPageModel,
} from './models/execution-models.ts';
export {
  type groupDeleteModes,
  reportGroupDepthMax,
  reportGroupSort,
  reportGroupSortStandard,
  reportGroupsMax,
  type SvcRToolReportGroupDataModel,
  type SvcRToolReportGroupDetailModel,
  type SvcRToolReportGroupLookupDataModel,
  type SvcRToolReportGroupModel,
  type SvcRToolReportGroupMoveModel,
  type SvcRToolReportGroupQueryModel,
  type SvcRToolReportGroupTreeModel,
  type SvcRToolReportGroupUpdateModel,
} from './models/group-models.ts';
export type {
  ReportProblemCode,
  SvcRToolReportParameterStateModel,
  SvcRToolReportPreviewModel,
  SvcRToolReportPreviewRequestModel,
  SvcRToolReportResolveModel,
  SvcRToolReportValidationModel,
} from './models/parameter-models.ts';
export {
  reportLogoBytesMax,
  type SvcRToolReportChartModel,
  type SvcRToolReportColumnModel,
  type SvcRToolReportLayoutModel,
  type SvcRToolReportRowGroupModel,
} from './models/presentation-models.ts';
export {
  reportStatementBytesMax,
  type SvcRToolReportParameterModel,
  type SvcRToolReportParameterModelInput,
  type SvcRToolReportQueryModel,
} from './models/query-models.ts';
export {
  type ReportColumnType,
  type ReportDataSourceType,
  type ReportOutputFormat,
  type ReportPermission,
  type ReportStatus,
  reportColumnTypes,
  reportDataSourceTypes,
  reportOutputFormats,
  reportPermissions,
  reportStatuses,
  type SvcRToolReportRightModel,
} from './models/report-fields.ts';
export {
  reportSort,
  reportSortStandard,
  reportsMax,
  type SvcRToolExecutableReportCopyModel,
  type SvcRToolExecutableReportDataModel,
  type SvcRToolExecutableReportLookupDataModel,
  type SvcRToolExecutableReportModel,
  type SvcRToolExecutableReportModelInput,
  type SvcRToolExecutableReportQueryModel,
  type SvcRToolExecutableReportUpdateModel,
  type SvcRToolExecutableReportVersionModel,
} from './models/report-models.ts';
export { type ReportRunFailure, reportRunFailures } from './models/run-failures.ts';
export {
  type ReportScheduleRunStatus,
  type ReportScheduleStop,
  reportBurstRecipientsMax,
  reportFailuresShown,
  reportIntervalSecondsMin,
  reportMisfirePolicies,
  reportNextRunsStandard,
  reportScheduleRunSort,
  reportScheduleRunSortStandard,
  reportScheduleRunStatuses,
  reportScheduleSort,
  reportScheduleSortStandard,
  reportScheduleStops,
  reportSchedulesMax,
  type SvcRToolReportNextRunsRequestModel,
  type SvcRToolReportScheduleModel,
  type SvcRToolReportScheduleModelInput,
  type SvcRToolReportScheduleQueryModel,
  type SvcRToolReportScheduleRunModel,
  type SvcRToolReportScheduleRunQueryModel,
  type SvcRToolReportScheduleUpdateModel,
} from './models/schedule-models.ts';
export {
  reportTransferBytesMax,
  reportTransferMax,
  type SvcRToolReportImportResultModel,
  type SvcRToolReportTransferGroupModel,
  type SvcRToolReportTransferModel,
  type SvcRToolReportTransferReportModel,
  type SvcRToolReportTransferRequestModel,
} from './models/transfer-models.ts';

export const reportModule: Documented<typeof reportContract> = documented(reportContract, {
  examples,
  turkish: reportTurkish,
});
