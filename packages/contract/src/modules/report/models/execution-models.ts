// Declares the models of runs: how one is asked for, what becomes of it, how that is streamed, and the files that are made of it.
import type { Static } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import {
  anyMap,
  anyValue,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';
import { localePattern } from '../../../models/text-formats.ts';
import { oneLine, reportColumnTypes, reportOutputFormats } from './report-fields.ts';
import { type ReportRunFailure, reportRunFailureCodes } from './run-failures.ts';

/** A person has so many runs that are not over; two of them go on at a time. */
export const reportRunsOpenMax = 20;
/** No answer is waited for longer: proxies give up after 30 s. */
export const reportWaitMillisMax = 25_000;
/** Rows of a page of a snapshot. */
export const reportPageRowsMax = 1_000;
const reportPageRowsStandard = 100;
const parametersMax = 200;
const fileNameMax = 150;
const retentionHoursMax = 720;

export const reportExecutionStatuses = [
  'QUEUED',
  'RUNNING',
  'RENDERING',
  'SUCCEEDED',
  'FAILED',
  'CANCELLING',
  'CANCELLED',
  'TIMED_OUT',
  'EXPIRED',
] as const;
export type ReportExecutionStatus = (typeof reportExecutionStatuses)[number];
export const reportExportStatuses = ['QUEUED', 'SUCCEEDED', 'FAILED', 'EXPIRED'] as const;
export type ReportExportStatus = (typeof reportExportStatuses)[number];
export const reportExecutionSources = ['USER', 'API', 'SCHEDULE', 'BURST'] as const;
export type ReportExecutionSource = (typeof reportExecutionSources)[number];

/** How whoever asked for a run is notified of its end. */
export const reportNotifications = ['NONE', 'MAIL', 'POLLING'] as const;
export type ReportNotification = (typeof reportNotifications)[number];

const status = choice(
  reportExecutionStatuses,
  'QUEUED, RUNNING (its query), RENDERING (its file), CANCELLING; how it ended; EXPIRED once its files have gone.',
);
const format = choice(reportOutputFormats, 'Format.');

const SvcRToolReportRunFailureModel = closed(
  {
    errorCode: choice(reportRunFailureCodes as readonly [ReportRunFailure, ...ReportRunFailure[]], 'Code.'),
    errorMessage: text('Sentence for a person.'),
    errorDetail: nullable(text('What the database said; null for callers who may not write the report.')),
  },
  'SvcRToolReportRunFailureModel',
);

export const SvcRToolReportExecutionRequestModel = closed(
  {
    outputFormat: optional(choice(reportOutputFormats, 'Format; default that of the report.')),
    parameterMap: optional(anyMap('Values by the names of parameters.', { maxProperties: parametersMax })),
    locale: optional(
      text('Language and region, such as tr-TR; default that of the report, then of the caller.', {
        minLength: 2,
        maxLength: 35,
        pattern: localePattern,
      }),
    ),
    timeZone: optional(
      text('Time zone, such as Europe/Berlin; default that of the report, then UTC.', { minLength: 1, maxLength: 64 }),
    ),
    rowLimit: optional(integer('Fewer rows than the report has.', { minimum: 1, maximum: 50_000_000 })),
    freshData: optional(
      flag(
        'True: the query runs, whatever other runs of a report with a cache have read; its rows are shared then. Default false.',
      ),
    ),
    fileName: optional(
      text('Name of the file, without its ending; default the code of the report and the date.', {
        minLength: 1,
        maxLength: fileNameMax,
        pattern: oneLine,
      }),
    ),
    notify: optional(
      choice(
        reportNotifications,
        'How its end is notified: by mail, or as a notification (polling/notification). Default NONE, the only one for API keys.',
      ),
    ),
    retentionHours: optional(
      integer('Its files are kept so long; default and at most what the setting report.output.retention says.', {
        minimum: 1,
        maximum: retentionHoursMax,
      }),
    ),
  },
  'SvcRToolReportExecutionRequestModel',
);
export type SvcRToolReportExecutionRequestModel = Static<typeof SvcRToolReportExecutionRequestModel>;

export const SvcRToolReportExportModel = closed(
  {
    uuid: uuid('Identifier.'),
    outputFormat: format,
    status: choice(reportExportStatuses, 'QUEUED, SUCCEEDED, FAILED, or EXPIRED once it has gone.'),
    byteCount: nullable(long('Bytes; null until it is there.')),
    sha256: nullable(text('SHA-256 of the file in hexadecimal; null until it is there.')),
  },
  'SvcRToolReportExportModel',
);
export type SvcRToolReportExportModel = Static<typeof SvcRToolReportExportModel>;

const common = {
  uuid: uuid('Run.'),
  status,
  progressPercent: nullable(integer('How much of the file is made; null while the query runs.')),
  rowCount: nullable(long('Rows; null until they are known.')),
  queuePosition: nullable(integer('Place among the own runs that are not over, from 1; null unless it is queued.')),
  truncated: flag('There were more rows than the run may have.'),
  errorDetail: nullable(SvcRToolReportRunFailureModel, 'Why it failed or took too long; null otherwise.'),
} as const;

export const SvcRToolReportExecutionStatusModel = closed(
  { ...common, retryAfterMillis: nullable(integer('When to ask again; null once it is over.')) },
  'SvcRToolReportExecutionStatusModel',
);
export type SvcRToolReportExecutionStatusModel = Static<typeof SvcRToolReportExecutionStatusModel>;

/** Declares the events of `GET /report-executions/stream`. */
export const reportStreamEvents = {
  progress: SvcRToolReportExecutionStatusModel,
  'page-ready': closed(
    { uuid: uuid('Run.'), rowCount: integer('Rows that can be read.', { minimum: 0 }) },
    'SvcRToolReportPageReadyModel',
  ),
  finished: SvcRToolReportExecutionStatusModel,
} as const;

export const SvcRToolReportExecutionModel = closed(
  {
    ...common,
    executableReportUuid: uuid('Report.'),
    executableReportVersion: integer('Version of the report that was run.'),
    reportName: text('Name of the report.'),
    outputFormat: format,
    parameterMap: anyMap('Values; those of sensitive parameters are ***.'),
    requestedBy: text('Who asked for it.'),
    source: choice(
      reportExecutionSources,
      'USER; API where an API key asked for it; SCHEDULE where a schedule did; BURST where one did that mails each recipient his own rows: it has no file until somebody asks for one.',
    ),
    totalRowEstimate: nullable(long('Rows that the database expected; null until it was asked.')),
    pageCount: nullable(integer('Pages of the file; null where it has none.')),
    byteCount: nullable(long('Bytes of the file.')),
    cacheHit: flag('Its rows were read by another run of a report with a cache.'),
    snapshotDate: nullable(dateTime('When its rows were read; null until they are there.')),
    queuedDate: dateTime('When it was asked for.'),
    startedDate: nullable(dateTime('When it began.')),
    finishedDate: nullable(dateTime('When it ended.')),
    elapsedMillis: nullable(long('From beginning to end, or until now.')),
    expireDate: nullable(dateTime('When its files go.')),
    warningList: list(text('Warning.'), 'What could not be shown as it is.'),
    exportList: list(SvcRToolReportExportModel, 'Its files.'),
    tenantIdentifier: text('Tenant.'),
  },
  'SvcRToolReportExecutionModel',
);
export type SvcRToolReportExecutionModel = Static<typeof SvcRToolReportExecutionModel>;

export const reportExecutionSort = ['queuedDate', 'finishedDate', 'reportName', 'status'] as const;
export const reportExecutionSortStandard = { properties: ['queuedDate'], direction: 'DESC' } as const;

export const SvcRToolReportExecutionQueryModel = queryModel(
  {
    pageable: pageable(reportExecutionSort, reportExecutionSortStandard),
    executableReportUuid: optional(uuid('Runs of this report.')),
    statusList: optional(
      list(choice(reportExecutionStatuses, 'Status.'), 'In one of these.', {
        maxItems: reportExecutionStatuses.length,
      }),
    ),
    requestedBy: optional(text('Asked for by this person.', { maxLength: 255 })),
    queuedDateFrom: optional(dateTime('Asked for then or later.')),
    queuedDateTo: optional(dateTime('Asked for before.')),
  },
  'SvcRToolReportExecutionQueryModel',
);
export type SvcRToolReportExecutionQueryModel = Static<typeof SvcRToolReportExecutionQueryModel>;

export const SvcRToolReportExportRequestModel = closed(
  { outputFormat: choice(reportOutputFormats, 'Format.') },
  'SvcRToolReportExportRequestModel',
);

const SvcRToolReportPageColumnModel = closed(
  { name: text('Name.'), type: choice(reportColumnTypes, 'Type.') },
  'SvcRToolReportPageColumnModel',
);

export const SvcRToolReportPageModel = closed(
  {
    columnList: list(SvcRToolReportPageColumnModel, 'Columns of the rows.'),
    rowList: list(
      list(anyValue('Value.'), 'A value for each column.'),
      'Rows. Numbers that JSON cannot carry exactly, dates and times are text; bytes are their length.',
    ),
    pageNumber: integer('Page, from 0.'),
    pageSize: integer('Rows of a page.'),
    totalElements: long('Rows of the run; while they come, those that are there.'),
    pageFinal: flag('False: more rows may come on this page, as the query goes on.'),
  },
  'SvcRToolReportPageModel',
);
export type SvcRToolReportPageModel = Static<typeof SvcRToolReportPageModel>;

export const reportPageSize = integer(`Rows of a page; default ${reportPageRowsStandard}.`, {
  minimum: 1,
  maximum: reportPageRowsMax,
});
export const reportPageSizeStandard = reportPageRowsStandard;
