// Reads rules of recurrence (RFC 5545, 3.3.10) of days and longer; `instances.ts` computes the instances.

export type Frequency = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';

/** The n-th such weekday of month or year, from its end where negative; 0: each. */
export interface RuleDay {
  readonly nth: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count: number | null;
  /** The last moment, as the rule writes it: a day, or a time of UTC or of the wall clock. */
  readonly until: { readonly kind: 'day' | 'utc' | 'local'; readonly at: number } | null;
  /** Weekday with which a week begins. */
  readonly weekStart: number;
  readonly months: readonly number[];
  readonly weekNumbers: readonly number[];
  readonly yearDays: readonly number[];
  readonly monthDays: readonly number[];
  readonly days: readonly RuleDay[];
  readonly positions: readonly number[];
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const FREQUENCIES: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'];
const INTERVAL_MAX = 1_000;
const COUNT_MAX = 10_000;
const LIST_MAX = 366;
const PARTS: ReadonlySet<string> = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'WKST',
  'BYMONTH',
  'BYWEEKNO',
  'BYYEARDAY',
  'BYMONTHDAY',
  'BYDAY',
  'BYSETPOS',
]);

/** Thrown while a rule is read, and reported as the problem of its field. */
class RuleError extends Error {}

const refuse = (sentence: string): never => {
  throw new RuleError(sentence);
};

function partsOf(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const part of text.toUpperCase().split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=([A-Z0-9,+-]+)$/.exec(part) ?? [];
    if (!PARTS.has(name)) refuse('Must be parts of RFC 5545 such as FREQ=WEEKLY;BYDAY=MO, without those of hours.');
    if (parts.has(name)) refuse('Must name each part once.');
    parts.set(name, value);
  }
  return parts;
}

function readNumber(text: string | undefined, max: number): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= max ? value : refuse('Has a number that is out of range.');
}

/** Numbers from 1 to `max`; negative ones count from the end. */
function readNumbers(text: string | undefined, max: number, signed = true): readonly number[] {
  if (text === undefined) return [];
  const items = text.split(',');
  if (items.length > LIST_MAX) refuse('Has a number that is out of range.');
  return items.map((item) => {
    const value = (signed ? /^[+-]?\d{1,3}$/ : /^\d{1,2}$/).test(item) ? Number(item) : 0;
    return value !== 0 && Math.abs(value) <= max ? value : refuse('Has a number that is out of range.');
  });
}

function readDays(text: string | undefined): readonly RuleDay[] {
  if (text === undefined) return [];
  return text.split(',').map((item) => {
    const match = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(item);
    const nth = match?.[1] === undefined ? 0 : Number(match[1]);
    if (match === null || Math.abs(nth) > 53 || (match[1] !== undefined && nth === 0)) {
      return refuse('Must name days as MO, 2TU or -1FR.');
    }
    return { nth, weekday: WEEKDAYS.indexOf(match[2]!) };
  });
}

function readUntil(text: string | undefined): RecurrenceRule['until'] {
  if (text === undefined) return null;
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z)?)?$/.exec(text);
  if (match === null) return refuse('Must end with UNTIL=20261231 or UNTIL=20261231T235959Z.');
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  const exists = year >= 1_000 && new Date(at).getUTCDate() === day && new Date(at).getUTCHours() === hour;
  if (!exists || minute > 59 || second > 59) refuse('Must end with UNTIL=20261231 or UNTIL=20261231T235959Z.');
  return { kind: match[4] === undefined ? 'day' : match[7] === undefined ? 'local' : 'utc', at };
}

/** Refuses parts that RFC 5545 gives no meaning for the frequency. */
function checkMeaning(rule: RecurrenceRule): void {
  const { frequency, weekNumbers, yearDays, monthDays, days, positions } = rule;
  const isLong = frequency === 'MONTHLY' || frequency === 'YEARLY';
  const hasNth = days.some(({ nth }) => nth !== 0);
  const others = [rule.months, weekNumbers, yearDays, monthDays, days].some((list) => list.length > 0);
  const isMeaningless =
    (weekNumbers.length > 0 && frequency !== 'YEARLY') ||
    (yearDays.length > 0 && frequency !== 'YEARLY') ||
    (monthDays.length > 0 && frequency === 'WEEKLY') ||
    (hasNth && (!isLong || weekNumbers.length > 0)) ||
    (positions.length > 0 && !others);
  if (isMeaningless) refuse('Has a part that means nothing beside this FREQ.');
  if (rule.count !== null && rule.until !== null) refuse('Must not have both COUNT and UNTIL.');
}

/** Reads a rule, or answers a sentence about its problem. */
export function readRule(text: string): { readonly rule: RecurrenceRule } | { readonly problem: string } {
  try {
    const parts = partsOf(text);
    const frequency = parts.get('FREQ') ?? '';
    if (!FREQUENCIES.includes(frequency)) refuse('Must have FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.');
    const weekStart = WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO');
    if (weekStart < 0) refuse('Must name days as MO, 2TU or -1FR.');
    const rule: RecurrenceRule = {
      frequency: frequency as Frequency,
      interval: readNumber(parts.get('INTERVAL'), INTERVAL_MAX) ?? 1,
      count: readNumber(parts.get('COUNT'), COUNT_MAX),
      until: readUntil(parts.get('UNTIL')),
      weekStart,
      months: readNumbers(parts.get('BYMONTH'), 12, false),
      weekNumbers: readNumbers(parts.get('BYWEEKNO'), 53),
      yearDays: readNumbers(parts.get('BYYEARDAY'), 366),
      monthDays: readNumbers(parts.get('BYMONTHDAY'), 31),
      days: readDays(parts.get('BYDAY')),
      positions: readNumbers(parts.get('BYSETPOS'), 366),
    };
    checkMeaning(rule);
    return { rule };
  } catch (error) {
    if (error instanceof RuleError) return { problem: error.message };
    throw error;
  }
}
