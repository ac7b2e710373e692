// Evaluates the default expressions of parameters: TODAY-7d, START_OF_MONTH+1M, CURRENT_USER.
import { timeZoneOf } from '@keelson/time-zone';
import { DAY_MS } from '@keelson/time-zone/units';
import { writeDate } from './local-instants.ts';
import type { ParameterType, RunContext } from './parameter.types.ts';

const WORDS = ['CURRENT_USER', 'CURRENT_TENANT', 'CURRENT_LOCALE'] as const;
type Word = (typeof WORDS)[number];
const STARTS = [
  'TODAY',
  'NOW',
  'START_OF_DAY',
  'START_OF_WEEK',
  'START_OF_MONTH',
  'END_OF_PREVIOUS_MONTH',
  'START_OF_YEAR',
] as const;
type Start = (typeof STARTS)[number];
const SHIFTED = /^([A-Z_]+)((?:\s*[+-]\s*\d{1,4}[dM]){0,3})$/;
const SHIFT = /([+-])\s*(\d+)([dM])/g;
/** Sign between the two ends of a range. */
const RANGE_SIGN = '..';

export type DefaultExpression =
  | { readonly kind: 'WORD'; readonly word: Word }
  | { readonly kind: 'TIME'; readonly moment: Moment }
  | { readonly kind: 'RANGE'; readonly from: Moment; readonly to: Moment };

interface Moment {
  readonly start: Start;
  readonly shifts: readonly { readonly count: number; readonly unit: 'd' | 'M' }[];
}

/** Reads an expression; null for a text that is none, or none for the type. */
export function readExpression(text: string, type: ParameterType): DefaultExpression | null {
  const trimmed = text.trim();
  const word = WORDS.find((one) => one === trimmed);
  if (word !== undefined) return type === 'STRING' ? { kind: 'WORD', word } : null;
  if (type === 'DATE_RANGE') {
    const ends = trimmed.split(RANGE_SIGN).map(readMoment);
    const [from, to] = ends;
    return ends.length === 2 && from && to ? { kind: 'RANGE', from, to } : null;
  }
  const moment = readMoment(trimmed);
  return moment !== null && (type === 'DATE' || type === 'DATE_TIME' || type === 'TIME')
    ? { kind: 'TIME', moment }
    : null;
}

/** Evaluates an expression to a value as a client would send it. */
export function evaluate(expression: DefaultExpression, type: ParameterType, run: RunContext): unknown {
  if (expression.kind === 'RANGE') {
    return { from: write(expression.from, 'DATE', run), to: write(expression.to, 'DATE', run) };
  }
  if (expression.kind === 'TIME') return write(expression.moment, type, run);
  const words = { CURRENT_USER: run.username, CURRENT_TENANT: run.tenantIdentifier, CURRENT_LOCALE: run.locale };
  return words[expression.word];
}

function readMoment(text: string): Moment | null {
  const parts = SHIFTED.exec(text.trim());
  const start = STARTS.find((one) => one === parts?.[1]);
  if (parts === null || start === undefined) return null;
  const shifts = [...parts[2]!.matchAll(SHIFT)].map(([, sign, count, unit]) => ({
    count: Number(`${sign}${count}`),
    unit: unit as 'd' | 'M',
  }));
  return { start, shifts };
}

function write(moment: Moment, type: ParameterType, run: RunContext): string {
  const local = localTime(moment, run);
  if (type === 'DATE') return writeDate(local);
  if (type === 'TIME') return new Date(local).toISOString().slice(11, 19);
  const isNow = moment.start === 'NOW' && moment.shifts.length === 0;
  return new Date(isNow ? run.now : timeZoneOf(run.timeZone).instantOf(local)).toISOString();
}

/** Answers the local time of the run's zone, as if it were UTC. */
function localTime({ start, shifts }: Moment, run: RunContext): number {
  const now = timeZoneOf(run.timeZone).localOf(run.now);
  return shifts.reduce(shift, startOf(start, now));
}

function startOf(start: Start, now: number): number {
  if (start === 'NOW') return now;
  const day = now - (((now % DAY_MS) + DAY_MS) % DAY_MS);
  const date = new Date(day);
  if (start === 'START_OF_WEEK') return day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  if (start === 'START_OF_MONTH') return date.setUTCDate(1);
  if (start === 'END_OF_PREVIOUS_MONTH') return date.setUTCDate(0);
  if (start === 'START_OF_YEAR') return date.setUTCMonth(0, 1);
  return day;
}

/** Moves a time; a month after the 31st is the last day of a shorter month. */
function shift(local: number, { count, unit }: Moment['shifts'][number]): number {
  if (unit === 'd') return local + count * DAY_MS;
  const date = new Date(local);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.setUTCDate(Math.min(day, last));
}
