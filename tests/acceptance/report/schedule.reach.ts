// Tells how each operation on schedules would reach into another tenant, and what comes back instead.
import type { Client } from '@keelson/client';
import type { ErrorCode } from '@keelson/contract';
import type { Outcome, Reach } from '../reach.ts';
import { scheduleBy } from './schedules.ts';

/** They answer by the caller's own tenant alone, or by nothing stored. */
export const ownScheduleOperations = ['nextRuns'];

let made = 0;
type TheirSchedule = Awaited<ReturnType<typeof scheduleBy>>;

/** Schedules are their tenant's alone, whoever asks. */
const alike = (
  call: (report: Client<false>['report'], theirs: TheirSchedule) => ReturnType<Reach['call']>,
  outcome: Outcome = unknown,
): Reach => ({
  async call({ report }, { tenant }) {
    made += 1;
    return call(report, await scheduleBy(tenant.deputy, `foreign-schedule-${made}`));
  },
  stranger: outcome,
  everywhere: outcome,
});
const unknown = 'REPORT_SCHEDULE_NOT_FOUND' satisfies ErrorCode;

export const scheduleReaches: Readonly<Record<string, Reach>> = {
  saveSchedule: alike(
    (report, { report: { uuid } }) =>
      report.saveSchedule({ body: { name: 'Theirs', executableReportUuid: uuid, cron: '0 8 * * *' } }),
    'REPORT_NOT_FOUND',
  ),
  updateSchedule: alike((report, { uuid }) => report.updateSchedule({ body: { uuid, version: 0, name: 'Mine' } })),
  getSchedule: alike((report, { params }) => report.getSchedule({ params })),
  deleteSchedule: alike((report, { params }) => report.deleteSchedule({ params })),
  activateSchedule: alike((report, { params }) => report.activateSchedule({ params })),
  deactivateSchedule: alike((report, { params }) => report.deactivateSchedule({ params })),
  runScheduleNow: alike((report, { params }) => report.runScheduleNow({ params })),
  restartFailed: {
    async call({ report }, { tenant }) {
      made += 1;
      const { params } = await scheduleBy(tenant.deputy, `foreign-schedule-${made}`);
      const { body } = await tenant.deputy.sure.report.runScheduleNow({ params });
      return report.restartFailed({ params: { runUuid: body.uuid } });
    },
    stranger: 'REPORT_SCHEDULE_RUN_NOT_FOUND',
    everywhere: 'REPORT_SCHEDULE_RUN_NOT_FOUND',
  },
  queryScheduleDataPage: alike((report, { name }) => report.queryScheduleDataPage({ body: { name } }), {
    totalElements: 0,
  }),
  queryScheduleRunPage: alike((report, { uuid }) => report.queryScheduleRunPage({ body: { scheduleUuid: uuid } }), {
    totalElements: 0,
  }),
};
