// Rebuilds what an instance had open and knew from its history alone.
import type { HistoryRecord } from '../codec/history-codec.ts';
import type { EndState } from '../contract/effects.ts';
import type { HistoryEvent } from '../contract/history.ts';
import type { WaitKind } from '../contract/instance-state.ts';
import type { TaskPeople } from '../contract/open-task.ts';
import type { NodeIndex } from '../model/indexes.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { putValue, type Value, type Variables } from '../values/values.ts';
import { peopleAfter } from './task-people.ts';
import type { ModelSource } from './timeline.ts';

/** An open task as far as history has it: texts, dates and priority that nobody has changed are in the rows of tasks. */
export interface ReplayedTask extends TaskPeople {
  readonly number: number;
  readonly token: number;
  readonly node: NodeIndex;
  readonly createdAt: number;
}

/** An activity instance that still runs. */
export interface ReplayedActivity {
  readonly number: number;
  readonly node: NodeIndex;
  readonly token: number;
  readonly scope: number;
  readonly since: number;
}

export interface ReplayedState {
  /** How the instance ended; null while it runs. */
  readonly endState: EndState | null;
  readonly activities: readonly ReplayedActivity[];
  readonly tasks: readonly ReplayedTask[];
  readonly waits: ReadonlyMap<number, { readonly node: NodeIndex; readonly kind: WaitKind }>;
  /** Variables of the process. */
  readonly variables: Variables;
  /** Variables of the open scopes, by the numbers of the scopes. */
  readonly scopes: ReadonlyMap<number, Variables>;
  readonly suspended: boolean;
  readonly endElementIds: readonly string[];
}

interface Replay {
  model: ProcessModel;
  readonly models: ModelSource;
  endState: EndState | null;
  readonly activities: Map<number, ReplayedActivity>;
  readonly tasks: Map<number, ReplayedTask>;
  readonly waits: Map<number, { node: NodeIndex; kind: WaitKind }>;
  readonly variables: Record<string, Value>;
  readonly scopes: Map<number, Record<string, Value>>;
  suspended: boolean;
  readonly endElementIds: string[];
}

/** Answers the state after these records, which must be the first ones of the instance in order; fewer than all give a past moment. */
export function replay(
  model: ProcessModel,
  records: readonly HistoryRecord[],
  models: ModelSource = () => undefined,
): ReplayedState {
  const state: Replay = {
    model,
    models,
    endState: null,
    activities: new Map(),
    tasks: new Map(),
    waits: new Map(),
    variables: {},
    scopes: new Map(),
    suspended: false,
    endElementIds: [],
  };
  for (const record of records) {
    let { at } = record;
    for (const event of record.events) {
      if (event[0] === '@') [, at] = event;
      else apply(state, event, at);
    }
  }
  return { ...state, activities: [...state.activities.values()], tasks: [...state.tasks.values()] };
}

function apply(state: Replay, event: HistoryEvent, at: number): void {
  switch (event[0]) {
    case 'a':
      state.activities.set(event[1], {
        number: event[1],
        node: event[2],
        token: event[3],
        scope: event[4] ?? 0,
        since: at,
      });
      return;
    case 'c':
      complete(state, event[1]);
      return;
    case 'k':
      leave(state, event[1]);
      return;
    case 'w':
      state.waits.set(event[1], { node: event[2], kind: event[3] });
      return;
    case 'o':
    case 'n':
      state.waits.delete(event[1]);
      return;
    case 'M':
      goOnWith(state, event);
      return;
    case 'h':
      [, state.suspended] = event;
      return;
    case 'b':
      if (event[1] === 0) state.endState = null;
      if (event.length === 5) {
        const [, number, node, token, scope] = event;
        state.activities.set(number, { number, node, token, scope, since: at });
      }
      return;
    case 'e':
      [, state.endState] = event;
      return;
    default:
      applyToData(state, event, at);
  }
}

function applyToData(state: Replay, event: HistoryEvent, at: number): void {
  switch (event[0]) {
    case 'v':
    case 'x':
      applyToVariables(state.variables, event);
      return;
    case 'l':
      putValue(scopeVariables(state, event[1]), event[2], event[3]);
      return;
    case 'y':
      delete scopeVariables(state, event[1])[event[2]];
      return;
    case 't':
      openTask(state, event, at);
      return;
    case 'u':
    case 'U': {
      const task = state.tasks.get(event[1])!;
      state.tasks.set(event[1], { ...task, ...peopleAfter(task, task.number, event)! });
      return;
    }
    case 'N':
      for (const [number, task] of state.tasks) {
        state.tasks.set(number, { ...task, ...peopleAfter(task, number, event)! });
      }
      return;
    case 'd':
    case 'q':
      state.tasks.delete(event[1]);
  }
}

/** Moves what runs to the corresponding elements of the new model. */
function goOnWith(state: Replay, [, processDefinitionId, pairs]: HistoryEvent & readonly ['M', ...unknown[]]): void {
  const model = state.models(processDefinitionId);
  if (model === undefined) throw new Error(`The model of ${processDefinitionId} is needed to replay what follows`);
  state.model = model;
  const nodes = new Map<NodeIndex, NodeIndex>();
  for (let at = 0; at < pairs.length; at += 2) nodes.set(pairs[at]!, pairs[at + 1]!);
  for (const places of [state.activities, state.tasks, state.waits] as Map<number, { node: NodeIndex }>[]) {
    for (const [number, place] of places) places.set(number, { ...place, node: nodes.get(place.node) ?? place.node });
  }
}

function scopeVariables(state: Replay, scope: number): Record<string, Value> {
  const known = state.scopes.get(scope);
  if (known !== undefined) return known;
  const made: Record<string, Value> = {};
  state.scopes.set(scope, made);
  return made;
}

/** Writes a `v` or `x` event into variables. */
export function applyToVariables(variables: Record<string, Value>, event: HistoryEvent): void {
  if (event[0] === 'v') putValue(variables, event[1], event[2]);
  else if (event[0] === 'x') delete variables[event[1]];
}

function complete(state: Replay, activity: number): void {
  const { node: index } = state.activities.get(activity)!;
  leave(state, activity);
  const node = state.model.nodes[index]!;
  const isEnd = node.type === 'endEvent' && node.scope === 0;
  if (isEnd && !state.endElementIds.includes(node.id)) state.endElementIds.push(node.id);
}

function leave(state: Replay, activity: number): void {
  state.activities.delete(activity);
  state.scopes.delete(activity);
}

function openTask(state: Replay, event: HistoryEvent & readonly ['t', ...unknown[]], createdAt: number): void {
  const [, number, activity] = event;
  const { token, node } = state.activities.get(activity)!;
  state.tasks.set(number, { number, token, node, ...peopleAfter(null, number, event)!, createdAt });
}
