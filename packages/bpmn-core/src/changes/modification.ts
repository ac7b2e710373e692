// Operators begin and end elements by hand: a token comes to lie in a scope, and those around it are opened.
import { attempt, runCatching } from '../catching/attempt.ts';
import { beginData, takeInputs } from '../data/data.ts';
import { writeInputParameters } from '../data/parameters.ts';
import { type Burst, newToken, nodeOf, reserveTokens, type Scope, type WorkToken } from '../instance/burst.ts';
import { inward, openScope } from '../instance/scope.ts';
import { type FlowIndex, NO_FLOW } from '../model/indexes.ts';
import { type FlowNode, isJoin, type ScopeModel } from '../model/process-model.ts';
import { beginActivity, startInstance } from '../tokens/activity.ts';
import { armBoundaryEvents, armEventSubProcesses } from '../tokens/arming.ts';
import { leaveAfterJob, leaveByAllFlows, leaveByFlows } from '../tokens/leaving.ts';
import { runListeners } from '../tokens/listeners.ts';
import { dropStarts } from '../tokens/termination.ts';
import { cancelToken, type Planning, planned } from './planning.ts';

/** Finds the scope in which the element can begin, and opens those around it where none runs; a text says why there is none. */
export function scopeFor(burst: Burst, planning: Planning, node: FlowNode, within: Scope | null): Scope | string {
  const chain = scopesAround(burst, node.scope);
  const base = within === null ? onlyScope(burst, node, chain) : chosenScope(burst, node, chain, within);
  if (typeof base === 'string') return base;
  let scope = base;
  const missing = chain.slice(0, chain.indexOf(scope.model!)).reverse();
  for (const model of missing) {
    const refusal = cannotOpen(burst, node, model);
    if (refusal !== null) return refusal;
    scope = openBody(burst, planning, scope, model);
  }
  return scope;
}

/** Lists the scopes of the model from that of the element outward. */
function scopesAround({ model }: Burst, index: number): ScopeModel[] {
  const chain: ScopeModel[] = [];
  for (let at = index; at >= 0; at = model.scopes[at]!.parent) chain.push(model.scopes[at]!);
  return chain;
}

function onlyScope(burst: Burst, node: FlowNode, chain: readonly ScopeModel[]): Scope | string {
  const running = [...inward(burst.root)];
  for (const model of chain) {
    const fitting = running.filter((scope) => scope.model === model && scope.token?.role !== 'compensation');
    if (fitting.length === 1) return fitting[0]!;
    if (fitting.length > 1) {
      const tokens = fitting.map(({ token }) => token!.number).join(', ');
      return `${node.id} can begin in several instances of ${burst.model.nodes[model.node]!.id}: choose one of ${tokens}`;
    }
  }
  return burst.root;
}

function chosenScope(burst: Burst, node: FlowNode, chain: readonly ScopeModel[], within: Scope): Scope | string {
  const inside = within.token === null ? 'the process' : nodeOf(burst, within.token).id;
  if (within.loop !== null) return `${inside} is a loop: choose one of its iterations`;
  return within.model !== null && chain.includes(within.model) ? within : `${node.id} does not lie in ${inside}`;
}

function cannotOpen({ model }: Burst, { id }: FlowNode, body: ScopeModel): string | null {
  const around = model.nodes[body.node]!;
  if (around.activity!.loop !== null) return `${id} lies in the loop ${around.id}, which does not run: begin that`;
  return around.activity!.isForCompensation ? `${id} lies in ${around.id}, which only compensates` : null;
}

/** Opens a sub-process as if a token had entered it, but with nothing begun inside. */
function openBody(burst: Burst, planning: Planning, outside: Scope, model: ScopeModel): Scope {
  const node = burst.model.nodes[model.node]!;
  const token = placed(burst, planning, outside, node, 0);
  const isHandler = node.type === 'eventSubProcess';
  if (isHandler) {
    token.role = 'handler';
    if (burst.model.nodes[model.trigger]!.event!.interrupting) {
      for (const other of [...outside.tokens]) if (other !== token) cancelToken(burst, planning, other);
      dropStarts(burst, outside);
    }
  }
  startInstance(burst, node, token);
  const scope = openScope(token, model);
  runCatching(burst, token, () => {
    if (!isHandler) armBoundaryEvents(burst, node, scope);
    armEventSubProcesses(burst, scope);
    prepare(burst, node, token, scope, model);
  });
  return scope;
}

function prepare(burst: Burst, node: FlowNode, token: WorkToken, scope: Scope, { data, startNodes }: ScopeModel): void {
  const { properties, io } = node.activity!;
  beginData(burst, scope, properties, node);
  beginData(burst, scope, data, node);
  if (io !== null) takeInputs(burst, node, token);
  writeInputParameters(burst, node, token);
  runListeners(burst, node, node.listeners, 'start', scope, token.number);
  if (node.adHoc === null) return;
  scope.adHoc = { enabled: node.adHoc.activation === 'manual' ? startNodes : [], closing: false };
}

