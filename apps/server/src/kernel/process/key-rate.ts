// Counts what each key does within a window, such as an address; per process, as every rate that nobody calls exact.
import { SECOND_MS } from '@keelson/time-zone/units';
import { LRUCache } from 'lru-cache';

// Size of the cache of keys, in keys: a maximum number would allocate room for all at once. A use with more keys needs
// another bound.
const KEYS_MAX = 10_000;

interface Window {
  readonly startMs: number;
  count: number;
}

export interface KeyRate {
  /** Answers the seconds to wait, at least 1, or null while there is something left. */
  retryAfterSeconds(key: string, nowMs: number): number | null;
  /** Counts one use; a window begins with its first count. */
  count(key: string, nowMs: number): void;
}

/** Allows `max` uses of a key within `windowMs`; the caller asks first and counts what it let through. */
export function createKeyRate({ max, windowMs }: { readonly max: number; readonly windowMs: number }): KeyRate {
  const windows = new LRUCache<string, Window>({ maxSize: KEYS_MAX, sizeCalculation: () => 1 });
  const current = (key: string, nowMs: number): Window | null => {
    const window = windows.get(key);
    return window !== undefined && nowMs - window.startMs < windowMs ? window : null;
  };
  return {
    retryAfterSeconds(key, nowMs) {
      const window = current(key, nowMs);
      if (window === null || window.count < max) return null;
      return Math.max(1, Math.ceil((window.startMs + windowMs - nowMs) / SECOND_MS));
    },
    count(key, nowMs) {
      const window = current(key, nowMs);
      if (window === null) windows.set(key, { startMs: nowMs, count: 1 });
      else window.count++;
    },
  };
}
