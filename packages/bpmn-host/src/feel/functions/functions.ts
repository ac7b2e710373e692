// The functions of FEEL: those of the library with their costs, and our own where it has none that can be used.
import { FeelFunction } from 'feelin';
import type { FeelEvaluation } from '../values/scope.ts';
import { type FeelContext, type FeelValue, isList, ownEntry } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';
import { LIBRARY, libraryFunction } from './library.ts';
import { NUMBER_FUNCTIONS } from './number-functions.ts';
import { OWN_FUNCTIONS } from './own-functions.ts';
import { POSITION_FUNCTIONS } from './position-functions.ts';
import { RANGE_FUNCTIONS } from './range-functions.ts';
import { TEMPORAL_FUNCTIONS } from './temporal-functions.ts';

const BUILTINS: ReadonlyMap<string, FeelBuiltin> = new Map([
  ...Object.entries(LIBRARY).map(([name, cost]) => [name, libraryFunction(name, cost)] as const),
  ...Object.entries({
    ...OWN_FUNCTIONS,
    ...NUMBER_FUNCTIONS,
    ...POSITION_FUNCTIONS,
    ...RANGE_FUNCTIONS,
    ...TEMPORAL_FUNCTIONS,
  }),
]);

export function builtinOf(name: string): FeelBuiltin | undefined {
  return BUILTINS.get(name);
}

/** The functions whose result is a boolean or null. */
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
  'overlaps before',
  'overlaps after',
  'finishes',
  'finished by',
  'during',
  'starts',
  'started by',
  'coincides',
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
  // The library distinguishes an argument that is missing from one that is null.
  return args as FeelValue[];
}
