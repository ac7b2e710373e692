// How the instances of a simulation stand.
import type { OpenTask, Wait } from '@keelson/bpmn-core';
import type { InstanceSummary, OpenWait, SimulatedInstance } from './world/simulation-types.ts';

export function summaryOf(instance: SimulatedInstance): InstanceSummary {
  const { number, definition, state, end, caller } = instance;
  return {
    instance: number,
    process: definition.key,
    calledBy: caller?.instance ?? null,
    businessKey: state.facts.businessKey,
    state: end !== null ? 'ENDED' : state.suspended ? 'SUSPENDED' : 'ACTIVE',
    endState: end?.endState ?? null,
    errorCode: end?.errorCode ?? null,
    endElementIds: state.endElementIds,
    variables: state.variables,
    elements: end === null ? state.tokens.map(({ node }) => definition.model.nodes[node]!.id) : [],
    waits: end === null ? openWaitsOf(instance) : [],
  };
}

export function openWaitsOf(instance: SimulatedInstance): readonly OpenWait[] {
  const { tasks, waits } = instance.state;
  return [...tasks.map((task) => taskOf(instance, task)), ...waits.map((wait) => waitOf(instance, wait))];
}

function taskOf({ number, definition }: SimulatedInstance, { node, assignee }: OpenTask): OpenWait {
  return { instance: number, elementId: definition.model.nodes[node]!.id, kind: 'TASK', assignee };
}

function waitOf({ number, definition }: SimulatedInstance, wait: Wait): OpenWait {
  const place = { instance: number, elementId: definition.model.nodes[wait.node]!.id, kind: upper(wait.kind) };
  switch (wait.kind) {
    case 'message':
    case 'signal':
      return { ...place, name: wait.name };
    case 'timer':
      return { ...place, dueAt: new Date(wait.firing.dueAt).toISOString() };
    case 'work':
      return { ...place, work: upper(wait.work) };
    case 'incident':
      return { ...place, name: wait.failure.code };
    default:
      return place;
  }
}

const upper = <const Word extends string>(word: Word) => word.toUpperCase() as Uppercase<Word>;
