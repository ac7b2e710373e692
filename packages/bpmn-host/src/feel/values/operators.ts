// Arithmetic, equality and order of FEEL; null stands for what cannot be said.
import { duration as durationOf, evaluate as evaluateFeelin, FeelDuration, FeelRange } from 'feelin';
import { type Budget, charge, chargeText, FEEL_DEPTH_MAX, fail } from './budget.ts';
import { add, multiply, toDecimal } from './decimal.ts';
import { type FeelContext, type FeelValue, isList, isTemporal, ownEntry, typeOf } from './values.ts';

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '**';

export function calculate(budget: Budget, operator: ArithmeticOperator, left: FeelValue, right: FeelValue): FeelValue {
  charge(budget, 1);
  if (typeof left === 'number' && typeof right === 'number') return calculateNumbers(operator, left, right);
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') {
    chargeText(budget, left.length + right.length);
    return left + right;
  }
  if (left instanceof FeelDuration || right instanceof FeelDuration || isTemporal(left)) {
    return calculateTemporal(operator, left, right);
  }
  return null;
}

function calculateNumbers(operator: ArithmeticOperator, left: number, right: number): number | null {
  switch (operator) {
    case '+':
      return add(left, right);
    case '-':
      return add(left, -right);
    case '*':
      return multiply(left, right);
    case '/':
      return right === 0 ? null : toDecimal(left / right);
    case '**':
      return toDecimal(left ** right);
  }
}

function calculateTemporal(operator: ArithmeticOperator, left: FeelValue, right: FeelValue): FeelValue {
  if (operator === '+' || operator === '-') {
    if (!isTemporalOrDuration(left) || !isTemporalOrDuration(right)) return null;
    try {
      return (evaluateFeelin(`a ${operator} b`, { a: left, b: right }).value as FeelValue | undefined) ?? null;
    } catch {
      // It lies out of the range of dates.
      return null;
    }
  }
  return scaled(operator, left, right);
}

function isTemporalOrDuration(value: FeelValue): boolean {
  return value instanceof FeelDuration || isTemporal(value);
}

/** Multiplies and divides durations by numbers, and divides them by each other. */
function scaled(operator: ArithmeticOperator, left: FeelValue, right: FeelValue): FeelValue {
  if (operator === '*' && typeof left === 'number') return scaled('*', right, left);
  if (!(left instanceof FeelDuration) || operator === '**') return null;
  if (typeof right === 'number') {
    if (operator === '/' && right === 0) return null;
    return durationFrom(left.yearsMonths, operator === '*' ? lengthOf(left) * right : lengthOf(left) / right);
  }
  if (!(right instanceof FeelDuration) || operator !== '/' || left.yearsMonths !== right.yearsMonths) return null;
  const divisor = lengthOf(right);
  return divisor === 0 ? null : toDecimal(lengthOf(left) / divisor);
}

/** Answers the length of a duration in months, or in seconds. */
function lengthOf({ yearsMonths, years, months, days, hours, minutes, seconds }: FeelDuration): number {
  return yearsMonths ? years * 12 + months : ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

function durationFrom(yearsMonths: boolean, length: number): FeelValue {
  if (!Number.isFinite(length) || Math.abs(length) > Number.MAX_SAFE_INTEGER) return null;
  const size = Math.abs(yearsMonths ? Math.trunc(length) : length).toFixed(yearsMonths ? 0 : 9);
  return durationOf(`${length < 0 ? '-' : ''}P${yearsMonths ? `${size}M` : `T${size}S`}`);
}

/** Whether two values are equal; null for values of different types; null itself equals only null. */
export function equal(budget: Budget, left: FeelValue, right: FeelValue, depth = 0): boolean | null {
  charge(budget, 1);
  if (depth > FEEL_DEPTH_MAX) fail(budget, `limit of nested values exceeded: ${FEEL_DEPTH_MAX}`, 'LIMIT');
  if (left === null || right === null) return left === right;
  const type = typeOf(left);
  if (type !== typeOf(right)) return null;
  switch (type) {
    case 'list':
      return equalLists(budget, left as readonly FeelValue[], right as readonly FeelValue[], depth);
    case 'context':
      return equalContexts(budget, left as FeelContext, right as FeelContext, depth);
    case 'range':
      return equalRanges(budget, left as FeelRange, right as FeelRange, depth);
    case 'string':
      chargeText(budget, Math.min((left as string).length, (right as string).length));
      return left === right;
    case 'date':
    case 'time':
    case 'date time':
    case 'duration':
      return String(left) === String(right) || rangeOf(budget, right, right, true, true).includes(left);
    default:
      return left === right;
  }
}

function equalLists(budget: Budget, left: readonly FeelValue[], right: readonly FeelValue[], depth: number): boolean {
  if (left.length !== right.length) return false;
  return left.every((item, index) => equal(budget, item, right[index] ?? null, depth + 1) === true);
}

function equalContexts(budget: Budget, left: FeelContext, right: FeelContext, depth: number): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const other = ownEntry(right, name);
    return other !== undefined && equal(budget, ownEntry(left, name) ?? null, other, depth + 1) === true;
  });
}

