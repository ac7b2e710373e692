// A repeating interval of ISO 8601 is a grid of instants that is never stored, only computed from its anchor.

import { readInstant } from './iso-date.ts';
import { addDuration, type Duration, isDurationText, isExact, isZero, readDuration } from './iso-duration.ts';
import { refuse, shown, TimerProblem } from './timer-problem.ts';
import { INSTANT_MAX, type Instant, type Zone } from './zone.ts';

/** A cycle, whose firings lie at `anchor + index * duration`. */
export interface Cycle {
  readonly anchor: Instant;
  /** The index of the first firing. */
  readonly first: number;
  /** The index of the last firing; infinite where there is none. */
  readonly last: number;
  readonly duration: Duration;
}

const REPEATING = /^R(-?\d*)$/;

export function isCycleText(text: string): boolean {
  return text.startsWith('R');
}

/**
 * Reads one of these forms:
 * - `Rn/duration`: n firings, the first one duration from now.
 * - `Rn/start/duration`, `Rn/start/end`: n firings, the first at the start.
 * - `Rn/duration/end`: n firings, the last at the end.
 * - Without n, or with -1: without end (with an end in the text: until it).
 */
export function readCycle(text: string, zone: Zone, at: Instant): Cycle {
  const [head = '', ...parts] = text.split('/');
  const count = readCount(head, text);
  const [left = '', right] = parts;
  if (parts.length < 1 || parts.length > 2) refuse(`${shown(text)} is no cycle: R, then a duration or an interval`);
  if (right === undefined) return forward(at, 1, count, durationOf(left));
  if (!isDurationText(left)) return fromStart(left, right, zone, count);
  if (isDurationText(right)) refuse(`${shown(text)} is no interval: it has two durations`);
  return untilEnd(readInstant(right, zone), durationOf(left), zone, count, at);
}

function readCount(head: string, text: string): number {
  const match = REPEATING.exec(head);
  if (match === null) refuse(`${shown(text)} is no cycle: it must begin with R and a number`);
  const [, digits = ''] = match;
  if (digits === '' || digits === '-1') return Number.POSITIVE_INFINITY;
  const count = Number(digits);
  if (!Number.isSafeInteger(count)) refuse(`${shown(head)} repeats more often than can be counted`);
  if (count < 1) refuse(`${shown(head)} repeats nothing`);
  return count;
}

function durationOf(text: string): Duration {
  const duration = readDuration(text);
  if (isZero(duration)) refuse('a cycle needs a duration longer than zero');
  return duration;
}

function forward(anchor: Instant, first: number, count: number, duration: Duration): Cycle {
  return { anchor, first, last: first + count - 1, duration };
}

function fromStart(left: string, right: string, zone: Zone, count: number): Cycle {
  const start = readInstant(left, zone);
  if (isDurationText(right)) return forward(start, 0, count, durationOf(right));
  const milliseconds = readInstant(right, zone) - start;
  if (milliseconds <= 0) refuse(`${shown(right)} is not after ${shown(left)}`);
  return forward(start, 0, count, { months: 0, days: 0, milliseconds });
}

function untilEnd(end: Instant, duration: Duration, zone: Zone, count: number, at: Instant): Cycle {
  if (Number.isFinite(count)) return { anchor: end, first: 1 - count, last: 0, duration };
  if (end < at) refuse('the end of the cycle has passed');
  let low = -1;
  while (instantOfIndex(zone, { anchor: end, duration }, low) > at) low *= 2;
  const first = firstIndexAfter(zone, { anchor: end, duration }, at - 1, low, 0);
  return { anchor: end, first, last: 0, duration };
}

type Grid = Pick<Cycle, 'anchor' | 'duration'>;

/** Answers the instant of a firing; infinity beyond the end of the calendar, minus infinity before its beginning. */
export function instantOfIndex(zone: Zone, { anchor, duration }: Grid, index: number): Instant {
  try {
    return addDuration(zone, anchor, duration, index);
  } catch (error) {
    if (error instanceof TimerProblem) return index < 0 ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Answers the smallest index from `low` on whose instant lies after `at`; infinite when the calendar ends before. */
export function indexAfter(zone: Zone, grid: Grid, at: Instant, low: number): number {
  if (at >= INSTANT_MAX) return Number.POSITIVE_INFINITY;
  if (isExact(grid.duration)) {
    return Math.max(low, Math.floor((at - grid.anchor) / grid.duration.milliseconds) + 1);
  }
  let span = 1;
  while (instantOfIndex(zone, grid, low + span) <= at) span *= 2;
  return firstIndexAfter(zone, grid, at, low, low + span);
}

/** Finds the first index whose instant lies after `at`, by halves; the instant of `high` must lie after it. */
function firstIndexAfter(zone: Zone, grid: Grid, at: Instant, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (instantOfIndex(zone, grid, middle) > at) to = middle;
    else from = middle + 1;
  }
  return to;
}
