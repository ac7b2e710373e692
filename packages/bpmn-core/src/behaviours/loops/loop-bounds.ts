// The model bounds how often a loop runs and how many instances it has.
import { evaluateIn } from '../../data/evaluation.ts';
import type { Burst, Scope } from '../../instance/burst.ts';
import { stepFailure } from '../../instance/step-failure.ts';
import type { MultiInstanceModel, StandardLoopModel } from '../../model/activity-model.ts';
import type { FlowNode } from '../../model/process-model.ts';
import type { Value } from '../../values/values.ts';

/** Evaluates the bound of a loop's iterations; null without one. */
export function loopMaximum(burst: Burst, node: FlowNode, scope: Scope, loop: StandardLoopModel): number | null {
  return loop.maximum === null ? null : wholeNumber(node, evaluateIn(burst, loop.maximum, scope, null, node));
}

/** Lists what each instance gets: the elements of the collection as it is now, or null as often as the cardinality says. */
export function instancesOf(
  burst: Burst,
  node: FlowNode,
  scope: Scope,
  loop: MultiInstanceModel,
): { readonly count: number; readonly items: readonly Value[] | null } {
  if (loop.collection !== null) {
    const items = collectionItems(node, evaluateIn(burst, loop.collection, scope, null, node));
    return { count: withinLimit(burst, node, items.length), items };
  }
  const count = wholeNumber(
    node,
    loop.cardinality === null ? 0 : evaluateIn(burst, loop.cardinality, scope, null, node),
  );
  return { count: withinLimit(burst, node, count), items: null };
}

/** Lists the elements of a collection; of a map these are its entries. */
function collectionItems(node: FlowNode, value: Value): readonly Value[] {
  if (Array.isArray(value)) return value;
  if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    return Object.entries(value).map(([key, entry]) => ({ key, value: entry as Value }));
  }
  throw stepFailure('LOOP_CARDINALITY_INVALID', node.id, `The collection of ${node.id} is no list and no map`);
}

function wholeNumber(node: FlowNode, value: Value): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number;
  throw stepFailure('LOOP_CARDINALITY_INVALID', node.id, `The count of ${node.id} is no whole number from 0 on`);
}

function withinLimit(burst: Burst, node: FlowNode, count: number): number {
  const { loopInstances } = burst.host.limits;
  if (count <= loopInstances) return count;
  throw stepFailure(
    'LIMIT_EXCEEDED',
    node.id,
    `${node.id} would have ${count} instances; the limit is ${loopInstances}`,
  );
}
