// Reads JSON whose numbers stay as they were written, also where a double cannot hold them.

/** A number as it was written; `JSON.stringify` writes it so again (ECMA-262 2026, 25.5, raw JSON). */
export interface ExactNumber {
  readonly rawJSON: string;
}

interface RawJson {
  rawJSON(text: string): ExactNumber;
  isRawJSON(value: unknown): value is ExactNumber;
  parse(
    text: string,
    reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

// The library of the compiler does not know these yet.
const json = JSON as unknown as RawJson;

export function isExactNumber(value: unknown): value is ExactNumber {
  return json.isRawJSON(value);
}

/** A double holds every number of up to 15 digits (IEEE 754): other texts are read as fast as ever. */
const MAY_BE_LONG = /(?:^|[\s:,[])-?(?:[\d.]{16}|[\d.]+[eE])/;

const MAY_BE_LONG_WHOLE = /(?:^|[\s:,[])-?\d{16}/;

/** Says of a JSON text whether a double may not hold one of its whole numbers. */
export function mayBeInexact(text: string): boolean {
  return MAY_BE_LONG_WHOLE.test(text);
}

/** Thrown for a number that is infinite, or as good as zero, as a double. */
export class NumberOutOfRange extends Error {}

/** Answers the value of a JSON text; throws SyntaxError where it is none, and NumberOutOfRange. */
export function parseExactJson(text: string): unknown {
  if (!MAY_BE_LONG.test(text)) return JSON.parse(text);
  return json.parse(text, (_name, value, { source }) => {
    if (typeof value !== 'number' || source === undefined) return value;
    const written = decimalOf(source);
    if (written === decimalOf(String(value))) return value;
    if (!Number.isFinite(value) || value === 0) throw new NumberOutOfRange();
    return json.rawJSON(source);
  });
}

/** Parses a JSON text; whole numbers that a double cannot hold become texts. Throws SyntaxError. */
export function parseJsonOfOthers(text: string): unknown {
  if (!mayBeInexact(text)) return JSON.parse(text);
  return json.parse(text, (_name, value, { source }) => {
    const isWhole = typeof value === 'number' && source !== undefined && /^-?\d+$/.test(source);
    return isWhole && decimalOf(source) !== decimalOf(String(value)) ? source : value;
  });
}

/**
 * A text that is the same for equal numbers: the digits without zeros at their ends, and the power of ten of the last.
 */
function decimalOf(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  if (kept === '') return '0';
  return `${sign}${kept}e${Number(exponent) - fraction.length + digits.length - kept.length}`;
}
