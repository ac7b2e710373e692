// Limits how many unknown tokens one address may try, since each costs a read and there is no negative cache.
import { LRUCache } from 'lru-cache';

/** A person mistypes no token; a client with a dead one asks a few times. */
const UNKNOWN_TOKENS_MAX = 100;
const WINDOW_MS = 10_000;
// Addresses remembered; an attacker with more of them than this is limited by the joined read alone.
const ADDRESSES_MAX = 10_000;
const SECOND_MS = 1_000;

interface Window {
  readonly startMs: number;
  count: number;
}

export interface UnknownTokenLimit {
  /** Seconds to wait, or null while the address may try. */
  retryAfterSeconds(address: string, nowMs: number): number | null;
  count(address: string, nowMs: number): void;
}

export function createUnknownTokenLimit(): UnknownTokenLimit {
  const windows = new LRUCache<string, Window>({ max: ADDRESSES_MAX });
  const current = (address: string, nowMs: number): Window | null => {
    const window = windows.get(address);
    return window !== undefined && nowMs - window.startMs < WINDOW_MS ? window : null;
  };
  return {
    retryAfterSeconds(address, nowMs) {
      const window = current(address, nowMs);
      if (window === null || window.count < UNKNOWN_TOKENS_MAX) return null;
      return Math.max(1, Math.ceil((window.startMs + WINDOW_MS - nowMs) / SECOND_MS));
    },
    count(address, nowMs) {
      const window = current(address, nowMs);
      if (window === null) windows.set(address, { startMs: nowMs, count: 1 });
      else window.count++;
    },
  };
}
