// Reads a moment from ISO 8601 text.

const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d{2}):?(\d{2})))?$/;

const MINUTE_MS = 60_000;

/**
 * Answers the epoch milliseconds of `2026-03-01T10:00:00+03:00`, `...Z` or `2026-03-01` (midnight UTC); null for everything else: a
 * date-time without offset, a day that its month does not have, a leap second. Digits below the millisecond are cut.
 */
export function parseInstant(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, , sign, offsetHour, offsetMinute] = match;
  const local = utc(Number(year), Number(month), Number(day), [
    hour,
    minute,
    second,
    `${fraction ?? ''}000`.slice(0, 3),
  ]);
  if (local === null) return null;
  const offset = Number(offsetHour ?? 0) * 60 + Number(offsetMinute ?? 0);
  if (Number(offsetHour ?? 0) > 18 || Number(offsetMinute ?? 0) > 59) return null;
  return sign === '-' ? local + offset * MINUTE_MS : local - offset * MINUTE_MS;
}

function utc(year: number, month: number, day: number, time: readonly (string | undefined)[]): number | null {
  const [hour = 0, minute = 0, second = 0, millisecond = 0] = time.map((part) => Number(part ?? 0));
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second, millisecond);
}
