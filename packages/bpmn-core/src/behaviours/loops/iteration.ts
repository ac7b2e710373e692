// Begins one iteration of a loop, of whichever kind.
import { type Burst, newToken, reserveTokens, type Scope } from '../../instance/burst.ts';
import { NO_FLOW } from '../../model/indexes.ts';
import type { FlowNode } from '../../model/process-model.ts';

/** Begins the next iteration, which acts in the next round. */
export function beginIteration(burst: Burst, node: FlowNode, scope: Scope): void {
  const loop = scope.loop!;
  reserveTokens(burst, 1, node, scope);
  const token = newToken(burst, scope, node.index, NO_FLOW);
  token.role = 'iteration';
  token.index = loop.begun;
  scope.loop = { ...loop, begun: loop.begun + 1 };
  burst.arriving.push(token);
}
