// Compares two versions of a model element by element: what came, what went, what changed, and what was only drawn elsewhere.
import { BPMN_NAMESPACE } from '../tree/namespaces.ts';
import { ownId } from '../tree/own-elements.ts';
import { parseXml } from '../tree/tree.ts';
import type { XmlDocument, XmlElement, XmlProblem } from '../tree/tree.types.ts';
import { compareDiagrams } from './compare-diagrams.ts';
import { compareElements } from './compare-elements.ts';
import type { ChangeDetail, ComparisonResult, ModelChange, ModelDifference } from './difference.types.ts';
import { compareOrders } from './flow-orders.ts';
import { type Side, sideOf } from './meanings.ts';
import { itemName, type ModelItem, parentId, readItems } from './model-items.ts';
import type { Sides } from './pair-parts.ts';

/**
 * Compares two versions of a file. Elements are the same by their ids: one that has another id went and came. Prefixes, the order of
 * attributes and of most elements, white space between elements and around texts, and defaults that are written out are no difference.
 */
export function compareModels(before: Uint8Array, after: Uint8Array): ComparisonResult {
  const old = readModel(before);
  if ('message' in old) return { problem: { side: 'before', ...old } };
  const young = readModel(after);
  if ('message' in young) return { problem: { side: 'after', ...young } };
  return { difference: differenceOf(old, young) };
}

function readModel(bytes: Uint8Array): XmlDocument | { readonly message: string; readonly xml: XmlProblem | null } {
  const { tree, problem } = parseXml(bytes);
  if (tree === undefined) return { message: problem.message === '' ? problem.ruleId : problem.message, xml: problem };
  const { namespace, local, name } = tree.root;
  return namespace === BPMN_NAMESPACE && local === 'definitions' ? tree : { message: `${name} is no BPMN`, xml: null };
}

function differenceOf(before: XmlDocument, after: XmlDocument): ModelDifference {
  const sides: Sides = { before: sideOf(before), after: sideOf(after) };
  const [olds, youngs] = [readItems(sides.before), readItems(sides.after)];
  const added = [...youngs].flatMap(([key, item]) => (olds.has(key) ? [] : changeOf(item, [])));
  const removed = [...olds].flatMap(([key, item]) => (youngs.has(key) ? [] : changeOf(item, [])));
  const file = compareFiles(sides);
  const orders = compareOrders(sides);
  const changed = [...youngs].flatMap(([key, item]) => {
    const old = olds.get(key);
    if (old === undefined) return [];
    const order = orders.get(item.id);
    const details = [...compareItems(sides, old, item, { olds, youngs }), ...(order === undefined ? [] : [order])];
    return details.length === 0 ? [] : changeOf(item, details);
  });
  const moved = movedOf(sides);
  const isSameModel = [added, removed, changed, file.content].every((list) => list.length === 0);
  const isSameFile = file.metadata.length === 0;
  const all = [...file.content, ...file.metadata];
  return {
    added,
    removed,
    changed: all.length === 0 ? changed : [fileChange(after.root, all), ...changed],
    moved,
    layoutOnly: isSameModel && moved.length > 0,
    metadataOnly: isSameModel && moved.length === 0 && !isSameFile,
    identical: isSameModel && moved.length === 0 && isSameFile,
  };
}

function changeOf({ id, element }: ModelItem, details: readonly ChangeDetail[]): ModelChange {
  return { id, type: element.local, name: itemName(element), details };
}

function fileChange(root: XmlElement, details: readonly ChangeDetail[]): ModelChange {
  return { id: ownId(root) ?? '', type: root.local, name: itemName(root), details };
}

/** Attributes of a file that say how it is read; all others say who wrote it. */
const READING: ReadonlySet<string> = new Set(['@targetNamespace', '@expressionLanguage', '@typeLanguage']);

function compareFiles(sides: Sides): { readonly content: ChangeDetail[]; readonly metadata: ChangeDetail[] } {
  const { before, after } = sides;
  const details = [...compareElements(sides, before.root, after.root)];
  const [old, young] = [ownId(before.root), ownId(after.root)];
  if (old !== young) details.push({ path: '@id', old, new: young });
  const isMetadata = ({ path }: ChangeDetail) => path.startsWith('@') && !READING.has(path);
  return { content: details.filter((each) => !isMetadata(each)), metadata: details.filter(isMetadata) };
}

type Items = ReadonlyMap<string, ModelItem>;

function* compareItems(
  sides: Sides,
  { element: before }: ModelItem,
  { element: after }: ModelItem,
  { olds, youngs }: { readonly olds: Items; readonly youngs: Items },
): Iterable<ChangeDetail> {
  if (before.local !== after.local) yield { path: 'type', old: before.local, new: after.local };
  const [old, young] = [parentId(before), parentId(after)];
  // What stands in a process of another id did not go anywhere.
  const isRenamed = old !== null && young !== null && !youngs.has(old) && !olds.has(young);
  if (old !== young && !isRenamed) yield { path: 'parent', old, new: young };
  yield* compareElements(sides, before, after);
}

function movedOf({ before, after }: Sides): readonly ModelChange[] {
  const [olds, youngs] = [elementsOf(before), elementsOf(after)];
  const isNew = (owner: string) => olds.has(owner) !== youngs.has(owner);
  const movements = compareDiagrams(before, after, isNew);
  return [...Map.groupBy(movements, ({ owner, local }) => owner || local).values()].map((group) => {
    const { owner, local } = group[0]!;
    const element = youngs.get(owner) ?? olds.get(owner);
    const details = group.flatMap((movement) => movement.details);
    return {
      id: owner,
      type: element?.local ?? local,
      name: element === undefined ? null : itemName(element),
      details,
    };
  });
}

/** Lists what a diagram can show, parts among them; the first of each id. */
function elementsOf({ elements }: Side): ReadonlyMap<string, XmlElement> {
  const byId = new Map<string, XmlElement>();
  for (const element of elements) {
    const id = ownId(element);
    if (id !== null && !byId.has(id)) byId.set(id, element);
  }
  return byId;
}
