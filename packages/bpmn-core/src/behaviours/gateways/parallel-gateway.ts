// Parallel gateway: takes one token from each incoming flow, sends one on every outgoing flow.
import type { Burst, Scope, WorkToken } from '../../instance/burst.ts';
import { mergeOrigins } from '../../instance/return-points.ts';
import { holdOnFlow } from '../../instance/scope.ts';
import type { FlowIndex } from '../../model/indexes.ts';
import { type FlowNode, isJoin } from '../../model/process-model.ts';
import { beginElement, startInstance } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { completeElement, leaveByAllFlows } from '../../tokens/leaving.ts';
import { endToken } from '../../tokens/termination.ts';

export const parallelGateway: Behaviour = { enter: enterJoin, act };

/** Holds the token where others are to join it; begins the gateway at once where there is one incoming flow. */
export function enterJoin(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (!isJoin(node)) {
    beginElement(burst, node, token);
    return;
  }
  holdOnFlow(token.scope, token);
  burst.acting.push(token);
}

/**
 * Runs once for every token that arrived in this round, so a round that completes several sets fires as often; surplus tokens stay held.
 */
function act(burst: Burst, node: FlowNode, arrived: WorkToken): void {
  if (!isJoin(node)) {
    completeElement(burst, arrived);
    leaveByAllFlows(burst, node, arrived);
    return;
  }
  if (missingFlows(arrived.scope, node).length > 0) return;
  const token = consume(burst, arrived.scope, node.incoming);
  startInstance(burst, node, token);
  completeElement(burst, token);
  leaveByAllFlows(burst, node, token);
}

/** Lists the incoming flows that hold no token. */
export function missingFlows(scope: Scope, node: FlowNode): FlowIndex[] {
  return node.incoming.filter((flow) => (scope.heldOnFlow?.get(flow)?.length ?? 0) === 0);
}

/** Uses up the oldest token of each of these flows, which must have one; the one with the lowest number goes on. */
export function consume(burst: Burst, scope: Scope, flows: readonly FlowIndex[]): WorkToken {
  const used = flows.map((flow) => scope.heldOnFlow!.get(flow)!.shift()!);
  const kept = used.reduce((lowest, token) => (token.number < lowest.number ? token : lowest));
  if (used.length > 1) mergeOrigins(burst, burst.model.nodes[kept.node]!, used, kept);
  for (const token of used) if (token !== kept) endToken(burst, token);
  return kept;
}
