// Moves tokens in rounds until every one of them rests or has ended.
import { behaviours } from '../behaviours/behaviours.ts';
import { adHocProgress } from '../behaviours/containers/ad-hoc-sub-process.ts';
import { iterationFinished, loopEmptied } from '../behaviours/loops/loop.ts';
import { attempt } from '../catching/attempt.ts';
import { compensationFinished, compensationInterrupted } from '../catching/compensation.ts';
import { goOnThrowing } from '../catching/throwing.ts';
import type { Effect } from '../contract/effects.ts';
import type { HistoryEvent } from '../contract/history.ts';
import type { StepDone } from '../contract/result.ts';
import {
  type Acting,
  type Burst,
  nodeOf,
  type Round,
  type Scope,
  type Throwing,
  type WorkToken,
} from '../instance/burst.ts';
import { sealState } from '../instance/open-burst.ts';
import { stepFailure } from '../instance/step-failure.ts';
import { dropWaits } from '../instance/waits.ts';
import type { FlowNode } from '../model/process-model.ts';
import { beginActivity, takeCollected } from '../tokens/activity.ts';
import { waitBefore, waitsForJob } from '../tokens/jobs.ts';
import { runListeners, runListenersRegardless } from '../tokens/listeners.ts';
import { endToken } from '../tokens/termination.ts';
import { evaluateConditions } from './conditions.ts';
import { hasNews, notifyListeners } from './event-listeners.ts';
import { releaseJoins } from './joins.ts';
import { letOthersIn } from './pause.ts';
import { perform } from './performing.ts';
import { dealWithStuckTokens, forgetStuck } from './stuck.ts';

const ENTER = { stage: 'enter' } as const;
const INSIDE = { stage: 'inside' } as const;

/** Runs the burst to rest and answers it. Throws `BURST_LIMIT`, what the elements throw, and `StepPause`. */
export function runToRest(burst: Burst): StepDone {
  settle(burst);
  return goOnToRest(burst);
}

/** Runs a burst, a paused one too, until no token can move; answers the new state, its history and its effects. */
export function goOnToRest(burst: Burst): StepDone {
  do {
    while (burst.round !== null || burst.arriving.length > 0 || burst.acting.length > 0) runRound(burst);
  } while (releaseJoins(burst, settle));
  forgetStuck(burst);
  if (burst.liveTokens === 0) end(burst);
  else dealWithStuckTokens(burst);
  const { history, effects, plan } = burst;
  const done: StepDone = { outcome: 'done', state: sealState(burst), history, effects };
  return plan === null ? done : { ...done, plan };
}

function end(burst: Burst): void {
  // The process is no element; a failure of its listeners names the element that it ends with.
  const last = burst.model.nodes.find(({ id }) => id === burst.endElementIds.at(-1)) ?? burst.model.nodes[0]!;
  const runEach = burst.skips.failures ? runListenersRegardless : runListeners;
  runEach(burst, last, burst.model.listeners, 'end', burst.root, null);
  dropWaits(burst, burst.root);
  const effect = burst.ended ?? { kind: 'end' as const, endState: 'COMPLETED' as const };
  burst.history.push(endEvent(burst, effect));
  burst.effects.push(effect);
}

function endEvent({ model }: Burst, effect: Extract<Effect, { kind: 'end' }>): HistoryEvent {
  const { endState, errorCode = null, errorMessage = null, reason = errorMessage, errorElementId } = effect;
  if (errorElementId === undefined && errorCode === null && reason === null) return ['e', endState];
  const element = model.nodes.find(({ id }) => id === errorElementId);
  return ['e', endState, errorCode, reason, element?.index ?? null];
}

/** Runs one round: tokens that arrived enter, in document order of the flows; then the elements act, in document order. */
function runRound(burst: Burst): void {
  burst.round ??= beginRound(burst);
  enterAll(burst, burst.round);
  burst.round.acting ??= beginActing(burst);
  actAll(burst, burst.round.acting);
  burst.round = null;
}

function beginRound(burst: Burst): Round {
  const { arriving } = burst;
  countSteps(burst, arriving);
  burst.arriving = [];
  sortUnlessSorted(arriving, 'arrivedBy');
  return { entering: arriving, entered: 0, acting: null };
}

function enterAll(burst: Burst, round: Round): void {
  const { entering } = round;
  while (round.entered < entering.length) {
    const token = entering[round.entered++]!;
    if (token.alive) attempt(burst, token, enter, ENTER);
    letOthersIn(burst);
  }
}

