// Writes a part of an element in one line: for a person who reads what came or went, and to find equal parts.
import { escapeAttribute, escapeText } from '../tree/escaping.ts';
import { readableName } from '../tree/namespaces.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { childElements } from '../tree/xml-access.ts';
import { absentMeaning, attributeMeanings, type Side, textMeaning } from './meanings.ts';

/** Writes a part in one line; one that is nothing but text as that text. */
export function describePart(side: Side, element: XmlElement): string {
  const isBare =
    attributesOf(side, element).every(([name]) => name === 'xsi:type') && childElements(element).length === 0;
  const text = textMeaning(side, element);
  return isBare && text !== '' ? text : canonicalPart(side, element);
}

/** Canonical forms by element, as parts of parts are asked for again and again. */
const KNOWN = new WeakMap<XmlElement, string>();

/** Writes a part in a form that two parts of equal meaning share. */
export function canonicalPart(side: Side, element: XmlElement): string {
  const text = KNOWN.get(element) ?? writePart(side, element);
  KNOWN.set(element, text);
  return text;
}

function writePart(side: Side, element: XmlElement): string {
  const name = readableName(element.namespace, element.local);
  const attributes = attributesOf(side, element).map(([each, value]) => ` ${each}="${escapeAttribute(value)}"`);
  const inner = childElements(element).map((child) => canonicalPart(side, child));
  const content = escapeText(textMeaning(side, element)) + inner.join('');
  const start = `<${name}${attributes.join('')}`;
  return content === '' ? `${start}/>` : `${start}>${content}</${name}>`;
}

function attributesOf(side: Side, element: XmlElement): readonly (readonly [string, string])[] {
  return [...attributeMeanings(side, element)].filter(([name, value]) => value !== absentMeaning(element, name)).sort();
}
