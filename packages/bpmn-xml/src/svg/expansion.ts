// Counts what a picture becomes when each part that it draws again is drawn: parts of parts double with every level.
import { XML_LIMITS } from '../tree/tree.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { attributeValue, childElements } from '../tree/xml-access.ts';

/** Bound of the elements that are drawn: as many as a file could hold by itself. */
const DRAWN_ELEMENTS_MAX = XML_LIMITS.elements;
/** Bound of the nesting of parts, which no program reaches; it bounds the call stack, too. */
const REFERENCE_DEPTH_MAX = 16;

const REFERENCES = /url\(\s*["']?#([^\s"'()\\<>]+)/gi;

interface Weighing {
  readonly byId: ReadonlyMap<string, XmlElement>;
  /** Number of elements that each draws, 0 while it is looked at: one that draws itself is not drawn. */
  readonly weights: Map<XmlElement, number>;
}

export function isExpansive(root: XmlElement): boolean {
  const byId = new Map<string, XmlElement>();
  const collect = (element: XmlElement): void => {
    const id = attributeValue(element, 'id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
    for (const child of childElements(element)) collect(child);
  };
  collect(root);
  return weigh({ byId, weights: new Map() }, root, 0) > DRAWN_ELEMENTS_MAX;
}

function weigh(weighing: Weighing, element: XmlElement, depth: number): number {
  const { weights, byId } = weighing;
  const known = weights.get(element);
  if (known !== undefined) return known;
  if (depth > REFERENCE_DEPTH_MAX) return Number.POSITIVE_INFINITY;
  weights.set(element, 0);
  let weight = 1;
  for (const child of childElements(element)) weight += weigh(weighing, child, depth);
  for (const id of namedBy(element)) {
    const named = byId.get(id);
    if (named !== undefined) weight += weigh(weighing, named, depth + 1);
  }
  weights.set(element, weight);
  return weight;
}

function* namedBy({ attributes }: XmlElement): Iterable<string> {
  for (const { local, value } of attributes) {
    if (local === 'href') yield value.trim().replace(/^#/, '');
    else for (const [, id] of value.matchAll(REFERENCES)) yield id ?? '';
  }
}
