// Takes along what only said that a removed element is there, and finds who else still names it.
import { REFERENCE_KINDS } from '@keelson/bpmn-rules';
import { findSchema } from '../../schema/compiled-schema.ts';
import { BPMN_NAMESPACE } from '../../tree/namespaces.ts';
import { ownElements, ownId } from '../../tree/own-elements.ts';
import type { XmlElement } from '../../tree/tree.types.ts';
import { attributeValue, childElements, lookUpPrefix, ownText, splitName } from '../../tree/xml-access.ts';
import { changeAttribute, expandedName, type ModelEdit, removedBy, valueAfter } from '../changes/model-edit.ts';
import type { PatchRefusal } from './patch.types.ts';

/** Attributes by which something of a diagram names another part of it; none of them has to be there. */
const DIAGRAM_NAMES = ['sourceElement', 'targetElement', 'choreographyActivityShape', 'labelStyle'];

interface Leaving {
  readonly edit: ModelEdit;
  readonly targetNamespace: string;
  /** Ids that no staying element has, with the operations that took them away. */
  readonly ids: Map<string, number>;
}

/**
 * Takes away shapes, edges and entries of lists (`incoming`, `flowNodeRef`) with their element. Answers the references that would lead to
 * nothing: attributes, and children that the schema asks for.
 */
export function settleRemovals(edit: ModelEdit): readonly PatchRefusal[] {
  if (edit.removed.size === 0) return [];
  const elements = ownElements(edit.tree);
  const targetNamespace = attributeValue(edit.tree.root, 'targetNamespace') ?? '';
  const leaving: Leaving = { edit, targetNamespace, ids: new Map() };
  collectIds(leaving, elements);
  for (const element of elements) if (element.namespace !== BPMN_NAMESPACE) leaveMark(leaving, element);
  collectIds(leaving, elements);
  const refused: PatchRefusal[] = [];
  for (const element of elements) {
    if (removedBy(edit, element) !== undefined) continue;
    if (element.namespace === BPMN_NAMESPACE) refused.push(...leaveReferences(leaving, element));
    else leaveNames(leaving, element);
  }
  return refused;
}

function collectIds({ edit, ids }: Leaving, elements: readonly XmlElement[]): void {
  const staying = new Set<string>();
  for (const element of elements) {
    const id = ownId(element);
    const operation = removedBy(edit, element);
    if (id === null) continue;
    if (operation === undefined) staying.add(id);
    else ids.set(id, operation);
  }
  for (const id of staying) ids.delete(id);
}

/** Answers the operation that took away what this text names. */
function operationOf({ ids, targetNamespace }: Leaving, holder: XmlElement, text: string | null): number | undefined {
  const { prefix, localName } = splitName(text?.trim() ?? '');
  const isHere = prefix === '' || lookUpPrefix(holder, prefix) === targetNamespace;
  return isHere ? ids.get(localName) : undefined;
}

const SHOWN = expandedName('', 'bpmnElement');

/** Takes away a mark, and a diagram with the only element that its plane shows. */
function leaveMark(leaving: Leaving, element: XmlElement): void {
  const { edit } = leaving;
  const operation = operationOf(leaving, element, valueAfter(edit, element, SHOWN));
  if (operation === undefined || removedBy(edit, element) !== undefined) return;
  edit.removed.set(element.local === 'BPMNPlane' ? (element.parent ?? element) : element, operation);
}

function leaveNames(leaving: Leaving, element: XmlElement): void {
  for (const name of DIAGRAM_NAMES) {
    const key = expandedName('', name);
    const isGone = operationOf(leaving, element, valueAfter(leaving.edit, element, key)) !== undefined;
    if (isGone) changeAttribute(leaving.edit, element, { name, key }, null);
  }
}

function* leaveReferences(leaving: Leaving, element: XmlElement): Iterable<PatchRefusal> {
  const kinds = REFERENCE_KINDS.get(element.local);
  if (kinds === undefined) return;
  const { edit } = leaving;
  for (const name of Object.keys(kinds)) {
    const operation = operationOf(leaving, element, valueAfter(edit, element, expandedName('', name)));
    if (operation !== undefined) yield refusal(element, name, operation);
  }
  for (const child of childElements(element)) {
    if (child.namespace !== BPMN_NAMESPACE || !Object.hasOwn(kinds, child.local) || edit.removed.has(child)) continue;
    const text = edit.elements.get(child)?.text ?? ownText(child);
    const operation = operationOf(leaving, child, text);
    if (operation === undefined) continue;
    if (isRequired(element, child)) yield refusal(element, child.local, operation);
    else edit.removed.set(child, operation);
  }
}

function isRequired(element: XmlElement, child: XmlElement): boolean {
  const slots = findSchema(element, element.parent).schema?.slots ?? [];
  return slots.some(({ names, min }) => min > 0 && names.has(child.local));
}

function refusal(element: XmlElement, name: string, operation: number): PatchRefusal {
  return { operation, reason: 'REFERENCED', detail: `${ownId(element) ?? element.name} names it by ${name}` };
}
