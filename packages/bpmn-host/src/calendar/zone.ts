// Time zones of the calendar, whose years are 1 to 9999.
import { findTimeZone, type Instant, type LocalTime, type TimeZone } from '@keelson/time-zone';
import { refuse, shown } from './timer-problem.ts';

export type { Instant, LocalTime as LocalMs, TimeZone as Zone };

/** Last instant of the calendar: the end of the year 9999, because ISO 8601 needs an agreement beyond it. */
export const INSTANT_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** First instant of the calendar: the beginning of the year 1. */
export const INSTANT_MIN = -62_135_596_800_000;

/** Answers the zone of a name; throws for names of no zone. `Z` is UTC, as in ISO 8601. */
export function zoneOf(name: string): TimeZone {
  return findTimeZone(name === 'Z' ? 'UTC' : name) ?? refuse(`${shown(name)} is no time zone`);
}

/** Answers an instant within the calendar; throws for others. */
export function checked(instant: Instant): Instant {
  if (instant >= INSTANT_MIN && instant <= INSTANT_MAX) return instant;
  return refuse('the time lies outside of the years 1 to 9999');
}

/** Answers the instant of a wall clock time, as `TimeZone.instantOf` does, within the calendar. */
export function instantOf(zone: TimeZone, local: LocalTime): Instant {
  return checked(zone.instantOf(local));
}
