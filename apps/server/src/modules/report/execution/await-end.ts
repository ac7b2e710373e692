// Waits for the end of a run in whatever process.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../kernel/database/database.ts';
import { type Execution, findExecution } from '../run/feature.ts';
import { isOver } from './execution.wire.ts';

/** Intervals of looking at its row: short at first, longer while it lasts. */
const FIRST_LOOK_MS = 20;
const LOOK_MS_MAX = 250;

export function createAwaitEnd(database: Database) {
  /** Answers the run when it is over, after `waitMs`, or when the signal fires. */
  return async (run: Execution, waitMs: number, signal?: AbortSignal): Promise<Execution> => {
    const until = performance.now() + waitMs;
    let found = run;
    for (let pauseMs = FIRST_LOOK_MS; !isOver(found) && performance.now() < until; pauseMs *= 1.5) {
      const leftMs = until - performance.now();
      await sleep(Math.min(pauseMs, LOOK_MS_MAX, leftMs), undefined, { signal }).catch(() => undefined);
      if (signal?.aborted === true) break;
      found = (await findExecution(database, run.id)) ?? { ...found, status: 'CANCELLED' };
    }
    return found;
  };
}
