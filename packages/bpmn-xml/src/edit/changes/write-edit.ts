// Writes a changed file, and reads it once more before anybody gets it.
import { parseXml } from '../../tree/tree.ts';
import type { ModelEdit } from './model-edit.ts';
import { renderEdit } from './render-edit.ts';
import { applySplices } from './splices.ts';

/** Answers the bytes, or which limit of files they pass; without a change, the very bytes that were read. */
export function writeEdit(edit: ModelEdit): { readonly bytes: Uint8Array } | { readonly limit: string } {
  const splices = renderEdit(edit);
  if (splices.length === 0) return { bytes: edit.tree.bytes };
  const bytes = applySplices(edit.tree, splices);
  const { problem } = parseXml(bytes);
  if (problem === undefined) return { bytes };
  const { limit, message, ruleId } = problem;
  return { limit: limit === undefined ? `${ruleId} ${message}` : `${limit.name}: ${limit.value}` };
}
