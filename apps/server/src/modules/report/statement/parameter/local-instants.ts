// Knows dates, times and instants as parameters are written, in the time zone of a run.

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const DAY_MS = 86_400_000;

/** Says whether a text is a day of the calendar, from 0001 on. */
export function isDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null || parts[1] === '0000') return false;
  return writeDate(utcOf(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]))) === text;
}

export function isTime(text: string): boolean {
  return TIME.test(text);
}

/** Answers the instant as ISO 8601 in UTC, or null for a text that is none. Without an offset it is the zone's own time. */
export function instantOf(text: string, timeZone: string): string | null {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return null;
  const [, date, time, seconds = ':00', offset] = parts;
  if (!isDate(date!) || !isTime(`${time}${seconds}`)) return null;
  if (offset === undefined)
    return new Date(instantIn(timeZone, Date.parse(`${date}T${time}${seconds}Z`))).toISOString();
  const instant = Date.parse(
    `${date}T${time}${seconds}${offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset}`,
  );
  return Number.isNaN(instant) ? null : new Date(instant).toISOString();
}

/** Answers what clocks of the zone show, as if it were UTC, in milliseconds. */
export function localOf(timeZone: string, instant: number): number {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)!.value);
  const milliseconds = ((instant % 1_000) + 1_000) % 1_000;
  const clock = part('hour') * 3_600_000 + part('minute') * 60_000 + part('second') * 1_000 + milliseconds;
  return utcOf(part('year'), part('month') - 1, part('day')) + clock;
}

/** Answers the first instant at which clocks of the zone show this; in a gap the instant as long after it as the text is in it. */
export function instantIn(timeZone: string, local: number): number {
  const offsets = [local - DAY_MS, local + DAY_MS].map((near) => localOf(timeZone, near) - near);
  const candidates = offsets.map((offset) => local - offset).sort((one, other) => one - other);
  return candidates.find((instant) => localOf(timeZone, instant) === local) ?? candidates.at(-1)!;
}

/** Writes the day of a local time. */
export function writeDate(local: number): string {
  return new Date(local).toISOString().slice(0, 10);
}

/** `Date.UTC` takes the years 0 to 99 for those of the last century. */
function utcOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** There are some 600 zones; each is made once. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, made);
  return made;
}
