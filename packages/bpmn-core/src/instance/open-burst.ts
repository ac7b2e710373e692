// A burst is opened from the state of an instance and sealed to its next one.
import type { Command } from '../contract/commands/commands.ts';
import type { Host } from '../contract/host.ts';
import type {
  InstanceFacts,
  InstanceState,
  RootState,
  ScopePoints,
  ScopeState,
  Token,
  Wait,
} from '../contract/instance-state.ts';
import type { Answer } from '../contract/result.ts';
import { isJoin, type ProcessModel } from '../model/process-model.ts';
import { addToken, type Burst, type Scope, type WorkToken } from './burst.ts';
import { emptyScope, heldTokens, holdAtNode, holdOnFlow, inward, isHeld } from './scope.ts';
import type { SparedAct } from './step-failure.ts';
import { isStuck, watches } from './waits.ts';

/** What a step has beside state and command. */
export interface Circumstances {
  readonly model: ProcessModel;
  readonly host: Host;
  readonly answers: readonly Answer[];
  readonly isTimeUp: (() => boolean) | null;
  /** Acts that become incidents instead of failing, by their ordinal. */
  readonly incidents: ReadonlyMap<number, SparedAct>;
}

/** What is needed of a command: who asks, and when. */
type Asked = Pick<Command, 'at' | 'actor'>;

export function openBurst(origin: Circumstances & Asked, facts: InstanceFacts, state: InstanceState | null): Burst {
  const root = emptyScope(0, null, null, origin.model.scopes[0]!);
  const burst: Burst = {
    ...origin,
    facts,
    asked: 0,
    acts: 0,
    counter: state === null ? 0 : state.counter,
    steps: 0,
    moves: 0,
    movesBefore: 0,
    liveTokens: 0,
    containers: 0,
    root,
    waits: new Map(),
    owners: new Map(),
    round: null,
    arriving: [],
    acting: [],
    collecting: [],
    finished: [],
    interrupted: [],
    throwing: [],
    adHocDue: new Set(),
    emptied: [],
    conditionsDue: false,
    conditionNews: { all: false, armed: new Set(), changes: new Set() },
    watching: 0,
    correlation: state?.root.keys ?? [],
    tasks: state === null ? [] : [...state.tasks],
    taskInCreation: 0,
    transients: null,
    suspended: state?.suspended ?? false,
    skips: { listeners: false, mappings: false, failures: false },
    plan: null,
    ended: null,
    endElementIds: state === null ? [] : state.endElementIds,
    history: [],
    heardCount: 0,
    effects: [],
    expressionContext: null,
  };
  if (state !== null) takeUpState(burst, state);
  burst.movesBefore = burst.moves;
  return burst;
}

function takeUpState(burst: Burst, state: InstanceState): void {
  const { root } = burst;
  root.variables = state.variables;
  root.records = state.root.records;
  root.runs = state.root.runs;
  root.gateways = state.root.gateways;
  root.interrupted = state.root.interrupted;
  const scopes = new Map<number, Scope>([[0, root]]);
  const tokens = new Map<number, WorkToken>();
  // A token before its activity that waits for a job or an operator holds nobody up and is not collected.
  const waiting = new Set(state.waits.filter((wait) => !isStuck(wait)).map((wait) => wait.token));
  if (state.scopes.length === 0) {
    for (const token of state.tokens) takeUp(burst, root, token, tokens, waiting);
  } else takeUpTree(burst, state, scopes, tokens, waiting);
  for (const wait of state.waits) takeUpWait(burst, wait, scopes, tokens);
  for (const { scope, points } of state.returns) scopes.get(scope)!.points = points;
}

/** Builds the scopes and tokens of the state; scopes stand outer before inner, so each finds the one around it. */
function takeUpTree(
  burst: Burst,
  state: InstanceState,
  scopes: Map<number, Scope>,
  tokens: Map<number, WorkToken>,
  waiting: ReadonlySet<number>,
): void {
  const byScope = Map.groupBy(state.tokens, (token) => token.scope);
  for (const token of byScope.get(0) ?? []) takeUp(burst, burst.root, token, tokens, waiting);
  for (const saved of state.scopes) {
    const scope = takeUpScope(burst, saved, scopes.get(saved.parent)!, tokens.get(saved.token)!);
    scopes.set(saved.number, scope);
    for (const token of byScope.get(saved.number) ?? []) takeUp(burst, scope, token, tokens, waiting);
  }
}

