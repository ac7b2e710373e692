// Leaves databases alone for a while that could not be connected to several times in a row.
import type { Clock } from '../../../../kernel/database/clock.ts';

/** So many failed connections in a row mean that the database is away. */
export const FAILURES_MAX = 5;
/** It is left alone for so long; then the next connection tries. */
export const PAUSE_MS = 30_000;
/** More adapters than any platform has; whoever was heard of longest ago is forgotten first. */
const KNOWN_MAX = 10_000;

interface State {
  readonly failures: number;
  /** Epoch milliseconds. */
  readonly pausedUntil: number;
}

export interface Breakers {
  /** Answers for how many milliseconds the database is left alone; 0: it may be connected to. */
  pausedFor(key: string): number;
  failed(key: string): void;
  reached(key: string): void;
}

/** Each process has its own; a key names an adapter as it is: changed, it begins anew. */
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
