// Reads cron texts with seconds: second minute hour day-of-month month day-of-week and perhaps year.
import { refuse, shown } from './timer-problem.ts';

export interface Cron {
  /** Seconds in ascending order, as every list here. */
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  /** Months count from 1. */
  readonly months: readonly number[];
  /** Years in ascending order; null means every year. */
  readonly years: readonly number[] | null;
  readonly day: DayRule;
}

/** Rule of which days of a month fit. */
export type DayRule =
  | { readonly kind: 'days'; readonly days: ReadonlySet<number> }
  /** A number of days before the last day of the month. */
  | { readonly kind: 'last'; readonly before: number }
  /** Sunday is 0. */
  | { readonly kind: 'weekdays'; readonly weekdays: ReadonlySet<number> }
  | { readonly kind: 'last-weekday'; readonly weekday: number }
  | { readonly kind: 'nth-weekday'; readonly weekday: number; readonly nth: number };

interface Field {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words: readonly string[];
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const SECOND: Field = { name: 'second', min: 0, max: 59, words: [] };
const MINUTE: Field = { name: 'minute', min: 0, max: 59, words: [] };
const HOUR: Field = { name: 'hour', min: 0, max: 23, words: [] };
const DAY: Field = { name: 'day of month', min: 1, max: 31, words: [] };
const MONTH: Field = { name: 'month', min: 1, max: 12, words: MONTHS };
/** Field of the day of the week: 1 is Sunday and 7 Saturday, as in the engines whose models are read. */
const WEEKDAY: Field = { name: 'day of week', min: 1, max: 7, words: WEEKDAYS };
const YEAR: Field = { name: 'year', min: 1970, max: 2199, words: [] };

const EVERY_HOUR = 24;

/** Whether no hour is left out: such a cron goes by the time that passes, not by the clock on the wall. */
export function isHourly({ hours }: Cron): boolean {
  return hours.length === EVERY_HOUR;
}

/** Reads cron; throws for everything that is not understood, `W` among it. */
export function readCron(text: string): Cron {
  const fields = text.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 7) {
    refuse(`${shown(text)} is no cycle: neither R with an interval nor a cron of 6 or 7 fields`);
  }
  const [second, minute, hour, day, month, weekday] = fields as [string, string, string, string, string, string];
  const year = fields[6];
  return {
    seconds: readList(second, SECOND),
    minutes: readList(minute, MINUTE),
    hours: readList(hour, HOUR),
    months: readList(month, MONTH),
    years: year === undefined || year === '*' ? null : readList(year, YEAR),
    day: readDayRule(day, weekday),
  };
}

function isAny(text: string): boolean {
  return text === '?' || text === '*';
}

function readDayRule(day: string, weekday: string): DayRule {
  if (day === '?' && weekday === '?') refuse('day of month and day of week are both left open by ?');
  if (isAny(weekday)) return day === '?' ? readDayOfMonth('*') : readDayOfMonth(day);
  if (!isAny(day)) refuse('day of month and day of week cannot both be restricted; one of them must be ?');
  return readWeekday(weekday);
}

function readDayOfMonth(text: string): DayRule {
  const last = /^L(?:-(\d{1,2}))?$/.exec(text);
  if (last === null) return { kind: 'days', days: new Set(readList(text, DAY)) };
  const before = Number(last[1] ?? 0);
  if (before > 30) refuse(`${text} is no day of month`);
  return { kind: 'last', before };
}

function readWeekday(text: string): DayRule {
  const nth = /^(\w+)#(\d)$/.exec(text);
  if (nth !== null) {
    const place = Number(nth[2]);
    if (place < 1 || place > 5) refuse(`${shown(text)} is no day of week: a month has at most five of them`);
    return { kind: 'nth-weekday', weekday: readNumber(nth[1] as string, WEEKDAY) - 1, nth: place };
  }
  if (text === 'L') return { kind: 'weekdays', weekdays: new Set([6]) };
  const last = /^(\w+)L$/.exec(text);
  if (last !== null) return { kind: 'last-weekday', weekday: readNumber(last[1] as string, WEEKDAY) - 1 };
  return { kind: 'weekdays', weekdays: new Set(readList(text, WEEKDAY).map((number) => number - 1)) };
}

function readList(text: string, field: Field): readonly number[] {
  const values = new Set<number>();
  for (const part of text.split(',')) for (const value of readPart(part, field)) values.add(value);
  return [...values].sort((a, b) => a - b);
}

function readPart(text: string, field: Field): readonly number[] {
  const [range = '', stepText, ...rest] = text.split('/');
  if (rest.length > 0) refuse(`${shown(text)} is no ${field.name}`);
  const step = stepText === undefined ? 1 : readStep(stepText, field);
  const [from, to] = readRange(range, stepText !== undefined, field);
  const span = field.max - field.min + 1;
  const end = to >= from ? to : to + span;
  const values: number[] = [];
  for (let value = from; value <= end; value += step) values.push(((value - field.min) % span) + field.min);
  return values;
}

/** Reads a range, which may go over the end, as FRI-MON does, but for years. */
function readRange(text: string, isStepped: boolean, field: Field): readonly [number, number] {
  if (text === '*') return [field.min, field.max];
  const [from = '', to, ...rest] = text.split('-');
  if (rest.length > 0) refuse(`${shown(text)} is no ${field.name}`);
  const first = readNumber(from, field);
  if (to === undefined) return [first, isStepped ? field.max : first];
  const last = readNumber(to, field);
  if (last < first && field === YEAR) refuse(`${shown(text)} is no range of years`);
  return [first, last];
}

function readStep(text: string, field: Field): number {
  const step = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (step < 1 || step > field.max) refuse(`${shown(text)} is no step of a ${field.name}`);
  return step;
}

function readNumber(text: string, { name, min, max, words }: Field): number {
  const word = words.indexOf(text);
  if (word !== -1) return min + word;
  const number = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max)) {
    refuse(`${text === '' ? 'nothing' : shown(text)} is no ${name} (${min} to ${max})`);
  }
  return number;
}
