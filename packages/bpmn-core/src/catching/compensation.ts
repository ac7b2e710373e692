// Compensation undoes completed activities in reverse order of their completion, one after another (BPMN 2.0, 13.5.5).

import type { CompensationRecord, CompensationRun } from '../contract/instance-state.ts';
import { transition } from '../contract/lifecycle.ts';
import { NO_PAYLOAD } from '../data/payload.ts';
import {
  type Burst,
  findToken,
  newToken,
  nodeOf,
  reserveTokens,
  type Scope,
  type WorkToken,
} from '../instance/burst.ts';
import { abandonRuns } from '../instance/compensation-records.ts';
import { openScope, outward, setLocal } from '../instance/scope.ts';
import type { CompensationTrigger } from '../model/event-model.ts';
import { compensationStartOf } from '../model/handlers.ts';
import { NO_FLOW, NO_NODE, type NodeIndex } from '../model/indexes.ts';
import type { FlowNode } from '../model/process-model.ts';
import { finishActivity } from '../tokens/activity.ts';
import { completeElement } from '../tokens/leaving.ts';
import { dropStarts, endToken, terminateTokens } from '../tokens/termination.ts';
import { orderUndoing } from '../tokens/work-order.ts';
import type { Variables } from '../values/values.ts';
import { beginCompensation } from './event-sub-process.ts';
import { fireBoundary } from './occurrence.ts';

/** Whether the token that threw still goes on: it does not once it has ended, or waits for what it began. */
export type Thrown = 'goesOn' | 'ended' | 'waits';

/** Begins to undo what the event names. The thrower waits, unless the model says that it does not or nothing is to be undone. */
export function compensate(burst: Burst, token: WorkToken, trigger: CompensationTrigger, index: number): Thrown {
  const scope = compensatedScope(burst, token, trigger);
  const wanted = scope.records.filter(({ node }) => trigger.activity === NO_NODE || node === trigger.activity);
  if (wanted.length === 0) return 'goesOn';
  beginRun(burst, scope, wanted, trigger.waitForCompletion ? token : null, index);
  return trigger.waitForCompletion ? 'waits' : 'goesOn';
}

/**
 * Finds the scope of the activity that the event names, else the one in which it is thrown; inside an event sub-process the parent of
 * that.
 */
function compensatedScope({ model }: Burst, { scope }: WorkToken, { activity }: CompensationTrigger): Scope {
  if (activity !== NO_NODE) {
    for (const around of outward(scope)) if (around.model?.index === model.nodes[activity]!.scope) return around;
  }
  return scope.token?.role === 'handler' ? scope.parent! : scope;
}

/** Ends all else in the transaction and undoes what it has done; then its token leaves by the cancel boundary event. */
export function cancelTransaction(burst: Burst, token: WorkToken, index: number): Thrown {
  const scope = transactionScopeOf(burst, token);
  terminateTokens(burst, scope, token);
  dropStarts(burst, scope);
  abandonRuns(scope);
  if (scope.records.length === 0) {
    completeElement(burst, token);
    leaveByCancel(burst, scope);
    return 'ended';
  }
  beginRun(burst, scope, scope.records, token, index);
  return 'waits';
}

/** Answers the transaction in which the token lies directly (rule EVT-12). */
export function transactionScopeOf(burst: Burst, { scope }: WorkToken): Scope {
  if (scope.token !== null && nodeOf(burst, scope.token).type === 'transaction') return scope;
  throw new Error(`a cancel event outside of any transaction passed the rules`);
}

/** Leaves a transaction by its cancel boundary event, which ends it, once nothing is left to undo. */
export function leaveByCancel(burst: Burst, scope: Scope): void {
  const own = scope.token!;
  // Its boundary events stand around all iterations of a loop.
  const host = own.role === 'iteration' ? own.scope.token! : own;
  const { boundaryEvents } = nodeOf(burst, host).activity!;
  for (const index of boundaryEvents) {
    const node = burst.model.nodes[index]!;
    const trigger = node.event!.triggers.findIndex(({ kind }) => kind === 'cancel');
    if (trigger < 0) continue;
    fireBoundary(burst, node, host, trigger, NO_PAYLOAD);
    return;
  }
  throw new Error('a transaction without cancel boundary event passed the rules');
}

/** Undoes these records in reverse; the thrower goes on at the end. `assignee`: who gets the task that it opens then. */
export function beginRun(
  burst: Burst,
  scope: Scope,
  records: readonly CompensationRecord[],
  thrower: WorkToken | null,
  trigger: number,
  assignee: string | null = null,
): void {
  const run: CompensationRun = {
    number: ++burst.counter,
    // Each at most once: what is being undone is nobody else's to undo.
    queue: [...records].reverse(),
    thrower: thrower?.number ?? 0,
    trigger,
    ...(assignee === null ? {} : { assignee }),
  };
  scope.records = scope.records.filter((record) => !records.includes(record));
  scope.runs = [...scope.runs, run];
  undoNext(burst, scope, run);
}

