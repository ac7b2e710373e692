// Reads dates, times and instants of parameters, in the time zone of a run.
import { timeZoneOf } from '@keelson/time-zone';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Says whether a text is a day of the calendar, from 0001 on. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null || parts[1] === '0000') return false;
  return writeDate(utcOf(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))) === text;
}

export function isTime(text: string): boolean {
  return TIME.test(text);
}

/** Answers the instant as ISO 8601 in UTC, or null for a text that is none. Without an offset it is the zone's own time. */
export function instantOf(text: string, timeZone: string): string | null {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return null;
  const [, date, time, seconds = ':00', offset] = parts;
  if (!isDate(date!) || !isTime(`${time}${seconds}`)) return null;
  if (offset === undefined)
    return new Date(timeZoneOf(timeZone).instantOf(Date.parse(`${date}T${time}${seconds}Z`))).toISOString();
  const instant = Date.parse(
    `${date}T${time}${seconds}${offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset}`,
  );
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/** Writes the day of a local time. */
export function writeDate(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}

/** Makes an instant, since `Date.UTC` takes the years 0 to 99 for those of the last century. */
function utcOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}
