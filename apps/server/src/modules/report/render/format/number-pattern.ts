// Reads how a report writes numbers, such as `#,##0.00` or `0.0%`, and writes them so.

export interface NumberPattern {
  readonly prefix: string;
  readonly suffix: string;
  readonly isPercent: boolean;
  readonly isGrouped: boolean;
  readonly integerDigitsMin: number;
  readonly fractionDigitsMin: number;
  readonly fractionDigitsMax: number;
}

const digits = /([#0,]*[#0])(?:\.([0]*[#]*))?/;
/** Digits that `Intl.NumberFormat` takes at most. */
const INTEGER_DIGITS_MAX = 21;
const FRACTION_DIGITS_MAX = 100;
const PERCENT_DIGITS = 2;

/** Reads a pattern; null where it has no place for a digit. Texts around the digits surround the number. */
export function readNumberPattern(format: string): NumberPattern | null {
  const found = digits.exec(format);
  if (found === null) return null;
  const [matched, whole = '', fraction = ''] = found;
  const rest = format.slice(found.index + matched.length);
  const zeros = (text: string): number => text.split('0').length - 1;
  return {
    prefix: format.slice(0, found.index),
    suffix: rest,
    isPercent: format.includes('%'),
    isGrouped: whole.includes(','),
    integerDigitsMin: Math.min(Math.max(zeros(whole), 1), INTEGER_DIGITS_MAX),
    fractionDigitsMin: Math.min(zeros(fraction), FRACTION_DIGITS_MAX),
    fractionDigitsMax: Math.min(fraction.length, FRACTION_DIGITS_MAX),
  };
}

/** Answers how many decimals of the value itself a format shows: a percentage shows two more. */
export function fractionDigitsOf(format: string): number {
  const pattern = readNumberPattern(format);
  if (pattern === null) return 0;
  return pattern.fractionDigitsMax + (pattern.isPercent ? PERCENT_DIGITS : 0);
}

/** Takes decimal texts of any length, and writes them with the separators of the locale; it rounds half up. */
export function createNumberFormat(locale: string, pattern: NumberPattern): (decimal: string) => string {
  const { format } = new Intl.NumberFormat(locale, {
    useGrouping: pattern.isGrouped,
    minimumIntegerDigits: pattern.integerDigitsMin,
    minimumFractionDigits: pattern.fractionDigitsMin,
    maximumFractionDigits: pattern.fractionDigitsMax,
    ...(pattern.isPercent ? { style: 'percent' } : {}),
  });
  // The locale decides the place of the percent sign.
  const [prefix, suffix] = [pattern.prefix, pattern.suffix].map((text) =>
    pattern.isPercent ? text.replace('%', '').trim() : text,
  ) as [string, string];
  if (prefix === '' && suffix === '') return (decimal) => format(decimal as Intl.StringNumericLiteral);
  return (decimal) => `${prefix}${format(decimal as Intl.StringNumericLiteral)}${suffix}`;
}
