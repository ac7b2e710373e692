// Declares the models of reports: as they are saved, answered, and found.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';
import {
  SvcRToolReportChartModel,
  SvcRToolReportChartModelInput,
  SvcRToolReportColumnModel,
  SvcRToolReportColumnModelInput,
  SvcRToolReportLayoutModel,
  SvcRToolReportLayoutModelInput,
  SvcRToolReportRowGroupModel,
  SvcRToolReportRowGroupModelInput,
} from './presentation-models.ts';
import {
  reportParametersMax,
  SvcRToolReportParameterModel,
  SvcRToolReportParameterModelInput,
  SvcRToolReportQueryModel,
} from './query-models.ts';
import {
  permissionList,
  reportCode,
  reportDataSourceTypes,
  reportDescription,
  reportName,
  reportOutputFormats,
  reportRights,
  reportStatuses,
  tenantIdentifier,
} from './report-fields.ts';

const columnsMax = 256;
const rowGroupsMax = 8;
const chartsMax = 10;
/** What the settings allow is checked when a report is run. */
export const reportRowLimitMax = 50_000_000;
export const reportTimeoutSecondsMax = 86_400;
export const reportsMax = 10_000;

const status = choice(
  reportStatuses,
  'DRAFT: run by whoever may write it. PUBLISHED: run by whoever may execute it. ARCHIVED: not run at all.',
);
const enabled = flag('False: not run; changed by activate and deactivate.');
const formats = list(choice(reportOutputFormats, 'Format.'), 'Formats that it can be taken in; default all.', {
  minItems: 1,
  maxItems: reportOutputFormats.length,
});
const format = choice(reportOutputFormats, 'Format where a run names none; default PDF.');
const rowLimit = integer('So many rows at most; default 100,000.', { minimum: 1, maximum: reportRowLimitMax });
const timeoutSeconds = integer('A run that takes longer ends; default 300.', {
  minimum: 1,
  maximum: reportTimeoutSecondsMax,
});
const truncateMode = choice(['TRUNCATE', 'FAIL'] as const, 'What becomes of a run with more rows; default TRUNCATE.');
const csvDelimiter = choice(
  [',', ';', '\t', '|'] as const,
  'Null: `;` where the locale writes decimals with a comma, else `,`.',
  { 'x-enum-varnames': ['COMMA', 'SEMICOLON', 'TAB', 'PIPE'] },
);
const csvBom = flag('A byte order mark in front; default true.');
const csvFormulaEscape = flag('An apostrophe in front of what a spreadsheet would take for a formula; default true.');
const csvNumberStyle = choice(['PLAIN', 'LOCALE'] as const, 'Default PLAIN: a decimal point, no grouping.');
const cacheMode = choice(
  ['NONE', 'FIXED'] as const,
  'NONE (default): each run reads its own rows. FIXED: runs with the same values share theirs for `cacheSeconds`.',
);
const cacheSeconds = integer('So long rows are shared; 0 (default) with NONE, at least 1 with FIXED.', {
  minimum: 0,
  maximum: 86_400,
});
const dataSourceType = choice(reportDataSourceTypes, 'Kind of its data.');

const plain = {
  code: text('Code.'),
  name: text('Name.'),
  description: nullable(text('What it is for.')),
  reportGroupUuid: nullable(uuid('Group; null: in none.')),
  status,
  enabled,
  reportDataSourceType: dataSourceType,
  dataAdapterCode: text('Adapter that is asked; `platform` for the own data, `csv` for files.'),
} as const;

export const SvcRToolExecutableReportModel = closed(
  {
    ...recordFields,
    ...plain,
    query: nullable(SvcRToolReportQueryModel, 'What is asked; null for callers without REPORT_MANAGE.'),
    parameterList: list(SvcRToolReportParameterModel, 'What a run can be given.'),
    columnList: list(SvcRToolReportColumnModel, 'Columns; empty: those of the result.'),
    rowGroupList: list(SvcRToolReportRowGroupModel, 'Groups of rows, the outermost first.'),
    chartList: list(SvcRToolReportChartModel, 'Charts.'),
    layout: SvcRToolReportLayoutModel,
    outputFormatList: formats,
    defaultOutputFormat: format,
    rowLimit,
    timeoutSeconds,
    truncateMode,
    csvDelimiter: nullable(csvDelimiter),
    csvBom,
    csvFormulaEscape,
    csvNumberStyle,
    cacheMode,
    cacheSeconds,
    authorityList: reportRights,
    permissionList,
    warningList: list(text('Warning.'), 'What it refers to and is not there any more, or cannot be used.'),
    tenantIdentifier,
  },
  'SvcRToolExecutableReportModel',
);
export type SvcRToolExecutableReportModel = Static<typeof SvcRToolExecutableReportModel>;

