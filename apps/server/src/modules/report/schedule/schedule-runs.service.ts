// Foresees the dates of schedules, and finds their runs.
import {
  reportNextRunsStandard,
  reportScheduleRunSortStandard,
  resolvePageable,
  type SvcRToolReportNextRunsRequestModel,
  type SvcRToolReportScheduleRunQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { nextDates } from './plan/next-dates.ts';
import { toScheduleRunModel } from './record/schedule.wire.ts';
import { pageScheduleRuns } from './record/schedule-run.store.ts';
import { requirePlan, scheduleProblems } from './schedule-input.ts';
import { seesAll } from './schedule-reach.ts';

const STANDARD_TIME_ZONE = 'UTC';

export type FindScheduleRuns = ReturnType<typeof createFindScheduleRuns>;

export function createFindScheduleRuns({ clock, database }: Pick<Kernel, 'clock' | 'database'>) {
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

    async page(act: Act, { pageable, ...asked }: SvcRToolReportScheduleRunQueryModel) {
      const request = resolvePageable(pageable, reportScheduleRunSortStandard);
      const { tenantIdentifier, username } = act.caller;
      const ownerFolded = seesAll(act) ? null : foldName(username);
      const { rows, total } = await pageScheduleRuns(database, { ...asked, tenantIdentifier, ownerFolded }, request);
      return pageBody(rows.map(toScheduleRunModel), total, request);
    },
  };
}
