// Dates, times and durations from text, within what FEEL has of them: the library takes more.
import { duration, FeelDateTime, FeelDuration, FeelTime, parseDateTime, parseTime } from 'feelin';
import type { FeelValue } from './values.ts';

/** Bound of an offset: 14 hours (XML Schema 1.1, part 2, 3.3.8). */
const OFFSET_MINUTES_MAX = 14 * 60;
const OFFSET = /^[+-](\d\d):(\d\d)(?::(\d\d))?$/;
/** Form of times with a leap second, which the library takes for the 59th second. */
const LEAP_SECOND = /\d\d:\d\d:60/;

function isOffsetTooFar({ zone }: FeelTime | FeelDateTime): boolean {
  const [, hours, minutes, seconds = '0'] = OFFSET.exec(zone ?? '') ?? [];
  if (hours === undefined) return false;
  return Number(hours) * 60 + Number(minutes) + Number(seconds) / 60 > OFFSET_MINUTES_MAX;
}

/** Answers a value of FEEL; null for a time or date and time whose offset is none, and for durations of months and days together. */
export function withinFeel(value: FeelValue): FeelValue {
  if (value instanceof FeelTime || value instanceof FeelDateTime) return isOffsetTooFar(value) ? null : value;
  return value instanceof FeelDuration && isMixed(value) ? null : value;
}

function isMixed(value: FeelDuration): boolean {
  const [date = '', time] = String(value).split('T');
  return /[YM]/.test(date) && (time !== undefined || date.includes('D'));
}

export function timeFrom(text: string): FeelTime | null {
  return LEAP_SECOND.test(text) ? null : (withinFeel(parseTime(text)) as FeelTime | null);
}

export function dateTimeFrom(text: string): FeelDateTime | null {
  return LEAP_SECOND.test(text) ? null : (withinFeel(parseDateTime(text)) as FeelDateTime | null);
}

export function durationFromText(text: string): FeelDuration | null {
  return withinFeel(duration(text) ?? null) as FeelDuration | null;
}
