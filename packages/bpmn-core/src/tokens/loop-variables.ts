// Each iteration of a loop finds these variables in its own scope.
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { setLocal } from '../instance/scope.ts';
import type { FlowNode } from '../model/process-model.ts';

export function writeIterationVariables(burst: Burst, node: FlowNode, token: WorkToken, own: Scope): void {
  const loop = node.activity!.loop!;
  setLocal(burst, own, 'loopCounter', token.index);
  if (loop.kind === 'standard') return;
  const { items } = token.scope.loop!;
  if (items !== null && loop.elementVariable !== null) setLocal(burst, own, loop.elementVariable, items[token.index]!);
  if (loop.outputElement !== null && loop.outputElement !== loop.elementVariable) {
    setLocal(burst, own, loop.outputElement, null);
  }
  if (loop.elementIndexVariable !== null) setLocal(burst, own, loop.elementIndexVariable, token.index);
}
