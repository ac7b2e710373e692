// Something that was waited for occurs: catch events go on, boundary events and event sub-processes begin.
import type { Wait } from '../contract/instance-state.ts';
import { beginData } from '../data/data.ts';
import { taskFacts } from '../data/evaluation.ts';
import { type Payload, writePayload } from '../data/payload.ts';
import {
  type Burst,
  newToken,
  nodeOf,
  reserveTokens,
  type Scope,
  type WaitOwner,
  type WorkToken,
} from '../instance/burst.ts';
import { openScope, ownScope, scopeOf } from '../instance/scope.ts';
import { changeWait, closeWait, dropWaits, openAgain, ownerOf } from '../instance/waits.ts';
import { NO_FLOW } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import { finishActivity, hasOwnScope, startInstance } from '../tokens/activity.ts';
import { armEventAgain } from '../tokens/arming.ts';
import { completeElement, leaveByAllFlows } from '../tokens/leaving.ts';
import { runListeners } from '../tokens/listeners.ts';
import { terminateToken } from '../tokens/termination.ts';
import { fireEventSubProcess } from './event-sub-process.ts';

/** Triggers the event of an open wait. */
export function occur(burst: Burst, wait: Wait, payload: Payload): void {
  const node = burst.model.nodes[wait.node]!;
  const owner = ownerOf(burst, wait);
  if (node.type === 'boundaryEvent') occurAtBoundary(burst, node, owner, wait, payload);
  else if (node.type === 'startEvent') occurAtSubProcess(burst, node, owner, wait, payload);
  else occurInToken(burst, node, owner.token!, wait, payload);
}

/** Triggers several catchers by one occurrence: inner before outer, non-interrupting before interrupting, then in document order. */
export function occurAll(burst: Burst, waits: readonly Wait[], payload: Payload): void {
  const ranked = waits.map((wait) => ({
    wait,
    depth: depthOf(burst, wait),
    ends: isInterrupting(burst, wait),
  }));
  ranked.sort((a, b) => b.depth - a.depth || Number(a.ends) - Number(b.ends) || a.wait.node - b.wait.node);
  for (const { wait } of ranked) {
    const open = openAgain(burst, wait);
    if (open !== undefined) occur(burst, open, payload);
  }
}

/** Answers the depth of the scope that the catcher lies in: boundary events hang on their activity, which is one further in. */
function depthOf(burst: Burst, wait: Wait): number {
  const { depth } = ownerOf(burst, wait).scope;
  return burst.model.nodes[wait.node]!.type === 'boundaryEvent' ? depth - 1 : depth;
}

/** Whether the catcher ends an activity or a scope; an event in the flow ends nothing but its own waiting. */
function isInterrupting(burst: Burst, wait: Wait): boolean {
  return wait.token === 0 && burst.model.nodes[wait.node]!.event!.interrupting;
}

/** Whether an event that needs all of its triggers still waits for others. */
function isPartial(node: FlowNode, holder: Scope | WorkToken): boolean {
  if (node.event?.parallelMultiple !== true) return false;
  for (const wait of holder.waits ?? []) if (wait.node === node.index) return true;
  return false;
}

function occurInToken(burst: Burst, node: FlowNode, token: WorkToken, wait: Wait, payload: Payload): void {
  if (nodeOf(burst, token).type === 'eventBasedGateway') {
    takeEvent(burst, nodeOf(burst, token), node, token, wait, payload);
    return;
  }
  if (node.type === 'userTask') {
    keepArmed(burst, wait);
    taskTimedOut(burst, node, token, wait.trigger);
    return;
  }
  // One of several triggers: its first firing is the occurrence.
  if (node.event?.triggers.length === 1 && repeats(burst, wait)) {
    // Each repetition of a cycle sends a token of its own; the event stays.
    writePayload(burst, node, wait.trigger, token.scope, payload);
    reserveTokens(burst, 1, node);
    const sent = newToken(burst, token.scope, node.index, token.arrivedBy);
    sent.origin = token.origin;
    startInstance(burst, node, sent);
    completeElement(burst, sent);
    leaveByAllFlows(burst, node, sent);
    return;
  }
  closeWait(burst, wait, 'FULFILLED');
  writePayload(burst, node, wait.trigger, receivingScope(node, token, payload), payload);
  if (isPartial(node, token)) return;
  dropWaits(burst, token);
  goOnFrom(burst, node, token);
}

/** Answers the scope that the payload is written from: local variables open one of the receive task's own. */
function receivingScope(node: FlowNode, token: WorkToken, { local = {} }: Payload): Scope {
  return node.activity !== null && Object.keys(local).length > 0 ? ownScope(token) : scopeOf(token);
}

/** Lets a token go on whose wait is fulfilled: its event is left, its activity is done. */
export function goOnFrom(burst: Burst, node: FlowNode, token: WorkToken): void {
  if (node.activity === null) {
    completeElement(burst, token);
    leaveByAllFlows(burst, node, token);
  } else finishActivity(burst, node, token);
}

/** Runs the timeout listener of an open task, which stays open. */
function taskTimedOut(burst: Burst, node: FlowNode, token: WorkToken, timer: number): void {
  const task = burst.tasks.find((open) => open.token === token.number);
  const listener = node.listeners.filter(({ event }) => event === 'timeout')[timer];
  if (task === undefined || listener === undefined) return;
  const facts = taskFacts(burst.facts.id, task);
  runListeners(burst, node, [listener], 'timeout', token.inner ?? token.scope, token.number, facts);
}

