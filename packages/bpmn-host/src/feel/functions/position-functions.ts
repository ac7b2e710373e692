// Functions of FEEL that take a position: counted from 1, or from the end with -1; null for any other (DMN 1.5, 10.3.4.3, 10.3.4.4).
import { FeelFunction } from 'feelin';
import { charge, chargeItems, chargeText } from '../values/budget.ts';
import { type FeelValue, isList, single } from '../values/values.ts';
import type { FeelBuiltin } from './feel-builtin.ts';

type Call = FeelBuiltin['call'];

/** Answers the index of a position; null where nothing stands there: 0, beyond the ends, fractions, and what is no number. */
function indexOf(given: FeelValue | undefined, length: number): number | null {
  const position = single(given);
  if (!Number.isInteger(position)) return null;
  const index = (position as number) < 0 ? length + (position as number) : (position as number) - 1;
  return position !== 0 && index >= 0 && index < length ? index : null;
}

/** Answers the length that is given, undefined without one; null where it is no whole number of at least 1. */
function lengthOf(given: FeelValue | undefined): number | null | undefined {
  const length = single(given);
  if (length === undefined || length === null) return undefined;
  return Number.isInteger(length) && (length as number) >= 1 ? (length as number) : null;
}

function listOf(value: FeelValue | undefined): readonly FeelValue[] | null {
  if (value === null || value === undefined) return null;
  return isList(value) ? value : [value];
}

/** Cuts a text by characters, not halves of surrogate pairs; a length beyond the end goes to the end. */
const substring: Call = ({ budget }, [given, position, size]) => {
  const text = single(given);
  if (typeof text !== 'string') return null;
  chargeText(budget, text.length);
  const characters = [...text];
  const start = indexOf(position, characters.length);
  const length = lengthOf(size);
  if (start === null || length === null) return null;
  return characters.slice(start, length === undefined ? undefined : start + length).join('');
};

/** Takes items from a position on; null where fewer are left than are asked for: the standard bounds the length. */
const sublist: Call = ({ budget }, [given, position, size]) => {
  const list = listOf(given);
  if (list === null) return null;
  chargeItems(budget, list.length);
  const start = indexOf(position, list.length);
  const length = lengthOf(size);
  if (start === null || length === null || start + (length ?? 0) > list.length) return null;
  return list.slice(start, length === undefined ? undefined : start + length);
};

const insertBefore: Call = ({ budget }, args) => {
  const [given, position, item = null] = args;
  const list = listOf(given);
  if (list === null || args.length !== 3) return null;
  chargeItems(budget, list.length);
  const index = indexOf(position, list.length);
  return index === null ? null : list.toSpliced(index, 0, item);
};

const remove: Call = ({ budget }, [given, position]) => {
  const list = listOf(given);
  if (list === null) return null;
  chargeItems(budget, list.length);
  const index = indexOf(position, list.length);
  return index === null ? null : list.toSpliced(index, 1);
};

/** Replaces the item at a position, or every item that a function of item and new item says; null where it says no boolean. */
const listReplace: Call = ({ budget }, [given, position, item = null, match]) => {
  const list = listOf(given);
  if (list === null) return null;
  chargeItems(budget, list.length);
  const by = position ?? match;
  if (!(by instanceof FeelFunction)) {
    const index = indexOf(by, list.length);
    return index === null ? null : list.with(index, item);
  }
  const replaced: FeelValue[] = [];
  for (const old of list) {
    charge(budget, 1);
    const isMatch = (by.fn as (...args: readonly FeelValue[]) => FeelValue)(old, item);
    if (typeof isMatch !== 'boolean') return null;
    replaced.push(isMatch ? item : old);
  }
  return replaced;
};

export const POSITION_FUNCTIONS: Readonly<Record<string, FeelBuiltin>> = {
  substring: { parameters: ['string', 'start position', 'length'], call: substring },
  sublist: { parameters: ['list', 'start position', 'length'], call: sublist },
  'insert before': { parameters: ['list', 'position', 'newItem'], call: insertBefore },
  remove: { parameters: ['list', 'position'], call: remove },
  'list replace': { parameters: ['list', 'position', 'newItem', 'match'], call: listReplace },
};
