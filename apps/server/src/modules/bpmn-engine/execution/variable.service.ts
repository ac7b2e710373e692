// Reads, sets and removes variables of running instances, as they are seen from one execution.
import type { InstanceState, Value, Variables } from '@keelson/bpmn-core';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { scopesSeen } from '../runtime/burst/visible-variables.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { isSamePerson } from '../runtime/state/person-name.ts';
import { type ExecutionPlace, placeOf, refuseEnded, requireThere } from './execution-place.ts';

/** Which variables are meant: those that belong to the execution, or all that are seen from it. */
export interface VariablePlace {
  readonly executionId: string;
  readonly isLocal: boolean;
}

export interface FoundVariable {
  readonly name: string;
  readonly value: Value;
  readonly instanceId: string;
  /** Token to whose activity the variable belongs; null is the process itself. */
  readonly token: number | null;
  readonly revision: number;
  readonly isSearchable: boolean;
}

interface Change {
  readonly variables: Variables;
  readonly removals: readonly string[];
}

type Allow = (caller: Caller, state: InstanceState, place: ExecutionPlace) => void;

export function createVariableService({
  clock,
  runtime,
  history,
  limits,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly limits: EngineLimits;
}) {
  async function change(
    { caller }: Act,
    { executionId, isLocal }: VariablePlace,
    { variables, removals }: Change,
    allow: Allow = () => undefined,
  ): Promise<undefined> {
    checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));
    const place = placeOf(executionId);
    const { token } = place;
    const done = await runtime.run(place.instanceId, {
      decide({ state }) {
        requireThere(caller, state, place);
        allow(caller, state, place);
        if (isLocal) requireActive(state, place);
        requireAll(state, place, { isLocal, names: removals });
        const at = { at: clock.now(), actor: caller.username };
        const where = token === null ? {} : { token, local: isLocal };
        return { kind: 'set-variables', ...at, variables, removals, ...where };
      },
      answer: () => true,
    });
    if (done === null) await refuseEnded(history, caller, place);
  }

  async function find({ caller }: Act, { executionId, isLocal }: VariablePlace): Promise<FoundVariable[]> {
    const place = placeOf(executionId);
    const live = await runtime.find(place.instanceId);
    if (live === null) return refuseEnded(history, caller, place);
    requireThere(caller, live.state, place);
    const found = new Map<string, FoundVariable>();
    for (const { token, variables } of scopesSeen(live.state, place.token)) {
      if (isLocal && token !== place.token) continue;
      for (const [name, value] of Object.entries(variables)) {
        const known = { name, value, instanceId: place.instanceId, token, ...factsOf(live, token, name) };
        if (!found.has(name)) found.set(name, known);
      }
    }
    return [...found.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  return {
    find,

    async findOne(act: Act, place: VariablePlace, name: string): Promise<FoundVariable> {
      const found = await find(act, place);
      return found.find((each) => each.name === name) ?? failNotFound('VARIABLE_NOT_FOUND', { name });
    },

    /** Sets variables where each is visible, else on the instance; for managers, and for the assignee of a task there. */
    setByHolder: (act: Act, executionId: string, variables: Variables): Promise<undefined> =>
      change(act, { executionId, isLocal: false }, { variables, removals: [] }, requireSetter),

    set: (act: Act, place: VariablePlace, variables: Variables): Promise<undefined> =>
      change(act, place, { variables, removals: [] }),

    /** Removes variables, of each name the innermost that is visible; all or none. */
    remove: (act: Act, place: VariablePlace, removals: readonly string[]): Promise<undefined> =>
      change(act, place, { variables: {}, removals }),
  };
}

export type VariableService = ReturnType<typeof createVariableService>;

function factsOf({ revision, compiled }: LiveInstance, token: number | null, name: string) {
  return { revision, isSearchable: token === null && compiled.searchable.includes(name) };
}

/** Refuses whoever is neither a manager nor the assignee of a task at the execution; a suspended instance is for managers alone. */
function requireSetter(caller: Caller, { facts, tasks, suspended }: InstanceState, place: ExecutionPlace): void {
  if (caller.holds('BPMN_INSTANCE_MANAGE')) return;
  const isAssigned = tasks.some(
    ({ token, assignee }) => token === place.token && assignee !== null && isSamePerson(assignee, caller.username),
  );
  if (!isAssigned) fail('ACCESS_DENIED');
  if (suspended) fail('INSTANCE_SUSPENDED', { parameters: { processInstanceId: facts.id } });
}

/** Refuses a token between activities, which has nothing of its own. */
function requireActive({ tokens }: InstanceState, { token, executionId }: ExecutionPlace): void {
  const standing = tokens.find(({ number }) => number === token);
  if (standing?.activity === 0) fail('EXECUTION_NOT_ACTIVE', { parameters: { executionId } });
}

function requireAll(
  state: InstanceState,
  { token }: ExecutionPlace,
  { isLocal, names }: { readonly isLocal: boolean; readonly names: readonly string[] },
): void {
  const scopes = scopesSeen(state, token).filter((scope) => !isLocal || scope.token === token);
  const missing = names.filter((name) => !scopes.some(({ variables }) => Object.hasOwn(variables, name)));
  if (missing.length > 0) failNotFound('VARIABLE_NOT_FOUND', ...missing.map((name) => ({ name })));
}
