// Holds examples of the operations on reports and their groups.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import type { reportContract } from '../module.ts';
import { adapterExamples } from './adapter-examples.ts';
import { csvExamples } from './csv-examples.ts';
import { executionExamples } from './execution-examples.ts';
import { scheduleExamples } from './schedule-examples.ts';

const group = {
  id: example.number,
  uuid: example.reportGroup,
  version: 0,
  code: example.reportGroupCode,
  name: example.reportGroupCode,
  description: null,
  parentUuid: null,
  displayOrder: 0,
  icon: null,
  enabled: true,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  tenantIdentifier: 'default',
} as const;

const groupData = {
  ...group,
  parentName: null,
  pathNameList: [example.reportGroupCode],
  level: 1,
  childCount: 0,
  reportCount: 0,
  permissionList: ['READ', 'EXECUTE', 'WRITE'],
} as const;

const groupDetail = { ...group, authorityList: [], permissionList: groupData.permissionList } as const;

const page = {
  pageNumber: 0,
  pageSize: 20,
  sort: { properties: ['displayOrder', 'name'], direction: 'ASC' },
} as const;

const query = {
  dataSetCode: 'sessions',
  filterList: [{ column: 'username', operator: 'EQ', parameterName: 'who' }],
  orderByList: [{ column: 'createdDate', direction: 'DESC' }],
} as const;

const record = {
  id: example.number,
  uuid: example.report,
  version: 0,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
} as const;

const plain = {
  code: example.reportCode,
  name: 'Sessions of a person',
  description: null,
  reportGroupUuid: null,
  status: 'PUBLISHED',
  enabled: true,
  reportDataSourceType: 'PLATFORM',
  dataAdapterCode: 'platform',
} as const;

const said = {
  query,
  parameterList: [
    {
      name: 'who',
      label: 'Person',
      description: null,
      type: 'STRING',
      control: 'TEXT_BOX',
      multiple: false,
      required: true,
      readOnly: false,
      visible: true,
      defaultValue: null,
      defaultExpression: null,
      minValue: null,
      maxValue: null,
      minLength: null,
      maxLength: 4_000,
      pattern: null,
      optionList: [],
      optionQuery: null,
      strictOption: true,
      masterParameterNameList: [],
      sensitive: false,
    },
  ],
  columnList: [],
  rowGroupList: [],
  chartList: [],
  layout: {
    pageSize: 'A4',
    orientation: 'LANDSCAPE',
    margins: { top: 15, right: 15, bottom: 15, left: 15 },
    title: null,
    subtitle: null,
    headerTemplate: null,
    footerTemplate: null,
    logo: null,
    repeatHeader: true,
    zebra: true,
    fontFamily: 'DEJAVU_SANS',
    locale: null,
    timeZone: null,
  },
  outputFormatList: ['CSV', 'XLSX', 'PDF', 'HTML', 'JSON'],
  defaultOutputFormat: 'PDF',
  rowLimit: 100_000,
  timeoutSeconds: 300,
  truncateMode: 'TRUNCATE',
  csvDelimiter: null,
  csvBom: true,
  csvFormulaEscape: true,
  csvNumberStyle: 'PLAIN',
  cacheMode: 'NONE',
  cacheSeconds: 0,
  authorityList: [],
} as const;

const report = {
  ...record,
  ...plain,
  ...said,
  permissionList: ['READ', 'EXECUTE', 'WRITE'],
  warningList: [],
  tenantIdentifier: 'default',
} as const;

const reportData = {
  ...record,
  ...plain,
  reportGroupName: null,
  outputFormatList: report.outputFormatList,
  defaultOutputFormat: 'PDF',
  permissionList: report.permissionList,
  tenantIdentifier: 'default',
} as const;

const { reportGroupUuid: _group, ...itself } = plain;
/** Is the report as a document of an export has it. */
const transferred = { ...itself, ...said, groupCode: null } as const;

const one = { params: { uuid: example.report } } as const;
const reportPage = { pageNumber: 0, pageSize: 20, sort: { properties: ['name'], direction: 'ASC' } } as const;

const sessionColumns = [
  { name: 'identifier', type: 'STRING' },
  { name: 'username', type: 'STRING' },
  { name: 'system', type: 'BOOLEAN' },
  { name: 'createdDate', type: 'DATE_TIME' },
  { name: 'createdDay', type: 'DATE' },
  { name: 'authenticatedDate', type: 'DATE_TIME' },
  { name: 'lastAccessDate', type: 'DATE_TIME' },
  { name: 'endDate', type: 'DATE_TIME' },
  { name: 'closedDate', type: 'DATE_TIME' },
  { name: 'closeReason', type: 'STRING' },
  { name: 'closedBy', type: 'STRING' },
  { name: 'ipAddress', type: 'STRING' },
  { name: 'deviceName', type: 'STRING' },
  { name: 'userAgent', type: 'STRING' },
  { name: 'authenticationMethods', type: 'STRING' },
  { name: 'assuranceLevel', type: 'STRING' },
  { name: 'remembered', type: 'BOOLEAN' },
] as const;

