// Lets others have their turn while one request makes many mails, and ends one that takes too long.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fail } from '../../../../kernel/request/errors.ts';

const RENDERS_PER_TURN = 50;
/** All mails of one request; it ends before a request does. */
const REQUEST_MS_MAX = 20_000;

export type Pace = () => Promise<void> | null;

/** Is called before each mail is rendered. 422 TEMPLATE_RENDER_LIMIT_EXCEEDED. */
export function createPace(now: () => number = () => performance.now()): Pace {
  const startMs = now();
  let renders = 0;
  return () => {
    if (now() - startMs > REQUEST_MS_MAX) fail('TEMPLATE_RENDER_LIMIT_EXCEEDED');
    renders += 1;
    return renders % RENDERS_PER_TURN === 0 ? nextTurn() : null;
  };
}
