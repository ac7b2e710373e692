// Which variables a place of a running instance sees: its own, then those of each scope around it; inner ones hide outer ones.
import type { InstanceState, Value, Variables } from '@keelson/bpmn-core';
import { putValue } from '../state/variable-value.ts';

/** Variables of one scope. */
export interface SeenScope {
  /** Number of the token whose activity it is; null is the process itself. */
  readonly token: number | null;
  readonly variables: Variables;
}

/** Lists the scopes that a token sees, the innermost first; one that is gone, and null, see the process alone. */
export function scopesSeen(state: InstanceState, token: number | null): readonly SeenScope[] {
  const standing = state.tokens.find(({ number }) => number === token);
  const own = token === null ? undefined : state.scopes.find((scope) => scope.token === token);
  const seen: SeenScope[] = own === undefined ? [] : [{ token, variables: own.variables }];
  for (let number = own?.parent ?? standing?.scope ?? 0; number !== 0; ) {
    const scope = state.scopes.find((each) => each.number === number);
    if (scope === undefined) break;
    seen.push(scope);
    number = scope.parent;
  }
  return [...seen, { token: null, variables: state.variables }];
}

/** Gathers the variables that a token sees, by its number; one that is gone sees those of the process. */
export function visibleVariables(state: InstanceState, token: number): Variables {
  const scopes = scopesSeen(state, token);
  if (scopes.length === 1) return state.variables;
  const seen: Record<string, Value> = {};
  for (const { variables } of [...scopes].reverse()) {
    for (const name of Object.keys(variables)) putValue(seen, name, variables[name] ?? null);
  }
  return seen;
}
