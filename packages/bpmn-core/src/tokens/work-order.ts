// Work that is done outside is ordered here.
import type { WorkOrder } from '../contract/effects.ts';
import type { Burst, WorkToken } from '../instance/burst.ts';
import { scopeOf, seenVariables } from '../instance/scope.ts';
import { openWait } from '../instance/waits.ts';
import type { FlowNode } from '../model/process-model.ts';

/** The token waits until the result is handed in by a `work` command that names the wait. */
export function orderWork(burst: Burst, node: FlowNode, token: WorkToken, order: Omit<WorkOrder, 'variables'>): void {
  const wait = openWait(burst, { scope: token.scope, token }, node.index, 0, { kind: 'work', work: order.work });
  const variables = seenVariables(burst, scopeOf(token));
  burst.effects.push({ kind: 'do-work', wait: wait.number, node: node.index, order: { ...order, variables } });
}
