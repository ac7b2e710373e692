// A time zone says what the clock on the wall shows at an instant, and at which instant it does so.
import { IANAZone } from 'luxon';
import { refuse, shown } from './timer-problem.ts';

/** Wall clock time, written as the epoch milliseconds that it would be in UTC. */
export type LocalMs = number;
/** It counts epoch milliseconds. */
export type Instant = number;

export interface Zone {
  readonly name: string;
  /** Local time is so many milliseconds ahead of UTC. */
  readonly offsetAt: (instant: Instant) => number;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** The calendar ends with the year 9999, because ISO 8601 needs an agreement beyond it. */
export const INSTANT_MAX = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
/** The calendar begins with the year 1. */
export const INSTANT_MIN = -62_135_596_800_000;

const UTC: Zone = { name: 'UTC', offsetAt: () => 0 };

const ZONE_NAME_MAX = 64;

/** There are fewer zones than this, though names differ in case too. */
const KEPT_ZONES_MAX = 1_000;

const keptZones = new Map<string, Zone>();

/** Refuses names that are no IANA zone. */
export function zoneOf(name: string): Zone {
  if (name === 'UTC' || name === 'Etc/UTC' || name === 'Z') return UTC;
  const kept = keptZones.get(name);
  if (kept !== undefined) return kept;
  if (name.length > ZONE_NAME_MAX || !IANAZone.isValidZone(name)) refuse(`${shown(name)} is no time zone`);
  if (keptZones.size >= KEPT_ZONES_MAX) keptZones.clear();
  const zone = { name, offsetAt: rememberedOffsets(IANAZone.create(name)) };
  keptZones.set(name, zone);
  return zone;
}

/** No zone changes its clocks forth and back within so short a time. */
const PERIOD_MS = 4 * DAY_MS;

/** The offset of so many periods of a zone is remembered: eleven years. */
const KEPT_PERIODS_MAX = 1_000;

/** Asking for an offset costs some ten microseconds; over a period without change it is asked for twice. */
function rememberedOffsets(zone: IANAZone): Zone['offsetAt'] {
  const kept = new Map<number, number | null>();
  const ask = (instant: Instant) => Math.round(zone.offset(instant) * MINUTE_MS);
  return (instant) => {
    const period = Math.floor(instant / PERIOD_MS);
    let offset = kept.get(period);
    if (offset === undefined) {
      const start = ask(period * PERIOD_MS);
      offset = start === ask((period + 1) * PERIOD_MS - 1) ? start : null;
      if (kept.size >= KEPT_PERIODS_MAX) kept.clear();
      kept.set(period, offset);
    }
    return offset ?? ask(instant);
  };
}

export function localOf(zone: Zone, instant: Instant): LocalMs {
  return instant + zone.offsetAt(instant);
}

/**
 * Answers the instant of a wall clock time. A time that spring leaves out is moved on by what is left out (02:30 becomes 03:30); of
 * a time that autumn has twice it is the first.
 */
export function instantOf(zone: Zone, local: LocalMs): Instant {
  const before = zone.offsetAt(local - DAY_MS);
  const after = zone.offsetAt(local + DAY_MS);
  const early = local - before;
  if (before === after || zone.offsetAt(early) === before) return checked(early);
  const late = local - after;
  return checked(zone.offsetAt(late) === after ? late : early);
}

/** Refuses what lies outside of the years 1 to 9999. */
export function checked(instant: Instant): Instant {
  if (instant >= INSTANT_MIN && instant <= INSTANT_MAX) return instant;
  return refuse('the time lies outside of the years 1 to 9999');
}

/** The first instant of the new offset; the offsets at both ends must differ. */
export function transitionBetween(zone: Zone, from: Instant, to: Instant): Instant {
  const before = zone.offsetAt(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zone.offsetAt(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}
