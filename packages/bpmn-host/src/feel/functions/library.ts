// Takes functions of the library, with what a call costs reckoned before it is made.
import { evaluate as evaluateFeelin } from 'feelin';
import { type Budget, charge, chargeItems, chargeText, fail } from '../values/budget.ts';
import { toDecimal } from '../values/decimal.ts';
import { type FeelValue, isContext, isList, ownEntry } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';

/** Charges for a call before it is made. */
type Cost = (budget: Budget, args: readonly FeelValue[]) => void;

type RawFunction = ((...args: readonly FeelValue[]) => unknown) & { readonly $args: string[] };

/** Charges for the first level of each argument. */
export function flat(budget: Budget, args: readonly FeelValue[]): void {
  for (const arg of args) {
    if (isList(arg)) chargeItems(budget, arg.length);
    else if (typeof arg === 'string') chargeText(budget, arg.length);
    else charge(budget, 1);
  }
}

/** Charges for everything inside the arguments, so that values which contain each other twice cannot explode. */
export function deep(budget: Budget, args: readonly FeelValue[]): void {
  for (const arg of args) chargeInside(budget, arg, 0);
}

const DEPTH_MAX = 256;

function chargeInside(budget: Budget, value: FeelValue, depth: number): void {
  charge(budget, 1);
  if (depth > DEPTH_MAX) fail(budget, `limit of nested values exceeded: ${DEPTH_MAX}`, 'LIMIT');
  if (typeof value === 'string') chargeText(budget, value.length);
  else if (isList(value)) for (const item of value) chargeInside(budget, item, depth + 1);
  else if (isContext(value)) {
    for (const name of Object.keys(value)) chargeInside(budget, ownEntry(value, name) ?? null, depth + 1);
  }
}

/** Charges for a function that compares lists and contexts each with each. */
function distinct(budget: Budget, args: readonly FeelValue[]): void {
  deep(budget, args);
  const lists = args.filter(isList);
  const complex = lists.flat().filter((item) => isList(item as FeelValue) || isContext(item as FeelValue)).length;
  charge(budget, Math.floor((complex * complex) / 16));
}

function joined(budget: Budget, args: readonly FeelValue[]): void {
  flat(budget, args);
  const [list, delimiter] = args;
  if (!isList(list ?? null)) return;
  const between = typeof delimiter === 'string' ? delimiter.length : 0;
  let length = 0;
  for (const item of list as readonly FeelValue[]) length += between + (typeof item === 'string' ? item.length : 0);
  chargeText(budget, length);
}

/** Functions of the library that are as the standard says; those that are not are our own. */
export const LIBRARY: Readonly<Record<string, Cost>> = {
  string: deep,
  'string length': flat,
  'upper case': flat,
  'lower case': flat,
  'substring before': flat,
  'substring after': flat,
  contains: flat,
  'starts with': flat,
  'ends with': flat,
  'string join': joined,
  count: flat,
  all: flat,
  any: flat,
  append: flat,
  concatenate: flat,
  reverse: flat,
  union: distinct,
  'distinct values': distinct,
  flatten: deep,
  product: flat,
  stddev: flat,
  mode: flat,
  floor: flat,
  ceiling: flat,
  abs: flat,
  modulo: flat,
  sqrt: flat,
  log: flat,
  exp: flat,
  odd: flat,
  even: flat,
  before: flat,
  after: flat,
  meets: flat,
  'met by': flat,
  overlaps: flat,
  includes: flat,
  'day of year': flat,
  'day of week': flat,
  'month of year': flat,
  'week of year': flat,
  sort: flat,
  'get value': flat,
  'get entries': flat,
  context: flat,
  'context merge': flat,
  'context put': flat,
};

/** Answers a function of the library under its name there. */
export function libraryFunction(name: string, cost: Cost): FeelBuiltin {
  const raw = evaluateFeelin(name).value as RawFunction;
  return {
    parameters: raw.$args,
    call: ({ budget }, args) => {
      cost(budget, args);
      return cleaned(budget, raw(...args));
    },
  };
}

/** Answers a result of the library; its signal for wrong arguments is null, as FEEL says. */
function cleaned(budget: Budget, result: unknown): FeelValue {
  if (result === undefined || result === null) return null;
  if (typeof result === 'number') return toDecimal(result);
  if (typeof result === 'string') chargeText(budget, result.length);
  if (typeof result === 'object' && 'warning' in result && 'template' in result && !isPlain(result)) return null;
  return result as FeelValue;
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype;
}
