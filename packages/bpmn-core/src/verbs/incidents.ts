// Incidents: an operator tries again what failed, or lets the token go on as if it had been done.
import { attempt, attemptOf, leaving, raiseIncident } from '../catching/attempt.ts';
import { goOnFrom } from '../catching/occurrence.ts';
import { goOnThrowing } from '../catching/throwing.ts';
import type { RaiseIncidentCommand, ResolveIncidentCommand } from '../contract/commands/commands.ts';
import type { IncidentWait, Wait } from '../contract/instance-state.ts';
import type { StepResult } from '../contract/result.ts';
import { type Burst, nodeOf, type WorkToken } from '../instance/burst.ts';
import { setVariables } from '../instance/scope.ts';
import { resume, type Situation } from '../instance/situation.ts';
import { closeWait, ownerOf } from '../instance/waits.ts';
import { NO_FLOW } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import { runToRest } from '../rounds/rounds.ts';
import { startInstance } from '../tokens/activity.ts';
import { completeElement, isUndone, leaveAfterJob, leaveByFlows, leaveChosen } from '../tokens/leaving.ts';
import { endToken } from '../tokens/termination.ts';
import { orderUndoing } from '../tokens/work-order.ts';

type Incident = Wait & IncidentWait;

function isIncident(wait: Wait): wait is Incident {
  return wait.kind === 'incident';
}

/** Gives up a job or work and raises an incident at its element, as a failure does in a model that keeps incidents. */
export function raiseIncidentOf(situation: Situation, command: RaiseIncidentCommand): StepResult {
  const wait = situation.state.waits.find(({ number }) => number === command.wait);
  if (wait === undefined) return { outcome: 'refused', code: 'WAIT_NOT_OPEN' };
  if (wait.kind !== 'work' && wait.kind !== 'job') return { outcome: 'refused', code: 'NOT_POSSIBLE' };
  const burst = resume(situation, command);
  const token = ownerOf(burst, wait).token!;
  const node = nodeOf(burst, token);
  closeWait(burst, wait, 'CANCELLED');
  const failure = { ...command.failure, elementId: node.id };
  raiseIncident(burst, token, failure, attemptOf(wait, isUndone(node, token)));
  return runToRest(burst);
}

export function resolveIncident(situation: Situation, command: ResolveIncidentCommand): StepResult {
  const wait = situation.state.waits.find(({ number }) => number === command.wait);
  if (wait === undefined || !isIncident(wait)) return { outcome: 'refused', code: 'WAIT_NOT_OPEN' };
  const burst = resume(situation, command);
  const token = ownerOf(burst, wait).token!;
  const node = nodeOf(burst, token);
  if (command.kind === 'skip-incident' && !canBeSkipped(wait, node))
    return { outcome: 'refused', code: 'NOT_POSSIBLE' };
  setVariables(burst, token.inner ?? token.scope, command.variables);
  if (wait.stage === 'stuck') return runToRest(burst);
  closeWait(burst, wait, 'FULFILLED');
  if (command.kind === 'retry-incident') tryAgain(burst, wait, node, token);
  else skip(burst, wait, node, token);
  return runToRest(burst);
}

function tryAgain(burst: Burst, wait: Incident, node: FlowNode, token: WorkToken): void {
  switch (wait.stage) {
    case 'enter':
      token.admitted = true;
      burst.arriving.push(token);
      return;
    case 'inside':
      goOnInside(burst, node, token);
      return;
    case 'leave':
      attempt(burst, token, () => leaveAfterJob(burst, node, token, wait.flows), leaving(wait.flows));
      return;
    case 'throw':
      attempt(burst, token, () => goOnThrowing(burst, node, token, wait.trigger), {
        stage: 'throw',
        trigger: wait.trigger,
      });
      return;
    case 'condition':
      burst.conditionsDue = true;
      burst.conditionNews.all = true;
      return;
    default:
      if (wait.called !== undefined) orderUndoing(burst, node, token, wait.called);
      else if (token.activity === 0) burst.arriving.push(token);
      else burst.acting.push(token);
  }
}

/**
 * Goes on after an incident that came when all inside was done: a loop takes its iteration in, an ad-hoc sub-process looks at its
 * condition, an empty scope completes.
 */
function goOnInside(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (token.role === 'iteration' && token.activity === 0) burst.finished.push(token);
  else if (token.inner !== null && token.inner.tokens.size === 0) burst.emptied.push(token.inner);
  else if (node.type === 'adHocSubProcess') burst.adHocDue.add(token.inner!);
}

/** Whether an incident can be skipped: not where a gateway could not choose among several flows without a default. */
function canBeSkipped({ stage }: Incident, { activity, event, defaultFlow, outgoing }: FlowNode): boolean {
  if (stage === 'stuck') return false;
  const chooses = (activity === null && event === null) || stage === 'leave';
  return !chooses || defaultFlow !== NO_FLOW || outgoing.length < 2;
}

function skip(burst: Burst, { stage }: Incident, node: FlowNode, token: WorkToken): void {
  if (stage === 'condition') return;
  if (stage === 'inside' && token.role === 'iteration') {
    endToken(burst, token);
    return;
  }
  const flows = node.defaultFlow === NO_FLOW ? node.outgoing : [node.defaultFlow];
  if (stage === 'leave') {
    leaveByFlows(burst, node, token, flows, node.activity?.completionQuantity ?? 1);
    return;
  }
  if (token.activity === 0) startInstance(burst, node, token);
  if (node.activity !== null || node.event !== null) goOnFrom(burst, node, token);
  else {
    completeElement(burst, token);
    leaveChosen(burst, node, token, flows);
  }
}