function beginActing(burst: Burst): Acting {
  const { nodes } = burst.model;
  for (const { scope, node } of burst.collecting.splice(0)) beginCollected(burst, scope, nodes[node]!);
  const { acting } = burst;
  burst.acting = [];
  sortUnlessSorted(acting, 'node');
  // Where each is: a condition that is true already, the act of a join or an occurrence may move another token of this round on.
  const places = acting.map(({ sent, activity }) => ({ sent, activity }));
  settle(burst);
  return { tokens: acting, places, acted: 0 };
}

function actAll(burst: Burst, acting: Acting): void {
  const { tokens, places } = acting;
  while (acting.acted < tokens.length) {
    const index = acting.acted++;
    const token = tokens[index]!;
    const { sent, activity } = places[index]!;
    if (!token.alive || token.sent !== sent || token.activity !== activity) continue;
    attempt(burst, token, act);
    settle(burst);
    letOthersIn(burst);
  }
}

function beginCollected(burst: Burst, scope: Scope, node: FlowNode): void {
  for (const token of takeCollected(burst, scope, node))
    attempt(burst, token, () => beginActivity(burst, node, token), ENTER);
}

function enter(burst: Burst, token: WorkToken): void {
  const node = nodeOf(burst, token);
  if (waitsForJob(node, token)) waitBefore(burst, node, token);
  else {
    token.admitted = false;
    behaviours[node.type].enter(burst, node, token);
  }
}

function act(burst: Burst, token: WorkToken): void {
  const node = nodeOf(burst, token);
  const behaviour = behaviours[node.type];
  if (node.activity === null) behaviour.act(burst, node, token);
  else perform(burst, node, token, behaviour);
}

/** Does what an act brings about before the next one: iterations and handlers go on, empty scopes complete, conditions fire. */
export function settle(burst: Burst): void {
  for (;;) {
    if (burst.throwing.length > 0) throwOn(burst, burst.throwing.shift()!);
    else if (burst.finished.length > 0) goOn(burst, burst.finished.shift()!);
    else if (burst.interrupted.length > 0) compensationInterrupted(burst, burst.interrupted.shift()!);
    else if (burst.adHocDue.size > 0) lookAtAdHoc(burst);
    else if (burst.emptied.length > 0) complete(burst, burst.emptied.shift()!);
    else if (burst.conditionsDue && !burst.suspended && burst.watching > 0) evaluateConditions(burst);
    else if (hasNews(burst)) notifyListeners(burst);
    else return;
  }
}

function throwOn(burst: Burst, { token, trigger }: Throwing): void {
  const throwRest = () => goOnThrowing(burst, nodeOf(burst, token), token, trigger);
  if (token.alive) attempt(burst, token, throwRest, { stage: 'throw', trigger });
}

function goOn(burst: Burst, token: WorkToken): void {
  if (!token.alive) return;
  if (token.role === 'iteration') attempt(burst, token, iterationFinished, INSIDE);
  else if (token.role === 'compensation') compensationFinished(burst, token);
  else endToken(burst, token);
}

function lookAtAdHoc(burst: Burst): void {
  const scopes = [...burst.adHocDue];
  burst.adHocDue.clear();
  for (const scope of scopes)
    if (scope.token!.alive) attempt(burst, scope.token!, () => adHocProgress(burst, scope), INSIDE);
}

function complete(burst: Burst, scope: Scope): void {
  const { token } = scope;
  if (token === null || !token.alive || token.inner !== scope || scope.tokens.size > 0) return;
  const node = nodeOf(burst, token);
  attempt(
    burst,
    token,
    () => {
      if (scope.loop !== null) loopEmptied(burst, node, token, scope);
      else behaviours[node.type].emptied?.(burst, node, token);
    },
    INSIDE,
  );
}

function countSteps(burst: Burst, arriving: readonly WorkToken[]): void {
  burst.steps += arriving.length;
  const { burstSteps } = burst.host.limits;
  if (burst.steps > burstSteps) {
    const problem = `The tokens made more than ${burstSteps} moves without coming to rest`;
    throw stepFailure('BURST_LIMIT', nodeOf(burst, arriving[0]!).id, problem);
  }
}

/** Sorts tokens that are not sorted already, as most rounds are; those that tie keep the order in which they came. */
function sortUnlessSorted(tokens: WorkToken[], by: 'arrivedBy' | 'node'): void {
  for (let index = 1; index < tokens.length; index++) {
    if (tokens[index - 1]![by] > tokens[index]![by]) {
      tokens.sort((left, right) => left[by] - right[by]);
      return;
    }
  }
}
