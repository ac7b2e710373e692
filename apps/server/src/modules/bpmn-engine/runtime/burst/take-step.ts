// Takes one step of one instance within a burst, and follows its effects.
import type { Command, Effect, InstanceFacts, StartCommand, StepDone, Variables } from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';
import type { CallPlace, InstanceEnd } from '../state/live-instance.ts';
import { type Burst, inBurst, type Part, type Task, waitId } from './burst.ts';
import { seenByWork, WORK_TRIES_MAX, withChanges } from './changed-variables.ts';
import { expectDone } from './stepper.ts';

/** Runs a command on an instance of the burst; throws `BurstFailure`. */
export function stepPart(burst: Burst, part: Part, given: Exclude<Command, StartCommand>): void | Promise<void> {
  const command = inBurst(burst, given);
  const { state, compiled } = part.live;
  const { id, tenantIdentifier } = state.facts;
  const result = burst.ground.stepper.try({ model: compiled.model, state, command, tenantIdentifier });
  if (result instanceof Promise) return result.then((done) => take(burst, part, command, expectDone(done, id)));
  take(burst, part, command, expectDone(result, id));
}

export interface PartStart {
  readonly compiled: CompiledDefinition;
  readonly facts: InstanceFacts;
  readonly variables: Variables;
  readonly actor: string | null;
  readonly trigger?: number;
  readonly call: CallPlace | null;
  /** See `Flush.catalogueNumber`. */
  readonly catalogueNumber: number | null;
}

/** Begins an instance within the burst; throws `BurstFailure`. */
export function startPart(burst: Burst, start: PartStart): Part | Promise<Part> {
  const { compiled, facts, variables, actor, trigger } = start;
  const at = facts.startedAt;
  const command: StartCommand = inBurst(burst, {
    kind: 'start',
    at,
    actor,
    facts,
    variables,
    ...(trigger === undefined ? {} : { trigger }),
  });
  const { tenantIdentifier } = facts;
  // Whoever starts it knows no instance yet; whoever is called by another one is told apart from that.
  const id = start.call === null ? null : facts.id;
  const result = burst.ground.stepper.try({ model: compiled.model, state: null, command, tenantIdentifier });
  if (result instanceof Promise) return result.then((done) => begin(burst, start, command, expectDone(done, id)));
  return begin(burst, start, command, expectDone(result, id));
}

function begin(burst: Burst, start: PartStart, command: StartCommand, done: StepDone): Part {
  const { compiled, call, catalogueNumber } = start;
  const part: Part = {
    before: null,
    isStored: false,
    live: { revision: 0, changedAt: command.at, state: done.state, compiled, call, failedJobs: 0, ended: null },
    command: null,
    actor: null,
    at: command.at,
    plan: null,
    catalogueNumber,
    history: [],
    times: [],
    effects: [],
  };
  burst.parts.set(done.state.facts.id, part);
  take(burst, part, command, done);
  return part;
}

/** Keeps what a step did. */
export function take(burst: Burst, part: Part, command: Command, { state, history, effects, plan }: StepDone): void {
  if (plan !== undefined) part.plan = plan;
  if (part.command === null) {
    part.command = command.kind;
    part.actor = command.actor;
  }
  part.at = command.at;
  const { ended } = part.live;
  const compiled = compiledFor(burst, part, state);
  part.live = {
    ...part.live,
    state,
    compiled,
    ended: state.tokens.length > 0 ? null : (endOf(effects, command.at) ?? ended),
  };
  if (history.length > 0 && part.times.at(-1)?.at !== command.at) {
    part.times.push({ from: part.history.length, at: command.at });
  }
  for (const event of history) part.history.push(event);
  for (const effect of effects) {
    part.effects.push(effect);
    if (!PLAIN.has(effect.kind)) follow(burst, part, effect, command.at);
  }
}

function compiledFor({ target }: Burst, { live }: Part, { facts }: StepDone['state']): CompiledDefinition {
  const { compiled } = live;
  if (compiled.id === facts.processDefinitionId) return compiled;
  if (target?.id === facts.processDefinitionId) return target;
  throw new Error(`the burst does not know the version ${facts.processDefinitionId}`);
}

/** Kinds of effects that become rows alone. */
const PLAIN: ReadonlySet<Effect['kind']> = new Set([
  'create-task',
  'update-task',
  'close-task',
  'open-wait',
  'change-wait',
]);

function endOf(effects: readonly Effect[], at: number): InstanceEnd | null {
  for (const effect of effects) {
    if (effect.kind !== 'end') continue;
    const { endState, errorCode = null, errorMessage = null, errorElementId = null } = effect;
    const error = endState === 'ERROR' ? { code: errorCode, message: errorMessage, elementId: errorElementId } : null;
    return { at, endState, error };
  }
  return null;
}

function follow(burst: Burst, part: Part, effect: Effect, at: number): void {
  const { id } = part.live.state.facts;
  switch (effect.kind) {
    case 'do-work':
      doWork(burst, part, effect, at);
      return;
    case 'close-wait':
      if (effect.wait.kind === 'work' && effect.reason === 'CANCELLED') onWorkCancelled(burst, id, effect.wait);
      return;
    case 'send-message':
      burst.tasks.push({ kind: 'message', part, effect });
      return;
    case 'throw-signal':
      burst.ground.throwSignal(burst, part, effect);
      return;
    case 'escalate':
      burst.tasks.push({ kind: 'escalation', part, effect });
      return;
    case 'end':
      if (part.live.call !== null || part.live.compiled.calls) burst.tasks.push({ kind: 'end', part, effect });
      return;
  }
}

/** Aborts the work of an element that has ended. */
function onWorkCancelled(burst: Burst, id: string, { number, work }: { number: number; work: string }): void {
  const key = waitId(id, number);
  burst.running.get(key)?.abort.abort();
  burst.running.delete(key);
  if (work === 'call') burst.tasks.push({ kind: 'cancelled-call', callerId: id, wait: number });
}

type DoWork = Extract<Effect, { kind: 'do-work' }>;

/** Does work; what nothing here does at once becomes a row: a job, or an external task. */
function doWork(burst: Burst, part: Part, effect: DoWork, at: number, tries = 1, ordered = part.live): void {
  const { wait, order } = effect;
  if (order.work === 'call') {
    burst.tasks.push({ kind: 'call', part, effect });
    return;
  }
  const abort = new AbortController();
  const { signal } = abort;
  const { live } = part;
  const seen = () => withChanges(order.variables, seenByWork(ordered, wait), seenByWork(part.live, wait));
  const given = { live, wait, order, seen, at, signal, batch: burst.rootId };
  const result = burst.ground.inlineWork[order.work]?.(given) ?? null;
  if (result === null) return;
  const key = waitId(part.live.state.facts.id, wait);
  const again = (): boolean => {
    if (tries < WORK_TRIES_MAX) doWork(burst, part, effect, at, tries + 1, ordered);
    return tries < WORK_TRIES_MAX;
  };
  const done = result.then((outcome): Task => ({ kind: 'result', part, wait, result: outcome, again }));
  // Whoever waits for the burst hears of it; a work that was aborted is nobody's any more.
  done.catch(() => undefined);
  burst.running.set(key, { done, abort });
}
