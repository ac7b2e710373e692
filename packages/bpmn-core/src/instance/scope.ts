// Scopes of a working instance open here, hold tokens that wait for others, and have the variables that are seen from them.
import type { HistoryEvent } from '../contract/history.ts';
import type { ScopeModel } from '../model/process-model.ts';
import { ownValue, putValue, storedValue, type Value, type Variables } from '../values/values.ts';
import type { Burst, Scope, WorkToken } from './burst.ts';
import { stepFailure } from './step-failure.ts';

const NO_VARIABLES: Variables = {};

export function emptyScope(
  number: number,
  parent: Scope | null,
  token: WorkToken | null,
  model: ScopeModel | null,
): Scope {
  return {
    number,
    parent,
    depth: parent === null ? 0 : parent.depth + 1,
    token,
    model,
    tokens: new Set(),
    variables: NO_VARIABLES,
    variablesOwned: false,
    waits: null,
    heldOnFlow: null,
    heldAtNode: null,
    loop: null,
    adHoc: null,
    records: [],
    runs: [],
    gateways: [],
    interrupted: false,
    points: [],
  };
}

/** Opens the scope of the activity that the token is in. */
export function openScope(token: WorkToken, model: ScopeModel | null): Scope {
  const scope = emptyScope(token.activity, token.scope, token, model);
  token.inner = scope;
  return scope;
}

/** Answers the scope whose variables an element sees first: its own where it has one, else the one it lies in. */
export function scopeOf(token: WorkToken): Scope {
  return token.inner ?? token.scope;
}

/** Answers the scope of the activity that the token is in, opened where it had none. */
export function ownScope(token: WorkToken): Scope {
  return token.inner ?? openScope(token, null);
}

export function holdOnFlow(scope: Scope, token: WorkToken): void {
  scope.heldOnFlow ??= new Map();
  const held = scope.heldOnFlow.get(token.arrivedBy);
  if (held === undefined) scope.heldOnFlow.set(token.arrivedBy, [token]);
  else held.push(token);
}

export function holdAtNode(scope: Scope, token: WorkToken): void {
  scope.heldAtNode ??= new Map();
  const held = scope.heldAtNode.get(token.node);
  if (held === undefined) scope.heldAtNode.set(token.node, [token]);
  else held.push(token);
}

/** Whether the token waits at a join or is being collected. */
export function isHeld(scope: Scope, token: WorkToken): boolean {
  return (
    scope.heldOnFlow?.get(token.arrivedBy)?.includes(token) === true ||
    scope.heldAtNode?.get(token.node)?.includes(token) === true
  );
}

/** Takes a token out of what holds it, if anything does. */
export function releaseHeld(scope: Scope, token: WorkToken): void {
  for (const held of [scope.heldOnFlow?.get(token.arrivedBy), scope.heldAtNode?.get(token.node)]) {
    const index = held?.indexOf(token) ?? -1;
    if (index >= 0) held!.splice(index, 1);
  }
}

/** Walks every scope from this one outward. */
export function* outward(scope: Scope): Iterable<Scope> {
  for (let at: Scope | null = scope; at !== null; at = at.parent) yield at;
}

/** Walks every scope from this one inward, outer before inner. */
export function* inward(scope: Scope): Iterable<Scope> {
  yield scope;
  for (const token of scope.tokens) if (token.inner !== null) yield* inward(token.inner);
}

