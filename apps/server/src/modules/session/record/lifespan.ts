// The one definition of a live session: how long it lives, in memory and in SQL, generated from the same numbers.

const SECOND_MS = 1_000;
// A touch is written when the stored value is older than this share of the idle timeout, within the two bounds.
const TOUCHES_PER_IDLE = 20;
const TOUCH_INTERVAL_MIN_MS = 1_000;
const TOUCH_INTERVAL_MAX_MS = 60_000;
// Touches are collected for a share of the touch interval, so that one statement writes many.
const FLUSHES_PER_TOUCH_INTERVAL = 12;
const FLUSH_INTERVAL_MIN_MS = 250;
/** Nothing that was noted waits longer. */
export const FLUSH_INTERVAL_MAX_MS = 5_000;

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/** How old the stored last access may get before a touch is due. */
export function touchIntervalMs(idleMs: number): number {
  return clamp(idleMs / TOUCHES_PER_IDLE, TOUCH_INTERVAL_MIN_MS, TOUCH_INTERVAL_MAX_MS);
}

export function flushIntervalMs(touchMs: number): number {
  return clamp(touchMs / FLUSHES_PER_TOUCH_INTERVAL, FLUSH_INTERVAL_MIN_MS, FLUSH_INTERVAL_MAX_MS);
}

/**
 * What a session lives beyond its idle timeout at most, in whole seconds: touches of another process may be unwritten
 * for one touch interval and one flush interval, and none of them may end a session early.
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

/** Epoch ms at which the session ends unless it is used again. A live session has `ends > now`. */
export function endsAt(lifespan: Lifespan, lastAccessMs: number): number {
  return Math.min(lifespan.expiryMs, lastAccessMs + lifespan.idleMs + lifespan.slackMs);
}

/** Why a session whose end is past has ended. */
export function expiryReason(expiryMs: number, nowMs: number): 'ABSOLUTE' | 'IDLE' {
  return expiryMs <= nowMs ? 'ABSOLUTE' : 'IDLE';
}

/** SQL twin of `endsAt`: `entry` is the alias of session_entry, `lastAccess` an expression. */
export function endsSql(entry: string, lastAccess: string): string {
  return `least(${entry}.expiry, ${lastAccess} + make_interval(secs => ${entry}.idle_seconds + ${entry}.slack_seconds))`;
}

/** SQL condition: a standing order (alias of session_bulk_close) covers a session (alias of session_entry). */
export function coversSql(order: string, entry: string): string {
  return (
    `(${order}.tenant_identifier IS NULL OR ${order}.tenant_identifier = ${entry}.tenant_identifier) ` +
    `AND ${entry}.id <= ${order}.through_id AND (${order}.include_system OR NOT ${entry}.system) ` +
    `AND (NOT ${order}.system_only OR ${entry}.system) ` +
    `AND ${entry}.identifier <> ${order}.except_identifier ` +
    `AND (NOT ${order}.listed OR EXISTS (SELECT FROM session_bulk_close_member l ` +
    `WHERE l.order_id = ${order}.id AND l.session_id = ${entry}.id))`
  );
}

/** SQL condition: no standing order covers the session. */
export function uncoveredSql(entry: string): string {
  return `NOT EXISTS (SELECT FROM session_bulk_close b WHERE ${coversSql('b', entry)})`;
}

/** SQL condition of a live session: `now` is the parameter that carries the clock. */
export function liveSql(entry: string, activity: string, now: string): string {
  return `${entry}.closed_date IS NULL AND ${activity}.ends > ${now} AND ${uncoveredSql(entry)}`;
}
