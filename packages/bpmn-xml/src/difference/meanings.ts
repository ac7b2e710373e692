// What attributes and texts mean: names without their prefixes, values as their types write them, defaults filled in.
import { REFERENCE_KINDS } from '@keelson/bpmn-rules';
import { findSchema } from '../schema/compiled-schema.ts';
import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, readableName, XMLNS_NAMESPACE, XSI_NAMESPACE } from '../tree/namespaces.ts';
import { isOwnElement, ownElements } from '../tree/own-elements.ts';
import type { XmlAttribute, XmlDocument, XmlElement } from '../tree/tree.types.ts';
import { attributeValue, lookUpPrefix, ownText, splitName } from '../tree/xml-access.ts';

/** One of the two files that are compared. */
export interface Side {
  readonly root: XmlElement;
  readonly targetNamespace: string;
  /** Elements of the model, without those of diagrams, in the order of the file. */
  readonly elements: readonly XmlElement[];
}

export function sideOf(tree: XmlDocument): Side {
  const { root } = tree;
  const elements = ownElements(tree).filter(({ namespace }) => namespace === BPMN_NAMESPACE);
  return { root, targetNamespace: attributeValue(root, 'targetNamespace') ?? '', elements };
}

/** Answers the meaning of a name: without prefix it is an element of this file, as one of the file's own namespace is. */
export function nameMeaning({ targetNamespace }: Side, holder: XmlElement, text: string): string {
  const { prefix, localName } = splitName(text.trim());
  if (prefix === '') return localName;
  const namespace = lookUpPrefix(holder, prefix);
  return namespace === targetNamespace ? localName : readableName(namespace ?? prefix, localName);
}

export function isNameChild(parent: XmlElement, child: XmlElement): boolean {
  return child.namespace === BPMN_NAMESPACE && isReference(parent, child.local);
}

function isReference({ namespace, local }: XmlElement, name: string): boolean {
  return namespace === BPMN_NAMESPACE && Object.hasOwn(REFERENCE_KINDS.get(local) ?? {}, name);
}

/** Lists attributes as they can be read, by name, without declarations, places of schemas and ids of the file's own elements. */
export function attributeMeanings(side: Side, element: XmlElement): ReadonlyMap<string, string> {
  const meanings = new Map<string, string>();
  const isOwn = isOwnElement(element);
  const rules = isOwn ? findSchema(element, element.parent).schema?.attributes : undefined;
  for (const attribute of element.attributes) {
    const { namespace, local } = attribute;
    const isSilent = namespace === XMLNS_NAMESPACE || (namespace === XSI_NAMESPACE && /schemaLocation$/i.test(local));
    if (isSilent || (namespace === '' && local === 'id' && isOwn)) continue;
    meanings.set(readableName(namespace, local), attributeMeaning(side, element, attribute, rules?.get(local)?.type));
  }
  return meanings;
}

/** Answers the meaning of an attribute by the schema's `type`; undefined where the schema has none. */
function attributeMeaning(
  side: Side,
  element: XmlElement,
  { namespace, local, value }: XmlAttribute,
  type = '',
): string {
  if (namespace === XSI_NAMESPACE && local === 'type') return nameMeaning(side, element, value);
  if (namespace !== '') return value;
  const isName = type === 'name' || type === 'label' || isReference(element, local);
  return isName ? nameMeaning(side, element, value) : valueMeaning(type, value);
}

const BOOLEANS: Readonly<Record<string, string>> = { '1': 'true', '0': 'false' };
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'int', 'double']);

function valueMeaning(type: string, value: string): string {
  const trimmed = value.trim();
  if (type === 'boolean') return BOOLEANS[trimmed] ?? trimmed;
  if (type.includes('|')) return trimmed;
  return NUMBERS.has(type) && trimmed !== '' && !Number.isNaN(Number(trimmed)) ? String(Number(trimmed)) : value;
}

/** Answers the value of an attribute that is not written; null where that says nothing. */
export function absentMeaning(element: XmlElement, name: string): string | null {
  if (!isOwnElement(element)) return null;
  return findSchema(element, element.parent).schema?.attributes.get(name)?.absent ?? null;
}

/** Answers the text of an element as it counts, without white space around it. */
export function textMeaning(side: Side, element: XmlElement): string {
  const text = ownText(element).trim();
  const { parent } = element;
  return parent !== null && isNameChild(parent, element) && text !== '' ? nameMeaning(side, element, text) : text;
}

export function isDiagram({ namespace }: XmlElement): boolean {
  return namespace === BPMN_DI_NAMESPACE;
}
