// Work that is done outside: ordering it.
import type { Burst, WorkToken } from './burst.ts';
import type { WorkOrder } from './effects.ts';
import type { FlowNode } from './model/process-model.ts';
import { scopeOf, seenVariables } from './scope.ts';
import { openWait } from './waits.ts';

/** The token waits until the result is handed in by a `work` command that names the wait. */
export function orderWork(burst: Burst, node: FlowNode, token: WorkToken, order: Omit<WorkOrder, 'variables'>): void {
  const wait = openWait(burst, { scope: token.scope, token }, node.index, 0, { kind: 'work', work: order.work });
  const variables = seenVariables(burst, scopeOf(token));
  burst.effects.push({ kind: 'do-work', wait: wait.number, node: node.index, order: { ...order, variables } });
}
