// An activity instance lives around its own work: it has quantities, a scope, boundary events, a completion, and a way on.
import { transition } from '../contract/lifecycle.ts';
import { beginData, giveOutputs } from '../data/data.ts';
import { writeInputParameters, writeOutputParameters } from '../data/parameters.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { recordCompletion } from '../instance/compensation-records.ts';
import { mergeOrigins, rememberActivity } from '../instance/return-points.ts';
import { holdAtNode, openScope, scopeOf } from '../instance/scope.ts';
import { dropWaits } from '../instance/waits.ts';
import type { FlowNode } from '../model/process-model.ts';
import { armBoundaryEvents, armEventSubProcesses, armReceiveTask } from './arming.ts';
import { completeElement, isUndone, leaveActivity } from './leaving.ts';
import { runListeners } from './listeners.ts';
import { writeIterationVariables } from './loop-variables.ts';
import { endToken } from './termination.ts';

/** Begins an event or gateway that acts in this round. */
export function beginElement(burst: Burst, node: FlowNode, token: WorkToken): void {
  startInstance(burst, node, token);
  burst.acting.push(token);
}

/** Writes a new activity instance to the history, with the token in it. */
export function startInstance(burst: Burst, node: FlowNode, token: WorkToken): void {
  token.lifecycle = transition(token.lifecycle, 'ACTIVE');
  token.activity = ++burst.counter;
  const { number: scope } = token.scope;
  burst.history.push(
    scope === 0
      ? ['a', token.activity, node.index, token.number]
      : ['a', token.activity, node.index, token.number, scope],
  );
  if (node.activity === null) beginAround(burst, node, token);
}

/** Runs what an event or gateway has before it acts: an activity does so with its work. */
function beginAround(burst: Burst, node: FlowNode, token: WorkToken): void {
  const { inputParameters = [], properties = [] } = node.event ?? {};
  if (inputParameters.length > 0 || properties.length > 0) {
    beginData(burst, openScope(token, null), properties, node);
    writeInputParameters(burst, node, token);
  }
  if (node.listeners.length > 0) runListeners(burst, node, node.listeners, 'start', scopeOf(token), token.number);
}

/** Begins an activity at once, or takes the token in until the start quantity is there. */
export function enterActivity(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.activity!.startQuantity <= 1 || token.role !== 'flow') {
    beginActivity(burst, node, token);
    return;
  }
  const { scope } = token;
  holdAtNode(scope, token);
  const known = burst.collecting.some((each) => each.scope === scope && each.node === node.index);
  if (!known) burst.collecting.push({ scope, node: node.index });
}

/**
 * Begins the activity once for each time that its start quantity is there; the token that was sent first goes in, the others are used up.
 */
export function takeCollected(burst: Burst, scope: Scope, node: FlowNode): WorkToken[] {
  const { startQuantity } = node.activity!;
  const held = scope.heldAtNode!.get(node.index)!;
  const begun: WorkToken[] = [];
  held.sort((left, right) => left.sent - right.sent);
  while (held.length >= startQuantity) {
    const [first, ...used] = held.splice(0, startQuantity);
    mergeOrigins(burst, node, [first!, ...used], first!);
    for (const token of used) endToken(burst, token);
    begun.push(first!);
  }
  return begun;
}

/** Says whether instances of this activity hold something of their own: boundary events, a loop, a body, data. */
export function hasOwnScope({ activity, body, work, decision, call }: FlowNode, isIteration: boolean): boolean {
  if (activity === null) return false;
  const ownData =
    activity.io !== null ||
    activity.properties.length > 0 ||
    activity.inputParameters.length > 0 ||
    (work?.outputs.length ?? 0) > 0 ||
    work?.localResult === true ||
    decision?.localResult === true ||
    call?.localOut === true;
  return body >= 0 || activity.loop !== null || ownData || (!isIteration && activity.boundaryEvents.length > 0);
}

/** Begins an instance: its scope, and all that is armed around it. */
export function beginActivity(burst: Burst, node: FlowNode, token: WorkToken): void {
  startInstance(burst, node, token);
  const isIteration = token.role === 'iteration';
  if (hasOwnScope(node, isIteration)) {
    const isLoop = node.activity!.loop !== null && !isIteration;
    const scope = openScope(token, node.body < 0 || isLoop ? null : burst.model.scopes[node.body]!);
    if (isIteration) writeIterationVariables(burst, node, token, scope);
    else armBoundaryEvents(burst, node, scope);
    if (scope.model !== null) armEventSubProcesses(burst, scope);
  }
  if (node.type === 'receiveTask' && (isIteration || node.activity!.loop === null)) armReceiveTask(burst, node, token);
  burst.acting.push(token);
}

/** Finishes the work of an activity: writes its results, and lets its token leave. */
export function finishActivity(burst: Burst, node: FlowNode, token: WorkToken): void {
  closeActivity(burst, node, token);
  if (token.scope.adHoc !== null) burst.adHocDue.add(token.scope);
  if (token.role === 'flow') leaveActivity(burst, node, token);
  else burst.finished.push(token);
}

/** Completes the activity instance without moving its token. */
export function closeActivity(burst: Burst, node: FlowNode, token: WorkToken): void {
  const { inner } = token;
  giveResults(burst, node, token);
  dropWaits(burst, token);
  if (inner !== null) dropWaits(burst, inner);
  recordCompletion(burst, node, token);
  rememberActivity(node, token);
  completeElement(burst, token);
}

/** Writes data out and runs end listeners: a loop's data once around its iterations, its listeners in each of them. */
function giveResults(burst: Burst, node: FlowNode, token: WorkToken): void {
  const activity = node.activity!;
  if (isUndone(node, token)) return;
  const isIteration = token.role === 'iteration';
  if (activity.loop === null || isIteration) {
    writeOutputParameters(burst, node, token);
    runListeners(burst, node, node.listeners, 'end', scopeOf(token), token.number);
  }
  if (activity.io !== null && !isIteration) giveOutputs(burst, node, token);
}
