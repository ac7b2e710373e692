// Collects what saxes reports into tree nodes with positions, and ends the parse at the first problem or exceeded limit.
import type { SaxesTagNS } from 'saxes';
import type { XmlAttribute, XmlElement, XmlLimits, XmlNode, XmlProblem } from './tree.types.ts';
import type { DecodedXml } from './tree-encoding.ts';
import { createPositions, type Positions } from './tree-positions.ts';

/** Thrown to end the parser from inside one of its handlers: saxes offers no other way to stop. */
export class XmlRefusal extends Error {
  readonly problem: XmlProblem;
  constructor(problem: XmlProblem) {
    super(problem.ruleId);
    this.problem = problem;
  }
}

type OpenElement = { -readonly [Field in keyof XmlElement]: XmlElement[Field] } & { children: XmlNode[] };

/** The tree as far as it has grown. */
export interface TreeBuild {
  readonly text: string;
  readonly byteOffset: (textOffset: number) => number;
  readonly positions: Positions;
  readonly limits: XmlLimits;
  readonly top: XmlNode[];
  root: XmlElement | null;
  /** Open elements from the root to the innermost. */
  readonly open: OpenElement[];
  elements: number;
  nodes: number;
  attributes: number;
  /** Text offset of the end of what is in the tree. */
  consumed: number;
  /** Text that was read behind that; its end is where the next markup starts. */
  pending: { readonly value: string; readonly end: number } | null;
}

export function createTreeBuild(decoded: DecodedXml, limits: XmlLimits): TreeBuild {
  const counts = { elements: 0, nodes: 0, attributes: 0, consumed: 0 };
  const { text, byteOffset } = decoded;
  const positions = createPositions(decoded);
  return { text, byteOffset, positions, limits, top: [], open: [], root: null, pending: null, ...counts };
}

/** Begins the namespace of an undeclared prefix: no XML text can hold this character, so no file can write such a namespace. */
const UNDECLARED = '\u0000';

/** Lets saxes go on at a prefix without declaration; the tree says `namespace: null` there. */
export function undeclaredNamespace(prefix: string): string | undefined {
  return prefix === '' ? undefined : UNDECLARED + prefix;
}

function namespaceOf(uri: string): string | null {
  return uri.startsWith(UNDECLARED) ? null : uri;
}

export function refuse(build: TreeBuild, problem: Omit<XmlProblem, 'line' | 'column'>, textOffset: number): never {
  const offset = Math.max(0, Math.min(textOffset, build.text.length - 1));
  throw new XmlRefusal({ ...problem, ...build.positions.lineAndColumn(offset) });
}

function bound(build: TreeBuild, name: keyof XmlLimits, value: number, textOffset: number): void {
  if (value > build.limits[name]) refuse(build, { ruleId: 'DOC-16', message: '', limit: { name, value } }, textOffset);
}

function countNode(build: TreeBuild, textOffset: number): void {
  build.nodes += 1;
  bound(build, 'nodes', build.nodes, textOffset);
}

function append(build: TreeBuild, node: XmlNode, start: number): void {
  countNode(build, start);
  (build.open.at(-1)?.children ?? build.top).push(node);
}

const NOT_WHITE_SPACE = /[^ \t\r\n]/g;

function skipWhiteSpace(text: string, from: number): number {
  NOT_WHITE_SPACE.lastIndex = from;
  return NOT_WHITE_SPACE.exec(text)?.index ?? text.length;
}

/** Adds the text in front of the markup that starts now (or of the end of the file) and gives the text offset of its start. */
export function startMarkup(build: TreeBuild): number {
  const { text, consumed, pending } = build;
  // saxes does not report white space in front of the first markup of a file.
  const end = pending?.end ?? skipWhiteSpace(text, consumed);
  if (end > consumed) {
    const value = pending?.value ?? text.slice(consumed, end).replaceAll(/\r\n?/g, '\n');
    append(build, { kind: 'text', value, ...build.positions.range(consumed, end) }, consumed);
  }
  build.pending = null;
  build.consumed = end;
  return end;
}

type LeafContent =
  | { readonly kind: 'cdata' | 'comment'; readonly value: string }
  | { readonly kind: 'instruction'; readonly target: string; readonly value: string };

export function addLeaf(build: TreeBuild, content: LeafContent, end: number): void {
  const start = startMarkup(build);
  append(build, { ...content, ...build.positions.range(start, end) }, start);
  build.consumed = end;
}

/** Checks the bounds at a start tag's name, before its attributes are read. */
export function openElement(build: TreeBuild): void {
  const start = startMarkup(build);
  build.elements += 1;
  build.attributes = 0;
  bound(build, 'depth', build.open.length + 1, start);
  bound(build, 'elements', build.elements, start);
}

export function countAttribute(build: TreeBuild): void {
  build.attributes += 1;
  bound(build, 'attributes', build.attributes, build.consumed);
  countNode(build, build.consumed);
}

/** Adds the element whose start tag ends at `end`. */
export function addElement(build: TreeBuild, tag: SaxesTagNS, end: number): void {
  const { consumed: start, positions } = build;
  const { name, prefix, local } = tag;
  const range = positions.range(start, end);
  const element: OpenElement = {
    kind: 'element',
    name,
    prefix,
    local,
    namespace: namespaceOf(tag.uri),
    attributes: readAttributes(build, tag, start),
    children: [],
    parent: build.open.at(-1) ?? null,
    startTagEnd: range.end,
    ...range,
  };
  append(build, element, start);
  build.root ??= element;
  build.open.push(element);
  build.consumed = end;
}

/** Reads the attributes of a start tag for their positions; saxes has checked its form. */
function readAttributes(build: TreeBuild, tag: SaxesTagNS, start: number): XmlAttribute[] {
  const { text, byteOffset, positions } = build;
  let at = start + 1 + tag.name.length;
  return Object.values(tag.attributes).map(({ name, prefix, local, uri, value }) => {
    const nameStart = skipWhiteSpace(text, at);
    const quote = skipWhiteSpace(text, text.indexOf('=', nameStart) + 1);
    const closing = text.indexOf(text.charAt(quote), quote + 1);
    at = closing + 1;
    const valueStart = byteOffset(quote + 1);
    const valueEnd = byteOffset(closing);
    bound(build, 'attributeBytes', valueEnd - valueStart, nameStart);
    const range = positions.range(nameStart, at);
    return { name, prefix, local, namespace: namespaceOf(uri), value, valueStart, valueEnd, ...range };
  });
}

/** Ends the innermost element; its end tag, or the one tag it consists of, ends at `end`. */
export function closeElement(build: TreeBuild, selfClosing: boolean, end: number): void {
  if (!selfClosing) startMarkup(build);
  const element = build.open.pop();
  if (element === undefined) throw new Error('an end tag without an open element passed the parser');
  element.end = build.byteOffset(end);
  build.consumed = end;
}
