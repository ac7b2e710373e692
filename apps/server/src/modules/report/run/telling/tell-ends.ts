// Hands ends of runs to other modules, each at least once: the transaction that ends a run stores the event.
import type { Transaction } from '../../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createModuleHandlers } from '../../../../kernel/module-events/module-handlers.ts';
import { createTellModules } from '../../../../kernel/module-events/tell-modules.ts';
import { createUntoldStore } from '../../../../kernel/module-events/untold.store.ts';
import { createUntoldWatch } from '../../../../kernel/module-events/untold-watch.ts';
import { takeEnds, takeTellingTurn, waitsToBeTold } from './run-event.store.ts';
import type { RunEnded } from './run-event.types.ts';

/**
 * Interval of the job. The process that ends a run delivers at once; the interval serves events of dead processes, and
 * refused ones.
 */
const INTERVAL_MS = 1_000;
const ENDS_PER_TURN = 100;

export type TellEndsGround = Pick<Kernel, 'clock' | 'database' | 'log' | 'metrics' | 'readiness'>;

export function createTellEnds(ground: TellEndsGround) {
  const { clock, database, log } = ground;
  const untold = createUntoldStore({ name: 'report_run_untold', table: 'report_run_event_untold' });
  const watch = createUntoldWatch(ground, { name: 'report-events-untold', metric: 'report', untold });
  const handlers = createModuleHandlers<RunEnded>();
  const tellModules = createTellModules({
    clock,
    log,
    handlers,
    untold,
    subjectOf: ({ executionUuid }) => executionUuid,
    onUntold: watch.wake,
  });

  /** Delivers some events; answers whether there are more. */
  async function tellSome(tx: Transaction): Promise<boolean> {
    if (!(await takeTellingTurn(tx))) return false;
    const ends = await takeEnds(tx, ENDS_PER_TURN);
    await tellModules(tx, async (tell) => {
      for (const end of ends) await tell(end);
    });
    return ends.length === ENDS_PER_TURN;
  }

  async function run(): Promise<void> {
    if (!(await waitsToBeTold(database, new Date(clock.now())))) return;
    while (await database.transaction(tellSome));
  }

  const job = createRepeatedJob({ name: 'report-telling', run, intervalMs: () => INTERVAL_MS }, log);
  return { jobs: [job, watch], register: handlers.register, wake: job.wake };
}
