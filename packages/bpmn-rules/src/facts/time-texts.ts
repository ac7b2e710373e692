// Times are written as ISO 8601 dates, durations and repetitions, and as cron with seconds.

/** Form of an ISO 8601 duration: at least one part, and one behind `T` where that is written. */
const DURATION = /^P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:[.,]\d+)?S)?)?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Whether this is an ISO 8601 duration without sign. */
export function isDuration(text: string): boolean {
  return DURATION.test(text.trim());
}

/** Whether this is an ISO 8601 date, with or without a time, that the calendar has. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text.trim());
  if (parts === null) return false;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => (part === undefined ? 0 : Number(part)));
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Whether this is `R[n]/duration`, `R[n]/start/duration`, `R[n]/duration/end` or cron; a bare duration is no cycle. */
export function isCycle(text: string): boolean {
  const trimmed = text.trim();
  const repetition = /^R(\d*|-1)\/(.+)$/.exec(trimmed);
  if (repetition === null) return isCron(trimmed);
  if (repetition[1] === '0') return false;
  const parts = (repetition[2] ?? '').split('/');
  const [first = '', second] = parts;
  if (parts.length === 1) return isDuration(first);
  if (parts.length !== 2 || second === undefined) return false;
  return (isDate(first) && isDuration(second)) || (isDuration(first) && isDate(second));
}

const MONTHS = 'JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC';
const DAYS = 'SUN|MON|TUE|WED|THU|FRI|SAT';

interface CronField {
  readonly from: number;
  readonly to: number;
  readonly names?: string;
  /** Special signs `L`, `W` and `#`, which days alone have. */
  readonly special?: RegExp;
}

/** The fields of cron: second, minute, hour, day of the month, month, day of the week, year. */
const CRON_FIELDS: readonly CronField[] = [
  { from: 0, to: 59 },
  { from: 0, to: 59 },
  { from: 0, to: 23 },
  { from: 1, to: 31, special: /^(L|LW|L-\d{1,2}|\d{1,2}W)$/ },
  { from: 1, to: 12, names: MONTHS },
  { from: 0, to: 7, names: DAYS, special: /^(L|[0-7]L|[0-7]#[1-5])$/ },
  { from: 1970, to: 2199 },
];

/** Whether this is cron with seconds: six fields, or seven with a year. */
export function isCron(text: string): boolean {
  const fields = text.trim().toUpperCase().split(/\s+/);
  if (fields.length !== 6 && fields.length !== 7) return false;
  return fields.every((field, index) => {
    const rule = CRON_FIELDS[index];
    return rule !== undefined && field.split(',').every((part) => isCronPart(part, rule));
  });
}

function isCronPart(part: string, rule: CronField): boolean {
  if (part === '?') return true;
  if (rule.special?.test(part)) return true;
  const [range = '', step, rest] = part.split('/');
  if (rest !== undefined || (step !== undefined && !/^[1-9]\d*$/.test(step))) return false;
  if (range === '*') return true;
  const ends = range.split('-');
  return ends.length <= 2 && ends.every((end) => isCronValue(end, rule));
}

function isCronValue(text: string, { from, to, names }: CronField): boolean {
  if (names?.split('|').includes(text)) return true;
  return /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to;
}

/** Whether this is the cycle of a job's retries: `R3/PT10S`, or a list of waits. */
export function isRetryCycle(text: string): boolean {
  const trimmed = text.trim();
  if (/^R\d+\/P/.test(trimmed)) return isDuration(trimmed.slice(trimmed.indexOf('/') + 1));
  const waits = trimmed.split(',');
  return trimmed !== '' && waits.every(isDuration);
}

/** Form of a time zone: area and city, `UTC` or an offset; whether it exists only a calendar knows. */
const TIME_ZONE = /^(UTC|GMT|Z|[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*){1,2}|[+-]\d{2}:\d{2})$/;

/** Whether a text has the form of a time zone's name. */
export function isTimeZone(text: string): boolean {
  return TIME_ZONE.test(text);
}

/** Whether an evaluator will only know the value when it runs. */
export function isComputed(text: string): boolean {
  return /[$#]\{/.test(text) || text.trimStart().startsWith('=');
}
