// Lists the elements of a file that are of the standard's vocabularies, and leaves out what tools put inside of them.
import { BPMN_NAMESPACE } from './namespaces.ts';
import type { XmlDocument, XmlElement } from './tree.types.ts';
import { attributeValue, childElements } from './xml-access.ts';

/** The vocabularies of BPMN and DMN, each with its diagrams. */
const STANDARD_NAMESPACE = /^https?:\/\/www\.omg\.org\/spec\/(?:BPMN|DMN|DD)\//;

/** Elements whose content belongs to the tool that wrote it: ids there are none of the file's. */
const OPAQUE: ReadonlySet<string> = new Set(['extensionElements', 'extension', 'documentation']);

export function isOwnElement({ namespace }: XmlElement): boolean {
  // Nearly every element is of this one.
  return namespace === BPMN_NAMESPACE || (namespace !== null && STANDARD_NAMESPACE.test(namespace));
}

/** Lists the file's own elements in the order of the file, the root first. */
export function ownElements({ root }: XmlDocument): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const collect = (element: XmlElement): void => {
    if (!isOwnElement(element)) return;
    found.push(element);
    if (!OPAQUE.has(element.local)) for (const child of childElements(element)) collect(child);
  };
  collect(root);
  return found;
}

/** Answers the id of an element, without white space around it (XML Schema, ID). */
export function ownId(element: XmlElement): string | null {
  const id = attributeValue(element, 'id')?.trim() ?? '';
  return id === '' ? null : id;
}

/** Lists elements by id; one that is written twice has two. */
export function elementsById(elements: readonly XmlElement[]): ReadonlyMap<string, readonly XmlElement[]> {
  const byId = new Map<string, XmlElement[]>();
  for (const element of elements) {
    const id = ownId(element);
    if (id === null) continue;
    const others = byId.get(id);
    if (others === undefined) byId.set(id, [element]);
    else others.push(element);
  }
  return byId;
}
