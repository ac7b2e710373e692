// Going back to a user task that was completed: what came of it ends, what joins took in with it comes back, and it begins again.
import { attempt, runCatching } from '../catching/attempt.ts';
import { beginRun } from '../catching/compensation.ts';
import type { CompensationRecord, ConsumedToken, SubProcessPoint, TaskPoint } from '../contract/instance-state.ts';
import { type Burst, newToken, reserveTokens, type Scope, type WorkToken } from '../instance/burst.ts';
import { descendantsOf } from '../instance/return-points.ts';
import { holdAtNode, holdOnFlow, openScope, setLocal } from '../instance/scope.ts';
import { NO_FLOW } from '../model/indexes.ts';
import { type FlowNode, isJoin } from '../model/process-model.ts';
import { beginActivity, startInstance } from '../tokens/activity.ts';
import { armBoundaryEvents, armEventSubProcesses } from '../tokens/arming.ts';
import { cancelToken, flowIdOf, type Planning, planned } from './planning.ts';

/** Way back from a running scope through completed sub-processes, if any, to the completion of a user task. */
export interface WayBack {
  readonly scope: Scope;
  readonly outer: readonly SubProcessPoint[];
  readonly task: TaskPoint;
}

/** How a task that somebody goes back to begins again. */
export interface GoingBack {
  /** Assignee of the task; null leaves it to the model. */
  readonly assignee: string | null;
  readonly compensate: boolean;
}

interface Undone {
  readonly scope: Scope;
  readonly records: readonly CompensationRecord[];
}

export function goBack(burst: Burst, planning: Planning, { scope, outer, task }: WayBack, going: GoingBack): void {
  const undone: Undone[] = [];
  let at = scope;
  for (const point of outer) {
    const reopened = at.records.find(({ activity }) => activity === point.number);
    undone.push(undo(burst, planning, at, descendantsOf(at.points, point.number), reopened));
    at = openAnew(burst, planning, at, point, reopened);
  }
  undone.push(undo(burst, planning, at, descendantsOf(at.points, task.number)));
  const token = beginAgain(burst, planning, at, task, going);
  if (going.compensate) compensateFirst(burst, planning, token, going, undone);
}

/** Takes back all that came of the form that the instance began with: everything but instances of event sub-processes. */
export function goBackToStart(burst: Burst, planning: Planning, start: FlowNode, going: GoingBack): void {
  const { root } = burst;
  const numbers = descendantsOf(root.points, 0);
  const undone = undo(burst, planning, root, numbers);
  const token = tokenAt(burst, root, start, 0);
  token.assignee = going.assignee;
  startInstance(burst, start, token);
  burst.acting.push(token);
  planning.starts.push({ ...planned(start, token), assignee: going.assignee });
  if (going.compensate) compensateFirst(burst, planning, token, going, [undone]);
}

/**
 * Ends the tokens that came of these points, and puts back those that joins took in from elsewhere; answers what of it could be
 * compensated.
 */
function undo(
  burst: Burst,
  planning: Planning,
  scope: Scope,
  numbers: ReadonlySet<number>,
  reopened: CompensationRecord | null = null,
): Undone {
  const { points } = scope;
  const records = scope.records.filter((record) => record !== reopened && numbers.has(record.origin ?? 0));
  scope.points = points.filter(({ number }) => !numbers.has(number));
  scope.gateways = scope.gateways.filter(({ origin = 0 }) => !numbers.has(origin));
  for (const token of [...scope.tokens]) {
    if (token.role === 'flow' && numbers.has(token.origin)) cancelToken(burst, planning, token);
  }
  for (const point of points) {
    if (point.kind !== 'join' || !numbers.has(point.number)) continue;
    const node = burst.model.nodes[point.node]!;
    for (const consumed of point.consumed) {
      if (!numbers.has(consumed.origin)) putBack(burst, planning, scope, node, consumed);
    }
  }
  return { scope, records };
}

function putBack(burst: Burst, planning: Planning, scope: Scope, node: FlowNode, consumed: ConsumedToken): void {
  const { flow, origin } = consumed;
  const token = tokenAt(burst, scope, node, origin);
  token.arrivedBy = flow;
  burst.history.push(['P', token.number, node.index, flow, scope.number]);
  planning.restores.push({ ...planned(node, token), flowId: flowIdOf(burst, flow) });
  if (isJoin(node)) {
    holdOnFlow(scope, token);
    burst.acting.push(token);
  } else {
    holdAtNode(scope, token);
    burst.collecting.push({ scope, node: node.index });
  }
}

function tokenAt(burst: Burst, scope: Scope, node: FlowNode, origin: number): WorkToken {
  reserveTokens(burst, 1, node);
  const token = newToken(burst, scope, node.index, NO_FLOW);
  token.origin = origin;
  return token;
}

/** Opens a sub-process anew with the data that it had when it completed, armed as at its beginning. */
function openAnew(
  burst: Burst,
  planning: Planning,
  outside: Scope,
  { node: index, origin, variables, points }: SubProcessPoint,
  record: CompensationRecord | undefined,
): Scope {
  const node = burst.model.nodes[index]!;
  const token = tokenAt(burst, outside, node, origin);
  planning.restores.push({ ...planned(node, token), flowId: null });
  outside.records = outside.records.filter((each) => each !== record);
  startInstance(burst, node, token);
  const scope = openScope(token, burst.model.scopes[node.body]!);
  for (const name of Object.keys(variables)) setLocal(burst, scope, name, variables[name]!);
  scope.points = points;
  scope.records = record?.records ?? [];
  if (node.type === 'adHocSubProcess') scope.adHoc = { enabled: [], closing: false };
  runCatching(burst, token, () => {
    armBoundaryEvents(burst, node, scope);
    armEventSubProcesses(burst, scope);
  });
  return scope;
}

function beginAgain(burst: Burst, planning: Planning, scope: Scope, point: TaskPoint, going: GoingBack): WorkToken {
  const node = burst.model.nodes[point.node]!;
  const token = tokenAt(burst, scope, node, point.origin);
  token.assignee = going.assignee;
  attempt(burst, token, () => beginActivity(burst, node, token), { stage: 'enter' });
  planning.starts.push({ ...planned(node, token), assignee: going.assignee });
  return token;
}

/** Compensates what completed after the task, and its own completion, before the task is opened. */
function compensateFirst(
  burst: Burst,
  planning: Planning,
  token: WorkToken,
  going: GoingBack,
  undone: readonly Undone[],
): void {
  const [first, ...others] = undone.filter(({ records }) => records.length > 0);
  if (first === undefined) return;
  if (others.length > 0) {
    planning.reasons.push('What was done inside and after a sub-process cannot be compensated in one step');
    return;
  }
  burst.acting = burst.acting.filter((each) => each !== token);
  for (const { node, activity } of first.records) {
    planning.compensates.push({ elementId: burst.model.nodes[node]!.id, activity });
  }
  beginRun(burst, first.scope, first.records, token, 0, going.assignee);
}
