// Parses an XML file into the lossless tree and prints the tree back byte for byte.
import { SaxesParser } from 'saxes';
import type { XmlDocument, XmlLimits, XmlNode, XmlResult } from './tree.types.ts';
import {
  addElement,
  addLeaf,
  closeElement,
  countAttribute,
  createTreeBuild,
  openElement,
  refuse,
  startMarkup,
  type TreeBuild,
  undeclaredNamespace,
  XmlRefusal,
} from './tree-builder.ts';
import { decodeXml } from './tree-encoding.ts';

const MEBIBYTE = 1_048_576;

/** Bounds of a file. Models in the field stay far below each; a file at all of them stays below 1 GiB of memory. */
export const XML_LIMITS: XmlLimits = {
  fileBytes: 10 * MEBIBYTE,
  depth: 256,
  elements: 200_000,
  attributes: 256,
  attributeBytes: 65_536,
  nodes: 1_000_000,
};

/**
 * Answers the tree of a file, or the first reason why there is none (DOC-01, DOC-02, DOC-16). Nothing is fetched, and no entity
 * but the five of XML itself is expanded.
 */
export function parseXml(bytes: Uint8Array, limits: XmlLimits = XML_LIMITS): XmlResult {
  if (bytes.length > limits.fileBytes) {
    const limit = { name: 'fileBytes', value: bytes.length } as const;
    return { problem: { ruleId: 'DOC-16', message: '', limit, line: 1, column: 1 } };
  }
  const decoded = decodeXml(bytes);
  if ('problem' in decoded) {
    return { problem: { ruleId: 'DOC-01', message: decoded.problem, line: 1, column: 1 } };
  }
  try {
    const build = createTreeBuild(decoded, limits);
    runParser(build);
    if (build.root === null) throw new Error('a file without a root element passed the parser');
    return { tree: { bytes, encoding: decoded.encoding, children: build.top, root: build.root } };
  } catch (error) {
    if (error instanceof XmlRefusal) return { problem: error.problem };
    throw error;
  }
}

function runParser(build: TreeBuild): void {
  const { text } = build;
  const parser = new SaxesParser({ xmlns: true, position: false, resolvePrefix: undeclaredNamespace });
  parser.on('error', ({ message }) => {
    const isDoctype = message.startsWith('inappropriately located doctype');
    const problem = isDoctype ? ({ ruleId: 'DOC-02', message: '' } as const) : ({ ruleId: 'DOC-01', message } as const);
    refuse(build, problem, parser.position - 1);
  });
  parser.on('doctype', () => refuse(build, { ruleId: 'DOC-02', message: '' }, startMarkup(build)));
  parser.on('text', (value) => {
    const behind = parser.position - 1;
    build.pending = { value, end: text.charAt(behind) === '<' ? behind : text.length };
  });
  parser.on('xmldecl', () => {
    const value = text.slice('<?xml'.length, parser.position - '?>'.length).trim();
    addLeaf(build, { kind: 'instruction', target: 'xml', value }, parser.position);
  });
  parser.on('processinginstruction', ({ target, body }) =>
    addLeaf(build, { kind: 'instruction', target, value: body }, parser.position),
  );
  // Reported at `--`, before the `>` is read; without that the next event is an error.
  parser.on('comment', (value) => addLeaf(build, { kind: 'comment', value }, parser.position + 1));
  parser.on('cdata', (value) => addLeaf(build, { kind: 'cdata', value }, parser.position));
  parser.on('opentagstart', () => openElement(build));
  parser.on('attribute', () => countAttribute(build));
  parser.on('opentag', (tag) => addElement(build, tag, parser.position));
  parser.on('closetag', (tag) => closeElement(build, tag.isSelfClosing, parser.position));
  parser.write(text).close();
  startMarkup(build);
}

/** Writes the file of a tree: what no node covers would be missing, so this is how the tree proves that it lost nothing. */
export function printXml(tree: XmlDocument): Uint8Array {
  const printed = new Uint8Array(tree.bytes.length);
  let length = 0;
  function copy(start: number, end: number): void {
    printed.set(tree.bytes.subarray(start, end), length);
    length += end - start;
  }
  function print(node: XmlNode): void {
    if (node.kind === 'element') {
      copy(node.start, node.startTagEnd);
      for (const child of node.children) print(child);
      copy(node.children.at(-1)?.end ?? node.startTagEnd, node.end);
    } else {
      copy(node.start, node.end);
    }
  }
  copy(0, tree.children[0]?.start ?? 0);
  for (const node of tree.children) print(node);
  return printed.slice(0, length);
}
