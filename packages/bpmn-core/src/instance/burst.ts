// A burst is the working copy of an instance while one command runs: everything that moves is mutable here and nowhere else.
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
  ReturnPoint,
  TokenRole,
  Wait,
} from '../contract/instance-state.ts';
import type { ActivityState } from '../contract/lifecycle.ts';
import type { OpenTask } from '../contract/open-task.ts';
import type { ChangePlan } from '../contract/plan.ts';
import type { Answer } from '../contract/result.ts';
import type { ExpressionContext } from '../expression/expression.ts';
import type { FlowIndex, NodeIndex } from '../model/indexes.ts';
import type { FlowNode, ProcessModel, ScopeModel } from '../model/process-model.ts';
import type { Value } from '../values/values.ts';
import { type SparedAct, stepFailure } from './step-failure.ts';

/** A token at work, which keeps its number from element to element. */
export interface WorkToken {
  readonly number: number;
  node: NodeIndex;
  arrivedBy: FlowIndex;
  /** Number of the activity instance that the token is in, 0 when it is in none. */
  activity: number;
  since: number;
  /** Ordinal of the token's last move, by which tokens that wait for others are used up in their order. */
  sent: number;
  lifecycle: ActivityState;
  /** Scope that the token lies in. */
  scope: Scope;
  /** Scope of the activity that the token is in, where it needs one. */
  inner: Scope | null;
  role: TokenRole;
  /** Index of an iteration, or number of the run of a compensating token. */
  index: number;
  /** Number of the return point in its scope that the token comes from; 0 for none. */
  origin: number;
  /** Assignee of the next user task of the token, whatever the model says; null leaves it to the model. */
  assignee: string | null;
  /** Whether the token still lives: lists that name an ended one pass it over. */
  alive: boolean;
  /** Whether the job before the element has run, so that the token enters now. */
  admitted: boolean;
  /** Id of the instance of a completed call that is kept to be compensated. */
  called: string | null;
  /** Waits of the token. */
  waits: Set<Wait> | null;
}

/** A scope is the process, or an activity instance that holds tokens, waits or data of its own. */
export interface Scope {
  /** The number of its activity instance; the process has 0. */
  readonly number: number;
  readonly parent: Scope | null;
  readonly depth: number;
  /** Token in the scope around that is in the activity; null for the process. */
  readonly token: WorkToken | null;
  /** What the model says of the content; null for activities that are no sub-process, and for loops around one. */
  readonly model: ScopeModel | null;
  readonly tokens: Set<WorkToken>;
  variables: Record<string, Value>;
  /** Whether `variables` belongs to the burst; false as long as it is an object of the state handed in, which is never written to. */
  variablesOwned: boolean;
  /** Waits beside the tokens: boundary events of the activity, event sub-processes inside. Null until the first. */
  waits: Set<Wait> | null;
  /** Tokens that rest before a join, by the flow that they came by. Null until the first. */
  heldOnFlow: Map<FlowIndex, WorkToken[]> | null;
  /** Tokens that an activity collects. Null until the first. */
  heldAtNode: Map<NodeIndex, WorkToken[]> | null;
  loop: LoopState | null;
  adHoc: AdHocState | null;
  records: readonly CompensationRecord[];
  runs: readonly CompensationRun[];
  gateways: readonly GatewayState[];
  interrupted: boolean;
  /** Return points of the scope's tokens. */
  points: readonly ReturnPoint[];
}

/** Owner of a wait: the token that stands in it, or the scope beside whose tokens it was armed. */
export interface WaitOwner {
  readonly scope: Scope;
  readonly token: WorkToken | null;
}

/** Why conditions are to be looked at. */
export interface ConditionNews {
  /** Whether all conditions are looked at, whatever they say of variables. */
  all: boolean;
  /** Numbers of waits that were never looked at. */
  readonly armed: Set<number>;
  /** What happened to variables, each as `update heat`. */
  readonly changes: Set<string>;
}

