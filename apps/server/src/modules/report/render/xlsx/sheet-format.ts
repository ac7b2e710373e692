// Makes the format codes of a spreadsheet from a column's format.
import { dateTokens, dayPatternOf } from '../format/date-pattern.ts';
import { type NumberPattern, readNumberPattern } from '../format/number-pattern.ts';
import { type CellSource, numericTerms } from '../table/cell.store.ts';

export const GENERAL = 'General';

/** Quotes a word in a code; a quote is left out. */
const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '')}"`);

function numberCode(pattern: NumberPattern): string {
  const { prefix, suffix, isPercent, isGrouped, integerDigitsMin, fractionDigitsMin, fractionDigitsMax } = pattern;
  const whole = '0'.repeat(integerDigitsMin);
  const optional = '#'.repeat(fractionDigitsMax - fractionDigitsMin);
  const fraction = fractionDigitsMax === 0 ? '' : `.${'0'.repeat(fractionDigitsMin)}${optional}`;
  const digits = `${isGrouped ? '#,##' : ''}${whole}${fraction}`;
  const [before, behind] = [prefix, suffix].map((text) => quoted(isPercent ? text.replace('%', '').trim() : text));
  return `${before}${digits}${isPercent ? '%' : ''}${behind}`;
}

const dateCodes: Readonly<Record<string, string>> = {
  yyyy: 'yyyy',
  yy: 'yy',
  MMMM: 'mmmm',
  MMM: 'mmm',
  MM: 'mm',
  M: 'm',
  dd: 'dd',
  d: 'd',
  HH: 'hh',
  H: 'h',
  hh: 'hh',
  h: 'h',
  mm: 'mm',
  ss: 'ss',
  SSS: '000',
  a: 'AM/PM',
};

/** Makes the code of a pattern; a minute differs from a month by the hour before it, as in patterns of reports. */
function dateCode(pattern: string): string {
  return dateTokens(pattern)
    .map((token) => dateCodes[token] ?? (/^[-./: ]+$/.test(token) ? token : quoted(token.replaceAll("'", ''))))
    .join('');
}

/** Answers the code of a cell of that type. */
export function sheetCode({ type, sqlType }: CellSource, format: string | null, locale: string): string {
  switch (type) {
    case 'DATE':
      return dateCode(format ?? dayPatternOf(locale));
    case 'TIME':
      return dateCode(format ?? 'HH:mm:ss');
    case 'DATE_TIME':
      return dateCode(format ?? `${dayPatternOf(locale)} HH:mm:ss`);
    case 'INTEGER':
    case 'LONG':
    case 'DECIMAL':
    case 'DOUBLE': {
      const pattern = format === null ? null : readNumberPattern(format);
      if (pattern !== null) return numberCode(pattern);
      if (type === 'INTEGER' || type === 'LONG') return '0';
      const scale = numericTerms(sqlType)?.scale ?? 0;
      return scale > 0 ? `#,##0.${'0'.repeat(scale)}` : GENERAL;
    }
    default:
      return GENERAL;
  }
}
