// Reduces a file to what distinguishes one version of a definition from the next, whatever tool wrote it.
import { createHash } from 'node:crypto';
import { type BpmnDocument, type BpmnElement, REFERENCE_KINDS } from '@keelson/bpmn-rules';
import { BPMN_DI_NAMESPACE, BPMN_NAMESPACE, XMLNS_NAMESPACE, XSI_NAMESPACE } from '../tree/namespaces.ts';
import type { XmlElement } from '../tree/tree.types.ts';
import { attributeValue, childElements, lookUpPrefix, splitName } from '../tree/xml-access.ts';

/** Attributes of a file that no process shows: who wrote it, and the schema's place. */
const FILE_ATTRIBUTES: ReadonlySet<string> = new Set(['exporter', 'exporterVersion', 'exportDateTime', 'id', 'name']);

/**
 * Makes one digest for each process, in the order of the document. Equal for two files whose process, shared root elements and
 * shapes are equal as XML: comments, instructions, prefixes, the order of attributes, white space between elements and around
 * text, quoting, encoding and the tool's name do not count; names, texts, positions of shapes and foreign extensions do.
 * Other processes of the file and their shapes do not count.
 */
export function canonicalContents(root: XmlElement, document: BpmnDocument): ReadonlyMap<BpmnElement, string> {
  const shared: string[] = [startTag(root, FILE_ATTRIBUTES)];
  const processes: XmlElement[] = [];
  const shapes = new Map<BpmnElement, string[]>();
  for (const child of childElements(root)) {
    if (child.namespace === BPMN_NAMESPACE && child.local === 'process') processes.push(child);
    else if (child.namespace === BPMN_DI_NAMESPACE) sortShapes(child, document, shared, shapes);
    else write(child, shared);
  }
  const sharedDigest = digest(shared);
  return new Map(
    document.processes.map((process, index) => {
      const own = [sharedDigest];
      const source = processes[index];
      if (source !== undefined) write(source, own);
      return [process, digest(own, shapes.get(process) ?? [])];
    }),
  );
}

/** Makes one digest of a whole file that is no BPMN, by the same rules. */
export function canonicalDigest(root: XmlElement): string {
  const parts = [startTag(root, FILE_ATTRIBUTES)];
  for (const child of childElements(root)) write(child, parts);
  return digest(parts);
}

function digest(...lists: readonly (readonly string[])[]): string {
  const hash = createHash('sha256');
  for (const parts of lists) hash.update(parts.join(''));
  return hash.digest('hex');
}

/** Sorts shapes to the process whose element they show, all else of a diagram to every process of the file. */
function sortShapes(
  element: XmlElement,
  document: BpmnDocument,
  shared: string[],
  shapes: Map<BpmnElement, string[]>,
): void {
  shared.push(startTag(element));
  for (const child of childElements(element)) {
    const isPlane = child.namespace === BPMN_DI_NAMESPACE && child.local === 'BPMNPlane';
    const owner = isPlane ? null : ownerOf(child, document);
    if (isPlane) sortShapes(child, document, shared, shapes);
    else if (owner === null) write(child, shared);
    else {
      const parts = shapes.get(owner) ?? [];
      shapes.set(owner, parts);
      write(child, parts);
    }
  }
  shared.push(END_TAG);
}

function ownerOf(shape: XmlElement, document: BpmnDocument): BpmnElement | null {
  const { localName } = splitName(attributeValue(shape, 'bpmnElement')?.trim() ?? '');
  return document.elementsById.get(localName)?.process ?? null;
}

const END_TAG = '</>';

function write(element: XmlElement, parts: string[]): void {
  parts.push(startTag(element));
  const isName = element.namespace === BPMN_NAMESPACE && isNameElement(element);
  for (const child of element.children) {
    if (child.kind === 'element') write(child, parts);
    else if (child.kind === 'text' || child.kind === 'cdata') {
      const text = child.value.trim();
      if (text !== '') parts.push(JSON.stringify(isName ? expandName(element, text) : text));
    }
  }
  parts.push(END_TAG);
}

function isNameElement(element: XmlElement): boolean {
  const kinds = REFERENCE_KINDS.get(element.parent?.local ?? '');
  return kinds !== undefined && Object.hasOwn(kinds, element.local);
}

function startTag(element: XmlElement, ignored: ReadonlySet<string> = new Set()): string {
  const attributes = element.attributes
    .filter(
      ({ namespace, local }) => namespace !== XMLNS_NAMESPACE && !ignored.has(local) && local !== 'schemaLocation',
    )
    .map((attribute) => {
      const { namespace, local, value } = attribute;
      const isName = holdsName(element, namespace, local);
      return `{${namespace ?? ''}}${local}=${JSON.stringify(isName ? expandName(element, value) : value)}`;
    });
  return `<{${element.namespace ?? ''}}${element.local} ${attributes.toSorted().join(' ')}>`;
}

function holdsName(element: XmlElement, namespace: string | null, local: string): boolean {
  if (namespace === XSI_NAMESPACE) return local === 'type';
  if (namespace !== '') return false;
  if (local === 'bpmnElement') return element.namespace === BPMN_DI_NAMESPACE;
  const kinds = element.namespace === BPMN_NAMESPACE ? REFERENCE_KINDS.get(element.local) : undefined;
  return kinds !== undefined && Object.hasOwn(kinds, local);
}

/** Expands a name; one without prefix stays: it means the element of this file, whatever the default namespace. */
function expandName(element: XmlElement, text: string): string {
  const { prefix, localName } = splitName(text.trim());
  return prefix === '' ? localName : `{${lookUpPrefix(element, prefix) ?? prefix}}${localName}`;
}
