// Finds the elements of a file that are compared by their ids, and the parts of each that are compared with it.
import { CONTAINER_TYPES } from '@keelson/bpmn-rules';
import { BPMN_NAMESPACE, readableName } from '../tree/namespaces.ts';
import { isOwnElement, ownId } from '../tree/own-elements.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { attributeValue, childElements } from '../tree/xml-access.ts';
import { isDiagram, type Side } from './meanings.ts';

/** An element that people see, with an id of its own. */
export interface ModelItem {
  readonly id: string;
  readonly element: XmlElement;
}

/** Whether an element is compared by itself: it has an id and lies in something that holds what people see. */
export function isItem(element: XmlElement): boolean {
  const { parent, namespace, local } = element;
  if (namespace !== BPMN_NAMESPACE || parent === null || ownId(element) === null) return false;
  return parent.namespace === BPMN_NAMESPACE && CONTAINER_TYPES.has(parent.local) && local !== 'documentation';
}

/** Lists items by id. Of an id that is written again the further elements are known by their number, too. */
export function readItems({ elements }: Side): ReadonlyMap<string, ModelItem> {
  const items = new Map<string, ModelItem>();
  const counts = new Map<string, number>();
  for (const element of elements) {
    const id = isItem(element) ? ownId(element) : null;
    if (id === null) continue;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    items.set(count === 1 ? id : `${id} ${count}`, { id, element });
  }
  return items;
}

/** Id of the innermost item around an element; null at the file's own level. */
export function parentId(element: XmlElement): string | null {
  let around = element.parent;
  while (around !== null && !isItem(around)) around = around.parent;
  return around === null ? null : ownId(around);
}

export function itemName(element: XmlElement): string | null {
  return attributeValue(element, 'name') ?? null;
}

/** Lists that repeat what flows say themselves; tools leave them out. */
const REPEATED: ReadonlySet<string> = new Set(['incoming', 'outgoing']);

/** Lists parts by path; those of one name stand in the order of the file. */
export function partsOf(element: XmlElement): ReadonlyMap<string, readonly XmlElement[]> {
  const parts = new Map<string, XmlElement[]>();
  const add = (path: string, part: XmlElement) => {
    const others = parts.get(path);
    if (others === undefined) parts.set(path, [part]);
    else others.push(part);
  };
  for (const child of childElements(element)) {
    if (isItem(child) || isDiagram(child)) continue;
    if (child.local === 'extensionElements' && isOwnElement(child)) {
      for (const inner of childElements(child)) add(`extensionElements/${nameOf(inner)}`, inner);
    } else if (!(REPEATED.has(child.local) && isOwnElement(child))) add(nameOf(child), child);
  }
  return parts;
}

function nameOf({ namespace, local }: XmlElement): string {
  return readableName(namespace, local);
}
