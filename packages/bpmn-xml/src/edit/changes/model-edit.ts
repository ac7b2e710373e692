// Collects what is to become of the elements of a file, each change on top of those before it.
import type { XmlAttribute, XmlDocument, XmlElement } from '../../tree/tree.types.ts';
import { childElements, ownText } from '../../tree/xml-access.ts';
import { EditStop } from './edit-stop.ts';

interface AttributeEdit {
  /** Name of the attribute, as it is written where the element does not have it yet. */
  readonly name: string;
  /** Value of the attribute; null takes it away. */
  readonly value: string | null;
}

/** An element of the file, or one that is new. */
export interface ExtensionEntry {
  /** Expanded name. */
  readonly key: string;
  readonly node: XmlElement | null;
  readonly markup: string;
}

export interface ElementEdit {
  /** Changes of attributes by their expanded names. */
  readonly attributes: Map<string, AttributeEdit>;
  /** New text of the element; null where it stays. */
  text: string | null;
  /** Texts of new children by the names of these. */
  readonly texts: Map<string, string>;
  /** Entries that the element's `extensionElements` shall hold; null where they stay. */
  extensions: readonly ExtensionEntry[] | null;
}

export interface ModelEdit {
  readonly tree: XmlDocument;
  readonly elements: Map<XmlElement, ElementEdit>;
  /** Elements that are taken away, with the number of the operation that did it. */
  readonly removed: Map<XmlElement, number>;
}

export function createModelEdit(tree: XmlDocument): ModelEdit {
  return { tree, elements: new Map(), removed: new Map() };
}

export function editOf({ elements }: ModelEdit, element: XmlElement): ElementEdit {
  const known = elements.get(element);
  if (known !== undefined) return known;
  const edit: ElementEdit = { attributes: new Map(), text: null, texts: new Map(), extensions: null };
  elements.set(element, edit);
  return edit;
}

export function expandedName(namespace: string | null, local: string): string {
  return `{${namespace ?? ''}}${local}`;
}

/** Changes an attribute; a value that it has already is no change. */
export function changeAttribute(
  edit: ModelEdit,
  element: XmlElement,
  { name, key }: { readonly name: string; readonly key: string },
  value: string | null,
): void {
  const { attributes } = editOf(edit, element);
  if ((writtenAttribute(element, key)?.value ?? null) === value) attributes.delete(key);
  else attributes.set(key, { name, value });
}

export function writtenAttribute(element: XmlElement, key: string): XmlAttribute | undefined {
  return element.attributes.find(({ namespace, local }) => expandedName(namespace, local) === key);
}

/** Answers the value that an attribute will have; null for none. */
export function valueAfter({ elements }: ModelEdit, element: XmlElement, key: string): string | null {
  const changed = elements.get(element)?.attributes.get(key);
  return changed === undefined ? (writtenAttribute(element, key)?.value ?? null) : changed.value;
}

/** Changes the text of an element; refuses where markup stands between the text, of which nobody could say where it belongs. */
export function changeText(edit: ModelEdit, element: XmlElement, value: string): void {
  if (childElements(element).some((child) => !edit.removed.has(child))) {
    throw new EditStop('TEXT_HAS_MARKUP', `${element.name} holds elements beside its text`);
  }
  editOf(edit, element).text = ownText(element) === value ? null : value;
}

/** Answers the operation that took the element away, itself or with what it stands in; undefined where it stays. */
export function removedBy({ removed }: ModelEdit, element: XmlElement): number | undefined {
  for (let around: XmlElement | null = element; around !== null; around = around.parent) {
    const operation = removed.get(around);
    if (operation !== undefined) return operation;
  }
  return undefined;
}

/** Answers the element's `extensionElements` that stay; undefined without. */
export function extensionContainer({ removed }: ModelEdit, element: XmlElement): XmlElement | undefined {
  return childElements(element).find(
    (child) => child.local === 'extensionElements' && child.namespace === element.namespace && !removed.has(child),
  );
}