/** Answers undefined when no scope from here outward has such a variable. */
export function findVariable(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const value = ownValue(at.variables, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Gathers all that is seen from here; an inner variable hides an outer one of its name. */
export function visibleVariables(scope: Scope): Variables {
  if (scope.parent === null) return scope.variables;
  const visible: Record<string, Value> = {};
  for (const at of [...outward(scope)].reverse()) {
    for (const name of Object.keys(at.variables)) putValue(visible, name, at.variables[name]!);
  }
  return visible;
}

/** Gathers all that is seen from here, with variables that are seen until the burst rests. */
export function seenVariables({ transients }: Burst, scope: Scope): Variables {
  const visible = visibleVariables(scope);
  if (transients === null) return visible;
  const seen: Record<string, Value> = { ...visible };
  for (const name of Object.keys(transients)) putValue(seen, name, transients[name]!);
  return seen;
}

/** Removes a variable that was seen until the burst rests, as one of its name is written to stay. */
function dropTransient(burst: Burst, name: string): void {
  if (!Object.hasOwn(burst.transients!, name)) return;
  const { [name]: _, ...others } = burst.transients!;
  burst.transients = others;
}

/** Makes a variable that is seen from everywhere until the burst rests, before one of the same name, and is kept nowhere. */
export function setTransient(burst: Burst, name: string, value: Value): void {
  const transients = { ...burst.transients };
  putValue(transients, name, storable(name, value));
  burst.transients = transients;
}

/** Writes where the variable is found, else in the process. */
export function setVariable(burst: Burst, scope: Scope, name: string, value: Value): void {
  let at = scope;
  while (at.parent !== null && !Object.hasOwn(at.variables, name)) at = at.parent;
  setLocal(burst, at, name, value);
}

/** Writes where the variable is found, else in this scope. */
export function setNearest(burst: Burst, scope: Scope, name: string, value: Value): void {
  for (const at of outward(scope)) {
    if (!Object.hasOwn(at.variables, name)) continue;
    setLocal(burst, at, name, value);
    return;
  }
  setLocal(burst, scope, name, value);
}

export function setVariables(burst: Burst, scope: Scope, variables: Variables): void {
  for (const name of Object.keys(variables)) setVariable(burst, scope, name, variables[name] as Value);
}

/** Writes in this scope, whatever lies outside. */
export function setLocal(burst: Burst, scope: Scope, name: string, given: Value): void {
  const value = storable(name, given);
  if (burst.transients !== null) dropTransient(burst, name);
  const previous = ownValue(scope.variables, name);
  if (previous === value) return;
  putValue(writableVariables(scope), name, value);
  burst.history.push(changed(scope, name, value, previous));
  notifyConditions(burst, previous === undefined ? 'create' : 'update', name);
}

/** Notes a change of a variable for the armed conditions; those armed later are evaluated anyway. */
function notifyConditions(burst: Burst, event: 'create' | 'update' | 'delete', name: string): void {
  if (burst.watching === 0) return;
  burst.conditionsDue = true;
  burst.conditionNews.changes.add(`${event} ${name}`);
}

function changed(scope: Scope, name: string, value: Value, previous: Value | undefined): HistoryEvent {
  if (scope.parent === null) return previous === undefined ? ['v', name, value] : ['v', name, value, previous];
  const { number } = scope;
  return previous === undefined ? ['l', number, name, value] : ['l', number, name, value, previous];
}

/** Removes the innermost variable of that name. */
export function removeVariable(burst: Burst, scope: Scope, name: string): void {
  for (const at of outward(scope)) {
    const previous = ownValue(at.variables, name);
    if (previous === undefined) continue;
    delete writableVariables(at)[name];
    burst.history.push(at.parent === null ? ['x', name, previous] : ['y', at.number, name, previous]);
    notifyConditions(burst, 'delete', name);
    return;
  }
}

function storable(name: string, value: Value): Value {
  try {
    return storedValue(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw stepFailure('LIMIT_EXCEEDED', null, `Variable ${name} cannot be stored: ${error.message}`);
  }
}

function writableVariables(scope: Scope): Record<string, Value> {
  if (!scope.variablesOwned) {
    scope.variables = { ...scope.variables };
    scope.variablesOwned = true;
  }
  return scope.variables;
}

/** Lists the tokens of this scope that wait before joins or are being collected, in the order in which they were sent. */
export function heldTokens(scope: Scope): WorkToken[] {
  if (scope.heldOnFlow === null && scope.heldAtNode === null) return [];
  const held = [...(scope.heldOnFlow?.values() ?? []), ...(scope.heldAtNode?.values() ?? [])].flat();
  return held.sort((left, right) => left.sent - right.sent);
}
