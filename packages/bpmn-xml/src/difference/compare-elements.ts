// Compares two versions of one element with all its parts.
import type { XmlElement } from '../tree/tree.types.ts';
import { describePart } from './describe-part.ts';
import type { ChangeDetail } from './difference.types.ts';
import { absentMeaning, attributeMeanings, isNameChild, textMeaning } from './meanings.ts';
import { partsOf } from './model-items.ts';
import { keyOf, type PartPair, pairParts, type Sides } from './pair-parts.ts';

/** Compares two elements; `path` is the way to them, with a slash behind where they are parts. */
export function* compareElements(
  sides: Sides,
  before: XmlElement,
  after: XmlElement,
  path = '',
): Iterable<ChangeDetail> {
  yield* compareAttributes(sides, before, after, path);
  const [old, young] = [textMeaning(sides.before, before), textMeaning(sides.after, after)];
  if (old !== young) yield { path: path === '' ? 'text' : path.slice(0, -1), old, new: young };
  const [oldParts, youngParts] = [partsOf(before), partsOf(after)];
  for (const name of new Set([...youngParts.keys(), ...oldParts.keys()])) {
    const [olds, youngs] = [oldParts.get(name) ?? [], youngParts.get(name) ?? []];
    const [some] = [...youngs, ...olds];
    const isName = some !== undefined && isNameChild(olds.includes(some) ? before : after, some);
    yield* isName ? compareNames(sides, olds, youngs, path + name) : compareParts(sides, olds, youngs, path + name);
  }
}

function* compareAttributes(sides: Sides, before: XmlElement, after: XmlElement, path: string): Iterable<ChangeDetail> {
  const olds = attributeMeanings(sides.before, before);
  const youngs = attributeMeanings(sides.after, after);
  for (const name of new Set([...youngs.keys(), ...olds.keys()])) {
    const old = olds.get(name) ?? absentMeaning(before, name);
    const young = youngs.get(name) ?? absentMeaning(after, name);
    if (old !== young) yield { path: `${path}@${name}`, old, new: young };
  }
}

/** Compares lists of names, whose order says nothing; of one name on both sides the other took its place. */
function* compareNames(
  sides: Sides,
  before: readonly XmlElement[],
  after: readonly XmlElement[],
  path: string,
): Iterable<ChangeDetail> {
  const olds = new Set(before.map((element) => textMeaning(sides.before, element)));
  const youngs = new Set(after.map((element) => textMeaning(sides.after, element)));
  const gone = [...olds].filter((name) => !youngs.has(name));
  const come = [...youngs].filter((name) => !olds.has(name));
  if (gone.length === 1 && come.length === 1) yield { path, old: gone[0]!, new: come[0]! };
  else {
    for (const name of gone) yield { path, old: name, new: null };
    for (const name of come) yield { path, old: null, new: name };
  }
}

function* compareParts(
  sides: Sides,
  before: readonly XmlElement[],
  after: readonly XmlElement[],
  path: string,
): Iterable<ChangeDetail> {
  const isOnly = before.length < 2 && after.length < 2;
  const pairs = pairParts(sides, before, after);
  const order = ordersOf(pairs, before, after);
  if (order.old !== order.new) yield { path, ...order };
  for (const pair of pairs) {
    const place = isOnly ? path : `${path}[${numberOf(pair, before, after)}]`;
    if (pair.before === null) yield { path: place, old: null, new: describePart(sides.after, pair.after!) };
    else if (pair.after === null) yield { path: place, old: describePart(sides.before, pair.before), new: null };
    else yield* compareElements(sides, pair.before, pair.after, `${place}/`);
  }
}

/** Answers the orders of parts that are done one after the other: listeners that changed their places do something else. */
function ordersOf(pairs: readonly PartPair[], before: readonly XmlElement[], after: readonly XmlElement[]) {
  const olds = new Map(before.map((part, index) => [part, index]));
  const youngs = new Map(after.map((part, index) => [part, index]));
  const staying = pairs.filter((pair) => pair.before !== null && pair.after !== null);
  const keys = (rank: (pair: PartPair) => number) =>
    staying
      .toSorted((left, right) => rank(left) - rank(right))
      .map((pair) => numberOf(pair, before, after))
      .join(' ');
  return { old: keys((pair) => olds.get(pair.before!) ?? 0), new: keys((pair) => youngs.get(pair.after!) ?? 0) };
}

/** Answers the key by which people know the part, else its number in the newer version. */
function numberOf(pair: PartPair, before: readonly XmlElement[], after: readonly XmlElement[]): string {
  const part = pair.after ?? pair.before!;
  return keyOf(part) ?? String((pair.after === null ? before : after).indexOf(part) + 1);
}
