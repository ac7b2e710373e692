// Waits for the end of a run, whichever process is at it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../kernel/database/database.ts';
import { type Execution, findExecution } from '../run/feature.ts';
import { isOver } from './execution.wire.ts';

/** Its row is looked at: soon for a short run, less often while it lasts. */
const FIRST_LOOK_MS = 20;
const LOOK_MS_MAX = 250;

export function createAwaitEnd(database: Database) {
  /** Answers the run as it stands when it is over, `waitMs` have passed, or nobody waits any more. */
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
