// Declares how reports are run, what runs report, and how their files are taken.
import { page, pageNumberMax } from '../../../models/paging.ts';
import { choice, closed, integer, maybe, uuid } from '../../../models/schema.ts';
import { authority, ownOr } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  reportPageSize,
  reportStreamEvents,
  reportWaitMillisMax,
  SvcRToolReportExecutionModel,
  SvcRToolReportExecutionQueryModel,
  SvcRToolReportExecutionRequestModel,
  SvcRToolReportExecutionStatusModel,
  SvcRToolReportExportModel,
  SvcRToolReportExportRequestModel,
  SvcRToolReportPageModel,
} from '../models/execution-models.ts';
import { reportOutputFormats } from '../models/report-fields.ts';

const EXECUTE = authority('REPORT_EXECUTE');
const READER = ownOr('REPORT_VIEW');
const OWNER = ownOr('REPORT_ADMIN');
/** A larger file takes a client that reads bytes. */
const base64BytesMax = 8 * 1_024 * 1_024;

const report = closed({ uuid: uuid('Report.') });
const run = closed({ uuid: uuid('Run.') });
const waitMillis = maybe(
  integer('The answer waits so long for the end; default 0.', { minimum: 0, maximum: reportWaitMillisMax }),
);
const request = { kind: 'json', schema: SvcRToolReportExecutionRequestModel, optional: true } as const;
const file = {
  kind: 'download',
  mediaTypes: [
    'text/csv',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/pdf',
    'text/html',
    'application/json',
    'application/octet-stream',
  ],
  description: 'The file, in the format asked for.',
  headers: {
    'x-svc-execution-uuid': 'Run that made the file.',
    'x-svc-truncated': 'true where there were more rows than the file holds.',
  },
  known: true,
  base64Max: base64BytesMax,
} as const;

const refusals = [
  'REPORT_NOT_FOUND',
  'REPORT_DISABLED',
  'REPORT_NOT_PUBLISHED',
  'REPORT_NOT_RUNNABLE',
  'REPORT_PARAMETER_INVALID',
  'REPORT_OUTPUT_FORMAT_NOT_ALLOWED',
  'REPORT_QUEUE_FULL',
  'REPORT_TIME_ZONE_UNKNOWN',
  'REPORT_ADAPTER_UNAVAILABLE',
] as const;
const unfinished = ['REPORT_NOT_READY', 'REPORT_FAILED', 'REPORT_CANCELLED', 'REPORT_OUTPUT_EXPIRED'] as const;
const whose = 'For whoever asked for the run, and for whoever may read its report.';

