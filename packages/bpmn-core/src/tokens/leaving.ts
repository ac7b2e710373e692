// A token leaves an element by the flows that are chosen, with as many tokens as the element sends.
import { transition } from '../contract/lifecycle.ts';
import { isTaken } from '../data/evaluation.ts';
import { writeOutputParameters } from '../data/parameters.ts';
import { type Burst, newToken, nodeOf, reserveTokens, type WorkToken } from '../instance/burst.ts';
import { scopeOf } from '../instance/scope.ts';
import { stepFailure } from '../instance/step-failure.ts';
import { type FlowIndex, NO_FLOW } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import { leavesByJob, waitAfter } from './jobs.ts';
import { runListeners } from './listeners.ts';
import { endToken } from './termination.ts';

/** Ends the activity instance that the token is in. */
export function completeElement(burst: Burst, token: WorkToken): void {
  const node = nodeOf(burst, token);
  if (node.activity === null) endAround(burst, node, token);
  token.lifecycle = transition(transition(token.lifecycle, 'COMPLETING'), 'COMPLETED');
  burst.history.push(isUndone(node, token) ? ['k', token.activity, 'COMPENSATED'] : ['c', token.activity]);
  if (node.type === 'endEvent' && node.scope === 0) reachEnd(burst, node);
}

/** Says whether the token undoes what the activity has done, instead of doing it. */
export function isUndone({ activity }: FlowNode, { role }: WorkToken): boolean {
  return role === 'compensation' && activity !== null && !activity.isForCompensation;
}

/** Notes an end event that was reached, once: one that a loop reaches again and again must not grow the state. */
function reachEnd(burst: Burst, { id }: FlowNode): void {
  if (!burst.endElementIds.includes(id)) burst.endElementIds = [...burst.endElementIds, id];
}

/** Runs what an event or gateway has when it is done: an activity does so with its work. */
function endAround(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.event !== null && node.event.outputParameters.length > 0) writeOutputParameters(burst, node, token);
  if (node.listeners.length > 0) runListeners(burst, node, node.listeners, 'end', scopeOf(token), token.number);
}

/** Sends one token on every flow; the token ends here when there is none (implicit end). */
export function leaveByAllFlows(burst: Burst, node: FlowNode, token: WorkToken): void {
  leaveChosen(burst, node, token, node.outgoing);
}

/** Leaves an event or gateway by the flows that it chose. */
export function leaveChosen(burst: Burst, node: FlowNode, token: WorkToken, flows: readonly FlowIndex[]): void {
  if (leavesByJob(node)) waitAfter(burst, node, token, flows);
  else leaveByFlows(burst, node, token, flows, 1);
}

/** Leaves an activity by the rule for conditional and default flows, with its completion quantity on each chosen flow. */
export function leaveActivity(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (leavesByJob(node)) waitAfter(burst, node, token, null);
  else leaveAfterJob(burst, node, token);
}

/** Leaves an element where no job is in between, or it has run. An event or gateway has chosen its flows before. */
export function leaveAfterJob(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  flows: readonly FlowIndex[] | null = null,
): void {
  const chosen = flows ?? ownFlows(burst, node, token);
  leaveByFlows(burst, node, token, chosen, node.activity?.completionQuantity ?? 1);
}

function ownFlows(burst: Burst, node: FlowNode, token: WorkToken): readonly FlowIndex[] {
  return isUncontrolled(burst, node) ? node.outgoing : activityFlows(burst, node, token);
}

function isUncontrolled(burst: Burst, node: FlowNode): boolean {
  for (const flow of node.outgoing) if (burst.model.flows[flow]!.condition !== null) return false;
  return true;
}

/**
 * Answers the flows of an activity: the default flow only where no conditional one is taken, an unconditional flow beside it does not
 * count.
 */
function activityFlows(burst: Burst, node: FlowNode, token: WorkToken): readonly FlowIndex[] {
  const chosen: FlowIndex[] = [];
  let conditionHeld = false;
  for (const flow of node.outgoing) {
    if (flow === node.defaultFlow) continue;
    const modelled = burst.model.flows[flow]!;
    if (modelled.condition === null) chosen.push(flow);
    else if (isTaken(burst, modelled, token.scope, token.number, node)) {
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

/** Sends tokens on these flows. The first one sent is the one that came, so that a straight line of elements is one execution. */
export function leaveByFlows(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  flows: readonly FlowIndex[],
  quantity: number,
): void {
  // Nothing more begins in an ad-hoc sub-process whose condition was true.
  if (flows.length === 0 || token.scope.adHoc?.closing === true) {
    endToken(burst, token);
    return;
  }
  if (flows.length > 1 || quantity > 1) reserveTokens(burst, flows.length * quantity - 1, node);
  let moving: WorkToken | null = token;
  for (const flow of flows) {
    const { target, listeners } = burst.model.flows[flow]!;
    if (listeners.length > 0) runListeners(burst, node, listeners, 'take', token.scope, token.number);
    for (let count = 0; count < quantity; count++) {
      if (moving === null) {
        moving = newToken(burst, token.scope, target, flow);
        moving.origin = token.origin;
      } else moveTo(burst, moving, target, flow);
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
  token.inner = null;
  token.role = 'flow';
  token.index = 0;
}
