// How a token leaves an element: which sequence flows it takes, and with how many tokens.
import { type Burst, newToken, reserveTokens, type WorkToken } from './burst.ts';
import { evaluateCondition } from './evaluation.ts';
import { stepFailure } from './failure.ts';
import { transition } from './lifecycle.ts';
import { type FlowIndex, type FlowNode, NO_FLOW } from './model/process-model.ts';

/** Ends the activity instance that the token is in. */
export function completeActivity(burst: Burst, token: WorkToken): void {
  token.lifecycle = transition(transition(token.lifecycle, 'COMPLETING'), 'COMPLETED');
  burst.history.push(['c', token.activity]);
}

/** Sends one token on every flow; the token ends here when there is none (implicit end). */
export function leaveByAllFlows(burst: Burst, node: FlowNode, token: WorkToken): void {
  send(burst, node, token, node.outgoing, 1);
}

/** Sends the token on this one flow. */
export function leaveByFlow(burst: Burst, node: FlowNode, token: WorkToken, flow: FlowIndex): void {
  send(burst, node, token, [flow], 1);
}

/** The token leaves the instance. */
export function endToken(burst: Burst): void {
  burst.liveTokens--;
}

/** Leaves an activity by the rule for conditional and default flows, with its completion quantity on each chosen flow. */
export function leaveActivity(burst: Burst, node: FlowNode, token: WorkToken): void {
  const chosen = isUncontrolled(burst, node) ? node.outgoing : activityFlows(burst, node, token);
  send(burst, node, token, chosen, node.completionQuantity);
}

function isUncontrolled(burst: Burst, node: FlowNode): boolean {
  for (const flow of node.outgoing) if (burst.model.flows[flow]!.condition !== null) return false;
  return true;
}

/** The default flow counts conditional flows only: an unconditional flow beside it does not keep it from its token. */
function activityFlows(burst: Burst, node: FlowNode, token: WorkToken): readonly FlowIndex[] {
  const chosen: FlowIndex[] = [];
  let conditionHeld = false;
  for (const flow of node.outgoing) {
    if (flow === node.defaultFlow) continue;
    const condition = burst.model.flows[flow]!.condition;
    if (condition === null) chosen.push(flow);
    else if (evaluateCondition(burst, condition, token.number, node)) {
      conditionHeld = true;
      chosen.push(flow);
    }
  }
  if (!conditionHeld && node.defaultFlow !== NO_FLOW) {
    chosen.push(node.defaultFlow);
    chosen.sort((left, right) => left - right);
  }
  if (chosen.length === 0) throw noFlowSelected(node);
  return chosen;
}

export function noFlowSelected(node: FlowNode): Error {
  return stepFailure('NO_FLOW_SELECTED', node.id, `No condition of ${node.id} is true and it has no default flow`);
}

/** The first token sent is the one that came, so that a straight line of elements is one execution. */
function send(burst: Burst, node: FlowNode, token: WorkToken, flows: readonly FlowIndex[], quantity: number): void {
  if (flows.length === 0) {
    endToken(burst);
    return;
  }
  if (flows.length > 1 || quantity > 1) reserveTokens(burst, flows.length * quantity - 1, node);
  let moving: WorkToken | null = token;
  for (const flow of flows) {
    const target = burst.model.flows[flow]!.target;
    for (let count = 0; count < quantity; count++) {
      if (moving === null) moving = newToken(burst, target, flow);
      else moveTo(burst, moving, target, flow);
      burst.history.push(['f', flow]);
      burst.arriving.push(moving);
      moving = null;
    }
  }
}

function moveTo(burst: Burst, token: WorkToken, node: number, flow: FlowIndex): void {
  token.node = node;
  token.arrivedBy = flow;
  token.activity = 0;
  token.since = burst.at;
  token.sent = burst.moves++;
  token.lifecycle = 'READY';
}
