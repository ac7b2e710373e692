// Computes how long a session lives, in memory; `live.store.ts` does the same in SQL.
import { SECOND_MS } from '@keelson/time-zone/units';

// A touch is written when the stored value is older than this share of the idle timeout, within the two bounds.
const TOUCHES_PER_IDLE = 20;
const TOUCH_INTERVAL_MIN_MS = 1_000;
const TOUCH_INTERVAL_MAX_MS = 60_000;
// Touches are collected for a share of the touch interval, so that one statement writes many.
const FLUSHES_PER_TOUCH_INTERVAL = 12;
const FLUSH_INTERVAL_MIN_MS = 250;
/** Longest time that a noted use waits to be written. */
export const FLUSH_INTERVAL_MAX_MS = 5_000;

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** Says how old the stored last access may get before a touch is due. */
export function touchIntervalMs(idleMs: number): number {
  return clamp(idleMs / TOUCHES_PER_IDLE, TOUCH_INTERVAL_MIN_MS, TOUCH_INTERVAL_MAX_MS);
}

export function flushIntervalMs(touchMs: number): number {
  return clamp(touchMs / FLUSHES_PER_TOUCH_INTERVAL, FLUSH_INTERVAL_MIN_MS, FLUSH_INTERVAL_MAX_MS);
}

/**
 * Answers by how many whole seconds a session lives beyond its idle timeout at most: touches of another process may be
 * unwritten for one touch interval and one flush interval, and none of them may end a session early.
 */
export function slackSeconds(idleMs: number): number {
  const touchMs = touchIntervalMs(idleMs);
  return Math.ceil((touchMs + flushIntervalMs(touchMs)) / SECOND_MS);
}

export interface Lifespan {
  readonly expiryMs: number;
  readonly idleMs: number;
  readonly slackMs: number;
}

/** Answers the epoch ms at which the session ends unless it is used again. A live session has `ends > now`. */
export function endsAt(lifespan: Lifespan, lastAccessMs: number): number {
  return Math.min(lifespan.expiryMs, lastAccessMs + lifespan.idleMs + lifespan.slackMs);
}

/** Says why a session whose end is past has ended. */
export function expiryReason(expiryMs: number, nowMs: number): 'ABSOLUTE' | 'IDLE' {
  return expiryMs <= nowMs ? 'ABSOLUTE' : 'IDLE';
}

/** Answers the epoch ms at which the session ends unless it is used again, without the slack of unwritten touches. */
export function idleExpiryMs(entry: Omit<Lifespan, 'slackMs'> & { readonly lastAccessMs: number }): number {
  return Math.min(entry.expiryMs, entry.lastAccessMs + entry.idleMs);
}
