// A time zone says what the clock on the wall shows at an instant, and at which instant it does so.
import { DAY_MS, SECOND_MS } from './units.ts';

/** Counts epoch milliseconds. */
export type Instant = number;
/** Is what a clock on the wall shows, written as the epoch milliseconds that it would be in UTC. */
export type LocalTime = number;

export interface TimeZone {
  readonly name: string;
  /** Local time is so many milliseconds ahead of UTC. */
  offsetAt(instant: Instant): number;
  localOf(instant: Instant): LocalTime;
  /** Answers the first of two where autumn has the time twice. A time that spring leaves out is moved on by what is left out: 02:30 is 03:30. */
  instantOf(local: LocalTime): Instant;
  /** Answers the same, but null for a time that spring leaves out. */
  shownInstantOf(local: LocalTime): Instant | null;
  /** Answers the first instant of the new offset; the offsets at both ends must differ. */
  transitionBetween(from: Instant, to: Instant): Instant;
}

const NAME_MAX = 64;

/** There are fewer zones than this, though names differ in case too. */
const KEPT_ZONES_MAX = 1_000;
const keptZones = new Map<string, TimeZone>();

/** Answers a zone by its name in the IANA data base as this program knows it, or by its offset (`+03:00`); null for other texts. */
export function findTimeZone(name: string): TimeZone | null {
  const kept = keptZones.get(name);
  if (kept !== undefined) return kept;
  if (name.length > NAME_MAX) return null;
  const format = formatOf(name);
  if (format === null) return null;
  if (keptZones.size >= KEPT_ZONES_MAX) keptZones.clear();
  const zone = zoneWith(name, rememberedOffsets(format));
  keptZones.set(name, zone);
  return zone;
}

/** Answers a zone that `findTimeZone` knows. Throws a RangeError for another one. */
export function timeZoneOf(name: string): TimeZone {
  const zone = findTimeZone(name);
  if (zone === null) throw new RangeError(`${name.slice(0, NAME_MAX)} is no time zone`);
  return zone;
}

/** Says whether a text names a zone of the IANA data base. Offsets are none: they know no summer time. */
export function isTimeZone(text: string): boolean {
  return /^[A-Za-z]/.test(text) && findTimeZone(text) !== null;
}

function zoneWith(name: string, offsetAt: TimeZone['offsetAt']): TimeZone {
  const localOf = (instant: Instant) => instant + offsetAt(instant);
  const shownInstantOf = (local: LocalTime): Instant | null => {
    // No zone changes its clocks twice within two days.
    const candidates = [local - offsetAt(local - DAY_MS), local - offsetAt(local + DAY_MS)].sort((a, b) => a - b);
    return candidates.find((candidate) => localOf(candidate) === local) ?? null;
  };
  const instantOf = (local: LocalTime) => shownInstantOf(local) ?? local - offsetAt(local - DAY_MS);
  const transitionBetween = (from: Instant, to: Instant): Instant => {
    const before = offsetAt(from);
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  };
  return { name, offsetAt, localOf, instantOf, shownInstantOf, transitionBetween };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const day = { era: 'short', year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', {
      ...day,
      ...clock,
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone,
    });
  } catch {
    return null;
  }
}

function offsetBy(format: Intl.DateTimeFormat, instant: Instant): number {
  const whole = Math.floor(instant / SECOND_MS) * SECOND_MS;
  const shown = new Map(format.formatToParts(whole).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.get(type));
  const year = shown.get('era') === 'BC' ? 1 - part('year') : part('year');
  const clock = part('hour') * 3_600 + part('minute') * 60 + part('second');
  // `Date.UTC` takes the years 0 to 99 for those of the last century.
  return new Date(0).setUTCFullYear(year, part('month') - 1, part('day')) + clock * SECOND_MS - whole;
}

/** No zone changes its clocks forth and back within so short a time. */
const PERIOD_MS = 4 * DAY_MS;

/** The offset of so many periods of a zone is remembered: eleven years. */
const KEPT_PERIODS_MAX = 1_000;

/** Asking for an offset costs some ten microseconds; over a period without change it is asked for twice. */
function rememberedOffsets(format: Intl.DateTimeFormat): TimeZone['offsetAt'] {
  const kept = new Map<number, number | null>();
  return (instant) => {
    const period = Math.floor(instant / PERIOD_MS);
    let offset = kept.get(period);
    if (offset === undefined) {
      const start = offsetBy(format, period * PERIOD_MS);
      offset = start === offsetBy(format, (period + 1) * PERIOD_MS - 1) ? start : null;
      if (kept.size >= KEPT_PERIODS_MAX) kept.clear();
      kept.set(period, offset);
    }
    return offset ?? offsetBy(format, instant);
  };
}
