// Does the same work again and again, one run after the other.

import type { Logger } from '../process/logger.ts';
import type { Job } from './job.ts';

export interface RepeatedWork {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly intervalMs: () => number;
  /** Runs once more while stopping, for work that would be lost. */
  readonly finish?: () => Promise<unknown>;
  /** Runs in every process, whatever modules it serves. */
  readonly everywhere?: true;
}

/** A failed run is logged once until one succeeds again. */
export function createRepeatedJob(work: RepeatedWork, log: Logger): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let stopped = true;
  let failing = false;
  let woken = false;

  const attempt = async (run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error, job: work.name }, 'background work failed and is tried again');
      failing = true;
    }
  };
  const begin = (): void => {
    woken = false;
    running = attempt(work.run).then(() => {
      running = null;
      schedule();
    });
  };
  const schedule = (): void => {
    if (stopped) return;
    if (woken) begin();
    else {
      timer = setTimeout(begin, work.intervalMs());
      timer.unref();
    }
  };

  return {
    name: work.name,
    intervalMs: work.intervalMs,
    ...(work.everywhere === undefined ? {} : { everywhere: work.everywhere }),
    start() {
      stopped = false;
      schedule();
    },
    wake() {
      woken = true;
      if (stopped || running !== null) return;
      clearTimeout(timer);
      begin();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      if (work.finish !== undefined) await attempt(work.finish);
    },
  };
}
