// Writes cells for people to read: numbers and times as the column and the locale say.
import type { ReportColumnType } from '../../report.types.ts';
import type { RenderTexts } from '../render.texts.ts';
import { createDateFormat, dayPatternOf } from './date-pattern.ts';
import { createNumberFormat, readNumberPattern } from './number-pattern.ts';

export type CellFormat = (text: string) => string;

export interface FormatTerms {
  readonly type: ReportColumnType;
  readonly format: string | null;
  readonly locale: string;
  readonly texts: RenderTexts;
}

const asIs: CellFormat = (text) => text;
/** No value of PostgreSQL has more decimals that `Intl.NumberFormat` could show. */
const FRACTION_DIGITS_MAX = 100;

function numberFormat({ type, format, locale }: FormatTerms): CellFormat {
  const pattern = format === null ? null : readNumberPattern(format);
  if (pattern !== null) return createNumberFormat(locale, pattern);
  const isWhole = type === 'INTEGER' || type === 'LONG';
  const fractionDigits = (decimal: string): number => {
    const point = decimal.indexOf('.');
    return isWhole || point < 0 || decimal.includes('e') ? 0 : decimal.length - point - 1;
  };
  // Whole numbers are as often names of things as amounts.
  const plain = { prefix: '', suffix: '', isPercent: false, isGrouped: !isWhole, integerDigitsMin: 1 };
  // A column has values of few scales, and each has its zeros shown: 1.50 is told apart from 1.5.
  const byScale = new Map<number, CellFormat>();
  return (decimal) => {
    const scale = Math.min(fractionDigits(decimal), FRACTION_DIGITS_MAX);
    let written = byScale.get(scale);
    if (written === undefined) {
      const fractionDigitsMax = type === 'DOUBLE' ? FRACTION_DIGITS_MAX : scale;
      written = createNumberFormat(locale, { ...plain, fractionDigitsMin: scale, fractionDigitsMax });
      byScale.set(scale, written);
    }
    return written(decimal);
  };
}

/** Answers how cells of a column are written; what is not there is written by nobody. */
export function createCellFormat(terms: FormatTerms): CellFormat {
  const { type, format, locale, texts } = terms;
  switch (type) {
    case 'INTEGER':
    case 'LONG':
    case 'DECIMAL':
    case 'DOUBLE':
      return numberFormat(terms);
    case 'DATE':
      return createDateFormat(locale, format ?? dayPatternOf(locale));
    case 'TIME':
      return createDateFormat(locale, format ?? 'HH:mm:ss');
    case 'DATE_TIME':
      return createDateFormat(locale, format ?? `${dayPatternOf(locale)} HH:mm:ss`);
    case 'BOOLEAN':
      return (text) => (text === 'true' ? texts.yes : texts.no);
    case 'BINARY':
      return (text) => `${text} ${texts.bytes}`;
    default:
      return asIs;
  }
}
