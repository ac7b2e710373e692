// Finds which part of one version became which part of the other, among those of one name.
import { isOwnElement, ownId } from '../tree/own-elements.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { attributeValue } from '../tree/xml-access.ts';
import { canonicalPart } from './describe-part.ts';
import type { Side } from './meanings.ts';

/** A part in both versions, or in one: what has no counterpart was removed or added. */
export interface PartPair {
  readonly before: XmlElement | null;
  readonly after: XmlElement | null;
}

export interface Sides {
  readonly before: Side;
  readonly after: Side;
}

/**
 * Pairs the parts of two versions. Equal parts at both ends are left out; of the rest those of one key are pairs, then those that are left
 * in their order.
 */
export function pairParts(
  sides: Sides,
  before: readonly XmlElement[],
  after: readonly XmlElement[],
): readonly PartPair[] {
  if (before.length === 1 && after.length === 1) return [{ before: before[0]!, after: after[0]! }];
  const [old, young] = withoutEqualEnds(sides, before, after);
  const pairs: PartPair[] = [];
  const paired = new Set<XmlElement>();
  const waiting = Map.groupBy(young.toReversed(), keyOf);
  for (const each of old) {
    const key = keyOf(each);
    const other = key === null ? undefined : waiting.get(key)?.pop();
    if (other === undefined) continue;
    pairs.push({ before: each, after: other });
    paired.add(each).add(other);
  }
  const oldRest = old.filter((each) => !paired.has(each));
  const youngRest = young.filter((each) => !paired.has(each));
  for (let index = 0; index < Math.max(oldRest.length, youngRest.length); index += 1) {
    pairs.push({ before: oldRest[index] ?? null, after: youngRest[index] ?? null });
  }
  return pairs;
}

function withoutEqualEnds(sides: Sides, before: readonly XmlElement[], after: readonly XmlElement[]) {
  const old = before.map((element) => canonicalPart(sides.before, element));
  const young = after.map((element) => canonicalPart(sides.after, element));
  const shorter = Math.min(old.length, young.length);
  let front = 0;
  while (front < shorter && old[front] === young[front]) front += 1;
  let back = 0;
  while (back < shorter - front && old.at(-1 - back) === young.at(-1 - back)) back += 1;
  return [before.slice(front, before.length - back), after.slice(front, after.length - back)] as const;
}

/** Attributes by which parts are known, the first that is there: people name parts, an id distinguishes those that tools made. */
const KEYS = ['name', 'key', 'target', 'event', 'processId'];

export function keyOf(element: XmlElement): string | null {
  for (const name of KEYS) {
    const value = attributeValue(element, name)?.trim() ?? '';
    if (value !== '') return value;
  }
  return isOwnElement(element) ? ownId(element) : (attributeValue(element, 'id') ?? null);
}
