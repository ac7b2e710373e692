// Which variables a place of a running instance sees: its own, then those of each scope around it; inner ones hide outer ones.
import type { InstanceState, Value, Variables } from '@keelson/bpmn-core';

/** `token` is the number of the token that stands there; one that is gone sees the variables of the process. */
export function visibleVariables(state: InstanceState, token: number): Variables {
  const standing = state.tokens.find(({ number }) => number === token);
  const own = state.scopes.find((scope) => scope.token === token);
  const chain: Variables[] = own === undefined ? [] : [own.variables];
  for (let number = own?.parent ?? standing?.scope ?? 0; number !== 0; ) {
    const scope = state.scopes.find((each) => each.number === number);
    if (scope === undefined) break;
    chain.push(scope.variables);
    number = scope.parent;
  }
  if (chain.length === 0) return state.variables;
  const seen: Record<string, Value> = { ...state.variables };
  for (const variables of chain.reverse()) Object.assign(seen, variables);
  return seen;
}
