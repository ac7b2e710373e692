// Reads one value of a parameter from JSON, or finds its problem.
import { instantOf, isDate, isTime } from './local-instants.ts';
import type { CanonicalValue, ParameterType, ValueProblem } from './parameter.types.ts';

export type Read<Value> = { readonly value: Value } | { readonly problem: ValueProblem };

const WHOLE = /^[+-]?\d{1,30}$/;
/** Forms of numbers; PostgreSQL would take 131,072 digits, which no real value has. */
const DECIMAL = /^[+-]?(?:\d{1,100}(?:\.\d{0,100})?|\.\d{1,100})$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RANGES = {
  INTEGER: [-(2n ** 31n), 2n ** 31n - 1n],
  LONG: [-(2n ** 63n), 2n ** 63n - 1n],
} as const;

const FORMS: Readonly<Record<ParameterType, string>> = {
  STRING: 'a text',
  INTEGER: 'a whole number',
  LONG: 'a whole number',
  DECIMAL: 'a number such as 12.5',
  BOOLEAN: 'true or false',
  DATE: 'a date such as 2026-03-31',
  TIME: 'a time such as 14:30',
  DATE_TIME: 'a date and time such as 2026-03-31T14:30:00Z',
  DATE_RANGE: 'an object with the dates from and to',
  UUID: 'a UUID',
};

/** Reads one value, of a list one member. A time without an offset is in the given zone. */
export function readValue(type: ParameterType, given: unknown, timeZone: string): Read<CanonicalValue> {
  if (type === 'DATE_RANGE') return readRange(given, timeZone);
  return readPlain(type, given, timeZone);
}

export function readPlain(type: ParameterType, given: unknown, timeZone: string): Read<string> {
  const value = READERS[type](given, timeZone);
  if (value === null) return { problem: { code: 'TYPE', message: `Must be ${FORMS[type]}.` } };
  if (value === 'OUT_OF_RANGE')
    return { problem: { code: 'OUT_OF_RANGE', message: `Must be ${FORMS[type]} that fits.` } };
  return { value: value.text };
}

type Reader = (given: unknown, timeZone: string) => { readonly text: string } | 'OUT_OF_RANGE' | null;

const READERS: Readonly<Record<ParameterType, Reader>> = {
  STRING: (given) => (isText(given) ? { text: given } : null),
  INTEGER: (given) => readWhole('INTEGER', given),
  LONG: (given) => readWhole('LONG', given),
  DECIMAL: (given) => {
    if (typeof given === 'number' && Number.isFinite(given)) return { text: String(given) };
    return typeof given === 'string' && DECIMAL.test(given) ? { text: given } : null;
  },
  BOOLEAN: (given) =>
    given === true || given === 'true'
      ? { text: 'true' }
      : given === false || given === 'false'
        ? { text: 'false' }
        : null,
  DATE: (given) => (typeof given === 'string' && isDate(given) ? { text: given } : null),
  TIME: (given) => (typeof given === 'string' && isTime(given) ? { text: given } : null),
  DATE_TIME: (given, timeZone) => {
    const instant = typeof given === 'string' ? instantOf(given, timeZone) : null;
    return instant === null ? null : { text: instant };
  },
  DATE_RANGE: () => null,
  UUID: (given) => (typeof given === 'string' && UUID.test(given) ? { text: given.toLowerCase() } : null),
};

/**
 * Says whether a text has neither NUL, which PostgreSQL does not take, nor half of a surrogate pair, which UTF-8 does
 * not.
 */
function isText(given: unknown): given is string {
  return typeof given === 'string' && !given.includes('\u0000') && given.isWellFormed();
}

function readWhole(type: 'INTEGER' | 'LONG', given: unknown): { readonly text: string } | 'OUT_OF_RANGE' | null {
  if (typeof given === 'number' && !Number.isSafeInteger(given)) return Number.isInteger(given) ? 'OUT_OF_RANGE' : null;
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || !WHOLE.test(text)) return null;
  const number = BigInt(text.replace('+', ''));
  const [least, most] = RANGES[type];
  return number < least || number > most ? 'OUT_OF_RANGE' : { text: String(number) };
}

/** Reads a range of two dates, the second excluded; null or a missing end is open. */
function readRange(given: unknown, timeZone: string): Read<CanonicalValue> {
  const problem = { code: 'TYPE', message: `Must be ${FORMS.DATE_RANGE}.` } as const;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return { problem };
  const { from = null, to = null, ...others } = given as Readonly<Record<string, unknown>>;
  if (Object.keys(others).length > 0)
    return { problem: { code: 'UNKNOWN_FIELD', message: 'Must hold from and to alone.' } };
  const ends = [from, to].map((end) => (end === null ? { value: null } : readPlain('DATE', end, timeZone)));
  if (ends.some((end) => 'problem' in end)) return { problem };
  const [first, last] = ends.map((end) => ('value' in end ? end.value : null)) as [string | null, string | null];
  if (first !== null && last !== null && first > last) {
    return { problem: { code: 'OUT_OF_RANGE', message: 'Must begin before it ends.' } };
  }
  return { value: { from: first, to: last } };
}

/** Compares two values of an ordered type; null for other types. */
export function compareValues(type: ParameterType, one: string, other: string): number | null {
  if (type === 'INTEGER' || type === 'LONG') {
    const difference = BigInt(one) - BigInt(other);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  if (type === 'DECIMAL') return compareDecimals(one, other);
  if (type === 'DATE' || type === 'TIME') return one < other ? -1 : one > other ? 1 : 0;
  return type === 'DATE_TIME' ? Math.sign(Date.parse(one) - Date.parse(other)) : null;
}

/** Compares numbers without loss: both are scaled to whole numbers. */
function compareDecimals(one: string, other: string): number {
  const [left, right] = [digitsOf(one), digitsOf(other)];
  const scale = Math.max(left.scale, right.scale);
  const difference = left.whole * 10n ** BigInt(scale - left.scale) - right.whole * 10n ** BigInt(scale - right.scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function digitsOf(text: string): { readonly whole: bigint; readonly scale: number } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [before = '', after = ''] = mantissa.split('.');
  const scale = after.length - Number(exponent);
  const digits = BigInt(`${before}${after}`.replace(/^\+/, '') || '0');
  return scale >= 0 ? { whole: digits, scale } : { whole: digits * 10n ** BigInt(-scale), scale: 0 };
}
