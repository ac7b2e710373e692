// Runs commands on a model in tests and tells what happened in words of the model.
import type { CommandKind, HistoryRecord } from '../codec/history-codec.ts';
import type { Command } from '../commands.ts';
import type { Effect } from '../effects.ts';
import type { HistoryEvent } from '../history.ts';
import type { StepLimits } from '../limits.ts';
import type { InstanceFacts, InstanceState } from '../model/instance-state.ts';
import type { ProcessModel } from '../model/process-model.ts';
import type { Variables } from '../model/values.ts';
import type { StepResult } from '../result.ts';
import { step } from '../step.ts';
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
  /** Of the last command. */
  readonly effects: readonly Effect[];
}

export interface StartInput {
  readonly facts?: Partial<InstanceFacts>;
  readonly variables?: Variables;
  readonly limits?: StepLimits;
  readonly at?: number;
}

export function startResult(model: ProcessModel, input: StartInput = {}): StepResult {
  const at = input.at ?? 1_000;
  const facts = instanceFacts({ startedAt: at, ...input.facts });
  const command: Command = { kind: 'start', at, actor: 'ada', facts, variables: input.variables ?? {} };
  return step(deepFreeze(model), null, deepFreeze(command), input.limits);
}

/** Starts an instance and expects that it succeeds. */
export function started(model: ProcessModel, input: StartInput = {}): Run {
  return runOf(startResult(model, input), 'start', input.at ?? 1_000, []);
}

/** Applies a command to a run and expects that it succeeds. */
export function after(model: ProcessModel, run: Run, command: Command): Run {
  const result = step(deepFreeze(model), deepFreeze(run.state), deepFreeze(command));
  return runOf(result, command.kind, command.at, run.records, command.actor);
}

function runOf(
  result: StepResult,
  command: CommandKind,
  at: number,
  records: readonly HistoryRecord[],
  actor: string | null = 'ada',
): Run {
  if (result.outcome !== 'done') throw new Error(`${command} did not succeed: ${JSON.stringify(result)}`);
  const record: HistoryRecord = { at, actor, command, events: result.history };
  return { state: result.state, records: [...records, record], effects: result.effects };
}

/** Completes the open task at this element. */
export function complete(model: ProcessModel, run: Run, elementId: string, variables: Variables = {}): Run {
  return after(model, run, completion(model, run.state, elementId, variables));
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

/** The last record in words: `+a` entered, `-a` completed, `a-b` flow taken, `x=1` variable, `end`. */
export function trace(model: ProcessModel, run: Run): string[] {
  const nodes = new Map<number, string>();
  for (const record of run.records) {
    for (const event of record.events) if (event[0] === 'a') nodes.set(event[1], model.nodes[event[2]]!.id);
  }
  return run.records.at(-1)!.events.flatMap((event) => told(model, nodes, event));
}

function told(model: ProcessModel, nodes: ReadonlyMap<number, string>, event: HistoryEvent): string[] {
  switch (event[0]) {
    case 'a':
      return [`+${nodes.get(event[1])}`];
    case 'c':
      return [`-${nodes.get(event[1])}`];
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

/** The elements that hold tokens, a token each. */
export function places(model: ProcessModel, state: InstanceState): string[] {
  return state.tokens.map((token) => model.nodes[token.node]!.id);
}