function undoNext(burst: Burst, scope: Scope, run: CompensationRun): void {
  const [record, ...queue] = run.queue;
  if (record === undefined) {
    endRun(burst, scope, run);
    return;
  }
  const { undoing: _, ...rest } = run;
  const isByHandler = handlerOf(burst.model.nodes[record.node]!, record) !== NO_NODE;
  const next = { ...rest, queue, ...(isByHandler ? { undoing: record.activity } : {}) };
  scope.runs = scope.runs.map((each) => (each === run ? next : each));
  undo(burst, scope, next, record);
}

/** Undoes a record by its handler, by the compensation event sub-process inside, or by undoing what is inside. */
function undo(burst: Burst, scope: Scope, run: CompensationRun, record: CompensationRecord): void {
  const node = burst.model.nodes[record.node]!;
  const handler = handlerOf(node, record);
  reserveTokens(burst, 1, node, scope);
  const token = newToken(burst, scope, handler === NO_NODE ? node.index : handler, NO_FLOW);
  token.role = 'compensation';
  token.index = run.number;
  if (handler !== NO_NODE) {
    burst.history.push(['b', record.activity, token.node]);
    burst.arriving.push(token);
    return;
  }
  enterAgain(burst, token, record);
  if (record.called !== undefined) {
    orderUndoing(burst, node, token, record.called);
  } else undoInside(burst, node, token, record);
}

/** Enters an activity instance again that is undone from inside: it keeps its number. */
function enterAgain(burst: Burst, token: WorkToken, { activity }: CompensationRecord): void {
  token.lifecycle = transition(token.lifecycle, 'ACTIVE');
  token.activity = activity;
  burst.history.push(['b', activity, token.node, token.number, token.scope.number]);
}

/** Answers the handler of a record: each instance of a multi-instance activity is undone apart, so the handler belongs to these. */
function handlerOf({ activity }: FlowNode, record: CompensationRecord): NodeIndex {
  const isWholeLoop = activity!.loop !== null && !record.iteration;
  return isWholeLoop ? NO_NODE : activity!.compensationHandler;
}

/** Opens an activity as it was when it completed, with its data, and undoes what was done inside. */
function undoInside(burst: Burst, node: FlowNode, token: WorkToken, record: CompensationRecord): void {
  const isWholeLoop = node.activity!.loop !== null && !record.iteration;
  const scope = openScope(token, node.body < 0 ? null : burst.model.scopes[node.body]!);
  setAll(burst, scope, record.variables);
  scope.records = record.records;
  scope.interrupted = true;
  const start = isWholeLoop ? null : compensationStartOf(burst.model, scope.model);
  if (start === null) beginRun(burst, scope, scope.records, null, 0);
  else beginCompensation(burst, start, scope);
}

function setAll(burst: Burst, scope: Scope, variables: Variables): void {
  for (const name of Object.keys(variables)) setLocal(burst, scope, name, variables[name]!);
}

/** Goes on with the next record after a boundary event has ended a handler: what it undid counts as undone. */
export function compensationInterrupted(burst: Burst, token: WorkToken): void {
  const run = token.scope.runs.find(({ number }) => number === token.index);
  if (run !== undefined) goOnUndoing(burst, token.scope, run);
}

function goOnUndoing(burst: Burst, scope: Scope, run: CompensationRun): void {
  if (run.undoing !== undefined) burst.history.push(['k', run.undoing, 'COMPENSATED']);
  undoNext(burst, scope, run);
}

/** Ends the token of a handler and goes on with the next record. */
export function compensationFinished(burst: Burst, token: WorkToken): void {
  const { scope } = token;
  const run = scope.runs.find(({ number }) => number === token.index);
  endToken(burst, token);
  if (run !== undefined) goOnUndoing(burst, scope, run);
}

function endRun(burst: Burst, scope: Scope, run: CompensationRun): void {
  scope.runs = scope.runs.filter((each) => each !== run);
  if (run.thrower !== 0) {
    const thrower = findToken(burst, run.thrower);
    if (thrower !== undefined) goOnAfter(burst, thrower, run);
  } else if (scope.token?.role === 'compensation' && scope.tokens.size === 0 && scope.runs.length === 0) {
    // Nothing was inside that could be undone, or all of it is.
    finishActivity(burst, nodeOf(burst, scope.token), scope.token);
  }
}

/** Lets the thrower go on: an event throws its next trigger, a task to which somebody has gone back begins. */
function goOnAfter(burst: Burst, thrower: WorkToken, { trigger, assignee }: CompensationRun): void {
  const node = nodeOf(burst, thrower);
  if (node.type === 'endEvent' || node.type === 'intermediateThrowEvent') {
    burst.throwing.push({ token: thrower, trigger: trigger + 1 });
    return;
  }
  thrower.assignee = assignee ?? null;
  burst.acting.push(thrower);
}
