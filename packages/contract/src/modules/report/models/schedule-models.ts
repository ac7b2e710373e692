// Declares the models of schedules: when a report runs by itself, for whom, and what became of it.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  maybe,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';
import { localePattern } from '../../../models/text-formats.ts';
import { columnName } from './query-models.ts';
import { oneLine, reportName, reportOutputFormats } from './report-fields.ts';

/** A person owns so many schedules. */
export const reportSchedulesMax = 50;
/** Two runs of a schedule are at least so far from each other. */
export const reportIntervalSecondsMin = 60;
const intervalSecondsMax = 366 * 86_400;
const excludeDatesMax = 400;
const nextRunsMax = 50;
const nextRunsStandard = 10;
const cronMax = 100;
const parametersMax = 200;

export const reportMisfirePolicies = ['RUN_ONCE', 'SKIP'] as const;
export const reportScheduleRunStatuses = ['RUNNING', 'DELIVERING', 'SUCCEEDED', 'PARTIAL', 'FAILED'] as const;
export type ReportScheduleRunStatus = (typeof reportScheduleRunStatuses)[number];
export const reportScheduleStops = ['OWNER_GONE', 'ACCESS_LOST', 'FAILED_OFTEN', 'REPORT_DELETED'] as const;
export type ReportScheduleStop = (typeof reportScheduleStops)[number];

const recipientsMax = 50;
const failureRecipientsMax = 20;
const subjectMax = 200;
const noteMax = 10_000;
const failuresShown = 100;
const burstRecipientsMax = 1_000;

const addresses = (description: string, maxItems: number) =>
  list(text('Address, such as name@example.org.', { minLength: 3, maxLength: 254 }), description, { maxItems });

export const SvcRToolReportDeliveryModel = closed(
  {
    toList: optional(addresses('Addresses; those of nobody here need REPORT_DELIVER_EXTERNAL.', recipientsMax)),
    toUserList: optional(
      list(text('Username.', { minLength: 1, maxLength: 255 }), 'Users. Where nobody is named it is the owner.', {
        maxItems: recipientsMax,
      }),
    ),
    ccList: optional(
      addresses(
        'Addresses that get a copy, in a mail of their own beside those of the others; the same rules as of toList.',
        recipientsMax,
      ),
    ),
    subject: optional(
      text('Stands in the subject; default the name of the report.', {
        minLength: 1,
        maxLength: subjectMax,
        pattern: oneLine,
      }),
    ),
    content: optional(text('Stands before what the mail says.', { minLength: 1, maxLength: noteMax })),
    attach: optional(flag('Files are attached, up to 10 MiB together; else there are links. Default true.')),
    onFailureToList: optional(
      addresses(
        'Addresses that get a mail of runs that fail; where there are none it is the owner.',
        failureRecipientsMax,
      ),
    ),
  },
  'SvcRToolReportDeliveryModel',
);

const delivery = nullable(SvcRToolReportDeliveryModel, 'To whom its files are mailed; null: to the owner.');
export const SvcRToolReportBurstModel = closed(
  {
    recipientColumn: columnName('Column of the result with an address or a username in each row.'),
    maxRecipients: optional(
      integer(`With more values the run fails before the first mail; default ${burstRecipientsMax}.`, {
        minimum: 1,
        maximum: burstRecipientsMax,
      }),
    ),
  },
  'SvcRToolReportBurstModel',
);

const burst = nullable(
  SvcRToolReportBurstModel,
  'Each value of a column is mailed files of its own rows alone, attached; null: everybody gets all rows. Needs REPORT_SCHEDULE_MANAGE, and a delivery that names nobody but onFailureToList.',
);
const onlyIfRows = flag('Nothing is mailed where there are no rows. Default false.');

