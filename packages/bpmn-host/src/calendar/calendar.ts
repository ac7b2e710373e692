// The core is handed this calendar: it says when timers fire first, and when again.
import type { Calendar, TimerFiring, TimerRequest, Value } from '@keelson/bpmn-core';
import { readCron } from './cron.ts';
import { cronAfter } from './cron-search.ts';
import { type Cycle, indexAfter, instantOfIndex, isCycleText, readCycle } from './iso-cycle.ts';
import { readInstant } from './iso-date.ts';
import { addDuration, isDurationText, readDuration } from './iso-duration.ts';
import { refuse, shown, TIMER_TEXT_MAX, TimerProblem } from './timer-problem.ts';
import { readTimerState, type TimerState, timerStateText } from './timer-state.ts';
import { checked, type Instant, type Zone, zoneOf } from './zone.ts';

/** Makes a calendar; throws when the default is no IANA time zone. */
export function createCalendar(defaultTimeZone = 'UTC'): Calendar {
  zoneOf(defaultTimeZone);
  return {
    first: (request) => {
      try {
        return firstFiring(request, zoneOf(request.timeZone ?? defaultTimeZone));
      } catch (error) {
        if (error instanceof TimerProblem) return { problem: error.message };
        throw error;
      }
    },
    next: (firing, at, timeZone) => nextFiring(firing, at, zoneOf(timeZone ?? defaultTimeZone)),
  };
}

function firstFiring(request: TimerRequest, zone: Zone): TimerFiring {
  const end = request.endDate === null ? null : instantOfValue(request.endDate, zone);
  switch (request.timer) {
    case 'date':
      return single(dateOf(request, zone), end);
    case 'duration':
      return single(durationEnd(textOf(request.value), zone, request.at), end);
    case 'cycle':
      return firstOfCycle(textOf(request.value).trim(), zone, request.at, end);
  }
}

function single(dueAt: Instant, end: Instant | null): TimerFiring {
  return { dueAt: beforeEnd(dueAt, end), remaining: 0, cycle: null };
}

function beforeEnd(dueAt: Instant, end: Instant | null): Instant {
  return end !== null && dueAt > end ? refuse('the timer would fire after its end date') : dueAt;
}

function textOf(value: Value): string {
  if (typeof value !== 'string') refuse('the timer has no text');
  if (value.length > TIMER_TEXT_MAX) refuse(`${shown(value)} is longer than ${TIMER_TEXT_MAX} characters`);
  return value;
}

function instantOfValue(value: Value, zone: Zone): Instant {
  if (!(value instanceof Date)) return readInstant(textOf(value).trim(), zone);
  const instant = value.getTime();
  return Number.isNaN(instant) ? refuse('the date is not valid') : checked(instant);
}

/** Reads the date of a timer; a duration in its place counts from now, as due dates of other engines do. */
function dateOf({ value, at }: TimerRequest, zone: Zone): Instant {
  if (typeof value !== 'string') return instantOfValue(value, zone);
  const text = textOf(value).trim();
  return isDurationText(text) ? durationEnd(text, zone, at) : readInstant(text, zone);
}

/** Reads the end of an interval, by which it counts. */
function durationEnd(given: string, zone: Zone, at: Instant): Instant {
  const text = given.trim();
  if (isCycleText(text)) refuse(`${shown(text)} repeats; that is a cycle`);
  const [left = '', right, ...rest] = text.split('/');
  if (rest.length > 0) refuse(`${shown(text)} is no interval`);
  if (right === undefined) return addDuration(zone, at, readDuration(left), 1);
  if (isDurationText(right)) return addDuration(zone, readInstant(left, zone), readDuration(right), 1);
  const end = readInstant(right, zone);
  if (isDurationText(left)) readDuration(left);
  else if (readInstant(left, zone) > end) refuse(`${shown(right)} is before ${shown(left)}`);
  return end;
}

function firstOfCycle(text: string, zone: Zone, at: Instant, end: Instant | null): TimerFiring {
  if (!isCycleText(text)) return firstOfCron(text, zone, at, end);
  const cycle = readCycle(text, zone, at);
  const dueAt = beforeEnd(checked(instantOfIndex(zone, cycle, cycle.first)), end);
  const remaining = Number.isFinite(cycle.last) && isCounted(text) ? cycle.last - cycle.first : null;
  return { dueAt, remaining, cycle: stateAfter(cycle, cycle.first, end) };
}

function isCounted(text: string): boolean {
  return /^R\d/.test(text);
}

function stateAfter({ anchor, duration, last }: Omit<Cycle, 'first'>, index: number, end: Instant | null): string {
  return timerStateText({ kind: 'grid', anchor, duration, index, last: Number.isFinite(last) ? last : null, end });
}

function firstOfCron(text: string, zone: Zone, at: Instant, end: Instant | null): TimerFiring {
  const dueAt = cronAfter(readCron(text), zone, at) ?? refuse(`${shown(text)} never comes`);
  return { dueAt: beforeEnd(dueAt, end), remaining: null, cycle: timerStateText({ kind: 'cron', text, end }) };
}

function nextFiring(firing: TimerFiring, at: Instant, zone: Zone): TimerFiring | null {
  if (firing.cycle === null || firing.remaining === 0) return null;
  const state = readTimerState(firing.cycle);
  const next = state.kind === 'cron' ? nextOfCron(state, firing, at, zone) : nextOnGrid(state, firing, at, zone);
  return next === null || (state.end !== null && next.dueAt > state.end) ? null : next;
}

function nextOfCron(
  { text }: Extract<TimerState, { kind: 'cron' }>,
  firing: TimerFiring,
  at: Instant,
  zone: Zone,
): TimerFiring | null {
  const dueAt = cronAfter(readCron(text), zone, Math.max(at, firing.dueAt));
  return dueAt === null ? null : { ...firing, dueAt };
}

/**
 * Answers the next firing of a cycle: a counted one makes up every firing that was missed, another goes on with the first that is still to
 * come.
 */
function nextOnGrid(
  state: Extract<TimerState, { kind: 'grid' }>,
  { dueAt: before, remaining }: TimerFiring,
  at: Instant,
  zone: Zone,
): TimerFiring | null {
  const { end, last } = state;
  const following = state.index + 1;
  const index = remaining === null ? indexAfter(zone, state, Math.max(at, before), following) : following;
  if (index > (last ?? Number.POSITIVE_INFINITY)) return null;
  const dueAt = instantOfIndex(zone, state, index);
  if (!Number.isFinite(dueAt)) return null;
  const cycle = stateAfter({ ...state, last: last ?? Number.POSITIVE_INFINITY }, index, end);
  return { dueAt, remaining: remaining === null ? null : remaining - 1, cycle };
}
