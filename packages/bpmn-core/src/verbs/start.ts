// Starts an instance: by none start event, at each implicit beginning, or by the trigger of an event.
import { beginOccurred, goOnFrom, withdrawOthers } from '../catching/occurrence.ts';
import type { StartCommand } from '../contract/commands/commands.ts';
import type { RefusalCode, StepResult } from '../contract/result.ts';
import { fixKeys } from '../data/correlation.ts';
import { beginData } from '../data/data.ts';
import { NO_PAYLOAD, type Payload, writePayload } from '../data/payload.ts';
import { type Burst, newToken, reserveTokens, type WorkToken } from '../instance/burst.ts';
import { type Circumstances, openBurst } from '../instance/open-burst.ts';
import { scopeOf, setVariables } from '../instance/scope.ts';
import { type FlowIndex, NO_FLOW, type NodeIndex } from '../model/indexes.ts';
import type { FlowNode, ProcessModel } from '../model/process-model.ts';
import { runToRest } from '../rounds/rounds.ts';
import { startInstance } from '../tokens/activity.ts';
import { armEventSubProcesses } from '../tokens/arming.ts';
import { completeElement } from '../tokens/leaving.ts';
import { runListeners } from '../tokens/listeners.ts';

export function start(circumstances: Circumstances, command: StartCommand): StepResult {
  const { model } = circumstances;
  const { trigger, facts, variables } = command;
  const beginnings =
    trigger === undefined ? noneBeginnings(model, facts.startElementId) : eventOf(model, facts.startElementId);
  if (typeof beginnings === 'string') return { outcome: 'refused', code: beginnings };
  const isImplicit = trigger === undefined && model.implicitStart;
  const known = isImplicit ? facts : { ...facts, startElementId: model.nodes[beginnings[0]!]!.id };
  const burst = openBurst({ ...circumstances, at: command.at, actor: command.actor }, known, null);
  burst.history.push(['i']);
  const event = trigger === undefined ? null : model.nodes[beginnings[0]!]!;
  const payload = { ...NO_PAYLOAD, variables };
  const caught = event?.event?.triggers[trigger!];
  if (event !== null && caught?.kind === 'message') fixKeys(burst, event, caught, variables);
  if (event === null) setVariables(burst, burst.root, variables);
  else if (event.type === 'startEvent') writePayload(burst, event, trigger!, burst.root, payload);
  beginData(burst, burst.root, model.scopes[0]!.data, model.nodes[beginnings[0]!]!);
  armEventSubProcesses(burst, burst.root);
  runListeners(burst, model.nodes[beginnings[0]!]!, model.listeners, 'start', burst.root, null);
  if (event === null || event.type === 'startEvent') for (const node of beginnings) place(burst, node, NO_FLOW);
  else startBehind(burst, event, trigger!, payload);
  return runToRest(burst);
}

function place(burst: Burst, node: NodeIndex, arrivedBy: FlowIndex): void {
  burst.arriving.push(tokenAt(burst, node, arrivedBy));
}

function tokenAt(burst: Burst, node: NodeIndex, arrivedBy: FlowIndex): WorkToken {
  reserveTokens(burst, 1, burst.model.nodes[node]!);
  return newToken(burst, burst.root, node, arrivedBy);
}

/**
 * Lists the nodes that a start without event begins at: several start events are alternatives, implicit beginnings all begin; an activity
 * that is named begins alone.
 */
function noneBeginnings(model: ProcessModel, startElementId: string | null): readonly NodeIndex[] | RefusalCode {
  const { startNodes } = model;
  const activity = model.nodes.find((node) => node.id === startElementId && isBegunAlone(node));
  if (activity !== undefined) return [activity.index];
  if (startNodes.length === 0) return 'START_NODE_UNKNOWN';
  if (startElementId === null) {
    return model.implicitStart || startNodes.length === 1 ? startNodes : 'START_NODE_AMBIGUOUS';
  }
  const chosen = model.implicitStart ? undefined : startNodes.find((node) => model.nodes[node]!.id === startElementId);
  return chosen === undefined ? 'START_NODE_UNKNOWN' : [chosen];
}

/** Whether a start may name this element: an activity of the process itself that flows can reach. */
function isBegunAlone({ scope, type, activity }: FlowNode): boolean {
  return scope === 0 && activity !== null && type !== 'eventSubProcess' && !activity.isForCompensation;
}

/** Finds the start event with triggers, the instantiating receive task, or the events behind an instantiating gateway. */
function eventOf(model: ProcessModel, id: string | null): readonly NodeIndex[] | RefusalCode {
  const node = model.nodes.find((each) => each.id === id && each.scope === 0);
  if (node === undefined) return 'START_NODE_UNKNOWN';
  const isStart = node.type === 'startEvent' && node.event!.triggers.length > 0;
  const isTask = node.type === 'receiveTask' && node.instantiate;
  return isStart || isTask || gatewayBefore(model, node) !== undefined ? [node.index] : 'START_NODE_UNKNOWN';
}

function gatewayBefore(model: ProcessModel, node: FlowNode): FlowIndex | undefined {
  return node.incoming.find((flow) => model.nodes[model.flows[flow]!.source]!.instantiate);
}

/** Starts behind an event that has occurred with the instance; a parallel gateway waits for its other events, too. */
function startBehind(burst: Burst, event: FlowNode, trigger: number, payload: Payload): void {
  const { model } = burst;
  const flow = gatewayBefore(model, event);
  if (flow !== undefined) {
    const gateway = model.nodes[model.flows[flow]!.source]!;
    const begun = tokenAt(burst, gateway.index, NO_FLOW);
    startInstance(burst, gateway, begun);
    completeElement(burst, begun);
    burst.history.push(['f', flow]);
    begun.node = event.index;
    begun.arrivedBy = flow;
    begun.activity = 0;
    begun.lifecycle = 'READY';
    if (gateway.parallelEvents) placeOthers(burst, gateway, flow);
    else withdrawOthers(burst, gateway, event, begun);
    goOnBehind(burst, event, begun, trigger, payload);
    return;
  }
  goOnBehind(burst, event, tokenAt(burst, event.index, NO_FLOW), trigger, payload);
}

function goOnBehind(burst: Burst, event: FlowNode, token: WorkToken, trigger: number, payload: Payload): void {
  beginOccurred(burst, event, token);
  writePayload(burst, event, trigger, scopeOf(token), payload);
  goOnFrom(burst, event, token);
}

function placeOthers(burst: Burst, gateway: FlowNode, taken: FlowIndex): void {
  for (const other of gateway.outgoing) {
    if (other === taken) continue;
    burst.history.push(['f', other]);
    place(burst, burst.model.flows[other]!.target, other);
  }
}
