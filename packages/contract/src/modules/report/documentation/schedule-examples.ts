// Holds examples of the operations on schedules of reports.
import { placeholders as example } from '../../../documentation/placeholders.ts';

const asked = {
  name: 'Sessions of a person, each morning',
  executableReportUuid: example.report,
  cron: '0 8 * * 1-5',
  timeZone: 'Europe/Istanbul',
  excludeDateList: ['2027-01-01'],
  parameterMap: { who: { expression: 'CURRENT_USER' } },
  outputFormatList: ['CSV'],
} as const;

const schedule = {
  ...asked,
  id: example.number,
  uuid: example.reportSchedule,
  version: 0,
  createdBy: 'admin',
  updatedBy: 'admin',
  dateCreated: example.time,
  dateUpdated: example.time,
  deletedDate: null,
  deleted: false,
  tenantIdentifier: 'default',
  intervalSeconds: null,
  runDate: null,
  startDate: null,
  endDate: null,
  misfirePolicy: 'RUN_ONCE',
  locale: null,
  delivery: null,
  burst: null,
  onlyIfRows: false,
  enabled: true,
  ownerUsername: 'admin',
  nextRunDate: example.time,
  lastRunDate: null,
  lastStatus: null,
  consecutiveFailureCount: 0,
  stopReason: null,
} as const;

const params = { uuid: example.reportSchedule } as const;
const changed = { ...schedule, version: 1 } as const;
const run = {
  uuid: example.uuid,
  scheduleUuid: example.reportSchedule,
  plannedDate: example.time,
  manual: true,
  status: 'RUNNING',
  executionUuid: example.uuid,
  rowCount: null,
  errorCode: null,
  recipientCount: 0,
  failedRecipientList: [],
  unservedRowCount: 0,
  unservedList: [],
  dateCreated: example.time,
  finishedDate: null,
} as const;
const pageOf = (property: string, direction: 'ASC' | 'DESC') =>
  ({ pageNumber: 0, pageSize: 20, sort: { properties: [property], direction } }) as const;

export const scheduleExamples = {
  saveSchedule: { body: asked, answer: { ...schedule, uuid: example.uuid } },
  updateSchedule: {
    body: { uuid: example.reportSchedule, version: 0, cron: '0 7 * * 1-5' },
    answer: { ...changed, cron: '0 7 * * 1-5' },
  },
  getSchedule: { params, answer: schedule },
  deleteSchedule: { params },
  activateSchedule: { params, answer: schedule },
  deactivateSchedule: { params, answer: { ...changed, enabled: false, nextRunDate: null } },
  runScheduleNow: { params, answer: run },
  queryScheduleDataPage: {
    body: { executableReportUuid: example.report },
    answer: { data: [schedule], totalPages: 1, totalElements: 1, pageable: pageOf('name', 'ASC') },
  },
  restartFailed: {
    params: { runUuid: example.reportScheduleRun },
    answer: {
      ...run,
      uuid: example.reportScheduleRun,
      status: 'SUCCEEDED',
      rowCount: example.number,
      recipientCount: 1,
      finishedDate: example.time,
    },
  },
  nextRuns: {
    body: { cron: '0 8 * * 1-5', timeZone: 'Europe/Istanbul', count: 2 },
    answer: { dateList: [example.time, example.time] },
  },
  queryScheduleRunPage: {
    body: { scheduleUuid: example.reportSchedule },
    answer: { data: [], totalPages: 0, totalElements: 0, pageable: pageOf('dateCreated', 'DESC') },
  },
} as const;
