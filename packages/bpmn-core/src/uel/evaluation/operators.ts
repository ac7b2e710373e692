// Each operator has one function for the values on its two sides.
import type { Value } from '../../values/values.ts';
import type { BinaryOperator } from '../syntax/syntax.ts';
import { KIND_WORDS, kindOf, ownEntry, toNumber, toText, toWholeNumber, type ValueMap } from './coercion.ts';
import { looselyEqual, orderOf } from './comparison.ts';
import { chargeProduced, type Evaluation, fail } from './evaluation.ts';

/** The operators that always need both sides; `&&` and `||` do not. */
export type StrictOperator = Exclude<BinaryOperator, '&&' | '||'>;

type Operation = (evaluation: Evaluation, left: Value, right: Value) => Value;

export const OPERATIONS: Readonly<Record<StrictOperator, Operation>> = {
  '==': looselyEqual,
  '!=': (evaluation, left, right) => !looselyEqual(evaluation, left, right),
  // Null is neither less nor more than anything, and as much as null.
  '<': (evaluation, left, right) => left !== null && right !== null && orderOf(evaluation, left, right) < 0,
  '>': (evaluation, left, right) => left !== null && right !== null && orderOf(evaluation, left, right) > 0,
  '<=': (evaluation, left, right) =>
    left === null || right === null ? left === right : orderOf(evaluation, left, right) <= 0,
  '>=': (evaluation, left, right) =>
    left === null || right === null ? left === right : orderOf(evaluation, left, right) >= 0,
  '+=': (evaluation, left, right) => joinTexts(evaluation, toText(evaluation, left), toText(evaluation, right)),
  '+': (evaluation, left, right) => finite(evaluation, toNumber(evaluation, left) + toNumber(evaluation, right)),
  '-': (evaluation, left, right) => finite(evaluation, toNumber(evaluation, left) - toNumber(evaluation, right)),
  '*': (evaluation, left, right) => finite(evaluation, toNumber(evaluation, left) * toNumber(evaluation, right)),
  '/': (evaluation, left, right) => finite(evaluation, toNumber(evaluation, left) / divisor(evaluation, right)),
  '%': (evaluation, left, right) => finite(evaluation, toNumber(evaluation, left) % divisor(evaluation, right)),
};

function finite(evaluation: Evaluation, number: number): number {
  if (!Number.isFinite(number)) fail(evaluation, 'the number is out of range');
  return number === 0 ? 0 : number;
}

function divisor(evaluation: Evaluation, value: Value): number {
  const number = toNumber(evaluation, value);
  return number === 0 ? fail(evaluation, 'division by zero') : number;
}

export function joinTexts(evaluation: Evaluation, left: string, right: string): string {
  chargeProduced(evaluation, left.length + right.length);
  return left + right;
}

/** Whether it is null, empty text, a list or map without entries. */
export function isEmptyValue(evaluation: Evaluation, value: Value): boolean {
  switch (kindOf(evaluation, value)) {
    case 'null':
      return true;
    case 'text':
      return value === '';
    case 'list':
      return (value as readonly Value[]).length === 0;
    case 'map':
      return Object.keys(value as ValueMap).length === 0;
    default:
      return false;
  }
}

/** Answers the entry of a map, list or text; null where there is none. `name` is what the receiver is called in the failure. */
export function readEntry(evaluation: Evaluation, receiver: Value, key: Value, name: string): Value {
  const kind = kindOf(evaluation, receiver);
  switch (kind) {
    case 'map':
      return ownEntry(receiver as ValueMap, toText(evaluation, key)) ?? null;
    case 'list':
      return (receiver as readonly Value[])[toWholeNumber(evaluation, key)] ?? null;
    case 'text':
      return (receiver as string)[toWholeNumber(evaluation, key)] ?? null;
    case 'null':
      return fail(evaluation, `${name} is null`, 'NO_VALUE');
    default:
      return fail(evaluation, `${name} is ${KIND_WORDS[kind]} and has no entries`);
  }
}