function placed(burst: Burst, planning: Planning, scope: Scope, node: FlowNode, origin: number): WorkToken {
  reserveTokens(burst, 1, node);
  const token = newToken(burst, scope, node.index, NO_FLOW);
  token.origin = origin;
  planning.starts.push({ ...planned(node, token), assignee: null });
  return token;
}

/** Answers why no token can be put before this element; null where one can. */
export function cannotBegin(node: FlowNode): string | null {
  const { id, type, activity } = node;
  if (type === 'boundaryEvent') return `${id} is a boundary event: begin after it`;
  if (type === 'eventSubProcess') return `${id} begins by its event: begin an element inside`;
  if (activity?.isForCompensation === true) return `${id} only compensates`;
  return isJoin(node) ? `${id} joins tokens: take one of its incoming flows, or begin after it` : null;
}

/** Puts a token at an element. An activity begins at once whatever its start quantity; one with a job before it waits for that. */
export function beginAt(burst: Burst, planning: Planning, scope: Scope, node: FlowNode, origin: number): void {
  const token = placed(burst, planning, scope, node, origin);
  if (node.activity === null || node.job?.before === true) burst.arriving.push(token);
  else attempt(burst, token, () => beginActivity(burst, node, token), { stage: 'enter' });
}

/** Answers why it is not clear where a token would go from here; null where it is. */
export function cannotLeave({ id, type, outgoing }: FlowNode): string | null {
  if (type === 'endEvent') return `Nothing comes after ${id}`;
  if (type === 'eventSubProcess') return `${id} is left by no flow`;
  const chooses = type.endsWith('Gateway') && type !== 'parallelGateway';
  return chooses && outgoing.length > 1 ? `${id} has several flows: take one of them` : null;
}

/** Puts a token behind an element as if that had completed. */
export function beginAfter(burst: Burst, planning: Planning, scope: Scope, node: FlowNode): void {
  const token = placed(burst, planning, scope, node, 0);
  attempt(
    burst,
    token,
    () => {
      if (node.activity === null) leaveByAllFlows(burst, node, token);
      else leaveAfterJob(burst, node, token);
    },
    { stage: 'leave' },
  );
}

export function takeFlow(burst: Burst, planning: Planning, scope: Scope, flow: FlowIndex): void {
  const node = burst.model.nodes[burst.model.flows[flow]!.source]!;
  leaveByFlows(burst, node, placed(burst, planning, scope, node, 0), [flow], 1);
}

/** Answers why this token cannot be ended alone; null where it can. */
export function cannotCancel(burst: Burst, token: WorkToken): string | null {
  const node = nodeOf(burst, token);
  if (token.role === 'compensation') return `${node.id} is being compensated`;
  const loop = node.activity?.loop ?? null;
  const isOneByOne = loop !== null && (loop.kind === 'standard' || loop.sequential);
  return token.role === 'iteration' && isOneByOne ? `${node.id} loops one by one: cancel the whole loop` : null;
}

/** Ends a token by hand; an iteration of a parallel loop counts as ended by others. */
export function cancelByHand(burst: Burst, planning: Planning, token: WorkToken): void {
  const { scope } = token;
  cancelToken(burst, planning, token);
  if (token.role === 'iteration') scope.loop = { ...scope.loop!, terminated: scope.loop!.terminated + 1 };
}

/**
 * Ends the sub-processes in which nothing is left, instead of completing them; an instance in which nothing would be left is a reason to
 * refuse.
 */
export function cancelEmptied(burst: Burst, planning: Planning): void {
  for (;;) {
    const scope = burst.emptied.find((each) => isLeftEmpty(burst, each));
    if (scope === undefined) break;
    const refusal = cannotCancel(burst, scope.token!);
    if (refusal !== null) {
      planning.reasons.push(refusal);
      return;
    }
    cancelByHand(burst, planning, scope.token!);
  }
  // What begins and completes at once leaves nothing either, but ends the instance on its way.
  const isEmpty = burst.liveTokens === 0 && planning.starts.length === 0;
  if (isEmpty && planning.reasons.length === 0) {
    planning.reasons.push('Nothing would be left: cancel the instance instead');
  }
}

/**
 * Whether this is a sub-process in which nothing is left: loops complete with their last iteration, and an ad-hoc sub-process may stay
 * open.
 */
function isLeftEmpty(burst: Burst, { token, tokens, loop, adHoc, model }: Scope): boolean {
  if (token === null || !token.alive || tokens.size > 0 || loop !== null || adHoc !== null || model === null)
    return false;
  return token.inner !== null && nodeOf(burst, token).body >= 0;
}
