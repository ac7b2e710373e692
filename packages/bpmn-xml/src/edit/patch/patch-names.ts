// Reads the names of a patch: the way to a part without id, and names with their prefixes.
import { isNcName } from '@keelson/bpmn-rules';
import { canEncode } from '../../tree/encode-text.ts';
import { usualNamespace, XML_NAMESPACE, XMLNS_NAMESPACE } from '../../tree/namespaces.ts';
import { isOwnElement } from '../../tree/own-elements.ts';
import type { XmlElement } from '../../tree/tree.types.ts';
import { childElements, lookUpPrefix, splitName } from '../../tree/xml-access.ts';
import { EditStop } from '../changes/edit-stop.ts';
import { changeAttribute, expandedName, type ModelEdit } from '../changes/model-edit.ts';

export interface PatchPlace {
  readonly holder: XmlElement;
  /** Last step of the way; null where there is none. */
  readonly name: string | null;
}

/** Follows the way `part/part/name` down from an element. */
export function placeOf(edit: ModelEdit, element: XmlElement, way: string | null | undefined): PatchPlace {
  if (way === null || way === undefined) return { holder: element, name: null };
  const steps = way.split('/');
  const name = steps.pop() ?? '';
  const holder = steps.reduce((around, step) => {
    const part = onlyChild(edit, around, step);
    if (part === undefined) throw new EditStop('NOT_FOUND', `${around.name} has no ${step}`);
    return part;
  }, element);
  return { holder, name };
}

/** Answers the child of this name that stays; refuses to choose among several. */
export function onlyChild({ removed }: ModelEdit, element: XmlElement, name: string): XmlElement | undefined {
  const found = childElements(element).filter(
    (child) => child.local === name && isOwnElement(child) && !removed.has(child),
  );
  if (found.length > 1) throw new EditStop('ELEMENT_AMBIGUOUS', `${element.name} has ${found.length} ${name}`);
  return found[0];
}

export interface PatchName {
  readonly name: string;
  /** Expanded name. */
  readonly key: string;
}

/** Expands the name of an attribute, with or without prefix; refuses declarations of namespaces, which change what other names mean. */
export function attributeName(edit: ModelEdit, element: XmlElement, name: string): PatchName {
  const { prefix, localName } = checkedName(edit, name);
  if (prefix === 'xmlns' || name === 'xmlns') throw new EditStop('NAME_INVALID', `${name} declares a namespace`);
  const key = expandedName(prefix === '' ? '' : namespaceAt(element, name, prefix), localName);
  if (key === '{}id' || key === expandedName(XML_NAMESPACE, 'id')) {
    throw new EditStop('ID_FIXED', 'an id is changed by renaming the model');
  }
  return { name, key };
}

export function checkedName({ tree }: ModelEdit, name: string) {
  const { prefix, localName } = splitName(name);
  if (![localName, ...(name.includes(':') ? [prefix] : [])].every(isNcName)) {
    throw new EditStop('NAME_INVALID', `${JSON.stringify(name)} is no name`);
  }
  if (!canEncode(name, tree.encoding))
    throw new EditStop('NOT_IN_ENCODING', `${name} cannot be written in ${tree.encoding}`);
  return { prefix, localName };
}

/** Answers the namespace of a prefix; one that every tool writes for the same need not be declared yet. */
export function namespaceAt(element: XmlElement, name: string, prefix: string): string {
  const namespace = lookUpPrefix(element, prefix) ?? usualNamespace(prefix);
  if (namespace === undefined) throw new EditStop('PREFIX_UNDECLARED', `the prefix of ${name} is not declared`);
  return namespace;
}

/** Declares at the element what its new names need and nobody around it declares. */
export function declarePrefix(edit: ModelEdit, element: XmlElement, prefix: string): void {
  const namespace = usualNamespace(prefix);
  if (namespace === undefined || lookUpPrefix(element, prefix) !== null) return;
  const declaration = { name: `xmlns:${prefix}`, key: expandedName(XMLNS_NAMESPACE, prefix) };
  changeAttribute(edit, element, declaration, namespace);
}
