// The functions of FEEL: those of the library with their costs, and our own where it has none that can be used.
import { evaluate as evaluateFeelin, FeelFunction } from 'feelin';
import { type Budget, charge, chargeItems, chargeText, fail } from '../values/budget.ts';
import { toDecimal } from '../values/decimal.ts';
import type { FeelEvaluation } from '../values/scope.ts';
import { type FeelContext, type FeelValue, isContext, isList, ownEntry } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';
import { OWN_FUNCTIONS } from './own-functions.ts';

/** The cost of a call is reckoned so before it is made. */
type Cost = (budget: Budget, args: readonly FeelValue[]) => void;

type RawFunction = ((...args: readonly FeelValue[]) => unknown) & { readonly $args: string[] };

/** Pays for the first level of each argument. */
function flat(budget: Budget, args: readonly FeelValue[]): void {
  for (const arg of args) {
    if (isList(arg)) chargeItems(budget, arg.length);
    else if (typeof arg === 'string') chargeText(budget, arg.length);
    else charge(budget, 1);
  }
}

/** Pays for everything inside, so that values which contain each other twice cannot explode. */
function deep(budget: Budget, args: readonly FeelValue[]): void {
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

/** The library compares lists and contexts each with each. */
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

const LIBRARY: Readonly<Record<string, Cost>> = {
  number: flat,
  string: deep,
  date: flat,
  time: flat,
  duration: flat,
  not: flat,
  substring: flat,
  'string length': flat,
  'upper case': flat,
  'lower case': flat,
  'substring before': flat,
  'substring after': flat,
  contains: flat,
  'starts with': flat,
  'ends with': flat,
  'string join': joined,
  'list replace': flat,
  count: flat,
  all: flat,
  any: flat,
  sublist: flat,
  append: flat,
  concatenate: flat,
  'insert before': flat,
  remove: flat,
  reverse: flat,
  union: distinct,
  'distinct values': distinct,
  flatten: deep,
  product: flat,
  stddev: flat,
  mode: flat,
  decimal: flat,
  floor: flat,
  ceiling: flat,
  abs: flat,
  'round up': flat,
  'round down': flat,
  'round half up': flat,
  'round half down': flat,
  modulo: flat,
  sqrt: flat,
  log: flat,
  exp: flat,
  odd: flat,
  even: flat,
  is: deep,
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

function libraryFunction(name: string, cost: Cost): FeelBuiltin {
  const raw = evaluateFeelin(name).value as RawFunction;
  return {
    parameters: raw.$args,
    call: ({ budget }, args) => {
      cost(budget, args);
      return cleaned(budget, raw(...args));
    },
  };
}

/** The library's signal for wrong arguments is no value: FEEL says null. */
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

const BUILTINS: ReadonlyMap<string, FeelBuiltin> = new Map([
  ...Object.entries(LIBRARY).map(([name, cost]) => [name, libraryFunction(name, cost)] as const),
  ...Object.entries(OWN_FUNCTIONS),
]);

export function builtinOf(name: string): FeelBuiltin | undefined {
  return BUILTINS.get(name);
}

/** The result of these functions is a boolean or null. */
export const BOOLEAN_FUNCTIONS: ReadonlySet<string> = new Set([
  'not',
  'contains',
  'starts with',
  'ends with',
  'matches',
  'list contains',
  'all',
  'any',
  'odd',
  'even',
  'is',
  'before',
  'after',
  'meets',
  'met by',
  'overlaps',
  'includes',
  'is defined',
]);

/** A built-in function as a value, as `sort` takes one. */
export function functionValue(evaluation: FeelEvaluation, { parameters, call }: FeelBuiltin): FeelFunction {
  return new FeelFunction((...args: FeelValue[]) => call(evaluation, args), [...parameters]);
}

/** Puts arguments by name into the order of the parameters; null when a name is none of them. */
export function orderedArguments(parameters: readonly string[], named: FeelContext): readonly FeelValue[] | null {
  const names = parameters.map((name) => name.replace(/^\.\.\./, ''));
  if (Object.keys(named).some((name) => !names.includes(name))) return null;
  const args: (FeelValue | undefined)[] = [];
  for (const [index, name] of names.entries()) {
    const value = ownEntry(named, name);
    if (!parameters[index]?.startsWith('...')) args.push(value);
    else if (isList(value ?? null)) args.push(...(value as readonly FeelValue[]));
    else if (value !== undefined) args.push(value);
  }
  while (args.length > 0 && args.at(-1) === undefined) args.pop();
  // The library tells an argument that is missing from one that is null.
  return args as FeelValue[];
}
