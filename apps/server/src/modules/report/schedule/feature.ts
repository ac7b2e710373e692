// Wires schedules of reports.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import { createDeliveryFeature, type DeliveryWorkGround } from '../delivery/feature.ts';
import { type Execution, findExecutionOf, type RunEnded, type RunFeature } from '../run/feature.ts';
import { createDivideRows } from './burst/divide-rows.ts';
import { createScheduleEnd } from './due/schedule-end.ts';
import { createScheduleMails, type ScheduleMailGround } from './due/schedule-mails.ts';
import { createFindOwner, type OwnerGround } from './due/schedule-owner.ts';
import { createScheduleRunWork } from './due/schedule-run-work.ts';
import { createScheduleStart } from './due/schedule-start.ts';
import { createScheduleUpkeep } from './due/schedule-upkeep.ts';
import { createScheduleWork } from './due/schedule-work.ts';
import { createCheckRecipients, createRefusalOf, type RecipientGround } from './recipients.ts';
import { findLag } from './record/schedule.store.ts';
import { wakeRunOf } from './record/schedule-run.store.ts';
import { createScheduleHandlers } from './schedule.routes.ts';
import { createScheduleService } from './schedule.service.ts';
import type { InputGround } from './schedule-input.ts';
import { createFindScheduleRuns } from './schedule-runs.service.ts';

type ScheduleGround = Pick<
  Kernel,
  'address' | 'clock' | 'contents' | 'database' | 'events' | 'groupCommit' | 'ids' | 'leases' | 'log' | 'metrics'
> &
  Omit<InputGround, 'checkRecipients'> &
  OwnerGround &
  RecipientGround &
  Pick<ScheduleMailGround, 'authentication'> &
  Pick<DeliveryWorkGround, 'mail'> & { readonly runs: Pick<RunFeature, 'makePart' | 'wake' | 'wakeExports'> };

export function createScheduleFeature(ground: ScheduleGround) {
  const { clock, database } = ground;
  const findOwner = createFindOwner(ground);
  const checkRecipients = createCheckRecipients(ground);
  const delivery = createDeliveryFeature({
    ...ground,
    refusalOf: createRefusalOf(checkRecipients, findOwner),
    onSettled: (tx, run) => end.settled(tx, run),
  });
  const mails = createScheduleMails({ ...ground, queue: delivery.queue });
  const end = createScheduleEnd({ ...ground, mails });
  const start = createScheduleStart({ ...ground, findOwner });
  const work = createScheduleWork({ ...ground, start, end });
  const runWork = createScheduleRunWork({ ...ground, end, mails, divideRows: createDivideRows(ground) });
  createCountedGauge(
    ground,
    { name: 'report_schedule_lag_seconds', help: 'Time that the schedule which waits longest has been due for.' },
    () => findLag(database, new Date(clock.now())),
  );
  const wakeRuns = (): void => runWork.wakeAt(clock.now());
  const upkeep = createScheduleUpkeep({ ...ground, end, wake: () => work.wakeAt(clock.now()), wakeRuns });
  return {
    handlers: createScheduleHandlers(
      createScheduleService({ ...ground, start, work, checkRecipients }),
      createFindScheduleRuns({ ...ground, again: delivery.again }),
    ),
    jobs: [work.job, runWork.job, upkeep.job, ...delivery.jobs],
    connect: delivery.connect,
    directoryHooks: upkeep.directoryHooks,
    findOwner,
    leaveReport: upkeep.leaveReport,
    /** Handles the end of a run. */
    async onRunEnd(tx: Transaction, ended: RunEnded): Promise<void> {
      const { executionUuid, tenantIdentifier, status, errorCode } = ended;
      const execution = await findExecutionOf(tx, executionUuid, tenantIdentifier);
      const reason = status === 'SUCCEEDED' ? '' : (errorCode ?? 'REPORT_CANCELLED');
      if (execution?.notify === 'MAIL') await mails.ended(tx, execution, reason);
      if (await wakeRunOf(tx, executionUuid, new Date(clock.now()))) tx.afterCommit(wakeRuns);
    },
    /** Handles a further file of a run that was made, or failed. */
    async onFileEnd({ uuid }: Pick<Execution, 'uuid'>): Promise<void> {
      if (await wakeRunOf(database, uuid, new Date(clock.now()))) wakeRuns();
    },
  };
}
