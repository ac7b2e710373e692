// Functions of FEEL that say how ranges and points lie to each other, where the library has none (DMN 1.5, 10.3.4.7).
import { FeelRange } from 'feelin';
import { type Budget, chargeItems } from '../values/budget.ts';
import { compare, equal } from '../values/operators.ts';
import { type FeelValue, single } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';
import { flat, libraryFunction } from './library.ts';

interface Span {
  readonly start: FeelValue;
  readonly end: FeelValue;
  readonly hasStart: boolean;
  readonly hasEnd: boolean;
}

/** How two values or ranges lie to each other; null for values that have no order with each other. */
type Relation = (order: Order, one: Span, other: Span) => boolean;

/** The comparison of two values. Throws `Unordered`. */
interface Order {
  less(left: FeelValue, right: FeelValue): boolean;
  same(left: FeelValue, right: FeelValue): boolean;
}

class Unordered extends Error {}

function orderOf(budget: Budget): Order {
  const said = (answer: boolean | null): boolean => {
    if (answer === null) throw new Unordered();
    return answer;
  };
  return {
    less: (left, right) => said(compare(budget, '<', left, right)),
    same: (left, right) => said(equal(budget, left, right)),
  };
}

function spanOf(given: FeelValue): Span | null {
  if (given === null) return null;
  if (!(given instanceof FeelRange)) return { start: given, end: given, hasStart: true, hasEnd: true };
  const { start, end } = given;
  if (start === null || end === null) return null;
  return { start, end, hasStart: given['start included'], hasEnd: given['end included'] };
}

/** Whether one lies inside the end of the other: it ends earlier, or with it and not beyond its edge. */
const endsWithin: Relation = ({ less, same }, one, other) =>
  less(one.end, other.end) || (same(one.end, other.end) && (!one.hasEnd || other.hasEnd));

const startsWithin: Relation = ({ less, same }, one, other) =>
  less(other.start, one.start) || (same(one.start, other.start) && (!one.hasStart || other.hasStart));

const sameStart: Relation = ({ same }, one, other) => same(one.start, other.start) && one.hasStart === other.hasStart;
const sameEnd: Relation = ({ same }, one, other) => same(one.end, other.end) && one.hasEnd === other.hasEnd;

const overlapsBefore: Relation = (order, one, other) => {
  const beginsEarlier = !startsWithin(order, one, other);
  const reaches =
    order.less(other.start, one.end) || (order.same(one.end, other.start) && one.hasEnd && other.hasStart);
  return beginsEarlier && reaches && endsWithin(order, one, other);
};

const finishes: Relation = (order, one, other) => sameEnd(order, one, other) && startsWithin(order, one, other);
const starts: Relation = (order, one, other) => sameStart(order, one, other) && endsWithin(order, one, other);
const coincides: Relation = (order, one, other) => sameStart(order, one, other) && sameEnd(order, one, other);

const flipped =
  (relation: Relation): Relation =>
  (order, one, other) =>
    relation(order, other, one);

function relationOf(parameters: readonly [string, string], relation: Relation): FeelBuiltin {
  return {
    parameters,
    call({ budget }, given) {
      chargeItems(budget, given.length);
      const [one = null, other = null] = given.map((value) => spanOf(single(value) as FeelValue));
      if (one === null || other === null) return null;
      try {
        return relation(orderOf(budget), one, other);
      } catch (error) {
        if (error instanceof Unordered) return null;
        throw error;
      }
    },
  };
}

const LIBRARY_INCLUDES = libraryFunction('includes', flat);

export const RANGE_FUNCTIONS: Readonly<Record<string, FeelBuiltin>> = {
  'overlaps before': relationOf(['range1', 'range2'], overlapsBefore),
  'overlaps after': relationOf(['range1', 'range2'], flipped(overlapsBefore)),
  finishes: relationOf(['range1', 'range2'], finishes),
  'finished by': relationOf(['range1', 'range2'], flipped(finishes)),
  during: {
    parameters: ['range1', 'range2'],
    call: (evaluation, [one = null, other = null]) => LIBRARY_INCLUDES.call(evaluation, [other, one]),
  },
  starts: relationOf(['range1', 'range2'], starts),
  'started by': relationOf(['range1', 'range2'], flipped(starts)),
  coincides: relationOf(['range1', 'range2'], coincides),
};
