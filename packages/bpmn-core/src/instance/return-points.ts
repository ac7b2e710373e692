// A scope keeps return points so that its tokens can go back: last completions of user tasks, and what joins took in.
import type { CompensationRecord, ReturnPoint } from '../contract/instance-state.ts';
import type { OpenTask } from '../contract/open-task.ts';
import type { FlowNode } from '../model/process-model.ts';
import type { Burst, Scope, WorkToken } from './burst.ts';

/** Bound of the return points of a scope; the oldest goes first and can then not be returned to. */
const POINTS_MAX = 1_000;

/** Adds the point of a user task as it completes, before its token goes on. */
export function rememberTask(burst: Burst, node: FlowNode, token: WorkToken, task: OpenTask): void {
  sealAround(token);
  if (token.role !== 'flow') return;
  const { number, assignee } = task;
  remember(token, {
    kind: 'task',
    number: token.activity,
    node: node.index,
    origin: token.origin,
    task: number,
    assignee,
    completer: burst.actor,
    sealed: false,
  });
}

/**
 * Adds the point of an activity: a loop of user tasks can begin again as a whole, a sub-process can be opened anew where tasks were
 * completed in it.
 */
export function rememberActivity(node: FlowNode, token: WorkToken): void {
  const { inner } = token;
  if (inner === null || token.role !== 'flow') return;
  const place = { number: token.activity, node: node.index, origin: token.origin, sealed: false };
  if (inner.loop !== null) {
    if (node.type !== 'userTask' || inner.loop.completed === 0) return;
    remember(token, { kind: 'task', ...place, task: 0, assignee: null, completer: null });
  } else if (inner.points.length > 0) {
    remember(token, { kind: 'subProcess', ...place, variables: inner.variables, points: inner.points });
  }
}

/** Adds the point of a join where tokens from different points go on as one. */
export function mergeOrigins(burst: Burst, node: FlowNode, used: readonly WorkToken[], kept: WorkToken): void {
  if (used.every(({ origin }) => origin === kept.origin)) return;
  const number = ++burst.counter;
  const consumed = used.map(({ arrivedBy, origin }) => ({ flow: arrivedBy, origin }));
  add(kept.scope, { kind: 'join', number, node: node.index, consumed, sealed: false });
  kept.origin = number;
}

/** Seals the points that a token came from, as others have been notified of them: nobody can take them back. */
export function sealOrigins(token: WorkToken): void {
  seal(token.scope, token.origin);
  sealAround(token);
}

/** Seals the points that this token's activity, and those around it, came from in their scopes. */
function sealAround({ scope }: WorkToken): void {
  for (let at = scope.token; at !== null; at = at.scope.token) seal(at.scope, at.origin);
}

function seal(scope: Scope, number: number): void {
  if (number === 0) return;
  scope.points = scope.points.map((point) =>
    point.number === number && !point.sealed ? { ...point, sealed: true } : point,
  );
}

function remember(token: WorkToken, point: ReturnPoint): void {
  const { scope } = token;
  const before = scope.points.find(({ kind, node }) => kind !== 'join' && node === point.node);
  if (before !== undefined) {
    forget(scope, before);
    // Whoever was before it is followed by a completion that is no longer recorded.
    seal(scope, originsOf(before)[0]!);
  }
  add(scope, 'origin' in point ? { ...point, origin: token.origin } : point);
  token.origin = point.number;
}

function add(scope: Scope, point: ReturnPoint): void {
  scope.points = [...scope.points, point];
  // The oldest has no other origin than the beginning: forgetting it loses a way back, never a token.
  if (scope.points.length > POINTS_MAX) forget(scope, scope.points[0]!);
}

/** Removes a point: what came of it comes of its origin now; a join whose tokens no longer differ is removed with it. */
export function forget(scope: Scope, point: ReturnPoint): void {
  const origin = originsOf(point)[0]!;
  scope.points = scope.points.filter((each) => each !== point).map((each) => redirected(each, point.number, origin));
  for (const token of scope.tokens) if (token.origin === point.number) token.origin = origin;
  scope.records = scope.records.map((record) => redirectedRecord(record, point.number, origin));
  scope.gateways = scope.gateways.map((gateway) =>
    gateway.origin === point.number ? { ...gateway, origin } : gateway,
  );
  const useless = scope.points.find(isUseless);
  if (useless === undefined) return;
  if (useless.sealed) seal(scope, originsOf(useless)[0]!);
  forget(scope, useless);
}

function isUseless(point: ReturnPoint): boolean {
  return point.kind === 'join' && point.consumed.every(({ origin }) => origin === point.consumed[0]!.origin);
}

function redirected(point: ReturnPoint, from: number, to: number): ReturnPoint {
  if (point.kind !== 'join') return point.origin === from ? { ...point, origin: to } : point;
  if (!point.consumed.some(({ origin }) => origin === from)) return point;
  const consumed = point.consumed.map((token) => (token.origin === from ? { ...token, origin: to } : token));
  return { ...point, consumed };
}

function redirectedRecord(record: CompensationRecord, from: number, to: number): CompensationRecord {
  return record.origin === from ? { ...record, origin: to } : record;
}

export function originsOf(point: ReturnPoint): readonly number[] {
  return point.kind === 'join' ? point.consumed.map(({ origin }) => origin) : [point.origin];
}

/** Finds the numbers of this point and of all that came of it; 0 is the beginning, of which everything came. */
export function descendantsOf(points: readonly ReturnPoint[], number: number): ReadonlySet<number> {
  const found = new Set([number]);
  for (const point of points) if (originsOf(point).some((origin) => found.has(origin))) found.add(point.number);
  return found;
}

/** Lists this point and all that it came of, the latest first. */
export function ancestorsOf(points: readonly ReturnPoint[], number: number): ReturnPoint[] {
  const wanted = new Set([number]);
  const found: ReturnPoint[] = [];
  for (const point of points.toReversed()) {
    if (!wanted.has(point.number)) continue;
    found.push(point);
    for (const origin of originsOf(point)) wanted.add(origin);
  }
  return found;
}
