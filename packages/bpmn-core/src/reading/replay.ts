// Rebuilds an instance from its history alone.
import type { HistoryRecord } from '../codec/history-codec.ts';
import type { EndState } from '../effects.ts';
import type { HistoryEvent } from '../history.ts';
import type { Token } from '../model/instance-state.ts';
import {
  type FlowIndex,
  type FlowNode,
  isJoin,
  NO_FLOW,
  type NodeIndex,
  type ProcessModel,
} from '../model/process-model.ts';
import { putValue, type Value, type Variables } from '../model/values.ts';

/** An open task as far as history tells: its texts, dates and priority are in the rows of tasks. */
export interface ReplayedTask {
  readonly number: number;
  readonly token: number;
  readonly node: NodeIndex;
  readonly assignee: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly owner: string | null;
  readonly createdAt: number;
}

export interface ReplayedState {
  /** Null while the instance runs. */
  readonly endState: EndState | null;
  readonly counter: number;
  /** Equal to the live ones, in the same order. */
  readonly tokens: readonly Token[];
  readonly tasks: readonly ReplayedTask[];
  readonly variables: Variables;
  readonly endElementIds: readonly string[];
}

type Moving = { -readonly [Field in keyof Token]: Token[Field] };

interface Replay {
  readonly model: ProcessModel;
  counter: number;
  endState: EndState | null;
  readonly tokens: Map<number, Moving>;
  readonly tokenOfActivity: Map<number, Moving>;
  readonly tasks: Map<number, ReplayedTask>;
  variables: Record<string, Value>;
  endElementIds: string[];
  /** The token whose activity completed last: the next flow is its way on. */
  leaving: Moving | null;
}

/** The state after these records, which must be the first ones of the instance in order; fewer than all give a past moment. */
export function replay(model: ProcessModel, records: readonly HistoryRecord[]): ReplayedState {
  const state: Replay = {
    model,
    counter: 0,
    endState: null,
    tokens: new Map(),
    tokenOfActivity: new Map(),
    tasks: new Map(),
    variables: {},
    endElementIds: [],
    leaving: null,
  };
  for (const record of records) for (const event of record.events) apply(state, event, record.at);
  return {
    endState: state.endState,
    counter: state.counter,
    tokens: inOrder([...state.tokens.values()]),
    tasks: [...state.tasks.values()],
    variables: state.variables,
    endElementIds: state.endElementIds,
  };
}

function inOrder(tokens: readonly Token[]): Token[] {
  const inside = tokens.filter((token) => token.activity !== 0).sort((left, right) => left.number - right.number);
  return [...inside, ...tokens.filter((token) => token.activity === 0)];
}

function apply(state: Replay, event: HistoryEvent, at: number): void {
  switch (event[0]) {
    case 'i':
      begin(state, at);
      break;
    case 'a':
      enter(state, event, at);
      break;
    case 'c':
      complete(state, event[1]);
      break;
    case 'f':
      take(state, event[1], at);
      break;
    case 'v':
    case 'x':
      applyToVariables(state.variables, event);
      break;
    case 't':
      openTask(state, event, at);
      break;
    case 'u':
      state.tasks.set(event[1], { ...state.tasks.get(event[1])!, assignee: event[2] });
      break;
    case 'd':
      state.tasks.delete(event[1]);
      break;
    case 'e':
      state.endState = event[1];
  }
}

/** Writes a `v` or `x` event into variables. */
export function applyToVariables(variables: Record<string, Value>, event: HistoryEvent): void {
  if (event[0] === 'v') putValue(variables, event[1], event[2]);
  else if (event[0] === 'x') delete variables[event[1]];
}

/** A start event makes itself known by its entry; implicit beginnings may wait for each other without one. */
function begin(state: Replay, at: number): void {
  if (!state.model.implicitStart) return;
  for (const node of state.model.startNodes) addToken(state, ++state.counter, node, NO_FLOW, at);
}

function addToken(state: Replay, number: number, node: NodeIndex, arrivedBy: FlowIndex, since: number): Moving {
  const token: Moving = { number, node, arrivedBy, activity: 0, since };
  state.tokens.set(number, token);
  return token;
}

function enter(state: Replay, event: HistoryEvent & readonly ['a', ...unknown[]], at: number): void {
  const [, activity, index, number] = event;
  const node = state.model.nodes[index]!;
  const token = state.tokens.get(number) ?? addToken(state, number, index, NO_FLOW, at);
  for (const used of usedUp(state, node)) if (used !== token) state.tokens.delete(used.number);
  token.activity = activity;
  state.tokenOfActivity.set(activity, token);
  state.counter = Math.max(state.counter, activity, number);
}

/** The tokens that the entry into this element takes: the same choice as the live one, oldest first. */
function usedUp(state: Replay, node: FlowNode): Moving[] {
  if (!isJoin(node) && node.startQuantity <= 1) return [];
  const here = [...state.tokens.values()].filter((token) => token.node === node.index && token.activity === 0);
  if (!isJoin(node)) return here.slice(0, node.startQuantity);
  return node.incoming.map((flow) => here.find((token) => token.arrivedBy === flow)!);
}

function complete(state: Replay, activity: number): void {
  const token = state.tokenOfActivity.get(activity)!;
  state.tokenOfActivity.delete(activity);
  state.tokens.delete(token.number);
  state.leaving = token;
  const node = state.model.nodes[token.node]!;
  if (node.type === 'endEvent' && !state.endElementIds.includes(node.id)) state.endElementIds.push(node.id);
}

/** The first flow after a completion takes the token itself, each further one a new token. */
function take(state: Replay, flow: FlowIndex, at: number): void {
  const number = state.leaving === null ? ++state.counter : state.leaving.number;
  state.leaving = null;
  addToken(state, number, state.model.flows[flow]!.target, flow, at);
}

function openTask(state: Replay, event: HistoryEvent & readonly ['t', ...unknown[]], createdAt: number): void {
  const [, number, activity, assignee, candidateUsers, candidateGroups, owner] = event;
  const { number: token, node } = state.tokenOfActivity.get(activity)!;
  state.tasks.set(number, { number, token, node, assignee, candidateUsers, candidateGroups, owner, createdAt });
  state.counter = Math.max(state.counter, number);
}
