// Parallel gateway: takes one token from each incoming flow, sends one on every outgoing flow.
import { type Burst, holdOnFlow, type WorkToken } from '../burst.ts';
import { completeActivity, leaveByAllFlows } from '../leaving.ts';
import { transition } from '../lifecycle.ts';
import { type FlowIndex, type FlowNode, isJoin } from '../model/process-model.ts';
import { type Behaviour, beginActivity } from './behaviour.ts';

export const parallelGateway: Behaviour = { enter, act };

function enter(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (!isJoin(node)) {
    beginActivity(burst, node, token);
    return;
  }
  holdOnFlow(burst, token);
  burst.acting.push(token);
}

/**
 * Runs once for every token that arrived in this round, so a round that completes several sets fires as often; surplus tokens stay
 * where they are.
 */
function act(burst: Burst, node: FlowNode, arrived: WorkToken): void {
  if (!isJoin(node)) {
    completeActivity(burst, arrived);
    leaveByAllFlows(burst, node, arrived);
    return;
  }
  if (missingFlows(burst, node).length > 0) return;
  const token = consume(burst, node);
  token.lifecycle = transition(token.lifecycle, 'ACTIVE');
  token.activity = ++burst.counter;
  burst.history.push(['a', token.activity, node.index, token.number]);
  completeActivity(burst, token);
  leaveByAllFlows(burst, node, token);
}

/** The incoming flows that hold no token. */
export function missingFlows(burst: Burst, node: FlowNode): FlowIndex[] {
  return node.incoming.filter((flow) => (burst.heldOnFlow?.get(flow)?.length ?? 0) === 0);
}

/** Uses up the oldest token of each flow; the one with the lowest number goes on. */
function consume(burst: Burst, node: FlowNode): WorkToken {
  let kept: WorkToken | null = null;
  for (const flow of node.incoming) {
    const token = burst.heldOnFlow!.get(flow)!.shift()!;
    if (kept === null || token.number < kept.number) kept = token;
  }
  burst.liveTokens -= node.incoming.length - 1;
  return kept!;
}
