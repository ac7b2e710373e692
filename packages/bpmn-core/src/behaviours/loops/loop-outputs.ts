// The instances of a multi-instance activity put out values, which are gathered in index order around the loop.
import { evaluateIn } from '../../data/evaluation.ts';
import type { Burst, Scope, WorkToken } from '../../instance/burst.ts';
import { scopeOf, setVariable } from '../../instance/scope.ts';
import type { MultiInstanceModel } from '../../model/activity-model.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { ownValue, type Value } from '../../values/values.ts';

/** Keeps the outputs of an instance: its output item, behind it one value for each aggregation. */
export function keepOutputs(burst: Burst, node: FlowNode, token: WorkToken, loop: MultiInstanceModel): void {
  const { scope, inner } = token;
  const { outputElement, aggregations = [] } = loop;
  if (outputElement === null && aggregations.length === 0) return;
  const item = outputElement === null || inner === null ? null : (ownValue(inner.variables, outputElement) ?? null);
  const outputs = [...scope.loop!.outputs];
  outputs[token.index] =
    aggregations.length === 0
      ? item
      : [item, ...aggregations.map(({ element }) => evaluateIn(burst, element, scopeOf(token), token.number, node))];
  scope.loop = { ...scope.loop!, outputs };
}

/**
 * Writes the outputs around the loop, null for instances that were ended. A data output of the activity itself is nearer than a variable
 * around it.
 */
export function writeOutputs(
  burst: Burst,
  scope: Scope,
  { outputCollection, aggregations = [] }: MultiInstanceModel,
): void {
  const { begun, outputs: kept } = scope.loop!;
  const outputs = Array.from({ length: begun }, (_, index) => kept[index] ?? null);
  const part = (index: number) => outputs.map((value) => (value as readonly Value[] | null)?.[index] ?? null);
  if (outputCollection !== null) {
    setVariable(burst, scope, outputCollection, aggregations.length === 0 ? outputs : part(0));
  }
  for (const [index, { target }] of aggregations.entries()) setVariable(burst, scope, target, part(index + 1));
}
