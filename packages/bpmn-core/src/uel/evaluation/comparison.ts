// Values are equal, or one comes before the other.
import type { Value } from '../../values/values.ts';
import {
  chargeDepth,
  instantOf,
  KIND_WORDS,
  type Kind,
  kindOf,
  numberInText,
  ownEntry,
  type ValueMap,
} from './coercion.ts';
import { chargeText, type Evaluation, fail } from './evaluation.ts';

/**
 * Says whether the operator `==` says yes. A number equals text that says it, a date the ISO 8601 text of the same instant, a
 * boolean the text `true` or `false`; null equals null alone.
 */
export function looselyEqual(evaluation: Evaluation, left: Value, right: Value): boolean {
  const leftKind = kindOf(evaluation, left);
  const rightKind = kindOf(evaluation, right);
  if (leftKind === rightKind) return sameKindEqual(evaluation, left, right, leftKind, 0);
  if (rightKind === 'text') return equalsText(left, leftKind, right as string);
  return leftKind === 'text' && equalsText(right, rightKind, left as string);
}

function equalsText(value: Value, kind: Kind, text: string): boolean {
  switch (kind) {
    case 'number':
      return numberInText(text) === value;
    case 'boolean':
      return text.length <= 'false'.length && text.toLowerCase() === String(value);
    case 'date':
      return instantOf(text) === (value as Date).getTime();
    default:
      return false;
  }
}

/** Equality without coercion, as methods have it; lists and maps entry by entry. */
export function strictlyEqual(evaluation: Evaluation, left: Value, right: Value, depth = 0): boolean {
  const kind = kindOf(evaluation, left);
  return kind === kindOf(evaluation, right) && sameKindEqual(evaluation, left, right, kind, depth);
}

function sameKindEqual(evaluation: Evaluation, left: Value, right: Value, kind: Kind, depth: number): boolean {
  chargeDepth(evaluation, depth);
  switch (kind) {
    case 'text':
      chargeText(evaluation, Math.min((left as string).length, (right as string).length));
      return left === right;
    case 'date':
      return (left as Date).getTime() === (right as Date).getTime();
    case 'list':
      return listsEqual(evaluation, left as readonly Value[], right as readonly Value[], depth);
    case 'map':
      return mapsEqual(evaluation, left as ValueMap, right as ValueMap, depth);
    default:
      return left === right;
  }
}

function listsEqual(evaluation: Evaluation, left: readonly Value[], right: readonly Value[], depth: number): boolean {
  if (left.length !== right.length) return false;
  return left.every((entry, index) => strictlyEqual(evaluation, entry, right[index] ?? null, depth + 1));
}

function mapsEqual(evaluation: Evaluation, left: ValueMap, right: ValueMap, depth: number): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const other = ownEntry(right, name);
    return other !== undefined && strictlyEqual(evaluation, ownEntry(left, name) ?? null, other, depth + 1);
  });
}

/** Answers less than 0, 0, or more than 0. Numbers and numeric text, dates and ISO 8601 text, text by code units; else it fails. */
export function orderOf(evaluation: Evaluation, left: Value, right: Value): number {
  if (typeof left === 'string' && typeof right === 'string') {
    chargeText(evaluation, Math.min(left.length, right.length));
    return left === right ? 0 : left < right ? -1 : 1;
  }
  const [first, second] =
    left instanceof Date || right instanceof Date
      ? [instantOf(left), instantOf(right)]
      : [numberOf(left), numberOf(right)];
  if (first !== undefined && second !== undefined) return first - second;
  const words = [left, right].map((value) => KIND_WORDS[kindOf(evaluation, value)]);
  return fail(evaluation, `${words.join(' and ')} cannot be compared`);
}

function numberOf(value: Value): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? numberInText(value) : undefined;
}
