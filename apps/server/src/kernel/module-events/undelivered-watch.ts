// Shows operators events that modules have refused: readiness names the module and since when, metrics count them.
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Clock } from '../database/clock.ts';
import type { Queryable } from '../database/database.ts';
import type { Job } from '../jobs/job.ts';
import { createRepeatedJob } from '../jobs/repeated-job.ts';
import type { Logger } from '../process/logger.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Readiness } from '../process/readiness.ts';
import type { ModuleEvent } from './module-event.types.ts';
import type { UndeliveredOfModule, UndeliveredStore } from './undelivered.store.ts';

/** Interval in which refusals of other processes are looked for, since readiness reads memory only. */
const LOOK_MS = 5_000;

export interface WatchParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly database: Queryable;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
}

/** Events whose refusals are watched. */
export interface WatchedEvents {
  /** The name of the warning and of the job. */
  readonly name: string;
  /** Begins the names of the metrics. */
  readonly metric: string;
  readonly undelivered: UndeliveredStore;
}

/** Creates the job that looks every few seconds, and at once when it is woken. */
export function createUndeliveredWatch(
  { clock, database, log, metrics, readiness }: WatchParts,
  { name, metric, undelivered }: WatchedEvents,
): Job {
  let waiting: readonly UndeliveredOfModule[] = [];
  const showFigure = (what: string, help: string, read: (one: UndeliveredOfModule) => number): void => {
    metrics.gauge({
      name: `${metric}_${what}`,
      help,
      labelNames: ['module'],
      collect(self) {
        self.reset();
        for (const one of waiting) self.set({ module: one.module }, read(one));
      },
    });
  };
  showFigure(
    'undelivered_events',
    'Events that a module has not taken, those behind a refused one included.',
    ({ count }) => count,
  );
  showFigure(
    'undelivered_age_seconds',
    'Time since the first event was refused that a module has not taken.',
    ({ since }) => Math.max(0, clock.now() - since.getTime()) / SECOND_MS,
  );
  readiness.warn(name, () => (waiting.length === 0 ? null : waiting.map(sentenceOf).join('; ')));
  const run = async (): Promise<void> => {
    waiting = await undelivered.waiting(database);
  };
  const job = createRepeatedJob({ name, run, intervalMs: () => LOOK_MS }, log);
  // A process that starts while events are refused names them at once.
  job.wake();
  return job;
}

function sentenceOf({ module, count, since, event }: UndeliveredOfModule): string {
  const { kind, id } = JSON.parse(event) as ModuleEvent;
  const rest = count === 1 ? '' : `, and ${count - 1} more`;
  return `${module} has not taken ${kind} (event ${id}) since ${since.toISOString()}${rest}`;
}