function equalRanges(budget: Budget, left: FeelRange, right: FeelRange, depth: number): boolean {
  return (
    left['start included'] === right['start included'] &&
    left['end included'] === right['end included'] &&
    equal(budget, left.start as FeelValue, right.start as FeelValue, depth + 1) === true &&
    equal(budget, left.end as FeelValue, right.end as FeelValue, depth + 1) === true
  );
}

export type Comparison = '<' | '<=' | '>' | '>=' | '=' | '!=';

export function compare(budget: Budget, operator: Comparison, left: FeelValue, right: FeelValue): boolean | null {
  if (operator === '=') return equal(budget, left, right);
  if (operator === '!=') {
    const same = equal(budget, left, right);
    return same === null ? null : !same;
  }
  charge(budget, 1);
  if (typeof left === 'number' && typeof right === 'number') return ordered(operator, left - right);
  if (left === null || right === null || typeOf(left) !== typeOf(right)) return null;
  return halfOpen(budget, operator, right)?.includes(left) ?? null;
}

function ordered(operator: Comparison, difference: number): boolean {
  if (operator === '<') return difference < 0;
  if (operator === '<=') return difference <= 0;
  return operator === '>' ? difference > 0 : difference >= 0;
}

const ORDERED_TYPES: ReadonlySet<string> = new Set(['number', 'string', 'date', 'time', 'date time', 'duration']);

/** Answers what lies on the side of a bound that a comparison names; null where there is no order. */
export function halfOpen(budget: Budget, operator: Comparison, bound: FeelValue): FeelRange | null {
  if (bound === null || !ORDERED_TYPES.has(typeOf(bound))) return null;
  const isUpper = operator === '<' || operator === '<=';
  return isUpper
    ? rangeOf(budget, null, bound, false, operator === '<=')
    : rangeOf(budget, bound, null, operator === '>=', false);
}

/** Makes a range; fails for bounds of different types, and for those that have no order. */
export function rangeOf(
  budget: Budget,
  start: FeelValue,
  end: FeelValue,
  startIncluded: boolean,
  endIncluded: boolean,
): FeelRange {
  const types = [start, end].filter((bound) => bound !== null).map(typeOf);
  const [valueType = null] = types;
  if (types.some((type) => type !== valueType || !ORDERED_TYPES.has(type))) fail(budget, 'a range has wrong bounds');
  return new FeelRange({ start, end, 'start included': startIncluded, 'end included': endIncluded, valueType });
}

/** Whether a value passes one test: lies in a range, is in a list, equals it. */
export function passes(budget: Budget, test: FeelValue, value: FeelValue): boolean | null {
  charge(budget, 1);
  if (test instanceof FeelRange) return value === null ? null : test.includes(value);
  if (isList(test) && !isList(value)) return test.some((item) => equal(budget, item, value) === true);
  return equal(budget, test, value);
}