const cron = text(
  'Minute, hour, day of the month, month, day of the week: `0 8 * * 1-5`. Names of months and days, lists, ranges and steps as cron has them; L is the last day of a month.',
  { minLength: 1, maxLength: cronMax },
);
const timeZone = text('Time zone in which it is meant, such as Europe/Istanbul.', { minLength: 1, maxLength: 64 });
const day = text('Day, such as 2026-12-31.', { pattern: '^\\d{4}-\\d{2}-\\d{2}$' });
const excludeDateList = list(day, 'Days, in the time zone of the schedule, on which it does not run.', {
  maxItems: excludeDatesMax,
});
const intervalSeconds = integer(
  'Runs so many seconds apart, at least 60, counted from startDate or from its creation.',
  {
    minimum: 1,
    maximum: intervalSecondsMax,
  },
);
const runDate = dateTime('Runs once, then.');
const startDate = dateTime('Does not run before.');
const endDate = dateTime('Does not run after.');
const misfirePolicy = choice(
  reportMisfirePolicies,
  'What becomes of dates that passed while nothing could run, more than a minute ago: all together are made up for once, or passed over. Default RUN_ONCE.',
);
const parameterMap = anyMap(
  'Values by the names of parameters. In place of a value there may be `{"expression": "TODAY-7d"}`, as in defaultExpression, which is read at each run. None for sensitive parameters.',
  { maxProperties: parametersMax },
);
const outputFormatList = list(choice(reportOutputFormats, 'Format.'), 'Formats; default that of the report.', {
  maxItems: reportOutputFormats.length,
  uniqueItems: true,
});
const locale = text('Language and region of the files; default that of the report, then of the owner.', {
  minLength: 2,
  maxLength: 35,
  pattern: localePattern,
});

export const SvcRToolReportScheduleModel = closed(
  {
    ...recordFields,
    name: text('Name.'),
    executableReportUuid: uuid('Report.'),
    cron: nullable(cron),
    intervalSeconds: nullable(intervalSeconds),
    runDate: nullable(runDate),
    timeZone,
    startDate: nullable(startDate),
    endDate: nullable(endDate),
    misfirePolicy,
    excludeDateList,
    parameterMap,
    outputFormatList,
    locale: nullable(locale),
    delivery,
    burst,
    onlyIfRows,
    enabled: flag('It runs.'),
    ownerUsername: text('By whose rights it runs: who created it, or changed it last.'),
    nextRunDate: nullable(dateTime('When it is due; null: not any more.')),
    lastRunDate: nullable(dateTime('When it ran last.')),
    lastStatus: nullable(choice(reportScheduleRunStatuses, 'What became of its last run; null: it has not run yet.')),
    consecutiveFailureCount: integer('Runs that failed since the last one that did not; ten disable it.'),
    stopReason: nullable(choice(reportScheduleStops, 'Why the program has disabled it; null where it has not.')),
    tenantIdentifier: text('Tenant.'),
  },
  'SvcRToolReportScheduleModel',
);
export type SvcRToolReportScheduleModel = Static<typeof SvcRToolReportScheduleModel>;

const asked = {
  cron: maybe(nullable(cron)),
  intervalSeconds: maybe(nullable(intervalSeconds)),
  runDate: maybe(nullable(runDate)),
  startDate: maybe(nullable(startDate)),
  endDate: maybe(nullable(endDate)),
  misfirePolicy: optional(misfirePolicy),
  excludeDateList: optional(excludeDateList),
  parameterMap: optional(parameterMap),
  outputFormatList: optional(outputFormatList),
  locale: maybe(nullable(locale)),
  delivery: maybe(delivery),
  burst: maybe(burst),
  onlyIfRows: optional(onlyIfRows),
  ownerUsername: serverSet(text('Owner.')),
  nextRunDate: serverSet(dateTime('When it is due.')),
  lastRunDate: serverSet(dateTime('When it ran last.')),
  lastStatus: serverSet(text('What became of its last run.')),
  consecutiveFailureCount: serverSet(integer('Failures in a row.')),
  stopReason: serverSet(text('Why the program has disabled it.')),
  tenantIdentifier: serverSet(text('Tenant.')),
} as const;

export const SvcRToolReportScheduleModelInput = needing(
  closed({
    ...serverSetRecordFields,
    name: reportName('Name.'),
    executableReportUuid: uuid('Report.'),
    timeZone: optional(timeZone),
    enabled: optional(flag('It runs; default true.')),
    ...asked,
  }),
  'SvcRToolReportScheduleModelInput',
  { fields: ['cron', 'intervalSeconds', 'runDate'], exclusive: true },
);
export type SvcRToolReportScheduleModelInput = Static<typeof SvcRToolReportScheduleModelInput>;

export const SvcRToolReportScheduleUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: uuid('Schedule.'),
    version: integer('Version that was read.', { minimum: 0 }),
    name: optional(reportName('Name.')),
    executableReportUuid: optional(uuid('Report.')),
    timeZone: optional(timeZone),
    enabled: optional(flag('Is changed by activate and deactivate.')),
    ...asked,
  },
  'SvcRToolReportScheduleUpdateModel',
);
export type SvcRToolReportScheduleUpdateModel = Static<typeof SvcRToolReportScheduleUpdateModel>;

