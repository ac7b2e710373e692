// Errors and escalations go outward from where they are thrown to the first that catches them (BPMN 2.0, 10.5, 13.5).
import { evaluateIn } from '../data/evaluation.ts';
import { type Payload, writePayload } from '../data/payload.ts';
import type { Burst, Scope, WorkToken } from '../instance/burst.ts';
import { closeWait } from '../instance/waits.ts';
import type { ErrorTrigger, EscalationTrigger } from '../model/event-model.ts';
import { startOf } from '../model/handlers.ts';
import type { FlowNode } from '../model/process-model.ts';
import { fireEventSubProcess } from './event-sub-process.ts';
import { fireBoundary, receiveThrown, thrownWait } from './occurrence.ts';

type Thrown = 'error' | 'escalation';

/** Something on the way outward that can catch what was thrown. */
interface Catcher {
  readonly node: FlowNode;
  readonly trigger: number;
  /** Scope in which the catcher is armed: that of its activity, or the one that it handles. */
  readonly armed: Scope | null;
  /** Activity of a boundary event; null for an event sub-process, which handles `scope`. */
  readonly host: WorkToken | null;
  readonly scope: Scope;
}

export interface ThrowOrigin {
  readonly scope: Scope;
  /** Activity that throws, whose boundary events are asked first; null for an event. */
  readonly activity: WorkToken | null;
}

/** Throws to the innermost catcher; false when there is none. A catcher that needs more than this remembers it and lets it pass. */
export function throwTo(burst: Burst, kind: Thrown, origin: ThrowOrigin, payload: Payload): boolean {
  const passed: Catcher[] = [];
  const catcher = findCatcher(burst, kind, origin, payload.code, passed);
  for (const { node, trigger, armed, scope } of passed) {
    closeWait(burst, thrownWait(node, armed!, trigger)!, 'FULFILLED');
    writePayload(burst, node, trigger, scope, payload);
  }
  if (catcher === null) {
    if (kind === 'escalation')
      burst.effects.push({ kind: 'escalate', code: payload.code, variables: payload.variables });
    return false;
  }
  const { node, trigger, armed, host, scope } = catcher;
  if (armed !== null) receiveThrown(burst, node, { scope: armed, token: null }, trigger);
  if (host !== null) fireBoundary(burst, node, host, trigger, payload);
  else fireEventSubProcess(burst, node, scope, trigger, payload);
  return true;
}

function findCatcher(
  burst: Burst,
  kind: Thrown,
  origin: ThrowOrigin,
  code: string | null,
  passed: Catcher[],
): Catcher | null {
  let { scope, activity } = origin;
  for (;;) {
    const boundary =
      activity === null || !hasBoundaries(burst, activity) ? null : boundaryOf(burst, kind, activity, code, passed);
    if (boundary !== null) return boundary;
    // A handler of this scope is not caught by handlers of the same scope.
    const isHandled = activity?.role === 'handler' || scope.interrupted;
    const handler = isHandled || scope.model === null ? null : handlerOf(burst, kind, scope, code, passed);
    if (handler !== null) return handler;
    if (scope.token === null) return null;
    activity = scope.token;
    scope = activity.scope;
  }
}

/** Whether the boundary events of an activity can catch: they stand around all iterations, and no more around one that is being undone. */
function hasBoundaries({ model }: Burst, { role, node }: WorkToken): boolean {
  if (role === 'compensation') return model.nodes[node]!.activity!.isForCompensation;
  return role === 'flow';
}

function boundaryOf(
  burst: Burst,
  kind: Thrown,
  host: WorkToken,
  code: string | null,
  passed: Catcher[],
): Catcher | null {
  const { activity } = burst.model.nodes[host.node]!;
  const candidates = (activity?.boundaryEvents ?? []).map((index) => burst.model.nodes[index]!);
  const place = { armed: host.inner, host, scope: host.scope };
  return firstOf(matching(burst, kind, candidates, host.scope, code), place, passed);
}

function handlerOf(burst: Burst, kind: Thrown, scope: Scope, code: string | null, passed: Catcher[]): Catcher | null {
  const candidates = scope.model!.eventSubProcesses.map((index) => startOf(burst.model, index));
  return firstOf(matching(burst, kind, candidates, scope, code), { armed: scope, host: null, scope }, passed);
}

type Place = Pick<Catcher, 'armed' | 'host' | 'scope'>;

/** Answers the first catcher that has all it needs: of those that need all of their triggers one for which the others have come. */
function firstOf(matches: readonly Match[], place: Place, passed: Catcher[]): Catcher | null {
  for (const { node, trigger } of matches) {
    const isParallel = node.event!.parallelMultiple;
    const armed = isParallel ? place.armed : null;
    const catcher = { ...place, node, trigger, armed };
    if (armed === null) return catcher;
    if (thrownWait(node, armed, trigger) === undefined) continue;
    if (isLast(node, armed)) return catcher;
    passed.push(catcher);
  }
  return null;
}

function isLast({ index }: FlowNode, scope: Scope): boolean {
  return [...(scope.waits ?? [])].filter(({ node }) => node === index).length === 1;
}

interface Match {
  readonly node: FlowNode;
  readonly trigger: number;
}

/** Lists the catchers of one level: those of the exact code before catch-alls, else in document order. */
function matching(
  burst: Burst,
  kind: Thrown,
  candidates: readonly FlowNode[],
  scope: Scope,
  code: string | null,
): Match[] {
  const exact: Match[] = [];
  const all: Match[] = [];
  for (const node of candidates) {
    node.event!.triggers.forEach((caught, trigger) => {
      if (caught.kind !== kind) return;
      const wanted = codeOf(burst, node, scope, caught as ErrorTrigger | EscalationTrigger);
      if (wanted === null) all.push({ node, trigger });
      else if (wanted === code) exact.push({ node, trigger });
    });
  }
  return [...exact, ...all];
}

/** Evaluates the code that a catcher catches; null catches every code. */
export function codeOf(
  burst: Burst,
  node: FlowNode,
  scope: Scope,
  { code }: ErrorTrigger | EscalationTrigger,
): string | null {
  if (code === null) return null;
  const value = evaluateIn(burst, code, scope, null, node);
  return value === null || value === '' ? null : String(value);
}
