// Changes a file by operations and leaves every byte alone that they do not concern.
import { elementsById, ownElements } from '../../tree/own-elements.ts';
import { parseXml } from '../../tree/tree.ts';
import type { XmlElement } from '../../tree/tree.types.ts';
import { EditStop } from '../changes/edit-stop.ts';
import { createModelEdit, type ModelEdit, removedBy } from '../changes/model-edit.ts';
import { writeEdit } from '../changes/write-edit.ts';
import { settleRemovals } from './dangling.ts';
import type { PatchOperation, PatchRefusal, PatchResult } from './patch.types.ts';
import { applyOperation } from './patch-operations.ts';

/**
 * Changes a file by operations, done one on top of the other, all or none of them. The file keeps its encoding; what that cannot write
 * becomes a reference. What the rules of a deployment say of the result is not asked.
 */
export function patchModel(bytes: Uint8Array, operations: readonly PatchOperation[]): PatchResult {
  const { tree, problem } = parseXml(bytes);
  if (tree === undefined) return { problem };
  const edit = createModelEdit(tree);
  const ids = elementsById(ownElements(tree));
  const refused = operations.flatMap((operation, number) => refusalOf(edit, ids, operation, number) ?? []);
  if (refused.length === 0) refused.push(...settleRemovals(edit));
  if (refused.length > 0) return { refused };
  const written = writeEdit(edit);
  return 'bytes' in written ? written : { refused: [{ operation: null, reason: 'LIMIT', detail: written.limit }] };
}

function refusalOf(
  edit: ModelEdit,
  ids: ReadonlyMap<string, readonly XmlElement[]>,
  operation: PatchOperation,
  number: number,
): PatchRefusal | null {
  try {
    applyOperation(edit, elementOf(edit, ids, operation.elementId), operation, number);
    return null;
  } catch (stop) {
    if (!(stop instanceof EditStop)) throw stop;
    return { operation: number, reason: stop.reason, detail: stop.message };
  }
}

function elementOf(edit: ModelEdit, ids: ReadonlyMap<string, readonly XmlElement[]>, id: string): XmlElement {
  const [element, ...others] = (ids.get(id) ?? []).filter((each) => removedBy(edit, each) === undefined);
  if (element === undefined) throw new EditStop('ELEMENT_NOT_FOUND', `there is no element ${id}`);
  if (others.length > 0) throw new EditStop('ELEMENT_AMBIGUOUS', `${others.length + 1} elements have the id ${id}`);
  return element;
}