/** Puts the next firing of a timer in the place of the one that has just come; false when its cycle is over. */
function repeats(burst: Burst, wait: Wait): boolean {
  if (wait.kind !== 'timer') return false;
  const next = burst.host.calendar.next(wait.firing, burst.at, burst.model.timeZone);
  if (next !== null) changeWait(burst, wait, { ...wait, firing: next });
  return next !== null;
}

/** Goes on behind an event-based gateway with the event that occurred first; the others are withdrawn in the same step. */
function takeEvent(
  burst: Burst,
  gateway: FlowNode,
  event: FlowNode,
  token: WorkToken,
  wait: Wait,
  payload: Payload,
): void {
  closeWait(burst, wait, 'FULFILLED');
  if (isPartial(event, token)) {
    writePayload(burst, event, wait.trigger, token.scope, payload);
    return;
  }
  dropWaits(burst, token);
  completeElement(burst, token);
  const flow = gateway.outgoing.find((index) => burst.model.flows[index]!.target === event.index)!;
  withdrawOthers(burst, gateway, event, token);
  burst.history.push(['f', flow]);
  token.node = event.index;
  token.arrivedBy = flow;
  token.activity = 0;
  token.lifecycle = 'READY';
  beginOccurred(burst, event, token);
  writePayload(burst, event, wait.trigger, receivingScope(event, token, payload), payload);
  goOnFrom(burst, event, token);
}

/** Records that the events behind the gateway beside this one are over before they began (BPMN 2.0, 13.3.2). */
export function withdrawOthers(burst: Burst, { outgoing }: FlowNode, event: FlowNode, token: WorkToken): void {
  for (const flow of outgoing) {
    const { target } = burst.model.flows[flow]!;
    if (target !== event.index) burst.history.push(['W', ++burst.counter, target, token.number, token.scope.number]);
  }
}

/** Enters an event or receive task that has occurred already; a receive task gets data of its own. */
export function beginOccurred(burst: Burst, node: FlowNode, token: WorkToken): void {
  startInstance(burst, node, token);
  if (!hasOwnScope(node, false)) return;
  const { properties, io } = node.activity!;
  const own = openScope(token, null);
  beginData(burst, own, [...properties, ...(io === null ? [] : [...io.inputs, ...io.outputs])], node);
}

function occurAtBoundary(burst: Burst, node: FlowNode, owner: WaitOwner, wait: Wait, payload: Payload): void {
  const host = owner.scope.token!;
  if (isAllThere(burst, node, owner, wait)) fireBoundary(burst, node, host, wait.trigger, payload);
  else writePayload(burst, node, wait.trigger, host.scope, payload);
}

/** Begins the flows of a boundary event; an interrupting one ends its activity first. */
export function fireBoundary(burst: Burst, node: FlowNode, host: WorkToken, trigger: number, payload: Payload): void {
  const { scope } = host;
  reserveTokens(burst, 1, node);
  const token = newToken(burst, scope, node.index, NO_FLOW);
  token.origin = host.origin;
  startInstance(burst, node, token);
  if (node.event!.interrupting) terminateToken(burst, host);
  writePayload(burst, node, trigger, scope, payload);
  completeElement(burst, token);
  leaveByAllFlows(burst, node, token);
  if (!host.alive && host.role === 'compensation') burst.interrupted.push(host);
}

function occurAtSubProcess(burst: Burst, start: FlowNode, owner: WaitOwner, wait: Wait, payload: Payload): void {
  if (isAllThere(burst, start, owner, wait)) fireEventSubProcess(burst, start, owner.scope, wait.trigger, payload);
  else writePayload(burst, start, wait.trigger, owner.scope, payload);
}

/**
 * Takes a trigger off what a boundary event or event sub-process waits for; true when it has all it needs. One that does not interrupt is
 * armed on.
 */
function isAllThere(burst: Burst, node: FlowNode, owner: WaitOwner, wait: Wait): boolean {
  const { interrupting, parallelMultiple } = node.event!;
  if (interrupting || parallelMultiple) closeWait(burst, wait, 'FULFILLED');
  else keepArmed(burst, wait);
  if (isPartial(node, owner.scope)) return false;
  if (!interrupting && parallelMultiple) armEventAgain(burst, node, owner);
  return true;
}

/** Takes an error or escalation off what an event waits for that needs all of its triggers. */
export function receiveThrown(burst: Burst, node: FlowNode, owner: WaitOwner, trigger: number): void {
  const wait = thrownWait(node, owner.scope, trigger);
  if (wait !== undefined) isAllThere(burst, node, owner, wait);
}

/** Finds the wait of an event for this trigger, which only one that needs all of its triggers has for errors and escalations. */
export function thrownWait(node: FlowNode, scope: Scope, trigger: number): Wait | undefined {
  return [...(scope.waits ?? [])].find((wait) => wait.node === node.index && wait.trigger === trigger);
}

/** Keeps a non-interrupting catcher armed, a timer only as long as its cycle goes on. */
function keepArmed(burst: Burst, wait: Wait): void {
  if (wait.kind === 'timer' && !repeats(burst, wait)) closeWait(burst, wait, 'FULFILLED');
}
