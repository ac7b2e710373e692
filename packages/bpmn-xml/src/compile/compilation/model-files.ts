// The file of a process and those that it imports: where names of its elements lead to.
import type { BpmnDocument, BpmnElement, BpmnReference } from '@keelson/bpmn-rules';

export interface ModelFiles {
  readonly document: BpmnDocument;
  /** Other files whose elements the document may name by their namespace. */
  readonly imports: readonly BpmnDocument[];
}

/** Answers the document that an element stands in: what the element names without prefix stands there, too. */
export function documentOf({ document, imports }: ModelFiles, element: BpmnElement): BpmnDocument {
  if (imports.length === 0) return document;
  let root = element;
  while (root.parent !== null) root = root.parent;
  return imports.find(({ definitions }) => definitions === root) ?? document;
}

/** Finds what a reference leads to. */
export function find(files: ModelFiles, element: BpmnElement, reference: BpmnReference): BpmnElement | undefined {
  const own = documentOf(files, element);
  const { prefix, namespace, localName } = reference;
  if (prefix === '' || namespace === own.targetNamespace) return own.elementsById.get(localName);
  for (const { targetNamespace, elementsById } of [files.document, ...files.imports]) {
    const found = targetNamespace === namespace ? elementsById.get(localName) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Finds what a bare id leads to in the element's own document. */
export function findByName(files: ModelFiles, element: BpmnElement, name: string): BpmnElement | undefined {
  return documentOf(files, element).elementsById.get(name);
}
