// Finds everything in a file that names an element by its id: where the schema says so, in diagrams, and where a known extension does.
import { REFERENCE_KINDS, type ReferenceKind } from '@keelson/bpmn-rules';
import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, extensionFamily } from '../../tree/namespaces.ts';
import type { XmlAttribute, XmlElement } from '../../tree/tree.types.ts';
import { childElements, lookUpPrefix, ownText, splitName } from '../../tree/xml-access.ts';

/** An attribute, or the text of a child, that names something. */
export interface NamingPlace {
  /** Element of the attribute, or the child itself. */
  readonly holder: XmlElement;
  readonly attribute: XmlAttribute | null;
  readonly id: string;
  /** Puts another id in place of this one: prefix and white space around it stay. */
  readonly withId: (id: string) => string;
}

/** Lists what may name a process at an element of the standard's vocabularies, its own id among them. */
export function* processNames(element: XmlElement, targetNamespace: string): Iterable<NamingPlace> {
  for (const attribute of element.attributes) {
    if (attribute.namespace !== '') continue;
    const { local, value } = attribute;
    if (local === 'id' && isProcess(element)) yield named(element, attribute, value, value.trim());
    else if (mayNameProcess(element, local)) yield* qualified(element, attribute, value, targetNamespace);
  }
  for (const child of childElements(element)) {
    if (child.namespace !== BPMN_NAMESPACE) continue;
    if (mayNameProcess(element, child.local)) yield* qualified(child, null, ownText(child), targetNamespace);
    else if (child.local === 'extensionElements' && element.local === 'callActivity') yield* called(child);
  }
}

function isProcess({ local, namespace }: XmlElement): boolean {
  return local === 'process' && namespace === BPMN_NAMESPACE;
}

/** Whether an attribute or child may name a process: codes of errors, variables and names of types may be spelt like one and are none. */
function mayNameProcess(element: XmlElement, name: string): boolean {
  if (element.namespace === BPMN_DI_NAMESPACE) return name === 'bpmnElement';
  if (element.namespace !== BPMN_NAMESPACE) return false;
  if (name === 'calledElement') return element.local === 'callActivity' && !callsById(element);
  const kinds = REFERENCE_KINDS.get(element.local) ?? {};
  const kind: ReferenceKind | undefined = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  return kind !== undefined && kind.ruled !== true && (kind.types === null || kind.types.has('process'));
}

/** Whether a call names a deployed definition by its id, which is no id of this file. */
function callsById({ attributes }: XmlElement): boolean {
  return attributes.some(
    ({ local, namespace, value }) =>
      local === 'calledElementType' && extensionFamily(namespace) === 'engine' && value.trim() === 'id',
  );
}

function* qualified(
  element: XmlElement,
  attribute: XmlAttribute | null,
  text: string,
  targetNamespace: string,
): Iterable<NamingPlace> {
  const { prefix, localName } = splitName(text.trim());
  if (attribute === null && childElements(element).length > 0) return;
  const isHere = prefix === '' || lookUpPrefix(element, prefix) === targetNamespace;
  if (localName !== '' && isHere) yield named(element, attribute, text, localName);
}

function named(holder: XmlElement, attribute: XmlAttribute | null, text: string, id: string): NamingPlace {
  const at = text.lastIndexOf(id);
  return { holder, attribute, id, withId: (other) => text.slice(0, at) + other + text.slice(at + id.length) };
}

/** Lists what Camunda 8 calls in an element of its own, as it is or as a text of FEEL. */
function* called(extensionElements: XmlElement): Iterable<NamingPlace> {
  for (const element of childElements(extensionElements)) {
    if (extensionFamily(element.namespace) !== 'zeebe' || element.local !== 'calledElement') continue;
    const attribute = element.attributes.find(({ local, namespace }) => local === 'processId' && namespace === '');
    const [, id] = /^\s*(?:=\s*")?([^"=\s]+)"?\s*$/.exec(attribute?.value ?? '') ?? [];
    if (attribute !== undefined && id !== undefined) yield named(element, attribute, attribute.value, id);
  }
}