export const reportExamples: ExamplesOf<typeof reportContract> = {
  ...executionExamples,
  ...scheduleExamples,
  ...adapterExamples,
  ...csvExamples,
  queryDataList: { body: { code: example.reportGroupCode }, answer: [groupData] },
  queryDataPage: {
    body: { code: example.reportGroupCode },
    answer: { data: [groupData], totalPages: 1, totalElements: 1, pageable: page },
  },
  queryLookupDataList: {
    body: { code: example.reportGroupCode },
    answer: [
      {
        uuid: example.reportGroup,
        code: example.reportGroupCode,
        name: example.reportGroupCode,
        parentUuid: null,
        pathNameList: [example.reportGroupCode],
        enabled: true,
      },
    ],
  },
  deleteByUuid: { ...one, query: { version: 0 } },
  getByUuid: { ...one, answer: report },
  saveReport: {
    body: {
      code: example.reportCode,
      name: 'Sessions of a person',
      status: 'PUBLISHED',
      reportDataSourceType: 'PLATFORM',
      dataAdapterCode: 'platform',
      query,
      parameterList: [{ name: 'who', label: 'Person', type: 'STRING', required: true }],
      layout: { orientation: 'LANDSCAPE' },
    },
    answer: report,
  },
  updateReport: {
    body: { uuid: example.report, version: 0, description: 'Who was here, and when.' },
    answer: { ...report, version: 1, description: 'Who was here, and when.' },
  },
  copyReport: {
    ...one,
    body: { code: example.otherReportCode, name: 'Sessions of somebody' },
    answer: {
      ...report,
      uuid: example.uuid,
      code: example.otherReportCode,
      name: 'Sessions of somebody',
      status: 'DRAFT',
    },
  },
  activateReport: { ...one, answer: report },
  deactivateReport: { ...one, answer: { ...report, version: 1, enabled: false } },
  exportAll: {
    body: { uuidList: [example.report] },
    answer: { formatVersion: 1, groupList: [], reportList: [transferred] },
  },
  importAll: {
    query: { 'dry-run': true },
    body: { formatVersion: 1, groupList: [], reportList: [transferred] },
    answer: {
      dryRun: true,
      createdCount: 1,
      updatedCount: 0,
      unchangedCount: 0,
      refusedCount: 0,
      itemList: [
        {
          type: 'REPORT',
          index: 0,
          code: example.reportCode,
          action: 'CREATE',
          uuid: null,
          version: 0,
          errorCode: null,
          errorArguments: [],
        },
      ],
    },
  },
  queryReportVersionList: {
    ...one,
    answer: [
      {
        version: 0,
        name: plain.name,
        status: 'PUBLISHED',
        updatedBy: 'admin',
        dateUpdated: example.time,
        current: true,
      },
    ],
  },
  restoreReport: {
    params: { uuid: example.report, version: 0 },
    answer: { ...report, version: 1 },
  },
  queryReportDataPage: {
    body: { code: example.reportCode },
    answer: { data: [reportData], totalPages: 1, totalElements: 1, pageable: reportPage },
  },
  queryReportLookupDataList: {
    body: { code: example.reportCode },
    answer: [
      {
        uuid: example.report,
        code: example.reportCode,
        name: plain.name,
        reportGroupUuid: null,
        status: 'PUBLISHED',
        enabled: true,
      },
    ],
  },
  getGroup: { params: { uuid: example.reportGroup }, answer: groupDetail },
  updateGroup: {
    body: { uuid: example.reportGroup, version: 0, description: 'What was sold.' },
    answer: { ...groupDetail, version: 1, description: 'What was sold.' },
  },
  updateAllGroups: {
    body: [{ uuid: example.reportGroup, displayOrder: 5, version: 0 }],
    answer: [{ ...groupDetail, version: 1, displayOrder: 5 }],
  },
  deleteGroup: { params: { uuid: example.reportGroup }, query: { mode: 'REJECT' } },
  getTree: {
    answer: [
      {
        uuid: example.reportGroup,
        code: example.reportGroupCode,
        name: example.reportGroupCode,
        parentUuid: null,
        level: 1,
        displayOrder: 0,
        icon: null,
        enabled: true,
        version: 0,
        childCount: 0,
        reportCount: 0,
        permissionList: groupData.permissionList,
      },
    ],
  },
  resolveParameters: {
    ...one,
    body: { parameterMap: { who: 'admin' } },
    answer: [{ name: 'who', value: 'admin', valid: true, errorMessage: null, optionList: [], optionTruncated: false }],
  },
  previewReport: {
    body: { uuid: example.report, parameterMap: { who: 'nobody' }, rowLimit: 10 },
    answer: { columnList: sessionColumns, rowList: [], truncated: false, elapsedMillis: example.number },
  },
  validateReport: {
    body: {
      code: example.reportCode,
      name: 'Orders since a day',
      reportDataSourceType: 'SQL',
      dataAdapterCode: example.reportAdapterCode,
      query: { statement: 'SELECT customer, total\nFROM orders\nWHERE placed >= :since AND pg_sleep(1) IS NULL' },
      parameterList: [{ name: 'since', type: 'DATE', defaultExpression: 'START_OF_MONTH' }],
    },
    answer: {
      valid: false,
      problemList: [
        {
          code: 'REPORT_QUERY_FUNCTION_NOT_ALLOWED',
          warning: false,
          field: 'query.statement',
          message: 'The function pg_sleep is not allowed.',
          line: 3,
          column: 28,
        },
      ],
      columnList: null,
    },
  },
  save: { body: { code: example.reportGroupCode, name: example.reportGroupCode } },
};
