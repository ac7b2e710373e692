// Arms catchers: what an event waits for becomes waits, with everything evaluated that the model says of them.
import type { TimerFiring } from '../contract/instance-state.ts';
import { correlationKeysOf } from '../data/correlation.ts';
import { evaluateIn, expressionFailure } from '../data/evaluation.ts';
import type { Expression } from '../expression/expression.ts';
import type { Burst, Scope, WaitOwner, WorkToken } from '../instance/burst.ts';
import { stepFailure } from '../instance/step-failure.ts';
import { openWait, type WaitSubject } from '../instance/waits.ts';
import type { MessageTrigger, SignalTrigger, TimerTrigger, Trigger } from '../model/event-model.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Value } from '../values/values.ts';
import { jobOptions } from './jobs.ts';

/** Arms boundary events in document order, once around all iterations of a loop. */
export function armBoundaryEvents(burst: Burst, node: FlowNode, scope: Scope): void {
  for (const index of node.activity!.boundaryEvents) armEvent(burst, burst.model.nodes[index]!, { scope, token: null });
}

/** Arms event sub-processes, before the first token of the scope moves. */
export function armEventSubProcesses(burst: Burst, scope: Scope): void {
  for (const index of scope.model!.eventSubProcesses) {
    const { trigger } = burst.model.scopes[burst.model.nodes[index]!.body]!;
    armEvent(burst, burst.model.nodes[trigger]!, { scope, token: null });
  }
}

/** Arms every trigger of an event: the token waits in it, or nobody does. */
export function armEvent(burst: Burst, node: FlowNode, owner: WaitOwner): void {
  const { triggers } = node.event!;
  for (let index = 0; index < triggers.length; index++) armTrigger(burst, node, owner, index);
}

/** Arms the triggers of an event anew: a condition that is still true has to become false before it counts again. */
export function armEventAgain(burst: Burst, node: FlowNode, owner: WaitOwner): void {
  const { triggers } = node.event!;
  for (let index = 0; index < triggers.length; index++) armTrigger(burst, node, owner, index, true);
}

/** Arms a trigger. One that is searched for when something is thrown (error, escalation, compensation, cancel) needs no wait of its own. */
export function armTrigger(burst: Burst, node: FlowNode, owner: WaitOwner, index: number, held = false): void {
  const trigger = node.event!.triggers[index]!;
  const subject = subjectOf(burst, node, owner, trigger, held);
  if (subject === null) return;
  const { number } = openWait(burst, owner, node.index, index, subject);
  if (subject.kind !== 'conditional') return;
  burst.conditionsDue = true;
  burst.conditionNews.armed.add(number);
}

function subjectOf(
  burst: Burst,
  node: FlowNode,
  owner: WaitOwner,
  trigger: Trigger,
  held: boolean,
): WaitSubject | null {
  switch (trigger.kind) {
    case 'message':
      return messageSubject(burst, node, owner, trigger);
    case 'timer':
      return {
        kind: 'timer',
        firing: firstFiring(burst, node, owner.scope, trigger),
        ...jobOptions(burst, node, owner),
      };
    case 'signal':
      return signalSubject(burst, node, owner.scope, trigger);
    case 'conditional':
      return { kind: 'conditional', held };
    case 'error':
    case 'escalation':
      return node.event!.parallelMultiple ? { kind: 'thrown' } : null;
    default:
      return null;
  }
}

function messageSubject(burst: Burst, node: FlowNode, owner: WaitOwner, trigger: MessageTrigger): WaitSubject {
  if (trigger.name === null) return { kind: 'trigger' };
  const name = textOf(burst, node, owner, trigger.name);
  return { kind: 'message', name, keys: correlationKeysOf(burst, node, owner, trigger) };
}

function signalSubject(burst: Burst, node: FlowNode, scope: Scope, trigger: SignalTrigger): WaitSubject {
  return { kind: 'signal', name: textOf(burst, node, { scope, token: null }, trigger.name), reach: trigger.scope };
}

/** Answers a name as text. Throws `EXPRESSION_FAILED` for everything that is none. */
export function textOf(burst: Burst, node: FlowNode, { scope, token }: WaitOwner, expression: Expression): string {
  const value = evaluateIn(burst, expression, token?.inner ?? scope, token?.number ?? null, node);
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number') return String(value);
  throw expressionFailure(node, expression, 'gives no name');
}

function firstFiring(burst: Burst, node: FlowNode, scope: Scope, trigger: TimerTrigger): TimerFiring {
  const value = evaluateIn(burst, trigger.value, scope, null, node);
  const endDate: Value = trigger.endDate === null ? null : evaluateIn(burst, trigger.endDate, scope, null, node);
  const { timeZone } = burst.model;
  const firing = burst.host.calendar.first({ timer: trigger.timer, value, endDate, at: burst.at, timeZone });
  if ('problem' in firing) {
    throw stepFailure('EXPRESSION_FAILED', node.id, `Timer ${trigger.value.text}: ${firing.problem}`);
  }
  return firing;
}

/** Arms a receive task on arrival, so that what is sent in the same round reaches it; a loop arms it for each iteration. */
export function armReceiveTask(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.event === null) awaitTrigger(burst, node, token);
  else armEvent(burst, node, { scope: token.scope, token });
}

/** Opens a wait of the token itself that only a command ends. */
export function awaitTrigger(burst: Burst, node: FlowNode, token: WorkToken): void {
  openWait(burst, { scope: token.scope, token }, node.index, 0, { kind: 'trigger' });
}
