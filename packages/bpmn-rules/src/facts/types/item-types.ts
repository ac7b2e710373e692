// An element of data names an item definition or structure as its type, and two of them agree or not.
import {
  type BpmnDocument,
  type BpmnElement,
  booleanAttribute,
  findReference,
  referencedElement,
  resolveReference,
} from './document.ts';

/** Finds the item definition of an element that holds data; for a reference, that of the object it names. */
export function itemOf(document: BpmnDocument, element: BpmnElement): BpmnElement | undefined {
  const own = referencedElement(document, element, 'itemSubjectRef');
  if (own !== undefined) return own;
  const named = referencedElement(
    document,
    element,
    element.type === 'dataStoreReference' ? 'dataStoreRef' : 'dataObjectRef',
  );
  return named === undefined ? undefined : referencedElement(document, named, 'itemSubjectRef');
}

/** Finds the item definition of a message, signal, error or escalation. */
export function payloadItem(document: BpmnDocument, element: BpmnElement): BpmnElement | undefined {
  return referencedElement(document, element, element.type === 'message' ? 'itemRef' : 'structureRef');
}

/** Expands the structure's name, so that prefixes do not matter; null where the item definition names none. */
export function structureOf(item: BpmnElement): string | null {
  const reference = findReference(item, 'structureRef');
  if (reference !== undefined) return `{${reference.namespace ?? ''}}${reference.localName}`;
  return item.attributes.get('structureRef')?.trim() ?? null;
}

/** Whether both are of one type: the same item definition, or two that name the same structure. */
export function isSameType(left: BpmnElement | undefined, right: BpmnElement | undefined): boolean {
  if (left === right) return true;
  if (left === undefined || right === undefined) return false;
  const structure = structureOf(left);
  return structure !== null && structure === structureOf(right);
}

/** Whether two sides are of one type; a side without type agrees with every other. */
export function agrees(left: BpmnElement | undefined, right: BpmnElement | undefined): boolean {
  return left === undefined || right === undefined || isSameType(left, right);
}

/** Whether data are a collection: by the data element itself, else by what it names, else by its type. */
export function isCollection(document: BpmnDocument, element: BpmnElement): boolean {
  if (booleanAttribute(element, 'isCollection', false)) return true;
  const named = referencedElement(document, element, 'dataObjectRef');
  if (named !== undefined) return isCollection(document, named);
  const item = itemOf(document, element);
  return item !== undefined && booleanAttribute(item, 'isCollection', false);
}

/** Lists what the references of this name lead to; those that lead nowhere are left out. */
export function named(document: BpmnDocument, element: BpmnElement, attribute: string): readonly BpmnElement[] {
  return element.references.flatMap((reference) =>
    reference.attribute === attribute ? (resolveReference(document, reference) ?? []) : [],
  );
}
