// Functions of FEEL that are ours: linear-time patterns, and order and equality of every type.
import { compilePattern, type Pattern, PatternProblem } from '../../regex/regex.ts';
import { type Budget, charge, chargeItems, chargeText, fail } from '../values/budget.ts';
import { sum, toDecimal } from '../values/decimal.ts';
import { compare, equal } from '../values/operators.ts';
import { type FeelValue, isList, single, typeOf } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';

type Call = FeelBuiltin['call'];

function patternOf(budget: Budget, pattern: string, flags: FeelValue | undefined): Pattern {
  try {
    return compilePattern(pattern, typeof flags === 'string' ? flags : '');
  } catch (error) {
    if (error instanceof PatternProblem) fail(budget, `the pattern ${error.message}`);
    throw error;
  }
}

/** Charges for a search: it is linear, but with the program of the pattern as factor. */
function chargeSearch(budget: Budget, text: string, pattern: string): void {
  charge(budget, 1 + Math.floor((text.length * (pattern.length + 1)) / 16));
}

const not: Call = (_, [given]) => {
  const negand = single(given);
  return typeof negand === 'boolean' ? !negand : null;
};

const matches: Call = ({ budget }, given) => {
  const [text, pattern, flags] = given.map(single);
  if (typeof text !== 'string' || typeof pattern !== 'string') return null;
  chargeSearch(budget, text, pattern);
  return patternOf(budget, pattern, flags).isIn(text);
};

const replace: Call = ({ budget }, given) => {
  const [text, pattern, replacement, flags] = given.map(single);
  if (typeof text !== 'string' || typeof pattern !== 'string' || typeof replacement !== 'string') return null;
  chargeSearch(budget, text, pattern);
  chargeText(budget, text.length + (text.length + 1) * replacement.length);
  try {
    return patternOf(budget, pattern, flags).replaceAll(text, replacement);
  } catch (error) {
    if (error instanceof PatternProblem) fail(budget, `the replacement does not fit the pattern: ${error.message}`);
    throw error;
  }
};

const split: Call = ({ budget }, given) => {
  const [text, delimiter] = given.map(single);
  if (typeof text !== 'string' || typeof delimiter !== 'string') return null;
  chargeSearch(budget, text, delimiter);
  const parts = patternOf(budget, delimiter, undefined).split(text);
  chargeItems(budget, parts.length);
  return parts;
};

const listContains: Call = ({ budget }, [list, element = null]) => {
  if (list === null || list === undefined) return null;
  return asList(list).some((item) => equal(budget, item, element) === true);
};

const indexOf: Call = ({ budget }, [list, element = null]) => {
  if (list === null || list === undefined) return null;
  return asList(list).flatMap((item, index) => (equal(budget, item, element) === true ? [index + 1] : []));
};

function asList(value: FeelValue): readonly FeelValue[] {
  return isList(value) ? value : [value];
}

/** Answers the items of one list, or the arguments. */
function itemsOf(args: readonly FeelValue[]): readonly FeelValue[] {
  const [only = null] = args;
  return args.length === 1 && isList(only) ? only : args;
}

/** Makes `min` and `max`; null for no values, and for values that have no order with each other. */
function extreme(operator: '<' | '>'): Call {
  return ({ budget }, args) => {
    let best: FeelValue | undefined;
    for (const item of itemsOf(args)) {
      if (best === undefined) best = item;
      const isBetter = compare(budget, operator, item, best);
      if (isBetter === null) return null;
      if (isBetter) best = item;
    }
    return best ?? null;
  };
}

/** Makes a function of numbers alone; it gives null for none, and where something else is among them. */
function ofNumbers(call: (numbers: readonly number[]) => FeelValue): Call {
  return ({ budget }, args) => {
    const items = itemsOf(args);
    chargeItems(budget, items.length);
    if (items.length === 0 || items.some((item) => typeOf(item) !== 'number')) return null;
    return call(items as readonly number[]);
  };
}

const mean = ofNumbers((numbers) => toDecimal((sum(numbers) ?? 0) / numbers.length));

const median = ofNumbers((given) => {
  const numbers = given.toSorted((a, b) => a - b);
  const middle = Math.floor(numbers.length / 2);
  if (numbers.length % 2 === 1) return numbers[middle] ?? null;
  return toDecimal(((numbers[middle - 1] ?? 0) + (numbers[middle] ?? 0)) / 2);
});

export const OWN_FUNCTIONS: Readonly<Record<string, FeelBuiltin>> = {
  not: { parameters: ['negand'], call: not },
  matches: { parameters: ['input', 'pattern', 'flags'], call: matches },
  replace: { parameters: ['input', 'pattern', 'replacement', 'flags'], call: replace },
  split: { parameters: ['string', 'delimiter'], call: split },
  'list contains': { parameters: ['list', 'element'], call: listContains },
  'index of': { parameters: ['list', 'match'], call: indexOf },
  min: { parameters: ['...list'], call: extreme('<') },
  max: { parameters: ['...list'], call: extreme('>') },
  sum: { parameters: ['...list'], call: ofNumbers(sum) },
  mean: { parameters: ['...list'], call: mean },
  median: { parameters: ['...list'], call: median },
};
