// Functions of FEEL that read or round numbers (DMN 1.5, 10.3.4.1 and 10.3.4.5).
import { toDecimal } from '../values/decimal.ts';
import { type FeelValue, single } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';
import { flat, libraryFunction } from './library.ts';

type Call = FeelBuiltin['call'];

/** Bounds of the scale of a number (DMN 1.5, table 73). */
const SCALE_MIN = -6_111;
const SCALE_MAX = 6_176;

/** Form of a number as FEEL writes it, with a sign. */
const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const GROUPING = new Set([' ', ',', '.']);
const DECIMAL = new Set([',', '.']);

function isSeparator(allowed: ReadonlySet<string>, separator: FeelValue | undefined): boolean {
  return separator === null || (typeof separator === 'string' && allowed.has(separator));
}

/**
 * Reads a number from text, grouping separator and decimal separator; null for the same separator twice, for any other separator, and for
 * what is no number.
 */
const number: Call = (evaluation, given) => {
  const [text, grouping, decimal] = given.map(single);
  if (given.length !== 3 || typeof text !== 'string') return null;
  flat(evaluation.budget, given);
  if (!isSeparator(GROUPING, grouping) || !isSeparator(DECIMAL, decimal)) return null;
  if (grouping !== null && grouping === decimal) return null;
  const ungrouped = grouping === null ? text : text.replaceAll(grouping as string, '');
  // A point that is no decimal separator is no part of a number.
  const plain = decimal === ',' ? ungrouped.replaceAll('.', '#').replaceAll(',', '.') : ungrouped;
  return NUMBER.test(plain) ? toDecimal(Number(plain)) : null;
};

/** Makes a function that rounds to a scale, whose fraction is cut; null for a scale that no number of FEEL has. */
function rounding(name: string): FeelBuiltin {
  const { parameters, call } = libraryFunction(name, flat);
  return {
    parameters,
    call(evaluation, given) {
      const [value, asked] = given.map(single);
      if (typeof value !== 'number' || typeof asked !== 'number') return null;
      const scale = Math.trunc(asked);
      if (scale < SCALE_MIN || scale > SCALE_MAX) return null;
      return call(evaluation, [value, scale]);
    },
  };
}

export const NUMBER_FUNCTIONS: Readonly<Record<string, FeelBuiltin>> = {
  number: { parameters: ['from', 'grouping separator', 'decimal separator'], call: number },
  decimal: rounding('decimal'),
  'round up': rounding('round up'),
  'round down': rounding('round down'),
  'round half up': rounding('round half up'),
  'round half down': rounding('round half down'),
};
