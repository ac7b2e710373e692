// Writes a picture anew from what only draws: whatever is not known to be harmless is not in it.
import { escapeAttribute, escapeText } from '../tree/escaping.ts';
import { XML_NAMESPACE } from '../tree/namespaces.ts';
import { parseXml, XML_LIMITS } from '../tree/tree.ts';
import type { XmlAttribute, XmlElement, XmlLimits, XmlProblem } from '../tree/tree.types.ts';
import { ownText } from '../tree/xml-access.ts';
import { withoutDocumentType } from './document-type.ts';
import { isExpansive } from './expansion.ts';
import { FRAGMENT, isDrawingStyle, withoutComments } from './styles.ts';
import { SVG_ATTRIBUTE_FAMILIES, SVG_ATTRIBUTES, SVG_ELEMENTS, SVG_SUBSTITUTES } from './svg-vocabulary.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';
const MEBIBYTE = 1_048_576;

/** Bounds of a picture beside a model; a path of many points is one attribute. */
export const SVG_LIMITS: XmlLimits = { ...XML_LIMITS, fileBytes: 5 * MEBIBYTE, attributeBytes: MEBIBYTE };

/** Bound of the names that say what was wrong with a file. */
const DROPPED_MAX = 100;

export type SvgResult =
  /** A picture that may be shown, in UTF-8; `dropped` has names of elements and attributes that are not in it, at most 100. */
  | { readonly bytes: Uint8Array; readonly dropped: readonly string[] }
  | { readonly problem: XmlProblem }
  /** A picture that is refused. `EXPANSION`: drawn, it would be larger than any file may be. */
  | { readonly refused: 'NOT_SVG' | 'EXPANSION' };

/**
 * Makes a picture safe: scripts, handlers of events, foreign markup, animation, links and everything that would be loaded are left out,
 * with comments and instructions. A document type goes, unless it declares something: that is refused.
 */
export function sanitiseSvg(bytes: Uint8Array): SvgResult {
  const { tree, problem } = parseXml(withoutDocumentType(bytes), SVG_LIMITS);
  if (tree === undefined) return { problem };
  const { root } = tree;
  if (root.local !== 'svg' || root.namespace !== SVG_NAMESPACE) return { refused: 'NOT_SVG' };
  if (isExpansive(root)) return { refused: 'EXPANSION' };
  const dropped = new Set<string>();
  const markup = writeElement(root, dropped).replace(
    '<svg',
    `<svg xmlns="${SVG_NAMESPACE}" xmlns:xlink="${XLINK_NAMESPACE}"`,
  );
  return { bytes: new TextEncoder().encode(markup), dropped: [...dropped].slice(0, DROPPED_MAX) };
}

function writeElement(element: XmlElement, dropped: Set<string>): string {
  const name = keptName(element);
  if (name === null || (name === 'style' && !isDrawingStyle(ownText(element)))) {
    dropped.add(element.name);
    return '';
  }
  const attributes = element.attributes.map((attribute) => writeAttribute(attribute, dropped)).join('');
  const content = name === 'style' ? escapeText(withoutComments(ownText(element))) : writeContent(element, dropped);
  return content === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${content}</${name}>`;
}

function keptName({ namespace, local }: XmlElement): string | null {
  if (namespace !== SVG_NAMESPACE) return null;
  if (Object.hasOwn(SVG_SUBSTITUTES, local)) return SVG_SUBSTITUTES[local] ?? null;
  return SVG_ELEMENTS.has(local) ? local : null;
}

function writeContent({ children }: XmlElement, dropped: Set<string>): string {
  return children
    .map((child) => {
      if (child.kind === 'element') return writeElement(child, dropped);
      return child.kind === 'text' || child.kind === 'cdata' ? escapeText(child.value) : '';
    })
    .join('');
}

function writeAttribute(attribute: XmlAttribute, dropped: Set<string>): string {
  const name = keptAttribute(attribute);
  if (name !== null) return ` ${name}="${escapeAttribute(attribute.value)}"`;
  if (attribute.prefix !== 'xmlns' && attribute.name !== 'xmlns') dropped.add(attribute.name);
  return '';
}

/** Answers the name of the attribute to write; null for one that is left out. */
function keptAttribute({ namespace, local, value }: XmlAttribute): string | null {
  const isReference = local === 'href' && (namespace === '' || namespace === XLINK_NAMESPACE);
  if (isReference) return FRAGMENT.test(value.trim()) ? (namespace === '' ? 'href' : 'xlink:href') : null;
  if (namespace === XML_NAMESPACE) return local === 'space' || local === 'lang' ? `xml:${local}` : null;
  const isKnown = namespace === '' && (SVG_ATTRIBUTES.has(local) || SVG_ATTRIBUTE_FAMILIES.test(local));
  return isKnown && isDrawingStyle(value) ? local : null;
}
