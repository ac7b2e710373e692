// Reads the dates of an event: every problem at once.

import { isTimeZone, type TimeZone, timeZoneOf } from '@keelson/time-zone';
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import type { ArgumentProblem } from '../../../kernel/request/errors.ts';
import type { EventTimes } from './calendar.types.ts';
import { type EventDuration, readDay, readDuration, readTime } from './read-dates.ts';

/** Longest event; a longer one is a typing mistake. */
const LENGTH_MAX_MS = 366 * DAY_MS;
/** End of the years with four digits, beyond which no date can be written. */
const END_MAX = Date.UTC(10_000, 0, 1);

export interface TimesInput {
  readonly startDate: string;
  readonly endDate: string | null;
  readonly duration: string | null;
  readonly allDay: boolean;
  readonly timeZone: string;
}

export type Read<T> = { readonly value: T } | { readonly problem: ArgumentProblem };

const wrong = (field: string, message: string): { readonly problem: ArgumentProblem } => ({
  problem: { field, code: 'CALENDAR_INVALID', message },
});

/** Reads a date; days count from midnight of UTC, other times are instants. */
export function readMoment(field: string, text: string, clock: TimeZone, allDay: boolean): Read<number> {
  if (allDay) {
    const day = readDay(text);
    return day === null ? wrong(field, 'Must be a day such as 2026-03-01 where allDay is true.') : { value: day };
  }
  const time = readTime(text);
  if (time === null) {
    return wrong(field, 'Must be a date and time such as 2026-03-01T10:00:00, with an offset or without one.');
  }
  if (time.kind === 'instant') return { value: time.at };
  const instant = clock.shownInstantOf(time.at);
  return instant === null
    ? wrong(field, 'The clocks of the time zone are put forward over this time: it does not exist.')
    : { value: instant };
}

function standardLength(allDay: boolean): EventDuration {
  return allDay ? { days: 1, milliseconds: 0 } : { days: 0, milliseconds: HOUR_MS };
}

function addLength(start: number, { days, milliseconds }: EventDuration, clock: TimeZone, allDay: boolean): number {
  if (allDay) return start + days * DAY_MS;
  const sameTime = days === 0 ? start : clock.instantOf(clock.localOf(start) + days * DAY_MS);
  return sameTime + milliseconds;
}

function readLength(text: string | null, allDay: boolean): Read<EventDuration> {
  if (text === null) return { value: standardLength(allDay) };
  const length = readDuration(text);
  if (length === null) {
    return wrong('duration', 'Must be a duration of weeks, or of days, hours, minutes and seconds, such as PT1H30M.');
  }
  if (allDay && length.milliseconds > 0) return wrong('duration', 'Must be whole days where allDay is true.');
  return { value: length };
}

/**
 * Reads the end. Without a valid start a duration cannot be added, but problems of the end itself are still reported.
 */
function readEnd(input: TimesInput, start: number | null, clock: TimeZone): Read<number> {
  const { endDate, duration, allDay } = input;
  if (endDate !== null && duration !== null) return wrong('duration', 'Must not be given beside endDate.');
  const length = readLength(duration, allDay);
  if ('problem' in length) return length;
  if (endDate !== null) return readMoment('endDate', endDate, clock, allDay);
  return { value: start === null ? END_MAX : addLength(start, length.value, clock, allDay) };
}

function lengthProblem(field: string, start: number, end: number): readonly ArgumentProblem[] {
  if (end <= start) return [wrong(field, 'Must lie after startDate.').problem];
  if (end - start <= LENGTH_MAX_MS && end <= END_MAX) return [];
  return [wrong(field, 'An event ends within 366 days, before the year 10000.').problem];
}

/** Reads both dates. Fields of the problems are those of `TimesInput`; the times are null where there is a problem. */
export function readTimes(input: TimesInput): {
  readonly times: EventTimes | null;
  readonly problems: readonly ArgumentProblem[];
} {
  const { timeZone, allDay } = input;
  if (!isTimeZone(timeZone)) {
    const message = 'Must be the name of a time zone, such as Europe/Istanbul.';
    return { times: null, problems: [{ field: 'timeZone', code: 'INVALID_TIME_ZONE', message }] };
  }
  const clock = timeZoneOf(timeZone);
  const start = readMoment('startDate', input.startDate, clock, allDay);
  const end = readEnd(input, 'problem' in start ? null : start.value, clock);
  if ('problem' in start || 'problem' in end) {
    return { times: null, problems: [start, end].flatMap((read) => ('problem' in read ? [read.problem] : [])) };
  }
  const problems = lengthProblem(input.endDate === null ? 'duration' : 'endDate', start.value, end.value);
  const times = { allDay, timeZone, start: start.value, end: end.value };
  return { times: problems.length === 0 ? times : null, problems };
}
