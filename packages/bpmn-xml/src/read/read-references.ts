// Reads what attributes and child elements name, prefixes resolved where they stand.
import { type BpmnReference, REFERENCE_KINDS, type SourcePosition } from '@keelson/bpmn-rules';
import { BPMN_NAMESPACE } from '../tree/namespaces.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { childElements, lookUpPrefix, ownText, positionOf, splitName } from '../tree/xml-access.ts';

/** Reads a reference; `holder` is where prefixes are looked up. */
export function readReference(
  holder: XmlElement,
  attribute: string,
  text: string,
  position: SourcePosition,
): BpmnReference {
  const trimmed = text.trim();
  const { prefix, localName } = splitName(trimmed);
  const namespace = prefix === '' ? '' : lookUpPrefix(holder, prefix);
  return { attribute, text: trimmed, prefix, localName, namespace, position: positionOf(position) };
}

/** Lists all that an element of the BPMN namespace names, attributes first. */
export function readReferences(element: XmlElement): readonly BpmnReference[] {
  const kinds = REFERENCE_KINDS.get(element.local);
  if (kinds === undefined) return [];
  const references: BpmnReference[] = [];
  for (const attribute of element.attributes) {
    if (attribute.namespace === '' && Object.hasOwn(kinds, attribute.local)) {
      references.push(readReference(element, attribute.local, attribute.value, attribute));
    }
  }
  for (const child of childElements(element)) {
    if (child.namespace === BPMN_NAMESPACE && Object.hasOwn(kinds, child.local)) {
      references.push(readReference(child, child.local, ownText(child), child));
    }
  }
  return references;
}
