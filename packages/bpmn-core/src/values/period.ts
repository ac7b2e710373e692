// Counts a period of ISO 8601 from a moment on.

const PERIOD =
  /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,9}))?S)?)?$/;

const DAYS_OF_WEEK = 7;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/**
 * Answers the epoch milliseconds of the moment that lies a period such as `P7D`, `P1M` or `PT36H` behind `from`; null for everything else
 * and for what no date can hold. Years and months are those of the calendar in UTC: a day that the month does not have is its last.
 */
export function addPeriod(text: string, from: number): number | null {
  const match = PERIOD.exec(text);
  if (match === null) return null;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1, 8)
    .map((part) => Number(part ?? 0));
  const milliseconds = Number(`${match[8] ?? ''}000`.slice(0, 3));
  const date = new Date(from);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + years * 12 + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  const rest = (weeks * DAYS_OF_WEEK + days) * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
  const at = new Date(date.getTime() + rest + milliseconds).getTime();
  return Number.isNaN(at) ? null : at;
}
