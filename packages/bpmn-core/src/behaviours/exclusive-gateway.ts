// Exclusive gateway: each token passes on at once, by the first flow whose condition is true.
import type { Burst, WorkToken } from '../burst.ts';
import { evaluateCondition } from '../evaluation.ts';
import { completeActivity, endToken, leaveByFlow, noFlowSelected } from '../leaving.ts';
import { type FlowIndex, type FlowNode, NO_FLOW } from '../model/process-model.ts';
import { type Behaviour, beginActivity } from './behaviour.ts';

export const exclusiveGateway: Behaviour = { enter: beginActivity, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const flow = choose(burst, node, token);
  completeActivity(burst, token);
  if (flow === NO_FLOW) endToken(burst);
  else leaveByFlow(burst, node, token, flow);
}

/** `NO_FLOW` only where there is no way out at all. */
function choose(burst: Burst, node: FlowNode, token: WorkToken): FlowIndex {
  for (const flow of node.outgoing) {
    if (flow === node.defaultFlow) continue;
    const condition = burst.model.flows[flow]!.condition;
    if (condition === null || evaluateCondition(burst, condition, token.number, node)) return flow;
  }
  if (node.defaultFlow === NO_FLOW && node.outgoing.length > 0) throw noFlowSelected(node);
  return node.defaultFlow;
}