/** What whoever writes a report says of it, wherever it lies. */
export const writtenReport = {
  description: maybe(nullable(reportDescription)),
  status: optional(status),
  enabled: optional(enabled),
  parameterList: optional(
    list(SvcRToolReportParameterModelInput, 'What a run can be given.', { maxItems: reportParametersMax }),
  ),
  columnList: optional(
    list(SvcRToolReportColumnModelInput, 'Columns; empty: those of the result.', { maxItems: columnsMax }),
  ),
  rowGroupList: optional(
    list(SvcRToolReportRowGroupModelInput, 'Groups of rows, the outermost first.', { maxItems: rowGroupsMax }),
  ),
  chartList: optional(list(SvcRToolReportChartModelInput, 'Charts.', { maxItems: chartsMax })),
  layout: maybe(nullable(SvcRToolReportLayoutModelInput, 'How pages look; null: as those of a new report.')),
  outputFormatList: optional(formats),
  defaultOutputFormat: optional(format),
  rowLimit: optional(rowLimit),
  timeoutSeconds: optional(timeoutSeconds),
  truncateMode: optional(truncateMode),
  csvDelimiter: maybe(nullable(csvDelimiter)),
  csvBom: optional(csvBom),
  csvFormulaEscape: optional(csvFormulaEscape),
  csvNumberStyle: optional(csvNumberStyle),
  cacheMode: optional(cacheMode),
  cacheSeconds: optional(cacheSeconds),
  authorityList: optional(reportRights),
} as const;

const written = {
  ...writtenReport,
  reportGroupUuid: maybe(nullable(uuid('Group, which must be enabled and writable; null: in none.'))),
  permissionList: serverSet(permissionList),
  warningList: serverSet(list(text('Warning.'), 'What it refers to and is not there any more.')),
  tenantIdentifier: serverSet(tenantIdentifier),
} as const;

const code = reportCode('Code, unique in the tenant.');
const adapterCode = reportCode('Adapter that is asked; `platform` for the own data, `csv` for files.');

export const SvcRToolExecutableReportModelInput = closed(
  {
    ...serverSetRecordFields,
    code,
    name: reportName('Name.'),
    reportDataSourceType: dataSourceType,
    dataAdapterCode: adapterCode,
    query: SvcRToolReportQueryModel,
    ...written,
  },
  'SvcRToolExecutableReportModelInput',
);
export type SvcRToolExecutableReportModelInput = Static<typeof SvcRToolExecutableReportModelInput>;

export const SvcRToolExecutableReportUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: uuid('Report.'),
    version: integer('Version that was read.', { minimum: 0 }),
    code: optional(code),
    name: optional(reportName('Name.')),
    reportDataSourceType: optional(dataSourceType),
    dataAdapterCode: optional(adapterCode),
    query: maybe(nullable(SvcRToolReportQueryModel, 'What is asked; null is refused.')),
    ...written,
  },
  'SvcRToolExecutableReportUpdateModel',
);
export type SvcRToolExecutableReportUpdateModel = Static<typeof SvcRToolExecutableReportUpdateModel>;

export const SvcRToolExecutableReportCopyModel = closed(
  {
    code,
    name: reportName('Name.'),
    reportGroupUuid: maybe(nullable(uuid('Group; null: in none. Left out: that of the original.'))),
  },
  'SvcRToolExecutableReportCopyModel',
);
export type SvcRToolExecutableReportCopyModel = Static<typeof SvcRToolExecutableReportCopyModel>;

export const SvcRToolExecutableReportVersionModel = closed(
  {
    version: integer('Version.', { minimum: 0 }),
    name: plain.name,
    status,
    updatedBy: text('Who made it.'),
    dateUpdated: dateTime('When it was made.'),
    current: flag('It is what the report is now.'),
  },
  'SvcRToolExecutableReportVersionModel',
);
export type SvcRToolExecutableReportVersionModel = Static<typeof SvcRToolExecutableReportVersionModel>;

export const SvcRToolExecutableReportDataModel = closed(
  {
    ...recordFields,
    ...plain,
    reportGroupName: nullable(text('Name of the group.')),
    outputFormatList: formats,
    defaultOutputFormat: format,
    permissionList,
    tenantIdentifier,
  },
  'SvcRToolExecutableReportDataModel',
);
export type SvcRToolExecutableReportDataModel = Static<typeof SvcRToolExecutableReportDataModel>;

export const SvcRToolExecutableReportLookupDataModel = closed(
  {
    uuid: uuid('Report.'),
    code: plain.code,
    name: plain.name,
    reportGroupUuid: plain.reportGroupUuid,
    status,
    enabled,
  },
  'SvcRToolExecutableReportLookupDataModel',
);
export type SvcRToolExecutableReportLookupDataModel = Static<typeof SvcRToolExecutableReportLookupDataModel>;

export const reportSort = ['name', 'code', 'status', 'dateCreated', 'dateUpdated'] as const;
export const reportSortStandard = { properties: ['name'], direction: 'ASC' } as const;

export const SvcRToolExecutableReportQueryModel = queryModel(
  {
    pageable: pageable(reportSort, reportSortStandard),
    code: optional(reportCode('Exactly this code.')),
    name: optional(text('The name contains this; letters with and without accents are alike.', { maxLength: 200 })),
    searchText: optional(text('Code, name or description contains this, likewise.', { maxLength: 200 })),
    reportGroupUuid: optional(uuid('In this group.')),
    includeDescendants: optional(flag('True: in the groups below it, too; default false.')),
    reportDataSourceType: optional(dataSourceType),
    dataAdapterCode: optional(adapterCode),
    status: optional(status),
    enabled: optional(flag('Only those that are enabled, or only those that are not.')),
  },
  'SvcRToolExecutableReportQueryModel',
);
export type SvcRToolExecutableReportQueryModel = Static<typeof SvcRToolExecutableReportQueryModel>;
