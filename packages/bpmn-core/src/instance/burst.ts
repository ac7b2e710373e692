// The working copy of an instance while one command runs: everything that moves is mutable here and nowhere else.
import type { Effect } from '../contract/effects.ts';
import type { HistoryEvent } from '../contract/history.ts';
import type { Host } from '../contract/host.ts';
import type {
  AdHocState,
  CompensationRecord,
  CompensationRun,
  CorrelationKey,
  GatewayState,
  InstanceFacts,
  LoopState,
  OpenTask,
  ReturnPoint,
  TokenRole,
  Wait,
} from '../contract/instance-state.ts';
import type { ActivityState } from '../contract/lifecycle.ts';
import type { Answer } from '../contract/result.ts';
import type { ExpressionContext } from '../expression/expression.ts';
import type { FlowIndex, NodeIndex } from '../model/indexes.ts';
import type { FlowNode, ProcessModel, ScopeModel } from '../model/process-model.ts';
import type { Value } from '../values/values.ts';
import { type SparedAct, stepFailure } from './step-failure.ts';

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
  /** The scope it lies in. */
  scope: Scope;
  /** The scope of the activity that it is in, where that needs one. */
  inner: Scope | null;
  role: TokenRole;
  /** Index of the iteration, number of the compensation record. */
  index: number;
  /** Number of the return point in its scope that it comes from, 0 for none. */
  origin: number;
  /** Who gets the user task that it opens next, whatever the model says; null: as the model says. */
  assignee: string | null;
  /** False once it has ended: lists that still name it pass it over. */
  alive: boolean;
  /** The job before its element has run. */
  admitted: boolean;
  /** Of a call that is done: the id of the instance, where it is kept to be compensated. */
  called: string | null;
  /** What it waits in. */
  waits: Set<Wait> | null;
}

/** The process, or an activity instance that holds tokens, waits or data of its own. */
export interface Scope {
  /** Of its activity instance; 0 for the process. */
  readonly number: number;
  readonly parent: Scope | null;
  readonly depth: number;
  /** The token in the parent that is in the activity; null for the process. */
  readonly token: WorkToken | null;
  /** What lies in it; null for activities that are no sub-process, and for loops around one. */
  readonly model: ScopeModel | null;
  readonly tokens: Set<WorkToken>;
  variables: Record<string, Value>;
  /** False as long as `variables` is an object of the state handed in, which is not ours to write. */
  variablesOwned: boolean;
  /** Armed beside its tokens: boundary events of its activity, event sub-processes inside. Made when first needed. */
  waits: Set<Wait> | null;
  /** Tokens at rest before a join, by the flow that they came by. Made when first needed. */
  heldOnFlow: Map<FlowIndex, WorkToken[]> | null;
  /** Tokens at rest that an activity collects. Made when first needed. */
  heldAtNode: Map<NodeIndex, WorkToken[]> | null;
  loop: LoopState | null;
  adHoc: AdHocState | null;
  records: readonly CompensationRecord[];
  runs: readonly CompensationRun[];
  gateways: readonly GatewayState[];
  interrupted: boolean;
  /** What its tokens can go back to. */
  points: readonly ReturnPoint[];
}

/** Where a wait hangs: on a token that waits in it, or beside the tokens of a scope. */
export interface WaitOwner {
  readonly scope: Scope;
  readonly token: WorkToken | null;
}

/** Why conditions are to be looked at. */
export interface ConditionNews {
  /** Everything is looked at, whatever it says of variables. */
  all: boolean;
  /** Numbers of the waits that were never looked at. */
  readonly armed: Set<number>;
  /** What happened to variables, as `update heat`. */
  readonly changes: Set<string>;
}

/** An event that goes on throwing, from this trigger on: what it began before is done. */
export interface Throwing {
  readonly token: WorkToken;
  readonly trigger: number;
}

