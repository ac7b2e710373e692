// Tells what the clock on the wall of a time zone shows, and at which instant it does so.

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** Is what a wall clock shows, written as the epoch milliseconds that it would be in UTC. */
export type LocalTime = number;

export interface ZoneClock {
  readonly timeZone: string;
  /** Local time is so many milliseconds ahead of UTC. */
  offsetAt(instant: number): number;
  localOf(instant: number): LocalTime;
  /** The first of two where autumn has the time twice; null where spring leaves it out. */
  instantOf(local: LocalTime): number | null;
  /** The same; a time that spring leaves out is moved on by what is left out. */
  laterInstantOf(local: LocalTime): number;
}

/** Making one takes a tenth of a millisecond; people are in few zones. */
const KEPT_MAX = 600;
const kept = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = kept.get(timeZone);
  if (known !== undefined) return known;
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
  const clock = { minute: 'numeric', second: 'numeric', hourCycle: 'h23', calendar: 'gregory' } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...numeric, ...clock, numberingSystem: 'latn', timeZone });
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(timeZone, format);
  return format;
}

/** `timeZone` is one that `isTimeZone` knows; years lie within 1000 to 9999. */
export function createZoneClock(timeZone: string): ZoneClock {
  const format = formatOf(timeZone);
  const offsetAt = (instant: number): number => {
    const whole = Math.floor(instant / SECOND_MS) * SECOND_MS;
    const shown = Object.fromEntries(format.formatToParts(whole).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) - whole;
  };
  const instantOf = (local: LocalTime): number | null => {
    // No zone changes its clocks twice within two days.
    const candidates = [local - offsetAt(local - DAY_MS), local - offsetAt(local + DAY_MS)].sort((a, b) => a - b);
    return candidates.find((candidate) => candidate + offsetAt(candidate) === local) ?? null;
  };
  return {
    timeZone,
    offsetAt,
    localOf: (instant) => instant + offsetAt(instant),
    instantOf,
    laterInstantOf: (local) => instantOf(local) ?? local - offsetAt(local - DAY_MS),
  };
}
