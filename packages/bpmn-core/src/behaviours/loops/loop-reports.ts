// A multi-instance activity throws reports when instances complete; they never end the activity by themselves (BPMN 2.0, 13.3.7).
import { throwFromActivity } from '../../catching/activity-error.ts';
import { occurAll } from '../../catching/occurrence.ts';
import { codeOf, throwTo } from '../../catching/propagation.ts';
import { sendMessage } from '../../catching/throwing.ts';
import type { Wait } from '../../contract/instance-state.ts';
import { evaluateConditionIn, evaluateIn } from '../../data/evaluation.ts';
import { NO_PAYLOAD, type Payload, payloadOf, writePayload } from '../../data/payload.ts';
import { type Burst, newToken, reserveTokens, type Scope, type WorkToken } from '../../instance/burst.ts';
import type { MultiInstanceModel } from '../../model/activity-model.ts';
import type {
  ErrorTrigger,
  EscalationTrigger,
  MessageTrigger,
  SignalTrigger,
  Trigger,
} from '../../model/event-model.ts';
import { NO_FLOW } from '../../model/indexes.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { startInstance } from '../../tokens/activity.ts';
import { textOf } from '../../tokens/arming.ts';
import { completeElement, leaveByAllFlows } from '../../tokens/leaving.ts';

/**
 * Throws what the model says for this completion. True when the other instances are to end: an interrupting boundary event caught a
 * report of `Complex`.
 */
export function reportCompletion(burst: Burst, node: FlowNode, scope: Scope, loop: MultiInstanceModel): boolean {
  switch (loop.behavior) {
    case 'All':
      return false;
    case 'None':
      report(burst, node, scope, loop.behaviorEvent!);
      return false;
    case 'One':
      if (scope.loop!.reported) return false;
      scope.loop = { ...scope.loop!, reported: true };
      report(burst, node, scope, loop.behaviorEvent!);
      return false;
    case 'Complex':
      return reportComplex(burst, node, scope, loop);
  }
}

function reportComplex(burst: Burst, node: FlowNode, scope: Scope, { complexBehaviors }: MultiInstanceModel): boolean {
  for (const { condition, event } of complexBehaviors) {
    if (!evaluateConditionIn(burst, condition, scope, node)) continue;
    if (report(burst, node, scope, event)) return true;
    if (!scope.token!.alive) return false;
  }
  return false;
}

/** Answers true when an interrupting boundary event of the activity caught it. */
function report(burst: Burst, node: FlowNode, scope: Scope, trigger: Trigger): boolean {
  switch (trigger.kind) {
    case 'signal':
      return reportSignal(burst, node, scope, trigger);
    case 'message':
      return reportMessage(burst, node, scope, trigger);
    case 'error':
    case 'escalation':
      return reportThrown(burst, node, scope, trigger);
    default:
      throw new Error(`${node.id} reports a ${trigger.kind}, which passed the rules`);
  }
}

function reportSignal(burst: Burst, node: FlowNode, scope: Scope, trigger: SignalTrigger): boolean {
  const name = textOf(burst, node, { scope, token: null }, trigger.name);
  const payload = { ...NO_PAYLOAD, variables: payloadOf(burst, node, scope, trigger.payload) };
  burst.history.push(['g', node.index, name]);
  if (trigger.scope === 'tenant') {
    burst.effects.push({ kind: 'throw-signal', node: node.index, name, payload: payload.variables });
  }
  const caught = [...burst.waits.values()].filter((wait) => wait.kind === 'signal' && wait.name === name);
  const own = caught.filter((wait) => isOwn(scope, wait));
  const interrupts = startReported(burst, scope, own, payload);
  const others = caught.filter((wait) => !own.includes(wait));
  if (others.length > 0) occurAll(burst, others, payload);
  return interrupts;
}

/** Sends the message of a report, unless a boundary event of the activity itself waits for it; true when that one interrupts. */
function reportMessage(burst: Burst, node: FlowNode, scope: Scope, trigger: MessageTrigger): boolean {
  if (trigger.name === null) return false;
  const name = textOf(burst, node, { scope, token: null }, trigger.name);
  const own = [...(scope.waits ?? [])].filter((wait) => wait.kind === 'message' && wait.name === name);
  if (own.length === 0) {
    sendMessage(burst, node, scope.token!, trigger);
    return false;
  }
  burst.history.push(['m', node.index, name]);
  return startReported(burst, scope, own, {
    ...NO_PAYLOAD,
    variables: payloadOf(burst, node, scope, trigger.payload),
  });
}

/** Whether the wait is that of a boundary event of the activity itself; it stays open. */
function isOwn(scope: Scope, wait: Wait): boolean {
  return wait.token === 0 && wait.scope === scope.number;
}

function startReported(burst: Burst, scope: Scope, waits: readonly Wait[], payload: Payload): boolean {
  let interrupts = false;
  for (const { node: index, trigger } of waits) {
    const boundary = burst.model.nodes[index]!;
    startBoundary(burst, boundary, scope.token!, trigger, payload);
    interrupts ||= boundary.event!.interrupting;
  }
  return interrupts;
}

/** Starts the flows of a boundary event beside the activity, which goes on. */
function startBoundary(burst: Burst, boundary: FlowNode, host: WorkToken, trigger: number, payload: Payload): void {
  reserveTokens(burst, 1, boundary);
  const token = newToken(burst, host.scope, boundary.index, NO_FLOW);
  token.origin = host.origin;
  startInstance(burst, boundary, token);
  writePayload(burst, boundary, trigger, host.scope, payload);
  completeElement(burst, token);
  leaveByAllFlows(burst, boundary, token);
}

function reportThrown(burst: Burst, node: FlowNode, scope: Scope, trigger: ErrorTrigger | EscalationTrigger): boolean {
  const host = scope.token!;
  const code = codeOf(burst, node, scope, trigger);
  const variables = payloadOf(burst, node, scope, trigger.payload);
  const message = trigger.kind === 'error' ? messageOf(burst, node, scope, trigger) : null;
  const own = ownCatcher(burst, node, host, trigger.kind, code);
  if (own === null && trigger.kind === 'error') {
    throwFromActivity(burst, node, host, code, message, variables);
    return false;
  }
  burst.history.push([trigger.kind === 'error' ? 'r' : 's', node.index, code]);
  if (own !== null) {
    startBoundary(burst, own.boundary, host, own.trigger, { variables, code, message });
    return own.boundary.event!.interrupting;
  }
  throwTo(burst, 'escalation', { scope: host.scope, activity: host }, { variables, code, message });
  return false;
}

/** Finds the boundary event of the activity that catches a report: an exact code wins over a catch-all. */
function ownCatcher(
  burst: Burst,
  node: FlowNode,
  host: WorkToken,
  kind: 'error' | 'escalation',
  code: string | null,
): { readonly boundary: FlowNode; readonly trigger: number } | null {
  let all: { readonly boundary: FlowNode; readonly trigger: number } | null = null;
  for (const index of node.activity!.boundaryEvents) {
    const boundary = burst.model.nodes[index]!;
    for (const [trigger, caught] of boundary.event!.triggers.entries()) {
      if (caught.kind !== kind) continue;
      const wanted = codeOf(burst, boundary, host.scope, caught);
      if (wanted !== null && wanted === code) return { boundary, trigger };
      if (wanted === null) all ??= { boundary, trigger };
    }
  }
  return all;
}

function messageOf(burst: Burst, node: FlowNode, scope: Scope, { message }: ErrorTrigger): string | null {
  const said = message === null ? null : evaluateIn(burst, message, scope, null, node);
  return said === null ? null : String(said);
}