export interface Burst {
  readonly model: ProcessModel;
  readonly host: Host;
  readonly facts: InstanceFacts;
  readonly at: number;
  readonly actor: string | null;
  readonly answers: readonly Answer[];
  /** Questions asked so far. */
  asked: number;
  /** Acts that fail with an incident instead of taking the command back, by their ordinal. */
  readonly incidents: ReadonlyMap<number, SparedAct>;
  /** Acts so far. */
  acts: number;
  counter: number;
  /** Arrivals so far. */
  steps: number;
  /** Moves so far; starts behind the tokens that were there. */
  moves: number;
  /** Where they began. */
  movesBefore: number;
  /** Tokens alive, at rest or moving. */
  liveTokens: number;
  /** Those among them that hold others inside of their activity: the limit counts what is inside. */
  containers: number;
  readonly root: Scope;
  /** Open waits by number. */
  readonly waits: Map<number, Wait>;
  /** Where each of them hangs. */
  readonly owners: Map<number, WaitOwner>;
  /** Tokens that enter an element in the next round. */
  arriving: WorkToken[];
  /** Tokens whose element acts in the second half of this round. */
  acting: WorkToken[];
  /** Activities that took in tokens in this round and may have enough now. */
  collecting: { readonly scope: Scope; readonly node: NodeIndex }[];
  /** Tokens whose activity is done and that do not leave by flows: iterations, handlers, compensations. */
  finished: WorkToken[];
  /** Compensating tokens that a boundary event has ended: what comes after them goes on. */
  interrupted: WorkToken[];
  throwing: Throwing[];
  /** Ad-hoc sub-processes in which an activity has completed. */
  readonly adHocDue: Set<Scope>;
  /** Scopes that lost their last token and may complete. */
  emptied: Scope[];
  /** Conditional waits that are to be looked at: something that they may see has changed, or they are new. */
  conditionsDue: boolean;
  readonly conditionNews: ConditionNews;
  /** How many open waits look at variables: as long as there are none, no change is noted. */
  watching: number;
  /** Keys of the instance's collaborations, as the first messages have fixed them. */
  correlation: readonly CorrelationKey[];
  tasks: OpenTask[];
  /** Number of the task whose create listeners run, 0 for none. */
  taskInCreation: number;
  /** Variables that are seen until the burst rests, and by nobody after it. */
  transients: Readonly<Record<string, Value>> | null;
  suspended: boolean;
  /** What an operator's change leaves out. */
  readonly skips: { listeners: boolean; mappings: boolean };
  ended: Extract<Effect, { kind: 'end' }> | null;
  endElementIds: readonly string[];
  readonly history: HistoryEvent[];
  /** How much of the history the event listeners of the process have been told. */
  told: number;
  readonly effects: Effect[];
  /** Made by the first expression; see `evaluation.ts`. */
  expressionContext: ExpressionContext | null;
}

/** Throws the failure `LIMIT_EXCEEDED` when the instance would have too many tokens; asked before they are made. */
export function reserveTokens(burst: Burst, count: number, node: FlowNode, inside: Scope | null = null): void {
  const { tokens: limit } = burst.host.limits;
  // The first token inside of an activity takes the place of the one that is in the activity.
  const placed = burst.containers + (inside !== null && inside.token !== null && inside.tokens.size === 0 ? 1 : 0);
  const total = burst.liveTokens + count - placed;
  if (total > limit) {
    throw stepFailure('LIMIT_EXCEEDED', node.id, `The instance would have ${total} tokens; the limit is ${limit}`);
  }
  burst.liveTokens += count;
}

/** Puts a token into its scope. */
export function addToken(burst: Burst, token: WorkToken): void {
  const { scope } = token;
  scope.tokens.add(token);
  if (scope.tokens.size === 1 && scope.token !== null) burst.containers++;
}

/** The tokens must have been reserved. */
export function newToken(burst: Burst, scope: Scope, node: NodeIndex, arrivedBy: FlowIndex): WorkToken {
  const token: WorkToken = {
    number: ++burst.counter,
    node,
    arrivedBy,
    activity: 0,
    since: burst.at,
    sent: burst.moves++,
    lifecycle: 'READY',
    scope,
    inner: null,
    role: 'flow',
    index: 0,
    origin: 0,
    assignee: null,
    alive: true,
    admitted: false,
    called: null,
    waits: null,
  };
  addToken(burst, token);
  return token;
}

/** The token at rest with this number, in whatever scope. */
export function findToken(burst: Burst, number: number): WorkToken | undefined {
  return findIn(burst.root, number);
}

function findIn(scope: Scope, number: number): WorkToken | undefined {
  for (const token of scope.tokens) {
    if (token.number === number) return token;
    const inside = token.inner === null ? undefined : findIn(token.inner, number);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

export function nodeOf(burst: Burst, token: WorkToken): FlowNode {
  return burst.model.nodes[token.node]!;
}