/** An event that throws, from the trigger on that is next: what it threw before is done. */
export interface Throwing {
  readonly token: WorkToken;
  readonly trigger: number;
}

/** A round: first all tokens enter, then those act that can. */
export interface Round {
  readonly entering: readonly WorkToken[];
  /** Number of tokens that have had their turn to enter. */
  entered: number;
  /** What the second half acts on; null until all have entered. */
  acting: Acting | null;
}

export interface Acting {
  readonly tokens: readonly WorkToken[];
  /** Where each token was when the acting began: a token that another one has moved on acts no more. */
  readonly places: readonly Pick<WorkToken, 'sent' | 'activity'>[];
  acted: number;
}

export interface Burst {
  readonly model: ProcessModel;
  readonly host: Host;
  readonly facts: InstanceFacts;
  readonly at: number;
  readonly actor: string | null;
  readonly answers: readonly Answer[];
  /** Number of questions asked; the answers stand in the same order. */
  asked: number;
  /**
   * Ordinals of acts that failed in an earlier run of the step: they become incidents instead of undoing the command.
   */
  readonly incidents: ReadonlyMap<number, SparedAct>;
  /**
   * An act is one thing that a token does as a whole: entering, working, leaving, ... This is the ordinal of the last one begun, by
   * which it is known again when the step is run anew.
   */
  acts: number;
  counter: number;
  /** Number of arrivals of tokens at elements, against the limit of the burst. */
  steps: number;
  /**
   * Number of the last move to a next element, which orders tokens that wait for others; those of the state come first.
   */
  moves: number;
  /** Number of the last move before this burst. */
  movesBefore: number;
  /** Number of tokens that are alive, at rest or moving. */
  liveTokens: number;
  /** Number of those that hold others inside of their activity: the limit counts what is inside instead. */
  containers: number;
  readonly root: Scope;
  /** The open waits by number. */
  readonly waits: Map<number, Wait>;
  /** The owners of the open waits by number. */
  readonly owners: Map<number, WaitOwner>;
  /** Says whether the step pauses here, which changes nothing in its result. Null where it never does. */
  readonly isTimeUp: (() => boolean) | null;
  /** The round that runs, or that a pause has stopped; null between rounds. */
  round: Round | null;
  /** Tokens that enter their element in the next round. */
  arriving: WorkToken[];
  /** Tokens whose elements act in the second half of this round. */
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
  /** Scopes that have lost their last token and may complete. */
  emptied: Scope[];
  /** Whether waits that look at variables are to be asked: something that they may see has changed, or they are new. */
  conditionsDue: boolean;
  readonly conditionNews: ConditionNews;
  /** Number of open waits that look at variables; at 0 no change is noted. */
  watching: number;
  /** Keys of the instance's collaborations, as the first messages have fixed them. */
  correlation: readonly CorrelationKey[];
  tasks: OpenTask[];
  /** Number of the task whose create listeners run now; 0 means none. */
  taskInCreation: number;
  /** Variables that are seen until the burst rests, and that no state keeps. */
  transients: Readonly<Record<string, Value>> | null;
  suspended: boolean;
  /** What this command leaves out: listeners, mappings, or failures of listeners that hear of the end. */
  readonly skips: { listeners: boolean; mappings: boolean; failures: boolean };
  /** What a change by hand does; null for other commands. */
  plan: ChangePlan | null;
  ended: Extract<Effect, { kind: 'end' }> | null;
  endElementIds: readonly string[];
  readonly history: HistoryEvent[];
  /** Number of history events that the event listeners of the process have been given. */
  heardCount: number;
  readonly effects: Effect[];
  /** Context of expressions, which the first one makes (`data/evaluation.ts`). */
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

/** Makes a token; it must have been reserved. */
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

/** Finds the token at rest with this number, in whatever scope. */
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
