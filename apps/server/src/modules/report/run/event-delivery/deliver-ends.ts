// Hands ends of runs to other modules, each at least once: the transaction that ends a run stores the event.
import type { Transaction } from '../../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createModuleDelivery } from '../../../../kernel/module-events/module-delivery.ts';
import { createModuleHandlers } from '../../../../kernel/module-events/module-handlers.ts';
import { createUndeliveredStore } from '../../../../kernel/module-events/undelivered.store.ts';
import { createUndeliveredWatch } from '../../../../kernel/module-events/undelivered-watch.ts';
import { hasWaiting, takeDeliveryTurn, takeEnds } from './run-event.store.ts';
import type { RunEnded } from './run-event.types.ts';

/**
 * Interval of the job. The process that ends a run delivers at once; the interval serves events of dead processes, and
 * refused ones.
 */
const INTERVAL_MS = 1_000;
const ENDS_PER_TURN = 100;

export type EndDeliveryGround = Pick<Kernel, 'clock' | 'database' | 'log' | 'metrics' | 'readiness'>;

export function createEndDelivery(ground: EndDeliveryGround) {
  const { clock, database, log } = ground;
  const undelivered = createUndeliveredStore({ name: 'report_run_undelivered', table: 'report_run_event_untold' });
  const watch = createUndeliveredWatch(ground, { name: 'report-events-undelivered', metric: 'report', undelivered });
  const handlers = createModuleHandlers<RunEnded>();
  const deliverToModules = createModuleDelivery({
    clock,
    log,
    handlers,
    undelivered,
    subjectOf: ({ executionUuid }) => executionUuid,
    onUndelivered: watch.wake,
  });

  /** Delivers some events; answers whether there are more. */
  async function deliverSome(tx: Transaction): Promise<boolean> {
    if (!(await takeDeliveryTurn(tx))) return false;
    const ends = await takeEnds(tx, ENDS_PER_TURN);
    await deliverToModules(tx, async (deliver) => {
      for (const end of ends) await deliver(end);
    });
    return ends.length === ENDS_PER_TURN;
  }

  async function run(): Promise<void> {
    if (!(await hasWaiting(database, new Date(clock.now())))) return;
    while (await database.transaction(deliverSome));
  }

  const job = createRepeatedJob({ name: 'report-events', run, intervalMs: () => INTERVAL_MS }, log);
  return { jobs: [job, watch], register: handlers.register, wake: job.wake };
}
