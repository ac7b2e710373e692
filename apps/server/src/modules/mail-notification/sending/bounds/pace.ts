// Lets other requests have their turn while one makes many mails, and ends one that takes too long.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fail } from '../../../../kernel/request/errors.ts';

const RENDERS_PER_TURN = 50;
/** Time for all mails of one request, shorter than that of a request. */
const REQUEST_MS_MAX = 20_000;

export type Pace = () => Promise<void> | null;

/** Creates the function that is called before each mail is rendered. 422 TEMPLATE_RENDER_LIMIT_EXCEEDED. */
export function createPace(now: () => number = () => performance.now()): Pace {
  const startMs = now();
  let renders = 0;
  return () => {
    if (now() - startMs > REQUEST_MS_MAX) fail('TEMPLATE_RENDER_LIMIT_EXCEEDED');
    renders += 1;
    return renders % RENDERS_PER_TURN === 0 ? nextTurn() : null;
  };
}
