// Reads days, times and durations of events as the texts of a request.
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@keelson/time-zone/units';

const DAY = /^([1-9]\d{3})-(\d{2})-(\d{2})$/;
/** Fractions of a second are read and dropped: iCalendar has none. */
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?$/;
const OFFSET = /^([+-])(0\d|1[0-5]):([0-5]\d)$/;
const DURATION = /^P(?=[\dT])(?:(\d{1,3})W|(?:(\d{1,3})D)?(?:T(?=\d)(?:(\d{1,4})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?)$/;

/** Answers midnight of UTC; null for what is no day of the years 1000 to 9999. */
export function readDay(text: string): number | null {
  const match = DAY.exec(text);
  if (match === null) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** An instant where an offset is given, else a time on the wall. */
export type ReadTime = { readonly kind: 'instant' | 'local'; readonly at: number };

export function readTime(text: string): ReadTime | null {
  const day = readDay(text.slice(0, 10));
  const rest = /^[Tt](.*?)([Zz]|[+-]\d{2}:\d{2})?$/.exec(text.slice(10));
  const time = TIME.exec(rest?.[1] ?? '');
  if (day === null || rest === null || time === null) return null;
  const [hour, minute, second] = time.slice(1, 4).map((part) => Number(part ?? 0)) as [number, number, number];
  const at = day + hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS;
  const offset = rest[2];
  if (offset === undefined) return { kind: 'local', at };
  if (offset.toUpperCase() === 'Z') return { kind: 'instant', at };
  const ahead = OFFSET.exec(offset);
  if (ahead === null) return null;
  const [, sign, hours, minutes] = ahead;
  const aheadMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return { kind: 'instant', at: sign === '-' ? at + aheadMs : at - aheadMs };
}

/** A duration (RFC 5545, 3.3.6): days follow the calendar, hours the clock. */
export interface EventDuration {
  readonly days: number;
  readonly milliseconds: number;
}

/** Reads a duration; null for a text that is none, or one of no length. */
export function readDuration(text: string): EventDuration | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const milliseconds = hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  const duration = { days: weeks * 7 + days, milliseconds };
  return duration.days + milliseconds > 0 ? duration : null;
}
