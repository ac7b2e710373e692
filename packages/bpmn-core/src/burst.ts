// The working copy of an instance while one command runs: everything that moves is mutable here and nowhere else.
import type { Effect } from './effects.ts';
import type { ExpressionContext } from './expression/expression.ts';
import { stepFailure } from './failure.ts';
import type { HistoryEvent } from './history.ts';
import type { ActivityState } from './lifecycle.ts';
import type { StepLimits } from './limits.ts';
import type { InstanceFacts, InstanceState, OpenTask, Token } from './model/instance-state.ts';
import { type FlowIndex, type FlowNode, isJoin, type NodeIndex, type ProcessModel } from './model/process-model.ts';
import { ownValue, putValue, storedValue, type Value, type Variables } from './model/values.ts';

/** A token at work: it keeps its number from element to element. */
export interface WorkToken {
  readonly number: number;
  node: NodeIndex;
  arrivedBy: FlowIndex;
  /** Number of the activity instance that it is in, 0 when in none. */
  activity: number;
  since: number;
  /** Rises with each move: what waits for others is used up in the order in which it was sent. */
  sent: number;
  lifecycle: ActivityState;
}

export interface Burst {
  readonly model: ProcessModel;
  readonly limits: StepLimits;
  readonly facts: InstanceFacts;
  readonly at: number;
  readonly actor: string | null;
  counter: number;
  /** Arrivals so far. */
  steps: number;
  /** Moves so far; starts behind the tokens that were there. */
  moves: number;
  /** Tokens alive, at rest or moving. */
  liveTokens: number;
  /** Tokens that enter an element in the next round. */
  arriving: WorkToken[];
  /** Tokens whose element acts in the second half of this round. */
  acting: WorkToken[];
  /** Tokens at rest inside an activity. */
  waiting: WorkToken[];
  /** Tokens at rest before a join, by the flow that they came by; made when first needed, most bursts meet no join. */
  heldOnFlow: Map<FlowIndex, WorkToken[]> | null;
  /** Tokens at rest that an activity collects. */
  heldAtNode: Map<NodeIndex, WorkToken[]> | null;
  /** Activities that took in tokens in this round and may have enough now. */
  collecting: NodeIndex[];
  tasks: OpenTask[];
  variables: Record<string, Value>;
  /** False as long as `variables` is the object of the state handed in, which is not ours to write. */
  variablesOwned: boolean;
  endElementIds: readonly string[];
  readonly history: HistoryEvent[];
  readonly effects: Effect[];
  /** Made by the first expression; see `evaluation.ts`. */
  expressionContext: ExpressionContext | null;
}

const NO_VARIABLES: Variables = {};

export interface BurstOrigin {
  readonly model: ProcessModel;
  readonly limits: StepLimits;
  readonly at: number;
  readonly actor: string | null;
}

export function openBurst(origin: BurstOrigin, facts: InstanceFacts, state: InstanceState | null): Burst {
  const burst: Burst = {
    model: origin.model,
    limits: origin.limits,
    facts,
    at: origin.at,
    actor: origin.actor,
    counter: state === null ? 0 : state.counter,
    steps: 0,
    moves: 0,
    liveTokens: 0,
    arriving: [],
    acting: [],
    waiting: [],
    heldOnFlow: null,
    heldAtNode: null,
    collecting: [],
    tasks: state === null ? [] : [...state.tasks],
    variables: state === null ? NO_VARIABLES : state.variables,
    variablesOwned: false,
    endElementIds: state === null ? [] : state.endElementIds,
    history: [],
    effects: [],
    expressionContext: null,
  };
  if (state !== null) for (const token of state.tokens) takeUp(burst, token);
  return burst;
}

