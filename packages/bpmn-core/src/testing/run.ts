// Runs commands on a model in tests and writes what happened in words of the model.
import type { HistoryRecord } from '../codec/history-codec.ts';
import type { Command } from '../contract/commands/commands.ts';
import type { Effect } from '../contract/effects.ts';
import type { HistoryEvent } from '../contract/history.ts';
import { BARE_HOST, type Host } from '../contract/host.ts';
import type { InstanceFacts, InstanceState } from '../contract/instance-state.ts';
import type { StepLimits } from '../contract/limits.ts';
import type { StepResult } from '../contract/result.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { step } from '../step.ts';
import type { Variables } from '../values/values.ts';
import { checkInvariants } from './invariants.ts';
import { instanceFacts } from './model-builder.ts';

/** Freezes everything reachable, so that a step that writes to its inputs throws. Functions stay as they are. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

export interface Run {
  readonly state: InstanceState;
  readonly records: readonly HistoryRecord[];
  /** Effects of the last command. */
  readonly effects: readonly Effect[];
}

export interface StartInput {
  readonly facts?: Partial<InstanceFacts>;
  readonly variables?: Variables;
  readonly limits?: Partial<StepLimits>;
  readonly host?: Partial<Host>;
  readonly at?: number;
  /** Index of the trigger that started the instance, of the event that the facts name. */
  readonly trigger?: number;
}

export function startResult(model: ProcessModel, input: StartInput = {}): StepResult {
  return step(deepFreeze(model), null, deepFreeze(startCommand(input)), hostOf(input));
}

function startCommand(input: StartInput): Command {
  const at = input.at ?? 1_000;
  const facts = instanceFacts({ startedAt: at, ...input.facts });
  const trigger = input.trigger === undefined ? {} : { trigger: input.trigger };
  return { kind: 'start', at, actor: 'ada', facts, variables: input.variables ?? {}, ...trigger };
}

function hostOf({ limits, host }: StartInput): Host {
  return { ...BARE_HOST, ...host, limits: { ...BARE_HOST.limits, ...limits } };
}

/** Starts an instance and expects that it succeeds. */
export function started(model: ProcessModel, input: StartInput = {}): Run {
  return runOf(model, null, startCommand(input), hostOf(input), startResult(model, input));
}

/** Applies a command to a run and expects that it succeeds. */
export function after(model: ProcessModel, run: Run, command: Command, host: Host = BARE_HOST): Run {
  const result = step(deepFreeze(model), deepFreeze(run.state), deepFreeze(command), host);
  return runOf(model, run, command, host, result);
}

function runOf(model: ProcessModel, before: Run | null, command: Command, host: Host, result: StepResult): Run {
  if (result.outcome !== 'done') throw new Error(`${command.kind} did not succeed: ${JSON.stringify(result)}`);
  const { at, actor, kind } = command;
  const records = [...(before?.records ?? []), { at, actor, command: kind, events: result.history }];
  checkInvariants({ model, before: before?.state ?? null, command, host, result, records });
  return { state: result.state, records, effects: result.effects };
}

/** Completes the open task at this element. */
export function complete(
  model: ProcessModel,
  run: Run,
  elementId: string,
  variables: Variables = {},
  host: Host = BARE_HOST,
): Run {
  return after(model, run, completion(model, run.state, elementId, variables), host);
}

export function completion(
  model: ProcessModel,
  state: InstanceState,
  elementId: string,
  variables: Variables = {},
): Command {
  const task = state.tasks.find((open) => model.nodes[open.node]!.id === elementId);
  if (task === undefined) throw new Error(`No task is open at ${elementId}`);
  return { kind: 'complete-task', at: 2_000, actor: 'bob', task: task.number, variables };
}

/** Writes the last record in words: `+a` entered (also again, to be undone from inside), `-a` completed, `!a` ended otherwise, `a-b` flow taken, `x=1` variable, `end`. */
export function trace(model: ProcessModel, run: Run): string[] {
  const nodes = new Map<number, string>();
  for (const record of run.records) {
    for (const event of record.events) if (event[0] === 'a') nodes.set(event[1], model.nodes[event[2]]!.id);
  }
  const inside = new Set<number>();
  for (const { events } of run.records) {
    for (const event of events) if (event[0] === 'b' && event.length === 5) inside.add(event[1]);
  }
  return run.records.at(-1)!.events.flatMap((event) => {
    if (event[0] === 'b' && event.length === 5) return [`+${nodes.get(event[1])}`];
    if (event[0] !== 'k' || event[2] !== 'COMPENSATED') return described(model, nodes, event);
    return inside.has(event[1]) ? [`-${nodes.get(event[1])}`] : [];
  });
}

function described(model: ProcessModel, nodes: ReadonlyMap<number, string>, event: HistoryEvent): string[] {
  switch (event[0]) {
    case 'a':
      return [`+${nodes.get(event[1])}`];
    case 'c':
      return [`-${nodes.get(event[1])}`];
    case 'k':
      return [`!${nodes.get(event[1])}`];
    case 'f':
      return [model.flows[event[1]]!.id];
    case 'v':
      return [`${event[1]}=${JSON.stringify(event[2])}`];
    case 'x':
      return [`${event[1]} removed`];
    case 'e':
      return ['end'];
    default:
      return [];
  }
}

/** Lists the elements that hold tokens, a token each. */
export function places(model: ProcessModel, state: InstanceState): string[] {
  return state.tokens.map((token) => model.nodes[token.node]!.id);
}

/** Lists the elements that hold tokens, in the order of the alphabet. */
export function placesSorted(model: ProcessModel, { state }: Run): string[] {
  return places(model, state).sort();
}

/** Lists the elements that were entered by the last command, in order. */
export function entered(model: ProcessModel, run: Run): string[] {
  return trace(model, run).flatMap((word) => (word.startsWith('+') ? word.slice(1) : []));
}