function takeUpScope(burst: Burst, saved: ScopeState, parent: Scope, token: WorkToken): Scope {
  const node = burst.model.nodes[token.node]!;
  // What is around the iterations of a loop is no body, also while it waits for its inputs.
  const isLoop = saved.loop !== null || (node.activity?.loop != null && token.role === 'flow');
  const model = node.body < 0 || isLoop ? null : burst.model.scopes[node.body]!;
  const scope = emptyScope(saved.number, parent, token, model);
  scope.variables = saved.variables;
  scope.loop = saved.loop;
  scope.adHoc = saved.adHoc;
  scope.records = saved.records;
  scope.runs = saved.runs;
  scope.gateways = saved.gateways;
  scope.interrupted = saved.interrupted;
  token.inner = scope;
  return scope;
}

function takeUp(
  burst: Burst,
  scope: Scope,
  token: Token,
  tokens: Map<number, WorkToken>,
  waiting: ReadonlySet<number>,
): void {
  const work: WorkToken = {
    number: token.number,
    node: token.node,
    arrivedBy: token.arrivedBy,
    activity: token.activity,
    since: token.since,
    sent: burst.moves++,
    lifecycle: token.activity === 0 ? 'READY' : 'ACTIVE',
    scope,
    inner: null,
    role: token.role,
    index: token.index,
    origin: token.origin,
    assignee: null,
    alive: true,
    admitted: false,
    called: null,
    waits: null,
  };
  burst.liveTokens++;
  addToken(burst, work);
  tokens.set(work.number, work);
  if (token.activity !== 0 || waiting.has(token.number)) return;
  if (isJoin(burst.model.nodes[token.node]!)) holdOnFlow(scope, work);
  else holdAtNode(scope, work);
}

function takeUpWait(
  burst: Burst,
  wait: Wait,
  scopes: ReadonlyMap<number, Scope>,
  tokens: ReadonlyMap<number, WorkToken>,
): void {
  burst.waits.set(wait.number, wait);
  if (watches(wait)) burst.watching++;
  const token = wait.token === 0 ? null : tokens.get(wait.token)!;
  const scope = token === null ? scopes.get(wait.scope)! : token.scope;
  const holder = token ?? scope;
  holder.waits ??= new Set();
  holder.waits.add(wait);
  burst.owners.set(wait.number, { scope, token });
}

/** Makes the state as it leaves the core: only what has to survive is in it. */
export function sealState(burst: Burst): InstanceState {
  const { root } = burst;
  const scopes = [...inward(root)];
  const tokens = scopes.length === 1 ? tokensOf(root) : orderedTokens(scopes);
  return {
    facts: burst.facts,
    counter: burst.counter,
    tokens: tokens.map(resting),
    tasks: burst.tasks,
    variables: root.variables,
    root: rootState(burst),
    scopes: scopes.slice(1).map(scopeState),
    waits: [...burst.waits.values()],
    returns: burst.liveTokens === 0 ? [] : scopes.flatMap(scopePoints),
    suspended: burst.suspended,
    endElementIds: burst.endElementIds,
  };
}

function rootState({ root, correlation }: Burst): RootState {
  const { records, runs, gateways, interrupted } = root;
  const state = { records, runs, gateways, interrupted };
  return correlation.length === 0 ? state : { ...state, keys: correlation };
}

function orderedTokens(scopes: readonly Scope[]): WorkToken[] {
  const all = scopes.flatMap(tokensOf);
  const inside = all.filter((token) => token.activity !== 0).sort((left, right) => left.number - right.number);
  const held = all.filter((token) => token.activity === 0).sort((left, right) => left.sent - right.sent);
  return [...inside, ...held];
}

function tokensOf(scope: Scope): WorkToken[] {
  const held = heldTokens(scope);
  const inside = [...scope.tokens].filter(
    (token) => token.activity !== 0 || (token.waits !== null && token.waits.size > 0 && !isHeld(scope, token)),
  );
  if (inside.length > 1) inside.sort((left, right) => left.number - right.number);
  return [...inside, ...held];
}

function resting(token: WorkToken): Token {
  const { number, node, arrivedBy, activity, since, role, index, origin } = token;
  return { number, node, arrivedBy, activity, since, scope: token.scope.number, role, index, origin };
}

function scopeState(scope: Scope): ScopeState {
  const { number, parent, token, variables, loop, adHoc, records, runs, gateways, interrupted } = scope;
  return {
    number,
    parent: parent!.number,
    token: token!.number,
    variables,
    loop,
    adHoc,
    records,
    runs,
    gateways,
    interrupted,
  };
}

function scopePoints({ number, points }: Scope): ScopePoints[] {
  return points.length === 0 ? [] : [{ scope: number, points }];
}
