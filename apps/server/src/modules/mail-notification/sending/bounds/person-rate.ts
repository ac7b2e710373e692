// Bounds how many mails a person sends, and to how many recipients, so that an account is no open relay.
import { SECOND_MS } from '@keelson/time-zone/units';
import { LRUCache } from 'lru-cache';

const PEOPLE_MAX = 10_000;
const WINDOW_MS = 60_000;

interface Window {
  readonly startMs: number;
  readonly used: number;
}

/** Counts `count` and answers null, or else the seconds after which more may be sent. */
export type PersonRate = (person: string, count: number, max: number) => number | null;

/**
 * Creates the rate, per minute and process. A request beyond the bound passes where something is left, and uses up the
 * minutes after it: one larger than the bound could never be sent otherwise.
 */
export function createPersonRate(now: () => number): PersonRate {
  const windows = new LRUCache<string, Window>({ max: PEOPLE_MAX });
  return (person, count, max) => {
    const nowMs = now();
    const before = windows.get(person) ?? { startMs: nowMs, used: 0 };
    const passed = Math.floor((nowMs - before.startMs) / WINDOW_MS);
    const isStale = passed < 0 || before.used <= passed * max;
    const window = isStale
      ? { startMs: nowMs, used: 0 }
      : { startMs: before.startMs + passed * WINDOW_MS, used: before.used - passed * max };
    if (window.used >= max) {
      const minutes = Math.floor(window.used / max);
      return Math.max(1, Math.ceil((window.startMs + minutes * WINDOW_MS - nowMs) / SECOND_MS));
    }
    windows.set(person, { ...window, used: window.used + count });
    return null;
  };
}
