// What each iteration of a loop finds in its own scope.
import type { Burst, Scope, WorkToken } from './burst.ts';
import type { FlowNode } from './model/process-model.ts';
import { setLocal } from './scope.ts';

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
