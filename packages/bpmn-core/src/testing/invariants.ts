// The invariants hold after every command, whatever the model: `started` and `after` check them for every test that runs a model.
import { decodeHistory, encodeHistory, type HistoryRecord } from '../codec/history-codec.ts';
import { decodeState, encodeState } from '../codec/state-codec.ts';
import type { Command } from '../contract/commands/commands.ts';
import type { Host } from '../contract/host.ts';
import type { InstanceState } from '../contract/instance-state.ts';
import type { OpenTask } from '../contract/open-task.ts';
import type { StepResult } from '../contract/result.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { activitiesOf } from '../reading/activities.ts';
import { type ReplayedTask, replay } from '../reading/replay.ts';
import { timelineOf } from '../reading/timeline.ts';
import type { Variables } from '../values/values.ts';
import { stepByStep } from './step-by-step.ts';

export interface CheckedStep {
  readonly model: ProcessModel;
  readonly before: InstanceState | null;
  readonly command: Command;
  readonly host: Host;
  readonly result: Extract<StepResult, { outcome: 'done' }>;
  /** Records from the start of the instance, this step included; empty where the test did not keep them. */
  readonly records: readonly HistoryRecord[];
}

/**
 * Checks what holds after every step, and throws for what does not: the codec, the step from bytes, the replay of history, and the places
 * of all parts.
 */
export function checkInvariants(checked: CheckedStep): void {
  const { state } = checked.result;
  checkCodec(checked);
  checkPlaces(state);
  if (checked.records[0]?.command === 'start') checkReplay(checked.model, state, checked.records);
}

function checkCodec({ model, before, command, host, result }: CheckedStep): void {
  const bytes = encodeState(result.state);
  same('the state read back from its bytes', text(encodeState(decodeState(bytes))), text(bytes));
  const stored = before === null ? null : decodeState(encodeState(before));
  // It pauses wherever it can, too, which changes nothing of what comes of it.
  const again = stepByStep(model, stored, command, host).result;
  if (again.outcome !== 'done') throw new Error(`The step from bytes did not succeed: ${JSON.stringify(again)}`);
  same('the state after the step from bytes', text(encodeState(again.state)), text(bytes));
  same('the history of the step from bytes', again.history, result.history);
  same('the effects of the step from bytes', again.effects, result.effects);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** Checks that every wait, task and scope hangs where the state says, and no token is there twice. */
function checkPlaces({ tokens, scopes, waits, tasks }: InstanceState): void {
  const places = new Map(tokens.map(({ number, scope }) => [number, scope]));
  const open = new Set([0, ...scopes.map(({ number }) => number)]);
  same(
    'the numbers of tokens, each once',
    [...places.keys()],
    tokens.map(({ number }) => number),
  );
  for (const { number, scope } of tokens) if (!open.has(scope)) throw new Error(`token ${number} lies in no scope`);
  for (const { number, token, parent } of scopes) {
    if (places.get(token) !== parent) throw new Error(`scope ${number} belongs to no token of its parent`);
  }
  for (const { number, scope, token, kind } of waits) {
    const isThere = token === 0 ? open.has(scope) : places.get(token) === scope;
    if (!isThere) throw new Error(`wait ${number} for ${kind} hangs nowhere`);
  }
  for (const { number, token } of tasks) if (!places.has(token)) throw new Error(`task ${number} has no token`);
}

function checkReplay(model: ProcessModel, state: InstanceState, records: readonly HistoryRecord[]): void {
  const read = records.map((record) => decodeHistory(encodeHistory(record)));
  same('the history read back', read, records);
  const replayed = replay(model, read);
  const live = state.tokens.filter(({ activity }) => activity !== 0);
  const byNumber = (left: readonly number[], right: readonly number[]) => left[0]! - right[0]!;
  same(
    'the open activities of the replay',
    replayed.activities.map(({ number, node, token, scope }) => [number, node, token, scope]).sort(byNumber),
    live.map(({ activity, node, number, scope }) => [activity, node, number, scope]).sort(byNumber),
  );
  same('the open tasks of the replay', replayed.tasks.map(peopleOf).sort(), state.tasks.map(peopleOf).sort());
  checkReading(model, state, read);
  same(
    'the open waits of the replay',
    [...replayed.waits].map(([number, { node, kind }]) => [number, node, kind]),
    state.waits.map(({ number, node, kind }) => [number, node, kind]),
  );
  same('the variables of the replay', sorted(replayed.variables), sorted(state.variables));
  checkInnerVariables(replayed.scopes, state);
  same('whether the replay has ended', replayed.endState !== null, state.tokens.length === 0);
  same('whether the replay is suspended', replayed.suspended, state.suspended);
  same('the ends of the replay', replayed.endElementIds, state.endElementIds);
}

/**
 * Checks the variables of scopes; one that outlives its activity's completion (an iteration that the loop could not take in) is not read
 * any more.
 */
function checkInnerVariables(replayed: ReadonlyMap<number, Variables>, { scopes, tokens }: InstanceState): void {
  const running = new Set(tokens.map(({ activity }) => activity));
  for (const { number, variables } of scopes) {
    if (!running.has(number)) continue;
    same(`the variables of scope ${number} in the replay`, sorted(replayed.get(number) ?? {}), sorted(variables));
  }
}

function peopleOf(task: ReplayedTask | OpenTask): string {
  const { number, assignee, owner, candidateUsers, candidateGroups, links, delegation } = task;
  return JSON.stringify([number, assignee, owner, candidateUsers, candidateGroups, links, delegation]);
}

/**
 * Checks that what people read of the history is true of the state: every entry is read, iterations are counted, tasks have their
 * assignee.
 */
function checkReading(model: ProcessModel, state: InstanceState, records: readonly HistoryRecord[]): void {
  const entries = timelineOf(model, records);
  same('the length of the timeline', entries.length, records.flatMap(({ events }) => events).length);
  const activities = new Map(activitiesOf(model, records).map((activity) => [activity.number, activity]));
  const assignees = new Map(state.tasks.map(({ token, assignee }) => [token, assignee]));
  for (const { number, activity, role, index } of state.tokens) {
    if (activity === 0) continue;
    const { loopCounter, assignee } = activities.get(activity)!;
    // An iteration that is being undone keeps the number that it had.
    if (role !== 'compensation') {
      same(`the loop counter of activity ${activity}`, loopCounter, role === 'iteration' ? index : null);
    }
    same(`the assignee of activity ${activity}`, assignee, assignees.get(number) ?? null);
  }
}

function sorted(variables: Variables): unknown[] {
  return Object.entries(variables).sort(([left], [right]) => (left < right ? -1 : 1));
}

function same(what: string, found: unknown, wanted: unknown): void {
  const [left, right] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (left !== right) throw new Error(`Not equal: ${what}\n found  ${left}\n wanted ${right}`);
}
