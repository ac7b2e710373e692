// Formats cells for people: numbers and times by column and locale.
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
/** Decimals that are shown at most, the bound of `Intl.NumberFormat`. */
const FRACTION_DIGITS_MAX = 100;

function numberFormat({ type, format, locale }: FormatTerms): CellFormat {
  const pattern = format === null ? null : readNumberPattern(format);
  if (pattern !== null) return createNumberFormat(locale, pattern);
  const isWhole = type === 'INTEGER' || type === 'LONG';
  const fractionDigits = (decimal: string): number => {
    const point = decimal.indexOf('.');
    return isWhole || point < 0 || decimal.includes('e') ? 0 : decimal.length - point - 1;
  };
  // Whole numbers are not grouped, as they are often identifiers.
  const plain = { prefix: '', suffix: '', isPercent: false, isGrouped: !isWhole, integerDigitsMin: 1 };
  // Formats by scale, as the values of a column have few scales, and each shows its zeros: 1.50 differs from 1.5.
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

/** Makes the format of a column's cells; there is none for a missing value. */
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
