// Whether two files define one thing alike: same elements, attributes, references, extensions and texts.
import type { BpmnDocument, BpmnElement, BpmnReference, ExtensionFact } from '../facts/types/document.ts';

/** Whether two definitions say the same; documentation, prefixes and the order of attributes do not count. */
export function sameDefinition(
  document: BpmnDocument,
  element: BpmnElement,
  otherDocument: BpmnDocument,
  other: BpmnElement,
): boolean {
  return contentOf(document, element) === contentOf(otherDocument, other);
}

function contentOf(document: BpmnDocument, element: BpmnElement): string {
  return JSON.stringify(partsOf(document, element));
}

function partsOf(document: BpmnDocument, element: BpmnElement): unknown {
  const named = new Set(element.references.map(({ attribute }) => attribute));
  const attributes = [...element.attributes].filter(([name]) => !named.has(name)).toSorted();
  const children = element.children.filter(({ type }) => !named.has(type));
  return [
    element.type,
    attributes,
    element.references.map((reference) => nameOf(document, reference)),
    element.text.trim(),
    element.extensions.map(factOf),
    children.map((child) => partsOf(document, child)),
  ];
}

function nameOf(
  { targetNamespace }: BpmnDocument,
  { attribute, prefix, namespace, localName }: BpmnReference,
): unknown {
  return [attribute, prefix === '' ? targetNamespace : namespace, localName];
}

function factOf({ kind, name, value, attributes, children }: ExtensionFact): unknown {
  return [kind, name, value.trim(), [...attributes].toSorted(), children.map(factOf)];
}
