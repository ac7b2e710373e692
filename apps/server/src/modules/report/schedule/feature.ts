// Puts the feature together that has reports run by themselves.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Execution, RunEnded, RunFeature } from '../run/feature.ts';
import { createScheduleEnd } from './due/schedule-end.ts';
import { createFindOwner, type OwnerGround } from './due/schedule-owner.ts';
import { createScheduleRunWork } from './due/schedule-run-work.ts';
import { createScheduleStart } from './due/schedule-start.ts';
import { createScheduleUpkeep } from './due/schedule-upkeep.ts';
import { createScheduleWork } from './due/schedule-work.ts';
import { wakeRunOf } from './record/schedule-run.store.ts';
import { createScheduleHandlers } from './schedule.routes.ts';
import { createScheduleService } from './schedule.service.ts';
import type { InputGround } from './schedule-input.ts';
import { createFindScheduleRuns } from './schedule-runs.service.ts';

type ScheduleGround = Pick<Kernel, 'clock' | 'database' | 'events' | 'ids' | 'leases' | 'log'> &
  InputGround &
  OwnerGround & { readonly runs: Pick<RunFeature, 'wake' | 'wakeExports'> };

export function createScheduleFeature(ground: ScheduleGround) {
  const { clock, database } = ground;
  const end = createScheduleEnd(ground);
  const start = createScheduleStart({ ...ground, findOwner: createFindOwner(ground) });
  const work = createScheduleWork({ ...ground, start, end });
  const runWork = createScheduleRunWork({ ...ground, end });
  const wakeRuns = (): void => runWork.wakeAt(clock.now());
  const upkeep = createScheduleUpkeep({ ...ground, end, wake: () => work.wakeAt(clock.now()), wakeRuns });
  return {
    handlers: createScheduleHandlers(createScheduleService({ ...ground, start, work }), createFindScheduleRuns(ground)),
    jobs: [work.job, runWork.job, upkeep.job],
    directoryHandler: upkeep.handler,
    leaveReport: upkeep.leaveReport,
    /** Hears that a run of a report has ended. */
    async onRunEnd(tx: Transaction, { executionUuid }: Pick<RunEnded, 'executionUuid'>): Promise<void> {
      if (await wakeRunOf(tx, executionUuid, new Date(clock.now()))) tx.afterCommit(wakeRuns);
    },
    /** Hears that a further file of a run was made, or could not be. */
    async onFileEnd({ uuid }: Pick<Execution, 'uuid'>): Promise<void> {
      if (await wakeRunOf(database, uuid, new Date(clock.now()))) wakeRuns();
    },
  };
}
