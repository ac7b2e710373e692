// Reads single values of a CSV file by the type of their column, and writes them as PostgreSQL reads them.
import type { CsvFormat } from '@keelson/contract';
import type { CsvColumn } from './csv.types.ts';

/** Answers null for what is no value of the type. */
export type ReadCell = (text: string) => string | null;

/** Characters of a number: PostgreSQL takes far more digits, but no real value has them. */
const NUMBER_LENGTH_MAX = 200;
const INT8_MAX = 9_223_372_036_854_775_807n;
const LONG = /^(?:0|-?[1-9]\d{0,18})$/;
/** Forms of numbers; leading zeros make none, as they would be lost. */
const DECIMALS: Readonly<Record<string, RegExp>> = {
  '0.0': /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/,
  '0,0': /^-?(?:0|[1-9]\d*)(?:,\d+)?$/,
  '#,##0.0': /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?$/,
  '#.##0,0': /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+)(?:,\d+)?$/,
};
const DAYS: Readonly<Record<string, RegExp>> = {
  'yyyy-MM-dd': /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/,
  'dd.MM.yyyy': /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})/,
  'dd/MM/yyyy': /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})/,
  'MM/dd/yyyy': /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})/,
};
const TIME =
  /^[ T](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?<fraction>\.\d{1,6})?)?(?<offset>Z|[+-]\d{2}:?\d{2})?$/;
const HOURS_OF_OFFSET_MAX = 15;

function readLong(text: string): string | null {
  if (!LONG.test(text)) return null;
  const value = BigInt(text);
  return value <= INT8_MAX && value >= -INT8_MAX - 1n ? text : null;
}

function decimalReader(format: CsvFormat): ReadCell {
  const written = DECIMALS[format]!;
  const hasComma = format.endsWith(',0');
  return (text) => {
    if (text.length > NUMBER_LENGTH_MAX || !written.test(text)) return null;
    return hasComma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  };
}

/** Reads the day in ISO form, and the rest of the text. */
function readDay(text: string, format: string): readonly [day: string, rest: string] | null {
  const found = DAYS[format]!.exec(text);
  if (found === null) return null;
  const { year, month, day } = found.groups as Record<'year' | 'month' | 'day', string>;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  const isDay = year !== '0000' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(written);
  return isDay ? [written, text.slice(found[0].length)] : null;
}

function readTime(text: string): string | null {
  const found = TIME.exec(text);
  if (found === null) return null;
  const {
    hour,
    minute,
    second = '00',
    fraction = '',
    offset = '',
  } = found.groups as Record<string, string | undefined>;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  if (offset.length > 1 && (Number(offset.slice(1, 3)) > HOURS_OF_OFFSET_MAX || Number(offset.slice(-2)) > 59))
    return null;
  return ` ${hour!.padStart(2, '0')}:${minute}:${second}${fraction}${offset}`;
}

function readDateTime(text: string, format: CsvFormat): string | null {
  const found = readDay(text, format.slice(0, format.indexOf(' ')));
  const time = found === null ? null : readTime(found[1]);
  return time === null ? null : `${found![0]}${time}`;
}

const BOOLEAN = /^(?:true|false)$/i;

/**
 * Makes the reader of a column. Blanks around a value are ignored, except in texts. A time without an offset is in the
 * time zone of the run.
 */
export function cellReader({ type, format }: Pick<CsvColumn, 'type' | 'format'>): ReadCell {
  switch (type) {
    case 'STRING':
      return (text) => text;
    case 'LONG':
      return (text) => readLong(text.trim());
    case 'DECIMAL': {
      const read = decimalReader(format!);
      return (text) => read(text.trim());
    }
    case 'BOOLEAN':
      return (text) => (BOOLEAN.test(text.trim()) ? text.trim().toLowerCase() : null);
    case 'DATE':
      return (text) => {
        const found = readDay(text.trim(), format!);
        return found === null || found[1] !== '' ? null : found[0];
      };
    case 'DATE_TIME':
      return (text) => readDateTime(text.trim(), format!);
  }
}
