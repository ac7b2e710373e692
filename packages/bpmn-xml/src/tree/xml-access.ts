// Small questions asked of tree nodes: attributes by name, child elements, text, and what a prefix stands for.
import type { SourcePosition } from '@keelson/bpmn-rules';
import { XML_NAMESPACE, XMLNS_NAMESPACE } from './namespaces.ts';
import type { XmlElement } from './tree.types.ts';

export function attributeValue(element: XmlElement, name: string, namespace = ''): string | undefined {
  return element.attributes.find((attribute) => attribute.local === name && attribute.namespace === namespace)?.value;
}

export function childElements(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => child.kind === 'element');
}

/** Answers the character data of the element itself, without that of elements inside it. */
export function ownText(element: XmlElement): string {
  let text = '';
  for (const child of element.children) {
    if (child.kind === 'text' || child.kind === 'cdata') text += child.value;
  }
  return text;
}

/** Answers the namespace of a prefix; null when it is declared nowhere around; the empty prefix has no namespace then. */
export function lookUpPrefix(element: XmlElement, prefix: string): string | null {
  if (prefix === 'xml') return XML_NAMESPACE;
  for (let around: XmlElement | null = element; around !== null; around = around.parent) {
    for (const attribute of around.attributes) {
      if (attribute.namespace !== XMLNS_NAMESPACE) continue;
      if (prefix === '' ? attribute.name === 'xmlns' : attribute.name === `xmlns:${prefix}`) return attribute.value;
    }
  }
  return prefix === '' ? '' : null;
}

export function positionOf(node: SourcePosition): SourcePosition {
  return { line: node.line, column: node.column };
}

export interface QualifiedName {
  readonly prefix: string;
  readonly localName: string;
}

export function splitName(text: string): QualifiedName {
  const colon = text.indexOf(':');
  return colon < 0
    ? { prefix: '', localName: text }
    : { prefix: text.slice(0, colon), localName: text.slice(colon + 1) };
}