export const reportScheduleSort = ['name', 'nextRunDate', 'lastRunDate', 'dateCreated', 'dateUpdated'] as const;
export const reportScheduleSortStandard = { properties: ['name'], direction: 'ASC' } as const;

export const SvcRToolReportScheduleQueryModel = queryModel(
  {
    pageable: pageable(reportScheduleSort, reportScheduleSortStandard),
    name: optional(text('The name contains this.', { minLength: 1, maxLength: 200 })),
    executableReportUuid: optional(uuid('Schedules of this report.')),
    ownerUsername: optional(text('Of this owner.', { minLength: 1, maxLength: 255 })),
    enabled: optional(flag('Only those that run, or only those that do not.')),
  },
  'SvcRToolReportScheduleQueryModel',
);
export type SvcRToolReportScheduleQueryModel = Static<typeof SvcRToolReportScheduleQueryModel>;

export const SvcRToolReportNextRunsRequestModel = closed(
  {
    cron,
    timeZone: optional(timeZone),
    count: optional(integer('So many dates; default 10.', { minimum: 1, maximum: nextRunsMax })),
    excludeDateList: optional(excludeDateList),
  },
  'SvcRToolReportNextRunsRequestModel',
);
export type SvcRToolReportNextRunsRequestModel = Static<typeof SvcRToolReportNextRunsRequestModel>;
export const SvcRToolReportNextRunsModel = closed(
  { dateList: list(dateTime('Date.'), 'Dates from now on, the next one first; fewer where there are no more.') },
  'SvcRToolReportNextRunsModel',
);
export const reportNextRunsStandard = nextRunsStandard;

export const SvcRToolReportScheduleRunModel = closed(
  {
    uuid: uuid('Run of the schedule.'),
    scheduleUuid: uuid('Schedule.'),
    plannedDate: dateTime('When it was due, or asked for.'),
    manual: flag('Somebody asked for it.'),
    status: choice(
      reportScheduleRunStatuses,
      'RUNNING until every file is made, DELIVERING until every mail is queued; PARTIAL where some could not be.',
    ),
    executionUuid: nullable(uuid('Run of the report; null where there was none.')),
    rowCount: nullable(long('Rows of the report; null until they are known.')),
    errorCode: nullable(
      text(
        'Why it failed: a code of its report, of what refused it, REPORT_DELIVERY_FAILED, or REPORT_TOO_MANY_RECIPIENTS.',
      ),
    ),
    recipientCount: integer('Who is mailed its files.'),
    failedRecipientList: list(
      closed(
        { recipient: text('Username or address.'), errorCode: text('Why.') },
        'SvcRToolReportFailedRecipientModel',
      ),
      `Who could not be; the first ${failuresShown}.`,
    ),
    unservedRowCount: long('Rows of a burst that go to nobody.'),
    unservedList: list(
      closed(
        {
          recipient: nullable(text('Value, at most 254 characters of it; null: none.')),
          rowCount: long('Its rows.'),
        },
        'SvcRToolReportUnservedModel',
      ),
      `Values of a burst that are neither an address nor somebody's name; the first ${failuresShown}.`,
    ),
    dateCreated: dateTime('When it began.'),
    finishedDate: nullable(dateTime('When it ended.')),
  },
  'SvcRToolReportScheduleRunModel',
);
export type SvcRToolReportScheduleRunModel = Static<typeof SvcRToolReportScheduleRunModel>;

export const reportFailuresShown = failuresShown;
export const reportBurstRecipientsMax = burstRecipientsMax;

export const reportScheduleRunSort = ['plannedDate', 'dateCreated', 'finishedDate'] as const;
export const reportScheduleRunSortStandard = { properties: ['dateCreated'], direction: 'DESC' } as const;

export const SvcRToolReportScheduleRunQueryModel = queryModel(
  {
    pageable: pageable(reportScheduleRunSort, reportScheduleRunSortStandard),
    scheduleUuid: optional(uuid('Runs of this schedule.')),
    statusList: optional(
      list(choice(reportScheduleRunStatuses, 'Status.'), 'In one of these.', {
        maxItems: reportScheduleRunStatuses.length,
      }),
    ),
  },
  'SvcRToolReportScheduleRunQueryModel',
);
export type SvcRToolReportScheduleRunQueryModel = Static<typeof SvcRToolReportScheduleRunQueryModel>;
