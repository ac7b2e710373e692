// Computes the dates of a schedule; croner computes those of a cron pattern.
import { timeZoneOf } from '@keelson/time-zone';
import { DAY_MS } from '@keelson/time-zone/units';
import { Cron } from 'croner';
import { writeDate } from '../statement/feature.ts';

/** When a schedule runs; one of the first three fields is given. */
export interface Plan {
  /** Five fields; see `isCron`. */
  readonly cron: string | null;
  readonly intervalSeconds: number | null;
  readonly runDate: Date | null;
  readonly timeZone: string;
  readonly startDate: Date | null;
  readonly endDate: Date | null;
  /** Days of the time zone, `yyyy-MM-dd`. */
  readonly excludeDateList: readonly string[];
  /** Date from which intervals are counted where there is no startDate. */
  readonly dateCreated: Date;
}

/** Time that is searched: a leap day on one weekday returns after 28 years, and across 2100 after 40. */
const AHEAD_MS = 50 * 366 * 86_400_000;
/** Fields of croner with a fixed meaning, unlike `?` and `+`; a sixth field would be one of seconds. */
const FIELDS = /^[0-9A-Za-z*,/#-]+(?: [0-9A-Za-z*,/#-]+){4}$/;

function readCron(pattern: string, timeZone: string): Cron | null {
  if (!FIELDS.test(pattern)) return null;
  try {
    // Lists and ranges of hours are fixed times like single ones: in a doubled hour they do not run twice.
    return new Cron(pattern, { timezone: timeZone, mode: '5-part', paused: true, fixedTimeRule: 'no-wildcard' });
  } catch {
    return null;
  }
}

/** Says whether a pattern can be read; it may have no dates. */
export function isCron(pattern: string): boolean {
  return readCron(pattern, 'UTC') !== null;
}

function nextOfInterval({ intervalSeconds, startDate, dateCreated }: Plan, after: number): number {
  const from = (startDate ?? dateCreated).getTime();
  const step = intervalSeconds! * 1_000;
  const first = startDate === null ? from + step : from;
  return after < first ? first : from + (Math.floor((after - from) / step) + 1) * step;
}

/** Makes the function that finds the next date after an instant, on any day; null where there is none. */
function stepOf(plan: Plan): (after: number) => number | null {
  const { cron, intervalSeconds, runDate, timeZone } = plan;
  if (cron !== null) {
    const pattern = readCron(cron, timeZone);
    return (after) => pattern?.nextRun(new Date(after))?.getTime() ?? null;
  }
  if (intervalSeconds !== null) return (after) => nextOfInterval(plan, after);
  return (after) => (runDate !== null && runDate.getTime() > after ? runDate.getTime() : null);
}

/** Answers the start of the next day in the time zone. */
function nextDay(timeZone: string, instant: number): number {
  const zone = timeZoneOf(timeZone);
  const local = zone.localOf(instant);
  return zone.instantOf(local - (local % DAY_MS) + DAY_MS);
}

/** Answers the next date after the instant; null where the schedule is over. */
export function nextDate(plan: Plan, after: Date): Date | null {
  const { timeZone, startDate, endDate } = plan;
  const excluded = new Set(plan.excludeDateList);
  const next = stepOf(plan);
  const end = Math.min(endDate?.getTime() ?? Number.POSITIVE_INFINITY, after.getTime() + AHEAD_MS);
  let cursor = Math.max(after.getTime(), (startDate?.getTime() ?? Number.NEGATIVE_INFINITY) - 1);
  while (true) {
    const date = next(cursor);
    if (date === null || date > end) return null;
    if (!excluded.has(writeDate(timeZoneOf(timeZone).localOf(date)))) return new Date(date);
    cursor = nextDay(timeZone, date) - 1;
  }
}

/** Answers so many next dates, fewer where the schedule is over before. */
export function nextDates(plan: Plan, after: Date, count: number): readonly Date[] {
  const dates: Date[] = [];
  for (let date = nextDate(plan, after); date !== null; date = nextDate(plan, date)) {
    dates.push(date);
    if (dates.length === count) break;
  }
  return dates;
}