function takeUp(burst: Burst, token: Token): void {
  const work: WorkToken = {
    number: token.number,
    node: token.node,
    arrivedBy: token.arrivedBy,
    activity: token.activity,
    since: token.since,
    sent: burst.moves++,
    lifecycle: token.activity === 0 ? 'READY' : 'ACTIVE',
  };
  burst.liveTokens++;
  if (token.activity !== 0) burst.waiting.push(work);
  else if (isJoin(burst.model.nodes[token.node]!)) holdOnFlow(burst, work);
  else holdAtNode(burst, work);
}

export function holdOnFlow(burst: Burst, token: WorkToken): void {
  burst.heldOnFlow ??= new Map();
  const held = burst.heldOnFlow.get(token.arrivedBy);
  if (held === undefined) burst.heldOnFlow.set(token.arrivedBy, [token]);
  else held.push(token);
}

export function holdAtNode(burst: Burst, token: WorkToken): void {
  burst.heldAtNode ??= new Map();
  const held = burst.heldAtNode.get(token.node);
  if (held === undefined) burst.heldAtNode.set(token.node, [token]);
  else held.push(token);
}

/** Throws the failure `LIMIT_EXCEEDED` when the instance would have too many tokens; asked before they are made. */
export function reserveTokens(burst: Burst, count: number, node: FlowNode): void {
  if (burst.liveTokens + count > burst.limits.tokens) {
    const total = burst.liveTokens + count;
    throw stepFailure(
      'LIMIT_EXCEEDED',
      node.id,
      `The instance would have ${total} tokens; the limit is ${burst.limits.tokens}`,
    );
  }
  burst.liveTokens += count;
}

export function newToken(burst: Burst, node: NodeIndex, arrivedBy: FlowIndex): WorkToken {
  return {
    number: ++burst.counter,
    node,
    arrivedBy,
    activity: 0,
    since: burst.at,
    sent: burst.moves++,
    lifecycle: 'READY',
  };
}

export function setVariable(burst: Burst, name: string, given: Value): void {
  const value = storable(name, given);
  const previous = ownValue(burst.variables, name);
  if (previous === value) return;
  putValue(writableVariables(burst), name, value);
  burst.history.push(previous === undefined ? ['v', name, value] : ['v', name, value, previous]);
}

export function setVariables(burst: Burst, variables: Variables): void {
  for (const name of Object.keys(variables)) setVariable(burst, name, variables[name] as Value);
}

export function removeVariable(burst: Burst, name: string): void {
  const previous = ownValue(burst.variables, name);
  if (previous === undefined) return;
  delete writableVariables(burst)[name];
  burst.history.push(['x', name, previous]);
}

function storable(name: string, value: Value): Value {
  try {
    return storedValue(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw stepFailure('LIMIT_EXCEEDED', null, `Variable ${name} cannot be stored: ${error.message}`);
  }
}

function writableVariables(burst: Burst): Record<string, Value> {
  if (!burst.variablesOwned) {
    burst.variables = { ...burst.variables };
    burst.variablesOwned = true;
  }
  return burst.variables;
}

/** The state as it leaves the core: only what has to survive. */
export function sealState(burst: Burst): InstanceState {
  if (burst.waiting.length > 1) burst.waiting.sort((left, right) => left.number - right.number);
  const tokens = burst.waiting.map(resting);
  for (const token of heldTokens(burst)) tokens.push(resting(token));
  return {
    facts: burst.facts,
    counter: burst.counter,
    tokens,
    tasks: burst.tasks,
    variables: burst.variables,
    endElementIds: burst.endElementIds,
  };
}

/** Tokens before joins and those that activities collect, in the order in which they were sent. */
export function heldTokens(burst: Burst): WorkToken[] {
  if (burst.heldOnFlow === null && burst.heldAtNode === null) return [];
  const held = [...(burst.heldOnFlow?.values() ?? []), ...(burst.heldAtNode?.values() ?? [])].flat();
  return held.sort((left, right) => left.sent - right.sent);
}

function resting(token: WorkToken): Token {
  return {
    number: token.number,
    node: token.node,
    arrivedBy: token.arrivedBy,
    activity: token.activity,
    since: token.since,
  };
}
