// Reads durations of ISO 8601 and adds them, by the calendar what is longer than a day, by the clock what is shorter.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { refuse, shown } from './timer-problem.ts';
import { checked, type Instant, instantOf, type Zone } from './zone.ts';

export interface Duration {
  /** Months; a year counts twelve. */
  readonly months: number;
  /** Days; a week counts seven. A day is as long as its date is. */
  readonly days: number;
  readonly milliseconds: number;
}

const NUMBER = String.raw`\d{1,15}(?:[.,]\d{1,9})?`;
const DURATION = new RegExp(
  `^P(?=[\\dT])(?:(${NUMBER})Y)?(?:(${NUMBER})M)?(?:(${NUMBER})W)?(?:(${NUMBER})D)?` +
    `(?:T(?=\\d)(?:(${NUMBER})H)?(?:(${NUMBER})M)?(?:(${NUMBER})S)?)?$`,
);

export function isDurationText(text: string): boolean {
  return text.startsWith('P');
}

/** Reads a duration, with fractions in every part but months, which have no fixed length; that of a day is of 24 hours. */
export function readDuration(text: string): Duration {
  const match = DURATION.exec(text);
  if (match === null) refuse(`${shown(text)} is no duration`);
  const [years, months, weeks, days, hours, minutes, seconds] = match
    .slice(1)
    .map((part: string | undefined) => Number((part ?? '0').replace(',', '.'))) as Parts;
  const allMonths = years * 12 + months;
  if (!Number.isInteger(allMonths)) refuse(`${shown(text)} has a part of a month, which has no fixed length`);
  const allDays = weeks * 7 + days;
  const wholeDays = Math.floor(allDays);
  const milliseconds =
    (allDays - wholeDays) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + Math.round(seconds * 1_000);
  return { months: allMonths, days: wholeDays, milliseconds: Math.round(milliseconds) };
}

type Parts = [number, number, number, number, number, number, number];

export function isZero({ months, days, milliseconds }: Duration): boolean {
  return months === 0 && days === 0 && milliseconds === 0;
}

/** Whether each repetition is equally long. */
export function isExact({ months, days }: Duration): boolean {
  return months === 0 && days === 0;
}

/**
 * Answers the instant that lies `times` durations after one, before it when negative. Months that are too short end at their last day; the
 * date and the time on the wall stay as they are over a change of the clocks; hours and less are as long as they are.
 */
export function addDuration(zone: Zone, from: Instant, duration: Duration, times: number): Instant {
  const byClock = duration.milliseconds * times;
  if (isExact(duration)) return checked(from + byClock);
  const local = addMonths(zone.localOf(from), duration.months * times) + duration.days * times * DAY_MS;
  return checked(instantOf(zone, checked(local)) + byClock);
}

function addMonths(local: number, months: number): number {
  if (months === 0) return local;
  const date = new Date(local);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const [year, monthOfYear] = [Math.floor(month / 12), ((month % 12) + 12) % 12];
  if (year < 1 || year > 9999) refuse('the time lies outside of the years 1 to 9999');
  const lastDay = daysOfMonth(year, monthOfYear + 1);
  date.setUTCFullYear(year, monthOfYear, Math.min(date.getUTCDate(), lastDay));
  return date.getTime();
}

/** Answers the number of days of a month; months count from 1. */
export function daysOfMonth(year: number, month: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, 0);
  return date.getUTCDate();
}
