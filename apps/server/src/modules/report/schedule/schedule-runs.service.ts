// Computes dates of schedules, and finds their runs.
import {
  reportNextRunsStandard,
  reportScheduleRunSortStandard,
  resolvePageable,
  type SvcRToolReportNextRunsRequestModel,
  type SvcRToolReportScheduleRunModel,
  type SvcRToolReportScheduleRunQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { DeliveryFeature } from '../delivery/feature.ts';
import { nextDates } from './next-dates.ts';
import { schedules } from './record/schedule.store.ts';
import { toScheduleRunModel } from './record/schedule.wire.ts';
import {
  findScheduleRunOf,
  holdScheduleRun,
  pageScheduleRuns,
  reviseScheduleRun,
} from './record/schedule-run.store.ts';
import { requirePlan, scheduleProblems } from './schedule-input.ts';
import { requireSchedule, seesAll } from './schedule-reach.ts';

const STANDARD_TIME_ZONE = 'UTC';

export type FindScheduleRuns = ReturnType<typeof createFindScheduleRuns>;

export interface ScheduleRunsGround extends Pick<Kernel, 'clock' | 'database'> {
  readonly again: DeliveryFeature['again'];
}

export function createFindScheduleRuns({ clock, database, again }: ScheduleRunsGround) {
  return {
    /** Answers the dates that a pattern has from now on. */
    foresee({ cron, timeZone, count, excludeDateList }: SvcRToolReportNextRunsRequestModel): string[] {
      const now = new Date(clock.now());
      const plan = {
        cron,
        timeZone: timeZone ?? STANDARD_TIME_ZONE,
        intervalSeconds: null,
        runDate: null,
        startDate: null,
        endDate: null,
        excludeDateList: excludeDateList ?? [],
        dateCreated: now,
      };
      const problems = scheduleProblems(plan);
      if (problems.length > 0) invalid(...problems);
      requirePlan(plan);
      return nextDates(plan, now, count ?? reportNextRunsStandard).map((date) => date.toISOString());
    },

    /** Mails a run again; recipients whom a mail has reached do not get another. */
    async restart(act: Act, uuid: string): Promise<SvcRToolReportScheduleRunModel> {
      const { tenantIdentifier } = act.caller;
      const found = await findScheduleRunOf(database, uuid, tenantIdentifier);
      if (found === null) return failNotFound('REPORT_SCHEDULE_RUN_NOT_FOUND', { uuid });
      const scope = { tenantIdentifier, deleted: true };
      requireSchedule(act, await schedules.get(database, scope, { id: found.scheduleId }), 'CHANGE');
      return database.transaction(async (tx) => {
        const run = (await holdScheduleRun(tx, found.id))!;
        if (run.finishedDate === null) fail('REPORT_NOT_READY');
        if (run.status === 'FAILED' && run.recipientCount === 0) {
          fail('REPORT_FAILED', { errorArguments: [{ code: run.errorCode }] });
        }
        if ((await again(tx, run.id)) === 0) return toScheduleRunModel(run);
        await reviseScheduleRun(tx, run.id, 'DELIVERING', null);
        return toScheduleRunModel((await findScheduleRunOf(tx, uuid, tenantIdentifier))!);
      });
    },

    async page(act: Act, { pageable, ...asked }: SvcRToolReportScheduleRunQueryModel) {
      const request = resolvePageable(pageable, reportScheduleRunSortStandard);
      const { tenantIdentifier, username } = act.caller;
      const ownerFolded = seesAll(act) ? null : foldName(username);
      const { rows, total } = await pageScheduleRuns(database, { ...asked, tenantIdentifier, ownerFolded }, request);
      return pageBody(rows.map(toScheduleRunModel), total, request);
    },
  };
}
