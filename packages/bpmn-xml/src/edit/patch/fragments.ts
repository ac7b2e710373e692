// Reads the fragment of XML that a patch puts into `extensionElements`, with the namespaces that are declared there.
import { canEncode } from '../../tree/encode-text.ts';
import { escapeAttribute } from '../../tree/escaping.ts';
import { BPMN_NAMESPACE, usualNamespace, XMLNS_NAMESPACE } from '../../tree/namespaces.ts';
import { parseXml } from '../../tree/tree.ts';
import type { XmlDocument, XmlElement, XmlNode } from '../../tree/tree.types.ts';
import { childElements } from '../../tree/xml-access.ts';
import { EditStop } from '../changes/edit-stop.ts';
import { type ExtensionEntry, expandedName } from '../changes/model-edit.ts';

export interface Fragment {
  readonly entries: readonly ExtensionEntry[];
  /** Prefixes that have to be declared where the fragment stands. */
  readonly prefixes: readonly string[];
}

/** Reads a fragment; refuses what is not well-formed, what has a document type, and elements that would be none of an extension. */
export function readFragment({ encoding }: XmlDocument, around: XmlElement, text: string): Fragment {
  const declared = declarationsAt(around);
  const prefixes = undeclaredPrefixes(parseFragment(declared, text).root);
  const usual = prefixes.map((prefix) => [`xmlns:${prefix}`, namespaceOf(prefix)] as const);
  const { root, bytes } = parseFragment(new Map([...declared, ...usual]), text);
  checkTop(root);
  for (const child of root.children) checkEncodings(child, encoding);
  const decoder = new TextDecoder();
  const entries = childElements(root).map(({ namespace, local, start, end }) => ({
    key: expandedName(namespace, local),
    node: null,
    markup: decoder.decode(bytes.subarray(start, end)),
  }));
  return { entries, prefixes };
}

function namespaceOf(prefix: string): string {
  const namespace = usualNamespace(prefix);
  if (namespace === undefined) throw new EditStop('PREFIX_UNDECLARED', `the prefix ${prefix} is not declared`);
  return namespace;
}

type Declarations = ReadonlyMap<string, string>;

function declarationsAt(element: XmlElement): Declarations {
  const declared = new Map<string, string>();
  for (let around: XmlElement | null = element; around !== null; around = around.parent) {
    for (const { namespace, name, value } of around.attributes) {
      if (namespace === XMLNS_NAMESPACE && !declared.has(name)) declared.set(name, value);
    }
  }
  return declared;
}

function parseFragment(declarations: Declarations, text: string): XmlDocument {
  const attributes = [...declarations].map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`).join('');
  const { tree, problem } = parseXml(new TextEncoder().encode(`<fragment${attributes}>${text}</fragment>`));
  if (tree !== undefined) return tree;
  throw new EditStop('FRAGMENT_INVALID', problem.message === '' ? problem.ruleId : problem.message);
}

function undeclaredPrefixes(root: XmlElement): readonly string[] {
  const found = new Set<string>();
  const collect = (element: XmlElement): void => {
    for (const { namespace, prefix } of [element, ...element.attributes]) if (namespace === null) found.add(prefix);
    for (const child of childElements(element)) collect(child);
  };
  collect(root);
  return [...found];
}

function checkTop(root: XmlElement): void {
  if (childElements(root).length === 0) throw new EditStop('FRAGMENT_INVALID', 'there is no element');
  for (const node of root.children) {
    if (node.kind === 'text' && node.value.trim() === '') continue;
    if (node.kind !== 'element') throw new EditStop('FRAGMENT_INVALID', 'something stands beside its elements');
    if (node.namespace === '' || node.namespace === BPMN_NAMESPACE) {
      throw new EditStop('FRAGMENT_INVALID', `${node.name} is of no namespace of an extension`);
    }
  }
}

/** Refuses names with characters that the file cannot write; in text and in values these become references. */
function checkEncodings(node: XmlNode, encoding: string): void {
  if (node.kind === 'text') return;
  const written = node.kind === 'element' ? [node, ...node.attributes].map(({ name }) => name) : [node.value];
  for (const text of node.kind === 'instruction' ? [node.target, ...written] : written) {
    if (!canEncode(text, encoding)) throw new EditStop('NOT_IN_ENCODING', `${text} cannot be written in ${encoding}`);
  }
  if (node.kind === 'element') for (const child of node.children) checkEncodings(child, encoding);
}
