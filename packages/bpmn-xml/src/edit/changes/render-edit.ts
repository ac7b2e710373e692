// Turns the changes of elements into the ranges of bytes that they concern.
import { encodeMarkup } from '../../tree/encode-text.ts';
import { escapeAttribute, escapeText } from '../../tree/escaping.ts';
import { XSI_NAMESPACE } from '../../tree/namespaces.ts';
import type { XmlDocument, XmlElement, XmlNode } from '../../tree/tree.types.ts';
import { indentBefore, lineBreakBefore } from '../../tree/white-space.ts';
import { childElements, lookUpPrefix } from '../../tree/xml-access.ts';
import {
  type ElementEdit,
  type ExtensionEntry,
  extensionContainer,
  type ModelEdit,
  removedBy,
  writtenAttribute,
} from './model-edit.ts';
import { renderText } from './render-text.ts';
import type { Splice } from './splices.ts';
import { slotIndex, type TextChild, textChild } from './text-children.ts';

export function renderEdit(edit: ModelEdit): readonly Splice[] {
  const { tree, elements, removed } = edit;
  const splices: Splice[] = [];
  for (const element of removed.keys()) {
    const isInside = element.parent !== null && removedBy(edit, element.parent) !== undefined;
    if (isInside) continue;
    const isTextNew = element.parent !== null && elements.get(element.parent)?.text != null;
    splices.push(isTextNew ? { start: element.start, end: element.end, markup: '' } : removal(tree, element));
  }
  for (const [element, change] of elements) {
    if (removedBy(edit, element) !== undefined) continue;
    splices.push(...renderAttributes(tree, element, change), ...renderContent(edit, element, change));
  }
  return splices;
}

/** Makes the splice that removes a node, with its line where nothing stands in front of it there. */
function removal(tree: XmlDocument, { start, end }: XmlNode): Splice {
  return { start: lineBreakBefore(tree, start) ?? start, end, markup: '' };
}

function* renderAttributes(tree: XmlDocument, element: XmlElement, { attributes }: ElementEdit): Iterable<Splice> {
  const nameEnd = element.start + encodeMarkup(`<${element.name}`, tree.encoding).length;
  const added: string[] = [];
  for (const [key, { name, value }] of attributes) {
    const written = writtenAttribute(element, key);
    if (written === undefined) {
      if (value !== null) added.push(` ${name}="${escapeAttribute(value)}"`);
    } else if (value === null) {
      const before = element.attributes[element.attributes.indexOf(written) - 1];
      yield { start: before?.end ?? nameEnd, end: written.end, markup: '' };
    } else {
      const quote = tree.bytes[written.end - (tree.encoding === 'utf-16le' ? 2 : 1)] === APOSTROPHE ? "'" : '"';
      yield { start: written.valueStart, end: written.valueEnd, markup: escapeAttribute(value, quote) };
    }
  }
  const end = element.attributes.at(-1)?.end ?? nameEnd;
  if (added.length > 0) yield { start: end, end, markup: added.join('') };
}

const APOSTROPHE = 39;

/** Markup that is put into an element, behind a child of it or in front of all. */
interface Insertion {
  readonly behind: XmlNode | null;
  readonly markup: string;
}

function* renderContent(edit: ModelEdit, element: XmlElement, change: ElementEdit): Iterable<Splice> {
  const { tree } = edit;
  const container = extensionContainer(edit, element);
  const insertions = newChildren(edit, element, change, container);
  if (element.startTagEnd === element.end) {
    if (insertions.length > 0 || change.text !== null) yield filled(tree, element, change, insertions);
    return;
  }
  if (container !== undefined && change.extensions !== null) {
    yield* renderExtensions(tree, container, change.extensions);
  }
  if (change.text !== null) yield* renderText(tree, element, change.text);
  yield* placed(tree, element, insertions);
}

