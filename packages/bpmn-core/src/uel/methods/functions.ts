// These functions need no receiver: `now()` and its like, and those over a variable by name (`variables:get(x)`).
import type { Value } from '../../values/values.ts';
import { kindOf, toText, type ValueMap } from '../evaluation/coercion.ts';
import { looselyEqual, orderOf } from '../evaluation/comparison.ts';
import { type Evaluation, fail } from '../evaluation/evaluation.ts';
import { isEmptyValue } from '../evaluation/operators.ts';
import { argument, type Method, type Methods, method } from './method.ts';

export type GlobalFunction = Method<undefined>;

const now: GlobalFunction = method(0, 'other', ({ context }) => new Date(context.now));

function setting(evaluation: Evaluation, _: undefined, args: readonly Value[]): Value {
  const code = toText(evaluation, argument(args, 0));
  const value = evaluation.context.setting(code);
  return value === undefined ? fail(evaluation, `unknown setting ${code}`, 'NO_VALUE') : value;
}

export const GLOBAL_FUNCTIONS: Methods<undefined> = new Map<string, GlobalFunction>([
  ['now', now],
  ['dateTime', now],
  ['setting', method(1, 'unknown', setting)],
  ['currentUser', method(0, 'unknown', ({ context }) => context.currentUser)],
]);

/** Function over a variable: its receiver is the value, undefined where there is none; its arguments are those behind the name. */
export type VariableFunction = Method<Value | undefined>;

type Test = (evaluation: Evaluation, value: Value, other: Value) => boolean;

/** Makes a comparison with one value; a missing variable gives `missing`. */
function comparing(test: Test, missing = false): VariableFunction {
  return method(1, 'boolean', (evaluation, value, args) =>
    value === undefined ? missing : test(evaluation, value, argument(args, 0)),
  );
}

function ordering(test: (order: number) => boolean): VariableFunction {
  return comparing(
    (evaluation, value, other) => value !== null && other !== null && test(orderOf(evaluation, value, other)),
  );
}

function holds(evaluation: Evaluation, value: Value, wanted: Value): boolean {
  switch (kindOf(evaluation, value)) {
    case 'list':
      return (value as readonly Value[]).some((entry) => looselyEqual(evaluation, entry, wanted));
    case 'map':
      return Object.hasOwn(value as ValueMap, toText(evaluation, wanted));
    case 'text':
      return (value as string).includes(toText(evaluation, wanted));
    default:
      return false;
  }
}

/** Bound of the values of a list that a person writes. */
const VALUES_MAX = 100;

function containing(matches: (wanted: readonly Value[], test: (value: Value) => boolean) => boolean): VariableFunction {
  return method(
    1,
    'boolean',
    (evaluation, value, args) => value !== undefined && matches(args, (wanted) => holds(evaluation, value, wanted)),
    VALUES_MAX,
  );
}

function emptiness(expected: boolean): VariableFunction {
  return method(0, 'boolean', (evaluation, value) => isEmptyValue(evaluation, value ?? null) === expected);
}

const equals = comparing(looselyEqual);
const notEquals = comparing((evaluation, value, other) => !looselyEqual(evaluation, value, other), true);
const lowerThan = ordering((order) => order < 0);
const lowerThanOrEquals = ordering((order) => order <= 0);
const greaterThan = ordering((order) => order > 0);
const greaterThanOrEquals = ordering((order) => order >= 0);

export const VARIABLE_FUNCTIONS: Methods<Value | undefined> = new Map<string, VariableFunction>([
  ['get', method(0, 'unknown', (_, value) => value ?? null)],
  ['getOrDefault', method(1, 'unknown', (_, value, args) => (value === undefined ? argument(args, 0) : value))],
  ['exists', method(0, 'boolean', (_, value) => value !== undefined && value !== null)],
  ['isEmpty', emptiness(true)],
  ['empty', emptiness(true)],
  ['isNotEmpty', emptiness(false)],
  ['notEmpty', emptiness(false)],
  ['equals', equals],
  ['eq', equals],
  ['notEquals', notEquals],
  ['ne', notEquals],
  ['lowerThan', lowerThan],
  ['lessThan', lowerThan],
  ['lt', lowerThan],
  ['lowerThanOrEquals', lowerThanOrEquals],
  ['lessThanOrEquals', lowerThanOrEquals],
  ['lte', lowerThanOrEquals],
  ['greaterThan', greaterThan],
  ['gt', greaterThan],
  ['greaterThanOrEquals', greaterThanOrEquals],
  ['gte', greaterThanOrEquals],
  ['contains', containing((wanted, test) => wanted.every(test))],
  ['containsAny', containing((wanted, test) => wanted.some(test))],
]);
