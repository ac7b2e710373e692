// Bounds how many events a caller sends: a bucket of five seconds that fills again all the time, of each process its own.
import { SECOND_MS } from '@keelson/time-zone/units';
import { LRUCache } from 'lru-cache';

const CALLERS_MAX = 10_000;
const BURST_SECONDS = 5;

interface Bucket {
  left: number;
  readonly atMs: number;
}

/** Takes the events and answers null, or the seconds after which the next one may pass. */
export type EventRate = (callerIdentifier: string, events?: number) => number | null;

/** `eventsPerSecond` 0 bounds nothing. */
export function createEventRate(now: () => number, eventsPerSecond: () => number): EventRate {
  const buckets = new LRUCache<string, Bucket>({ max: CALLERS_MAX });
  return (callerIdentifier, events = 1) => {
    const rate = eventsPerSecond();
    if (rate === 0) return null;
    const bucket = buckets.get(callerIdentifier);
    const nowMs = now();
    const full = rate * BURST_SECONDS;
    const left = bucket === undefined ? full : Math.min(full, bucket.left + ((nowMs - bucket.atMs) / SECOND_MS) * rate);
    // More than a bucket holds need a full one.
    const wanted = Math.min(events, full);
    if (left < wanted) return Math.max(1, Math.ceil((wanted - left) / rate));
    buckets.set(callerIdentifier, { left: left - wanted, atMs: nowMs });
    return null;
  };
}
