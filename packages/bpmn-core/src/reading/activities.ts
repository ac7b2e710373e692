// The activity instances of an instance are read from its history.
import type { HistoryRecord } from '../codec/history-codec.ts';
import type { ActivityEnd, HistoryEvent } from '../contract/history.ts';
import { type ActivityState, transition } from '../contract/lifecycle.ts';
import type { NodeIndex } from '../model/indexes.ts';
import type { NodeType, ProcessModel } from '../model/process-model.ts';
import type { ModelSource } from './timeline.ts';

export interface ActivityInstance {
  readonly number: number;
  /** Number of the activity instance around; null for the process itself. */
  readonly parent: number | null;
  readonly nodeIndex: NodeIndex;
  /** Definition of the element where the instance was migrated to it; null: the one that it was started by. */
  readonly processDefinitionId: string | null;
  readonly elementId: string;
  readonly elementName: string | null;
  readonly elementType: NodeType;
  /** The number of its token (`executionId`). */
  readonly executionNumber: number;
  /** States on the way (COMPLETING, ...) do not outlive a step. */
  readonly state: ActivityState;
  readonly startedAt: number;
  /** Time of the end in epoch milliseconds; null while it runs. */
  readonly endedAt: number | null;
  /** Number of its user task; null where it has none. */
  readonly task: number | null;
  /** The iteration of this number, from 0; null where it is none. */
  readonly loopCounter: number | null;
  /** Last assignee of its user task. */
  readonly assignee: string | null;
  /** Instance that a call activity has begun. */
  readonly calledInstanceId: string | null;
}

type Open = { -readonly [Field in keyof ActivityInstance]: ActivityInstance[Field] };

/** Model of what is read, with its version. */
interface Reading {
  readonly model: ProcessModel;
  readonly processDefinitionId: string | null;
}

/**
 * Lists activity instances in order of their beginning, from all records of one instance, from its start, in order; the model is that
 * of its start. What runs when the instance is migrated goes on in the element that corresponds.
 */
export function activitiesOf(
  model: ProcessModel,
  records: readonly HistoryRecord[],
  models: ModelSource = () => undefined,
): ActivityInstance[] {
  const activities = new Map<number, Open>();
  const ofTask = new Map<number, Open>();
  let reading: Reading = { model, processDefinitionId: null };
  for (const record of records) {
    let { at } = record;
    for (const event of record.events) {
      if (event[0] === '@') [, at] = event;
      else if (event[0] === 'a') activities.set(event[1], begun(reading, event, at));
      else if (event[0] === 'M') reading = goOnWith(activities.values(), event, models);
      else if (event[0] === 'l') count(activities, event);
      else if (event[0] === 'W') activities.set(event[1], withdrawn(reading, event, at));
      else if (event[0] === 'c') end(activities.get(event[1])!, at);
      else if (event[0] === 'k') endOtherwise(activities.get(event[1])!, event[2], at);
      else if (event[0] === 't') {
        const activity = activities.get(event[2])!;
        activity.task = event[1];
        activity.assignee = event[3];
        ofTask.set(event[1], activity);
      } else if (event[0] === 'u') ofTask.get(event[1])!.assignee = event[2];
      else if (event[0] === 'I') activities.get(event[1])!.calledInstanceId = event[2];
      else if (event[0] === 'N') rename(ofTask.values(), event);
    }
  }
  return [...activities.values()];
}

function begun(reading: Reading, event: Extract<HistoryEvent, readonly ['a', ...unknown[]]>, at: number): Open {
  const [, number, index, token] = event;
  return {
    number,
    parent: event.length === 5 ? event[4] : null,
    ...elementAt(reading, index),
    executionNumber: token,
    state: transition('READY', 'ACTIVE'),
    startedAt: at,
    endedAt: null,
    task: null,
    loopCounter: null,
    assignee: null,
    calledInstanceId: null,
  };
}

function elementAt({ model, processDefinitionId }: Reading, nodeIndex: NodeIndex) {
  const { id, name, type } = model.nodes[nodeIndex]!;
  return { nodeIndex, processDefinitionId, elementId: id, elementName: name, elementType: type };
}

/** Moves what runs to the elements of the new model; what has ended stays as it was. */
function goOnWith(
  activities: Iterable<Open>,
  [, processDefinitionId, pairs]: HistoryEvent & readonly ['M', ...unknown[]],
  models: ModelSource,
): Reading {
  const model = models(processDefinitionId);
  if (model === undefined) throw new Error(`The model of ${processDefinitionId} is needed to read what follows`);
  const reading = { model, processDefinitionId };
  const nodes = new Map<NodeIndex, NodeIndex>();
  for (let at = 0; at < pairs.length; at += 2) nodes.set(pairs[at]!, pairs[at + 1]!);
  for (const activity of activities) {
    const node = activity.endedAt === null ? nodes.get(activity.nodeIndex) : undefined;
    if (node !== undefined) Object.assign(activity, elementAt(reading, node));
  }
  return reading;
}

/** Adds an event that was armed with the others behind its gateway and never began. */
function withdrawn(reading: Reading, event: HistoryEvent & readonly ['W', ...unknown[]], at: number): Open {
  const [, number, node, token, scope] = event;
  const activity = begun(reading, scope === 0 ? ['a', number, node, token] : ['a', number, node, token, scope], at);
  return { ...activity, state: transition('READY', 'WITHDRAWN'), endedAt: at };
}

/** Answers the number of an iteration; the variable counts it only in an activity that is iterated. */
function count(
  activities: ReadonlyMap<number, Open>,
  [, scope, name, value]: HistoryEvent & readonly ['l', ...unknown[]],
): void {
  const activity = name === 'loopCounter' ? activities.get(scope) : undefined;
  if (activity === undefined || activity.parent === null || typeof value !== 'number') return;
  if (activities.get(activity.parent)?.nodeIndex === activity.nodeIndex) activity.loopCounter = value;
}

/** Puts a new name in the place of others at what runs; what has ended stays as it was. */
function rename(activities: Iterable<Open>, [, names, to]: HistoryEvent & readonly ['N', ...unknown[]]): void {
  for (const activity of activities) {
    if (activity.endedAt === null && names.includes(activity.assignee ?? '')) activity.assignee = to;
  }
}

function end(activity: Open, at: number): void {
  activity.state = transition(transition(activity.state, 'COMPLETING'), 'COMPLETED');
  activity.endedAt = at;
}

/** Ends an activity that did not complete, or marks a completed one, which keeps the time of its end, as undone. */
function endOtherwise(activity: Open, end: ActivityEnd, at: number): void {
  if (activity.endedAt !== null) {
    if (end === 'COMPENSATED') activity.state = transition(transition(activity.state, 'COMPENSATING'), 'COMPENSATED');
    return;
  }
  activity.state = end;
  activity.endedAt = at;
}
