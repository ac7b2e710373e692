// Lets streams read their own changes, a few at a time: at once where somebody waits for them, else spread over some seconds.
import type { Follower, Need } from './follower.ts';

/** So many ask the database at a time; others are answered meanwhile. */
const AT_ONCE = 8;
/** The exact count follows within so long, however many there are. */
const SPREAD_MS = 15_000;
/** A stream more makes the spread longer by so much: a few have their exact count at once. */
const SPREAD_OF_ONE_MS = 1.5;

interface Waiting {
  isQueued: boolean;
  timer: NodeJS.Timeout | null;
}

export interface CatchUpParts {
  /** Reads and tells the changes of one stream, and answers what the stream needs then. */
  readonly run: (follower: Follower) => Promise<Need>;
  readonly count: () => number;
  /** While something is told to everybody nobody begins to read: what is new is heard first, and counted exactly afterwards. */
  readonly isTelling: () => boolean;
}

export function createCatchUps({ run, count, isTelling }: CatchUpParts) {
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
    if (running >= AT_ONCE || isTelling()) return;
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
    /** Goes on after something was told to everybody. */
    resume: next,
    /** The stream has ended. */
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