/** Makes the new children of an element, in the order of the schema, which is that of its other children. */
function newChildren(
  edit: ModelEdit,
  element: XmlElement,
  { texts, extensions }: ElementEdit,
  container: XmlElement | undefined,
): readonly Insertion[] {
  const markup = new Map([...texts].map(([name, text]) => [name, textMarkup(element, textChild(element, name), text)]));
  if (container === undefined && extensions !== null && extensions.length > 0) {
    const name = childName(element, 'extensionElements');
    markup.set('extensionElements', `<${name}>${extensions.map((entry) => entry.markup).join('')}</${name}>`);
  }
  const staying = childElements(element).filter((child) => !edit.removed.has(child));
  return [...markup]
    .map(([name, written]) => ({ slot: slotIndex(element, name), markup: written }))
    .toSorted((left, right) => left.slot - right.slot)
    .map(({ slot, markup: written }) => ({
      markup: written,
      behind: staying.findLast((child) => isOfSlots(element, child, slot)) ?? null,
    }));
}

function isOfSlots(element: XmlElement, child: XmlElement, last: number): boolean {
  const index = child.namespace === element.namespace ? slotIndex(element, child.local) : -1;
  return index >= 0 && index <= last;
}

function childName({ prefix }: XmlElement, local: string): string {
  return prefix === '' ? local : `${prefix}:${local}`;
}

/** Writes the text of a child; what the standard types as an expression is written as a formal one, which is what is executed. */
function textMarkup(parent: XmlElement, { name, isExpression }: TextChild, text: string): string {
  const tag = childName(parent, name);
  const type = isExpression ? formalType(parent) : '';
  return `<${tag}${type}>${escapeText(text)}</${tag}>`;
}

function formalType(parent: XmlElement): string {
  const declaration = lookUpPrefix(parent, 'xsi') === XSI_NAMESPACE ? '' : ` xmlns:xsi="${XSI_NAMESPACE}"`;
  return `${declaration} xsi:type="${childName(parent, 'tFormalExpression')}"`;
}

/** Writes an element of one tag as two, with markup between them. */
function filled(
  tree: XmlDocument,
  element: XmlElement,
  { text }: ElementEdit,
  insertions: readonly Insertion[],
): Splice {
  const outer = indentBefore(tree, element.start);
  const inner = outer === '' || text !== null ? '' : `${outer}  `;
  const content = insertions.map(({ markup }) => `${inner}${markup}`).join('') + escapeText(text ?? '');
  const ending = inner === '' || insertions.length === 0 ? '' : outer;
  const slash = encodeMarkup('/>', tree.encoding).length;
  return { start: element.end - slash, end: element.end, markup: `>${content}${ending}</${element.name}>` };
}

/** Makes the splices of insertions; several at one place are one change. */
function* placed(tree: XmlDocument, element: XmlElement, insertions: readonly Insertion[]): Iterable<Splice> {
  const [first] = childElements(element);
  const indent = first === undefined ? '' : indentBefore(tree, first.start);
  for (const [behind, group] of Map.groupBy(insertions, (insertion) => insertion.behind)) {
    const at = behind?.end ?? element.startTagEnd;
    yield { start: at, end: at, markup: group.map(({ markup }) => `${indent}${markup}`).join('') };
  }
}

function* renderExtensions(
  tree: XmlDocument,
  container: XmlElement,
  entries: readonly ExtensionEntry[],
): Iterable<Splice> {
  if (container.startTagEnd === container.end) {
    const insertions = entries.map(({ markup }) => ({ behind: null, markup }));
    if (insertions.length > 0) yield filled(tree, container, NO_CHANGE, insertions);
    return;
  }
  const staying = new Set(entries.map(({ node }) => node));
  for (const child of childElements(container)) if (!staying.has(child)) yield removal(tree, child);
  let behind: XmlElement | null = null;
  const insertions: Insertion[] = [];
  for (const { node, markup } of entries) {
    if (node === null) insertions.push({ behind, markup });
    else behind = node;
  }
  yield* placed(tree, container, insertions);
}

const NO_CHANGE: ElementEdit = { attributes: new Map(), text: null, texts: new Map(), extensions: null };
