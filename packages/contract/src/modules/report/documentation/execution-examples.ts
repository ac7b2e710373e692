// Holds examples of the operations that run reports and tell of runs.
import { placeholders as example } from '../../../documentation/placeholders.ts';

const values = { who: 'admin' } as const;

const told = {
  uuid: example.reportRun,
  status: 'SUCCEEDED',
  progressPercent: 100,
  rowCount: example.number,
  queuePosition: null,
  truncated: false,
  errorDetail: null,
} as const;

const file = {
  uuid: example.uuid,
  outputFormat: 'CSV',
  status: 'SUCCEEDED',
  byteCount: example.number,
  sha256: example.sha256,
} as const;

const ended = {
  ...told,
  executableReportUuid: example.report,
  executableReportVersion: 0,
  reportName: 'Sessions of a person',
  outputFormat: 'CSV',
  parameterMap: values,
  requestedBy: 'admin',
  source: 'USER',
  totalRowEstimate: example.number,
  pageCount: null,
  byteCount: example.number,
  cacheHit: false,
  snapshotDate: example.time,
  queuedDate: example.time,
  startedDate: example.time,
  finishedDate: example.time,
  elapsedMillis: example.number,
  expireDate: example.time,
  warningList: [],
  exportList: [file],
  tenantIdentifier: 'default',
} as const;

const queued = {
  ...ended,
  uuid: example.uuid,
  status: 'QUEUED',
  progressPercent: null,
  rowCount: null,
  queuePosition: 1,
  totalRowEstimate: null,
  byteCount: null,
  snapshotDate: null,
  startedDate: null,
  finishedDate: null,
  elapsedMillis: null,
  expireDate: null,
  exportList: [],
} as const;

const report = { params: { uuid: example.report } } as const;
const run = { params: { uuid: example.reportRun } } as const;
const status = { ...told, retryAfterMillis: null } as const;
const page = { pageNumber: 0, pageSize: 20, sort: { properties: ['queuedDate'], direction: 'DESC' } } as const;
const csv = { mediaType: 'text/csv', text: `Identifier${example.rest}` } as const;

export const executionExamples = {
  execute: { ...report, body: { outputFormat: 'CSV', parameterMap: values }, answer: queued },
  run: {
    ...report,
    query: { 'wait-millis': 20_000 },
    body: { outputFormat: 'CSV', parameterMap: values },
    answer: csv,
  },
  getStatus: { ...run, query: { 'wait-millis': 20_000 }, answer: status },
  stream: {
    query: run.params,
    answer: { event: 'page-ready', data: { uuid: example.reportRun, rowCount: example.number } },
  },
  getExecution: { ...run, answer: ended },
  queryExecutionPage: {
    body: { executableReportUuid: example.report },
    answer: { data: [ended], totalPages: 1, totalElements: 1, pageable: page },
  },
  getOutput: { ...run, query: { format: 'CSV' }, answer: csv },
  getPage: {
    params: { uuid: example.reportRun, pageNumber: 0 },
    query: { 'page-size': 1 },
    answer: {
      columnList: [{ name: example.text, type: 'STRING' }],
      rowList: [[example.text]],
      pageNumber: 0,
      pageSize: 1,
      totalElements: example.number,
      pageFinal: true,
    },
  },
  exportAgain: {
    ...run,
    body: { outputFormat: 'JSON' },
    answer: { ...file, outputFormat: 'JSON', status: 'QUEUED', byteCount: null, sha256: null },
  },
  cancel: { ...run, answer: status },
  deleteExecution: run,
} as const;
