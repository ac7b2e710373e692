// Does one operation of a patch, on top of those before it.

import { escapeAttribute, isXmlText } from '../../tree/escaping.ts';
import { XML_LIMITS } from '../../tree/tree.ts';
import type { XmlElement } from '../../tree/tree.types.ts';
import { childElements, splitName } from '../../tree/xml-access.ts';
import { EditStop } from '../changes/edit-stop.ts';
import {
  changeAttribute,
  changeText,
  type ExtensionEntry,
  editOf,
  expandedName,
  extensionContainer,
  type ModelEdit,
  valueAfter,
} from '../changes/model-edit.ts';
import { isTextHolder, mayHoldText, slotIndex, slotOf } from '../changes/text-children.ts';
import { readFragment } from './fragments.ts';
import type { PatchOperation } from './patch.types.ts';
import { attributeName, checkedName, declarePrefix, namespaceAt, onlyChild, placeOf } from './patch-names.ts';

/** Applies one operation; throws `EditStop`. `number` is remembered for what is taken away. */
export function applyOperation(edit: ModelEdit, element: XmlElement, operation: PatchOperation, number: number): void {
  const { op, name } = operation;
  if (op === 'setAttribute') setAttribute(edit, element, name, operation.value);
  else if (op === 'setExtension') setExtension(edit, element, name, operation.value);
  else if (op === 'setText') setText(edit, element, name, operation.value);
  else remove(edit, element, name, number);
}

function setAttribute(edit: ModelEdit, element: XmlElement, way: string, value: string): void {
  const { holder, name } = placeOf(edit, element, way);
  const attribute = attributeName(edit, holder, name ?? '');
  checkValue(value);
  const written = new TextEncoder().encode(escapeAttribute(value)).length;
  if (written > XML_LIMITS.attributeBytes) {
    throw new EditStop('VALUE_INVALID', `${written} bytes; an attribute has at most ${XML_LIMITS.attributeBytes}`);
  }
  const { prefix } = splitName(attribute.name);
  if (prefix !== '') declarePrefix(edit, holder, prefix);
  changeAttribute(edit, holder, attribute, value);
}

function checkValue(value: string): void {
  if (!isXmlText(value)) throw new EditStop('VALUE_INVALID', 'it has characters that no XML file can hold');
}

function setText(edit: ModelEdit, element: XmlElement, way: string | null | undefined, value: string): void {
  const { holder, name } = placeOf(edit, element, way);
  checkValue(value);
  const target = name === null ? holder : onlyChild(edit, holder, name);
  if (target !== undefined) {
    if (!isTextHolder(target)) throw new EditStop('NOT_ALLOWED', `${target.name} holds no text`);
    changeText(edit, target, value);
  } else if (name !== null) addText(edit, holder, name, value);
}

function addText(edit: ModelEdit, holder: XmlElement, name: string, value: string): void {
  if (!mayHoldText(holder, name)) throw new EditStop('NOT_ALLOWED', `${holder.name} has no text ${name}`);
  const { texts } = editOf(edit, holder);
  const slot = slotOf(holder, name);
  const others = [
    ...childElements(holder).flatMap((child) => (edit.removed.has(child) ? [] : child.local)),
    ...[...texts.keys()].filter((each) => each !== name),
  ].filter((each) => slot?.names.has(each));
  if (slot === undefined || others.length >= slot.max) {
    throw new EditStop('NOT_ALLOWED', `${holder.name} has ${others.join(', ')} already`);
  }
  texts.set(name, value);
}

function setExtension(edit: ModelEdit, element: XmlElement, way: string | null | undefined, value: string): void {
  const { holder, name } = placeOf(edit, element, way);
  if (slotIndex(holder, 'extensionElements') < 0 && extensionContainer(edit, holder) === undefined) {
    throw new EditStop('NOT_ALLOWED', `${holder.name} has no extension elements`);
  }
  checkValue(value);
  const { entries, prefixes } = readFragment(edit.tree, extensionContainer(edit, holder) ?? holder, value);
  const before = name === null ? [] : extensionsOf(edit, holder);
  const key = name === null ? null : extensionKey(edit, holder, name, entries);
  const place = before.findIndex((entry) => entry.key === key);
  const staying = before.filter((entry) => entry.key !== key);
  for (const prefix of prefixes) declarePrefix(edit, holder, prefix);
  editOf(edit, holder).extensions = staying.toSpliced(place < 0 ? staying.length : place, 0, ...entries);
}

function extensionsOf(edit: ModelEdit, holder: XmlElement): readonly ExtensionEntry[] {
  const container = extensionContainer(edit, holder);
  const written = container === undefined ? [] : childElements(container);
  return (
    edit.elements.get(holder)?.extensions ??
    written.map((node) => ({ key: expandedName(node.namespace, node.local), node, markup: '' }))
  );
}

/** Answers the expanded name of the extension elements of an operation; its fragment has elements of this name and no others. */
function extensionKey(edit: ModelEdit, holder: XmlElement, name: string, entries: readonly ExtensionEntry[]): string {
  const { prefix, localName } = checkedName(edit, name);
  const [only, ...others] = new Set(entries.map(({ key }) => key));
  const isNamed = only?.endsWith(`}${localName}`) === true && others.length === 0;
  if (!isNamed || only !== expandedName(namespaceAt(holder, name, prefix), localName)) {
    throw new EditStop('FRAGMENT_INVALID', `it has other elements than ${name}`);
  }
  return only;
}

function remove(edit: ModelEdit, element: XmlElement, way: string | null | undefined, number: number): void {
  const { holder, name } = placeOf(edit, element, way);
  if (name === null) {
    if (holder === edit.tree.root) throw new EditStop('ROOT_FIXED', `${holder.name} is the file itself`);
    edit.removed.set(holder, number);
    return;
  }
  const { prefix, localName } = checkedName(edit, name);
  if (prefix !== '') removeForeign(edit, holder, name, expandedName(namespaceAt(holder, name, prefix), localName));
  else if (valueAfter(edit, holder, expandedName('', name)) !== null) {
    changeAttribute(edit, holder, attributeName(edit, holder, name), null);
  } else removeChild(edit, holder, name, number);
}

function removeForeign(edit: ModelEdit, holder: XmlElement, name: string, key: string): void {
  if (valueAfter(edit, holder, key) !== null) {
    changeAttribute(edit, holder, attributeName(edit, holder, name), null);
    return;
  }
  const before = extensionsOf(edit, holder);
  const staying = before.filter((entry) => entry.key !== key);
  if (staying.length === before.length) throw new EditStop('NOT_FOUND', `${holder.name} has no ${name}`);
  editOf(edit, holder).extensions = staying;
}

function removeChild(edit: ModelEdit, holder: XmlElement, name: string, number: number): void {
  const change = editOf(edit, holder);
  const child = onlyChild(edit, holder, name);
  if (name === 'extensionElements') change.extensions = null;
  if (child !== undefined) edit.removed.set(child, number);
  else if (!change.texts.delete(name)) throw new EditStop('NOT_FOUND', `${holder.name} has no ${name}`);
}
