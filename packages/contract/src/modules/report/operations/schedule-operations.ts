// Declares the operations on schedules, which have reports run by themselves.
import { page } from '../../../models/paging.ts';
import { closed, uuid } from '../../../models/schema.ts';
import { authority } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { recordOperations } from '../../../operations/record-operations.ts';
import {
  SvcRToolReportNextRunsModel,
  SvcRToolReportNextRunsRequestModel,
  SvcRToolReportScheduleModel,
  SvcRToolReportScheduleModelInput,
  SvcRToolReportScheduleQueryModel,
  SvcRToolReportScheduleRunModel,
  SvcRToolReportScheduleRunQueryModel,
  SvcRToolReportScheduleUpdateModel,
} from '../models/schedule-models.ts';

const read = authority('REPORT_SCHEDULE_VIEW', 'REPORT_SCHEDULE_MANAGE', 'REPORT_EXECUTE');
const write = authority('REPORT_SCHEDULE_MANAGE', 'REPORT_EXECUTE');
const seen = 'The own ones; REPORT_SCHEDULE_VIEW and REPORT_SCHEDULE_MANAGE see those of the tenant.';
const whose = 'The own ones; REPORT_SCHEDULE_MANAGE reaches those of the tenant.';

const schedules = recordOperations({
  thing: 'REPORT_SCHEDULE',
  one: 'a report schedule',
  many: 'report schedules',
  path: '/report-schedules',
  model: SvcRToolReportScheduleModel,
  read,
  write,
  identifier: 'Schedule.',
});

const runRefusals = [
  'REPORT_NOT_FOUND',
  'REPORT_DISABLED',
  'REPORT_NOT_PUBLISHED',
  'REPORT_NOT_RUNNABLE',
  'REPORT_PARAMETER_INVALID',
  'REPORT_OUTPUT_FORMAT_NOT_ALLOWED',
  'REPORT_ADAPTER_UNAVAILABLE',
] as const;
const refusals = [
  ...runRefusals,
  'REPORT_RECIPIENT_INVALID',
  'REPORT_RECIPIENT_NOT_ALLOWED',
  'REPORT_CRON_INVALID',
  'REPORT_INTERVAL_TOO_SMALL',
  'REPORT_TIME_ZONE_UNKNOWN',
  'REPORT_SCHEDULE_OVER',
  'REPORT_SCHEDULE_LIMIT_REACHED',
] as const;

export const scheduleOperations = {
  saveSchedule: schedules.save(SvcRToolReportScheduleModelInput, {
    description:
      'It runs by the rights that the caller, its owner, has at each run, and stops where he has lost them. At most 50 of a person.',
    errors: refusals,
  }),
  updateSchedule: schedules.update(SvcRToolReportScheduleUpdateModel, {
    description: `${whose} The caller becomes its owner: nobody has something run by rights that are another's. A field that is left out stays.`,
    errors: refusals,
  }),
  getSchedule: schedules.get({ description: seen }),
  deleteSchedule: schedules.delete({ description: `${whose} Runs that have begun go on.` }),
  activateSchedule: schedules.activate({
    description: `${whose} It goes on with the next date from now; failures are counted anew.`,
    errors: ['REPORT_SCHEDULE_OVER'],
  }),
  deactivateSchedule: schedules.deactivate({ description: `${whose} Runs that have begun go on.` }),
  runScheduleNow: schedules.perform('run-now', {
    summary: 'Runs a report schedule now',
    description: `${whose} As its owner, whether or not it is enabled; its next date stays.`,
    reply: { kind: 'json', schema: SvcRToolReportScheduleRunModel },
    errors: ['REPORT_QUEUE_FULL', ...runRefusals, 'REPORT_RECIPIENT_INVALID', 'REPORT_RECIPIENT_NOT_ALLOWED'],
    idempotent: true,
  }),
  queryScheduleDataPage: schedules.page(SvcRToolReportScheduleQueryModel, { description: seen }),
  restartFailed: operation({
    method: 'POST',
    path: '/report-schedules/runs/restart-failed/by-uuid/{runUuid}',
    summary: 'Mails the files of a run to whom it failed',
    description: `${whose} Nobody else gets them again, and nothing is run anew.`,
    access: write,
    effect: 'write',
    params: closed({ runUuid: uuid('Run of a schedule.') }),
    reply: { kind: 'json', schema: SvcRToolReportScheduleRunModel },
    errors: ['REPORT_SCHEDULE_RUN_NOT_FOUND', 'REPORT_FAILED', 'REPORT_NOT_READY'],
  }),
  nextRuns: operation({
    method: 'POST',
    path: '/report-schedules/next-runs',
    summary: 'When a schedule would run',
    description: 'Dates from now on; nothing is stored.',
    access: read,
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolReportNextRunsRequestModel },
    reply: { kind: 'json', schema: SvcRToolReportNextRunsModel },
    errors: ['REPORT_CRON_INVALID', 'REPORT_TIME_ZONE_UNKNOWN'],
  }),
  queryScheduleRunPage: operation({
    method: 'POST',
    path: '/report-schedules/runs/data/page',
    summary: 'Pages the runs of report schedules',
    description: seen,
    access: read,
    effect: 'read',
    body: { kind: 'json', schema: SvcRToolReportScheduleRunQueryModel, optional: true },
    reply: { kind: 'json', schema: page(SvcRToolReportScheduleRunModel) },
  }),
} as const;
