// Finds the next instant of a cron text, also on the days on which the clocks change.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@keelson/time-zone/units';
import { type Cron, type DayRule, isHourly } from './cron.ts';
import { dayOf } from './iso-date.ts';
import { daysOfMonth } from './iso-duration.ts';
import type { Instant, Zone } from './zone.ts';

/**
 * Years that are searched. Every rule that fits at all does so within them: the fifth Sunday of February comes every 28, around 2100 after
 * 40.
 */
const YEARS_SEARCHED = 41;

/** Window around a local day, wide enough for every change of the clocks that touches the day. */
const WINDOW_MS = 26 * HOUR_MS;

/** Answers the first instant later than the given one; null when there is none in the years that are searched. */
export function cronAfter(cron: Cron, zone: Zone, after: Instant): Instant | null {
  // A change of the clocks can put the local day back, so the search begins one day earlier.
  const start = new Date(zone.localOf(after) - DAY_MS);
  const [startYear, startMonth] = [start.getUTCFullYear(), start.getUTCMonth() + 1];
  for (const year of yearsFrom(cron, startYear)) {
    for (const month of cron.months) {
      if (year === startYear && month < startMonth) continue;
      const firstDay = year === startYear && month === startMonth ? start.getUTCDate() : 1;
      const found = inMonth(cron, zone, { year, month, firstDay }, after);
      if (found !== null) return found;
    }
  }
  return null;
}

function yearsFrom({ years }: Cron, first: number): readonly number[] {
  if (years !== null) return years.filter((year) => year >= first);
  return Array.from({ length: YEARS_SEARCHED }, (_, index) => first + index).filter((year) => year <= 9999);
}

interface Days {
  readonly year: number;
  readonly month: number;
  readonly firstDay: number;
}

function inMonth(cron: Cron, zone: Zone, { year, month, firstDay }: Days, after: Instant): Instant | null {
  const first = dayOf(year, month, 1);
  if (first === null) return null;
  const length = daysOfMonth(year, month);
  const weekdayOfFirst = new Date(first).getUTCDay();
  for (let day = firstDay; day <= length; day++) {
    if (!fits(cron.day, day, length, (weekdayOfFirst + day - 1) % 7)) continue;
    const found = inDay(cron, zone, first + (day - 1) * DAY_MS, after);
    if (found !== null) return found;
  }
  return null;
}

function fits(rule: DayRule, day: number, length: number, weekday: number): boolean {
  switch (rule.kind) {
    case 'days':
      return rule.days.has(day);
    case 'last':
      return day === length - rule.before;
    case 'weekdays':
      return rule.weekdays.has(weekday);
    case 'last-weekday':
      return weekday === rule.weekday && day > length - 7;
    case 'nth-weekday':
      return weekday === rule.weekday && Math.ceil(day / 7) === rule.nth;
  }
}

/** Finds the first fitting instant of the local day that begins at `midnight`. */
function inDay(cron: Cron, zone: Zone, midnight: number, after: Instant): Instant | null {
  const [from, to] = [midnight - WINDOW_MS, midnight + DAY_MS + WINDOW_MS];
  const [before, behind] = [zone.offsetAt(from), zone.offsetAt(to)];
  if (before === behind)
    return inPart(cron, { midnight, offset: before, from: midnight, to: midnight + DAY_MS }, after);
  return inChangingDay(cron, { midnight, before, behind, change: zone.transitionBetween(from, to) }, after);
}

interface ChangingDay {
  readonly midnight: number;
  readonly before: number;
  readonly behind: number;
  /** First instant with the offset `behind`. */
  readonly change: Instant;
}

/**
 * Finds the firing on a day on which the clocks change. What falls into the time that spring leaves out comes at its end, once. In the
 * time that autumn has twice a cron with fixed hours fires the first time only; one of every hour goes on as time does.
 */
function inChangingDay(cron: Cron, day: ChangingDay, after: Instant): Instant | null {
  const { midnight, before, behind, change } = day;
  const end = midnight + DAY_MS;
  const [old, fresh] = [change + before, change + behind];
  const early = inPart(cron, { midnight, offset: before, from: midnight, to: Math.min(end, old) }, after);
  if (early !== null) return early;
  if (fresh > old && change > after && !isHourly(cron)) {
    const part = { midnight, offset: before, from: Math.max(midnight, old), to: Math.min(end, fresh) };
    if (inPart(cron, part, Number.NEGATIVE_INFINITY) !== null) return change;
  }
  const from = Math.max(midnight, isHourly(cron) ? fresh : Math.max(fresh, old));
  return inPart(cron, { midnight, offset: behind, from, to: end }, after);
}

/** A part of a local day in which the offset is the same. */
interface DayPart {
  readonly midnight: number;
  readonly offset: number;
  /** Span in local time, its end excluded. */
  readonly from: number;
  readonly to: number;
}

function inPart(cron: Cron, { midnight, offset, from, to }: DayPart, after: Instant): Instant | null {
  const earliest = Math.max(from, after + offset + 1) - midnight;
  if (earliest >= DAY_MS) return null;
  const time = timeFrom(cron, Math.max(0, Math.ceil(earliest / 1_000)));
  if (time === null || midnight + time >= to) return null;
  return midnight + time - offset;
}

/** Answers the milliseconds of the first time of day at or after a second of it. */
function timeFrom({ hours, minutes, seconds }: Cron, earliest: number): number | null {
  const [hour0, minute0, second0] = [Math.floor(earliest / 3600), Math.floor(earliest / 60) % 60, earliest % 60];
  for (const hour of hours) {
    if (hour < hour0) continue;
    for (const minute of minutes) {
      if (hour === hour0 && minute < minute0) continue;
      const isFirst = hour === hour0 && minute === minute0;
      const second = isFirst ? seconds.find((candidate) => candidate >= second0) : seconds[0];
      if (second !== undefined) return hour * HOUR_MS + minute * MINUTE_MS + second * 1_000;
    }
  }
  return null;
}
