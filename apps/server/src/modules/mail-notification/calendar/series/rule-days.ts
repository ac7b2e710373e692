// Walks the days of a rule of recurrence: period by period, in order, each day held against every part of the rule.
import { DAY_MS } from '@keelson/time-zone/units';
import type { RecurrenceRule } from './recurrence-rule.ts';

const WEEK = 7;
/** Years without a find after which a rule has none at all: the calendar repeats itself. */
const EMPTY_YEARS_MAX = 400;
const YEAR_MAX = 9_999;

/** Days are the midnights of UTC. */
type Day = number;

interface DayFacts {
  readonly year: number;
  /** 1 is January. */
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
  readonly monthLength: number;
  readonly yearDay: number;
  readonly yearLength: number;
}

function factsOf(at: Day): DayFacts {
  const date = new Date(at);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const newYear = Date.UTC(year, 0, 1);
  return {
    year,
    month: month + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    monthLength: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    yearDay: (at - newYear) / DAY_MS + 1,
    yearLength: (Date.UTC(year + 1, 0, 1) - newYear) / DAY_MS,
  };
}

/** Answers the first day of the first week that has four days in the year. */
function firstWeek(year: number, weekStart: number): Day {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() - weekStart + WEEK) % WEEK) * DAY_MS;
}

/** Answers the number of a day's week, and how many its year has. */
function weekOf(at: Day, year: number, weekStart: number): readonly [number: number, count: number] {
  const own = [year + 1, year, year - 1].find((one) => at >= firstWeek(one, weekStart))!;
  const first = firstWeek(own, weekStart);
  const weeks = (end: Day) => Math.floor((end - first) / (WEEK * DAY_MS));
  return [weeks(at) + 1, weeks(firstWeek(own + 1, weekStart))];
}

function isListed(list: readonly number[], value: number, length: number): boolean {
  return list.includes(value) || list.includes(value - length - 1);
}

/** Completes a rule from the first day: the 2nd of March yearly is every 2nd of March. */
function completed(rule: RecurrenceRule, first: Day): RecurrenceRule {
  const { frequency, months, weekNumbers, yearDays, monthDays, days } = rule;
  const { month, day, weekday } = factsOf(first);
  const ownDays = [{ nth: 0, weekday }];
  const hasDays = yearDays.length + monthDays.length + days.length > 0;
  if (hasDays || frequency === 'DAILY') return rule;
  if (frequency === 'WEEKLY' || weekNumbers.length > 0) return { ...rule, days: ownDays };
  const isWholeYear = frequency === 'YEARLY' && months.length === 0;
  return { ...rule, monthDays: [day], ...(isWholeYear ? { months: [month] } : {}) };
}

function isNth(nth: number, place: number, length: number): boolean {
  return nth > 0 ? Math.ceil(place / WEEK) === nth : Math.ceil((length - place + 1) / WEEK) === -nth;
}

function isDayOf(rule: RecurrenceRule, at: Day): boolean {
  const facts = factsOf(at);
  const { months, weekNumbers, yearDays, monthDays, days, frequency, weekStart } = rule;
  if (months.length > 0 && !months.includes(facts.month)) return false;
  if (yearDays.length > 0 && !isListed(yearDays, facts.yearDay, facts.yearLength)) return false;
  if (monthDays.length > 0 && !isListed(monthDays, facts.day, facts.monthLength)) return false;
  if (weekNumbers.length > 0) {
    const [week, count] = weekOf(at, facts.year, weekStart);
    if (!isListed(weekNumbers, week, count)) return false;
  }
  if (days.length === 0) return true;
  const isOfYear = frequency === 'YEARLY' && months.length === 0;
  const [place, length] = isOfYear ? [facts.yearDay, facts.yearLength] : [facts.day, facts.monthLength];
  return days.some(({ nth, weekday }) => weekday === facts.weekday && (nth === 0 || isNth(nth, place, length)));
}

/** Answers the first day of the n-th period and the first one after it. */
function periodOf({ frequency, interval, weekStart }: RecurrenceRule, first: Day, n: number): readonly [Day, Day] {
  const date = new Date(first);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const step = n * interval;
  if (frequency === 'DAILY') return [first + step * DAY_MS, first + (step + 1) * DAY_MS];
  if (frequency === 'WEEKLY') {
    const week = first - ((date.getUTCDay() - weekStart + WEEK) % WEEK) * DAY_MS + step * WEEK * DAY_MS;
    return [week, week + WEEK * DAY_MS];
  }
  if (frequency === 'MONTHLY') return [Date.UTC(year, month + step, 1), Date.UTC(year, month + step + 1, 1)];
  return [Date.UTC(year + step, 0, 1), Date.UTC(year + step + 1, 0, 1)];
}

function chosen(found: readonly Day[], positions: readonly number[]): readonly Day[] {
  return positions.length === 0 ? found : found.filter((_, index) => isListed(positions, index + 1, found.length));
}

/** Answers the days of the rule from its first one on, in order; COUNT and UNTIL are the caller's. */
export function* ruleDays(given: RecurrenceRule, first: Day): Generator<Day, void> {
  const rule = completed(given, first);
  let lastYear = new Date(first).getUTCFullYear();
  for (let n = 0; ; n += 1) {
    const [start, end] = periodOf(rule, first, n);
    const year = new Date(start).getUTCFullYear();
    if (Number.isNaN(year) || year > YEAR_MAX || year - lastYear > EMPTY_YEARS_MAX) return;
    const found: Day[] = [];
    for (let at = start; at < end; at += DAY_MS) if (isDayOf(rule, at)) found.push(at);
    for (const at of chosen(found, rule.positions)) {
      if (at < first) continue;
      lastYear = year;
      yield at;
    }
  }
}
