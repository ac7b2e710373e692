// Reads how a report writes dates and times, such as `yyyy-MM-dd HH:mm`, and writes them so from PostgreSQL's ISO texts.

/** Matches the parts of a local time; years have four digits at least, a fraction has none to six. */
const iso = /^(?:(\d{4,})-(\d\d)-(\d\d))?[ T]?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?/;
const tokens = /yyyy|yy|MMMM|MMM|MM|M|dd|d|HH|H|hh|h|mm|ss|SSS|a|'[^']*'|[^yMdHhmsSa']+|./g;
const NOON = 12;

/** Answers the parts of a pattern: those of the time, and the texts between them. */
export function dateTokens(pattern: string): readonly string[] {
  return pattern.match(tokens) ?? [];
}

interface LocalTime {
  readonly year: string;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: string;
  readonly second: string;
  readonly fraction: string;
}

type Part = string | ((time: LocalTime) => string);

const two = (value: number): string => String(value).padStart(2, '0');

function monthNames(locale: string, month: 'long' | 'short'): readonly string[] {
  const { format } = new Intl.DateTimeFormat(locale, { month, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, index) => format(Date.UTC(2024, index, 15)));
}

function partOf(token: string, locale: string): Part {
  if (token.startsWith("'")) return token.slice(1, -1);
  switch (token) {
    case 'yyyy':
      return ({ year }) => year;
    case 'yy':
      return ({ year }) => year.slice(-2);
    case 'MMMM':
    case 'MMM': {
      const names = monthNames(locale, token === 'MMM' ? 'short' : 'long');
      return ({ month }) => names[month - 1] ?? '';
    }
    case 'MM':
      return ({ month }) => two(month);
    case 'M':
      return ({ month }) => String(month);
    case 'dd':
      return ({ day }) => two(day);
    case 'd':
      return ({ day }) => String(day);
    case 'HH':
      return ({ hour }) => two(hour);
    case 'H':
      return ({ hour }) => String(hour);
    case 'hh':
      return ({ hour }) => two(hour % NOON || NOON);
    case 'h':
      return ({ hour }) => String(hour % NOON || NOON);
    case 'mm':
      return ({ minute }) => minute;
    case 'ss':
      return ({ second }) => second;
    case 'SSS':
      return ({ fraction }) => fraction.padEnd(3, '0').slice(0, 3);
    case 'a':
      return ({ hour }) => (hour < NOON ? 'AM' : 'PM');
    default:
      return token;
  }
}

/** Answers the pattern in which a locale writes days in figures, `dd.MM.yyyy` in Turkish. */
export function dayPatternOf(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' });
  const names: Partial<Record<string, string>> = { year: 'yyyy', month: 'MM', day: 'dd' };
  return parts
    .formatToParts(0)
    .map(({ type, value }) => names[type] ?? value)
    .join('');
}

/** Texts that are no time (`infinity`, a year before Christ) stay as they are. */
export function createDateFormat(locale: string, pattern: string): (text: string) => string {
  const parts = dateTokens(pattern).map((token) => partOf(token, locale));
  return (text) => {
    const found = iso.exec(text);
    if (found === null || found[0] === '' || text.endsWith('BC')) return text;
    const [, year = '', month = '', day = '', hour = '', minute = '00', second = '00', fraction = ''] = found;
    const time = { year, month: Number(month), day: Number(day), hour: Number(hour), minute, second, fraction };
    let written = '';
    for (const part of parts) written += typeof part === 'string' ? part : part(time);
    return written;
  };
}