export const executionOperations = {
  execute: operation({
    method: 'POST',
    path: '/executable-reports/execute/by-uuid/{uuid}',
    summary: 'Runs a report in the background',
    description:
      'Answers as soon as the run is queued. Two runs of a person go on at a time, 20 may be unfinished. Its status is asked for by getStatus, its file by getOutput.',
    access: EXECUTE,
    effect: 'write',
    params: report,
    body: request,
    reply: { kind: 'json', schema: SvcRToolReportExecutionModel },
    errors: refusals,
    idempotent: true,
  }),
  run: operation({
    method: 'POST',
    path: '/executable-reports/run/by-uuid/{uuid}',
    summary: 'Runs a report and answers its file',
    description:
      'Waits up to 25 s; a run that takes longer goes on, and the argument of 504 says which it is. It is cancelled where the client goes before.',
    access: EXECUTE,
    effect: 'write',
    params: report,
    query: closed({ 'wait-millis': waitMillis }),
    body: request,
    reply: file,
    errors: [...refusals, 'REPORT_FAILED', 'REPORT_CANCELLED', 'REPORT_OUTPUT_EXPIRED', 'REPORT_RUN_TIMEOUT'],
    idempotent: true,
  }),
  getStatus: operation({
    method: 'GET',
    path: '/report-executions/status/by-uuid/{uuid}',
    summary: 'How far a run is',
    description: whose,
    access: READER,
    effect: 'read',
    params: run,
    query: closed({ 'wait-millis': waitMillis }),
    reply: { kind: 'json', schema: SvcRToolReportExecutionStatusModel },
    errors: ['REPORT_EXECUTION_NOT_FOUND'],
  }),
  stream: operation({
    method: 'GET',
    path: '/report-executions/stream',
    summary: 'How far runs are, as it happens',
    description:
      'Events progress for each step of a run, none backwards, page-ready once its rows can be read, and finished, after which nothing comes of it. Without uuid of the own runs that are not over then, and of those that are asked for later; with it of one run, also where it is over, for whoever may read its report, too. Resumable by Last-Event-ID: what has ended meanwhile is sent, perhaps twice.',
    access: READER,
    effect: 'read',
    passive: true,
    query: closed({ uuid: maybe(uuid('This run alone.')) }),
    reply: { kind: 'event-stream', events: reportStreamEvents, resumable: true },
    errors: ['REPORT_EXECUTION_NOT_FOUND'],
  }),
  getExecution: operation({
    method: 'GET',
    path: '/report-executions/by-uuid/{uuid}',
    summary: 'One run',
    description: 'For whoever asked for it, and for REPORT_ADMIN.',
    access: OWNER,
    effect: 'read',
    params: run,
    reply: { kind: 'json', schema: SvcRToolReportExecutionModel },
    errors: ['REPORT_EXECUTION_NOT_FOUND'],
  }),
  queryExecutionPage: operation({
    method: 'POST',
    path: '/report-executions/data/page',
    summary: 'Pages runs',
    description: 'The own ones; REPORT_ADMIN sees those of the tenant.',
    access: OWNER,
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolReportExecutionQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcRToolReportExecutionModel) },
  }),
  getOutput: operation({
    method: 'GET',
    path: '/report-executions/output/by-uuid/{uuid}',
    summary: 'The file of a run',
    description: `${whose} Who may not execute the report any more gets 403. Taking a file is an event.`,
    access: READER,
    effect: 'read',
    params: run,
    query: closed({
      format: maybe(choice(reportOutputFormats, 'One of the formats that were made; default that of the run.')),
    }),
    reply: file,
    errors: ['REPORT_EXECUTION_NOT_FOUND', ...unfinished],
  }),
  getPage: operation({
    method: 'GET',
    path: '/report-executions/page/by-uuid/{uuid}/{pageNumber}',
    summary: 'Rows of a run',
    description: `${whose} They can be read as soon as its query has ended, where they come from an adapter while they come, and for as long as its files are kept; past the end a page is empty.`,
    access: READER,
    effect: 'read',
    params: closed({
      uuid: uuid('Run.'),
      pageNumber: integer('Page, from 0.', { minimum: 0, maximum: pageNumberMax }),
    }),
    query: closed({ 'page-size': maybe(reportPageSize) }),
    reply: { kind: 'json', schema: SvcRToolReportPageModel },
    errors: ['REPORT_EXECUTION_NOT_FOUND', ...unfinished],
  }),
  exportAgain: operation({
    method: 'POST',
    path: '/report-executions/export/by-uuid/{uuid}',
    summary: 'Makes another file of a run',
    description: `${whose} No query is run again: the file is made of the rows that were read. It is there when its status, in getExecution, is SUCCEEDED.`,
    access: READER,
    effect: 'write',
    params: run,
    body: { kind: 'json', schema: SvcRToolReportExportRequestModel },
    reply: { kind: 'json', schema: SvcRToolReportExportModel },
    errors: ['REPORT_EXECUTION_NOT_FOUND', 'REPORT_OUTPUT_FORMAT_NOT_ALLOWED', ...unfinished],
  }),
  cancel: operation({
    method: 'POST',
    path: '/report-executions/cancel/by-uuid/{uuid}',
    summary: 'Cancels a run',
    description:
      'For whoever asked for it, and for REPORT_ADMIN. Its query ends in the database. A run that is over stays as it is.',
    access: OWNER,
    effect: 'write',
    params: run,
    reply: { kind: 'json', schema: SvcRToolReportExecutionStatusModel },
    errors: ['REPORT_EXECUTION_NOT_FOUND'],
  }),
  deleteExecution: operation({
    method: 'DELETE',
    path: '/report-executions/{uuid}',
    summary: 'Removes a run and its files',
    description: 'For whoever asked for it, and for REPORT_ADMIN. A run that is not over is cancelled first.',
    access: OWNER,
    effect: 'write',
    params: run,
    errors: ['REPORT_EXECUTION_NOT_FOUND', 'REPORT_NOT_READY'],
  }),
} as const;
