// Pauses connections to databases that could not be reached several times in a row.
import type { Clock } from '../../../../kernel/database/clock.ts';

/** Failed connections in a row after which the database counts as away. */
export const FAILURES_MAX = 5;
/** Length of the pause; then the next connection tries. */
export const PAUSE_MS = 30_000;
/** Adapters that are remembered, more than a platform has; the one unused for longest is forgotten first. */
const KNOWN_MAX = 10_000;

interface State {
  readonly failures: number;
  /** End of the pause, epoch milliseconds. */
  readonly pausedUntil: number;
}

export interface Breakers {
  /** Answers for how many milliseconds connections are paused; 0: one may be opened. */
  pausedFor(key: string): number;
  failed(key: string): void;
  reached(key: string): void;
}

/** Creates the breakers of a process; a key names an adapter with its version, so that a changed one begins anew. */
export function createBreakers(clock: Pick<Clock, 'now'>): Breakers {
  const known = new Map<string, State>();
  return {
    pausedFor: (key) => Math.max(0, (known.get(key)?.pausedUntil ?? 0) - clock.now()),
    failed(key) {
      const failures = (known.get(key)?.failures ?? 0) + 1;
      const pausedUntil = failures >= FAILURES_MAX ? clock.now() + PAUSE_MS : 0;
      known.delete(key);
      known.set(key, { failures, pausedUntil });
      if (known.size > KNOWN_MAX) known.delete(known.keys().next().value!);
    },
    reached: (key) => void known.delete(key),
  };
}
