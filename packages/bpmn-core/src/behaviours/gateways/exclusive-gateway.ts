// Exclusive gateway: each token passes on at once, by the first flow whose condition is true.
import { isTaken } from '../../data/evaluation.ts';
import type { Burst, WorkToken } from '../../instance/burst.ts';
import { type FlowIndex, NO_FLOW } from '../../model/indexes.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { beginElement } from '../../tokens/activity.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { completeElement, leaveChosen, noFlowSelected } from '../../tokens/leaving.ts';

export const exclusiveGateway: Behaviour = { enter: beginElement, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const flow = choose(burst, node, token);
  completeElement(burst, token);
  leaveChosen(burst, node, token, flow === NO_FLOW ? [] : [flow]);
}

/** Chooses the flow; `NO_FLOW` only where there is no way out at all. */
function choose(burst: Burst, node: FlowNode, token: WorkToken): FlowIndex {
  for (const flow of node.outgoing) {
    if (flow === node.defaultFlow) continue;
    if (isTaken(burst, burst.model.flows[flow]!, token.scope, token.number, node)) return flow;
  }
  if (node.defaultFlow === NO_FLOW && node.outgoing.length > 0) throw noFlowSelected(node);
  return node.defaultFlow;
}
