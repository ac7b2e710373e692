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

/** A token at work keeps its number from element to element. */
export interface WorkToken {
  readonly number: number;
  node: NodeIndex;
  arrivedBy: FlowIndex;
  /** This is the number of the activity instance that it is in, 0 when it is in none. */
  activity: number;
  since: number;
  /** Rises with each move: what waits for others is used up in the order in which it was sent. */
  sent: number;
  lifecycle: ActivityState;
  /** It lies in this scope. */
  scope: Scope;
  /** The activity that it is in has this scope, where it needs one. */
  inner: Scope | null;
  role: TokenRole;
  /** An iteration has its index here, a compensating token the number of its run. */
  index: number;
  /** It comes from the return point of this number in its scope, or from none: 0. */
  origin: number;
  /** He gets the user task that it opens next, whatever the model says; null leaves it to the model. */
  assignee: string | null;
  /** False once it has ended: lists that still name it pass it over. */
  alive: boolean;
  /** The job before its element has run: it enters now. */
  admitted: boolean;
  /** A call that is done leaves the id of its instance here, where that is kept to be compensated. */
  called: string | null;
  /** It waits in these. */
  waits: Set<Wait> | null;
}

/** A scope is the process, or an activity instance that holds tokens, waits or data of its own. */
export interface Scope {
  /** It is the number of its activity instance; the process has 0. */
  readonly number: number;
  readonly parent: Scope | null;
  readonly depth: number;
  /** This token in the parent is in the activity; the process has none. */
  readonly token: WorkToken | null;
  /** The model says what lies in it; activities that are no sub-process, and loops around one, have none. */
  readonly model: ScopeModel | null;
  readonly tokens: Set<WorkToken>;
  variables: Record<string, Value>;
  /** It is false as long as `variables` is an object of the state handed in, which is not ours to write. */
  variablesOwned: boolean;
  /** These are armed beside its tokens: boundary events of its activity, event sub-processes inside. Null until the first. */
  waits: Set<Wait> | null;
  /** Tokens rest before a join by the flow that they came by. It is null until the first. */
  heldOnFlow: Map<FlowIndex, WorkToken[]> | null;
  /** An activity collects these tokens. Null until the first. */
  heldAtNode: Map<NodeIndex, WorkToken[]> | null;
  loop: LoopState | null;
  adHoc: AdHocState | null;
  records: readonly CompensationRecord[];
  runs: readonly CompensationRun[];
  gateways: readonly GatewayState[];
  interrupted: boolean;
  /** Its tokens can go back to these. */
  points: readonly ReturnPoint[];
}

/** Owner of a wait: the token that stands in it, or the scope beside whose tokens it was armed. */
export interface WaitOwner {
  readonly scope: Scope;
  readonly token: WorkToken | null;
}

/** The news say why conditions are to be looked at. */
export interface ConditionNews {
  /** Everything is looked at, whatever it says of variables. */
  all: boolean;
  /** Waits of these numbers were never looked at. */
  readonly armed: Set<number>;
  /** Each says what happened to a variable, as `update heat`. */
  readonly changes: Set<string>;
}

/** An event goes on throwing from this trigger on: what it began before is done. */
export interface Throwing {
  readonly token: WorkToken;
  readonly trigger: number;
}

/** First all tokens of a round enter, then those that can act. */
export interface Round {
  readonly entering: readonly WorkToken[];
  /** So many have had their turn. */
  entered: number;
  /** It is null until all have entered. */
  acting: Acting | null;
}

export interface Acting {
  readonly tokens: readonly WorkToken[];
  /** Each was there when the acting began: a token that another one has moved on acts no more. */
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
  /** So many questions were asked; the answers stand in the same order. */
  asked: number;
  /** Acts of these ordinals fail with an incident instead of taking the command back: they failed in an earlier run of the step. */
  readonly incidents: ReadonlyMap<number, SparedAct>;
  /**
   * An act is one thing that a token does as a whole: entering, working, leaving, ... This is the ordinal of the last one begun, by
   * which it is known again when the step is run anew.
   */
  acts: number;
  counter: number;
  /** Each arrival of a token at an element counts here, against the limit of the burst. */
  steps: number;
  /** A move brings a token to its next element; its number orders tokens that wait for others. Those of the state come first. */
  moves: number;
  /** The numbers of this burst begin here. */
  movesBefore: number;
  /** So many tokens are alive, at rest or moving. */
  liveTokens: number;
  /** So many of them hold others inside of their activity: the limit counts what is inside instead. */
  containers: number;
  readonly root: Scope;
  /** The open waits lie here by number. */
  readonly waits: Map<number, Wait>;
  /** Each of them hangs here. */
  readonly owners: Map<number, WaitOwner>;
  /** Says whether the step pauses here; what comes of it is the same. Null where it never does. */
  readonly isTimeUp: (() => boolean) | null;
  /** It runs now, or a pause has stopped it; null between rounds. */
  round: Round | null;
  /** These tokens enter their element in the next round. */
  arriving: WorkToken[];
  /** The elements of these tokens act in the second half of this round. */
  acting: WorkToken[];
  /** These activities took in tokens in this round and may have enough now. */
  collecting: { readonly scope: Scope; readonly node: NodeIndex }[];
  /** The activity of these tokens is done, and they do not leave by flows: iterations, handlers, compensations. */
  finished: WorkToken[];
  /** A boundary event has ended these compensating tokens: what comes after them goes on. */
  interrupted: WorkToken[];
  throwing: Throwing[];
  /** In these ad-hoc sub-processes an activity has completed. */
  readonly adHocDue: Set<Scope>;
  /** These scopes have lost their last token and may complete. */
  emptied: Scope[];
  /** Waits that look at variables are to be asked: something that they may see has changed, or they are new. */
  conditionsDue: boolean;
  readonly conditionNews: ConditionNews;
  /** So many open waits look at variables: as long as there are none, no change is noted. */
  watching: number;
  /** The first messages have fixed these keys of the instance's collaborations. */
  correlation: readonly CorrelationKey[];
  tasks: OpenTask[];
  /** The create listeners of the task of this number run now; 0 means none. */
  taskInCreation: number;
  /** These variables are seen until the burst rests, and by nobody after it. */
  transients: Readonly<Record<string, Value>> | null;
  suspended: boolean;
  /** An operator's change leaves these out: failures are those of listeners that hear of the end. */
  readonly skips: { listeners: boolean; mappings: boolean; failures: boolean };
  /** Is what a change by hand does; null for other commands. */
  plan: ChangePlan | null;
  ended: Extract<Effect, { kind: 'end' }> | null;
  endElementIds: readonly string[];
  readonly history: HistoryEvent[];
  /** The event listeners of the process have been told so much of the history. */
  told: number;
  readonly effects: Effect[];
  /** The first expression makes it (`data/evaluation.ts`). */
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
