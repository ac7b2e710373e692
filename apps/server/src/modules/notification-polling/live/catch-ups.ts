// Lets streams read their own changes, a few at a time: at once where somebody waits for them, else spread over some seconds.
import type { Follower, Need } from './follower.ts';

/** Streams that query the database at a time; other requests are answered meanwhile. */
const AT_ONCE = 8;
/** Longest time until the exact counts of all streams follow. */
const SPREAD_MS = 15_000;
/** Time by which one more stream lengthens the spread: a few get their exact count at once. */
const SPREAD_OF_ONE_MS = 1.5;

interface Waiting {
  isQueued: boolean;
  timer: NodeJS.Timeout | null;
}

export interface CatchUpParts {
  /** Reads and sends the changes of one stream, and answers what the stream needs then. */
  readonly run: (follower: Follower) => Promise<Need>;
  readonly count: () => number;
  /**
   * Says whether a broadcast is under way, during which no stream begins to read: events come first, exact counts
   * afterwards.
   */
  readonly isBroadcasting: () => boolean;
}

export function createCatchUps({ run, count, isBroadcasting }: CatchUpParts) {
  const queue: Follower[] = [];
  const waiting = new Map<Follower, Waiting>();
  let running = 0;

  const of = (follower: Follower): Waiting => {
    const known = waiting.get(follower) ?? { isQueued: false, timer: null };
    waiting.set(follower, known);
    return known;
  };
  const need = (follower: Follower, what: Need): void => {
    if (what === 'NOW') now(follower);
    if (what === 'LATER') later(follower);
  };
  const next = (): void => {
    if (running >= AT_ONCE || isBroadcasting()) return;
    const follower = queue.shift();
    if (follower === undefined) return;
    running += 1;
    waiting.delete(follower);
    run(follower)
      .then((what) => need(follower, what))
      .finally(() => {
        running -= 1;
        next();
      });
    next();
  };
  const now = (follower: Follower): void => {
    if (!follower.isPresent) {
      follower.askAgain();
      return;
    }
    const state = of(follower);
    if (state.timer !== null) clearTimeout(state.timer);
    state.timer = null;
    if (state.isQueued) return;
    state.isQueued = true;
    queue.push(follower);
    next();
  };
  const later = (follower: Follower): void => {
    const state = of(follower);
    if (state.isQueued || state.timer !== null) return;
    const spreadMs = Math.min(SPREAD_MS, count() * SPREAD_OF_ONE_MS);
    state.timer = setTimeout(() => now(follower), Math.random() * spreadMs);
    state.timer.unref();
  };

  return {
    need,
    now,
    /** Continues after a broadcast. */
    resume: next,
    /** Removes a stream that has ended. */
    forget(follower: Follower): void {
      const state = waiting.get(follower);
      if (state === undefined) return;
      if (state.timer !== null) clearTimeout(state.timer);
      waiting.delete(follower);
      if (state.isQueued) queue.splice(queue.indexOf(follower), 1);
    },
  };
}

export type CatchUps = ReturnType<typeof createCatchUps>;
