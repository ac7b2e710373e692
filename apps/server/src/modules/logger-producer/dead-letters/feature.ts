// Wires dead letters: accepted events that cannot be stored.
import { DAY_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import type { LogEvent, StoreOutcome } from '../record/event.types.ts';
import { createBurying } from './burying.ts';
import { createDeadLetterHandlers } from './dead-letter.routes.ts';
import { createDeadLetterService } from './dead-letter.service.ts';
import { createDeadLetterStore } from './dead-letter.store.ts';

export type { Bury } from './burying.ts';

const KEPT_DAYS = 14;

export function createDeadLetters(kernel: Kernel) {
  const { clock, database, log } = kernel;
  const store = createDeadLetterStore(database);
  createCountedGauge(
    kernel,
    { name: 'log_dead_letters', help: 'Accepted events that lie in the dead letters.' },
    store.count,
  );
  const purge = () => store.purge(new Date(clock.now() - KEPT_DAYS * DAY_MS));
  return {
    bury: createBurying(kernel, store),
    count: store.count,
    job: createRepeatedJob({ name: 'log-dead-letter-purge', run: purge, intervalMs: () => DAY_MS }, log),
    /** `storeEvent` is that of the store, see there. */
    handlers: (storeEvent: (event: LogEvent, bytes: number) => Promise<StoreOutcome>) =>
      createDeadLetterHandlers(createDeadLetterService({ clock, database, store, storeEvent })),
  };
}
