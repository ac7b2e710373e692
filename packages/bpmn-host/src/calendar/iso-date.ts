// Reads dates and times of ISO 8601: extended or basic, calendar, ordinal and week dates, with or without offset.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { refuse, shown } from './timer-problem.ts';
import { checked, type Instant, instantOf, type LocalMs, type Zone } from './zone.ts';

const DATE = /^(\d{4})(?:-?(\d{2})-?(\d{2})|-?(\d{3})|-?W(\d{2})(?:-?([1-7]))?)$/;
const TIME = /^(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?$/;
const OFFSET = /^([+-])(\d{2})(?::?(\d{2}))?$/;

/** Reads the instant of a date or date-time; one without offset is the wall clock's in the zone, a date its midnight. */
export function readInstant(text: string, zone: Zone): Instant {
  const [date = '', rest] = splitAt(text, text.search(/[Tt ]/));
  const day = readDay(date) ?? refuse(`${shown(text)} is no date`);
  if (rest === undefined) return instantOf(zone, day);
  const offsetAt = rest.search(/[Zz+-]/);
  const [time = '', offset] = offsetAt === -1 ? [rest] : [rest.slice(0, offsetAt), rest.slice(offsetAt)];
  const ofDay = readTime(time) ?? refuse(`${shown(text)} is no time of a day`);
  if (offset === undefined) return instantOf(zone, day + ofDay);
  const ahead = readOffset(offset) ?? refuse(`${shown(text)} has no right offset`);
  return checked(day + ofDay - ahead);
}

function splitAt(text: string, at: number): readonly (string | undefined)[] {
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function readDay(text: string): LocalMs | null {
  const match = DATE.exec(text);
  if (match === null) return null;
  const [, year = '', month, day, ordinal, week, weekday] = match;
  if (month !== undefined) return dayOf(Number(year), Number(month), Number(day));
  if (ordinal !== undefined) return ordinalDay(Number(year), Number(ordinal));
  return weekDay(Number(year), Number(week), Number(weekday ?? 1));
}

/** Answers the midnight of a day; null when its month does not have it. */
export function dayOf(year: number, month: number, day: number): LocalMs | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : null;
}

function ordinalDay(year: number, ordinal: number): LocalMs | null {
  const first = dayOf(year, 1, 1);
  if (first === null || ordinal < 1) return null;
  const day = first + (ordinal - 1) * DAY_MS;
  return new Date(day).getUTCFullYear() === year ? day : null;
}

/** Answers a day by its week: week 1 is the one with the 4th of January; weeks begin on Monday. */
function weekDay(year: number, week: number, weekday: number): LocalMs | null {
  const first = firstMonday(year);
  const next = firstMonday(year + 1);
  if (first === null || next === null || week < 1) return null;
  const monday = first + (week - 1) * 7 * DAY_MS;
  return monday < next ? monday + (weekday - 1) * DAY_MS : null;
}

function firstMonday(year: number): LocalMs | null {
  const fourth = dayOf(year, 1, 4);
  if (fourth === null) return null;
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
}

/** Reads a time of day; 24:00 is the midnight at the end of the day. Digits below the millisecond are cut. */
function readTime(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [hour, minute, second] = match.slice(1, 4).map((part) => Number(part ?? 0)) as [number, number, number];
  const milliseconds = Number(`${match[4] ?? ''}000`.slice(0, 3));
  if (minute > 59 || second > 59) return null;
  const time = hour * HOUR_MS + minute * MINUTE_MS + second * 1_000 + milliseconds;
  return time <= DAY_MS && (hour < 24 || time === DAY_MS) ? time : null;
}

function readOffset(text: string): number | null {
  if (text === 'Z' || text === 'z') return 0;
  const match = OFFSET.exec(text);
  if (match === null) return null;
  const [hours, minutes] = [Number(match[2]), Number(match[3] ?? 0)];
  if (hours > 18 || minutes > 59) return null;
  const ahead = hours * HOUR_MS + minutes * MINUTE_MS;
  return match[1] === '-' ? -ahead : ahead;
}
