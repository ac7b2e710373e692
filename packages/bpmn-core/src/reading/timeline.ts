// The history of an instance as entries that a person can read.
import type { CommandKind, HistoryRecord } from '../codec/history-codec.ts';
import type { EndState, MadeDecision } from '../contract/effects.ts';
import type { FailureCode } from '../contract/failure.ts';
import type { ActivityEnd, HistoryEvent } from '../contract/history.ts';
import type { InstanceUpdate, WaitKind } from '../contract/instance-state.ts';
import { type Delegation, type TaskChanges, type TaskState, taskStateOf } from '../contract/open-task.ts';
import type { FlowIndex, NodeIndex } from '../model/indexes.ts';
import type { NodeType, ProcessModel } from '../model/process-model.ts';
import type { Value } from '../values/values.ts';

export type TimelineKind =
  | 'instance-started'
  | 'activity-started'
  | 'activity-completed'
  | 'flow-taken'
  | 'variable-set'
  | 'variable-removed'
  | 'task-created'
  | 'task-assigned'
  | 'task-unassigned'
  | 'task-updated'
  | 'task-delegated'
  | 'task-resolved'
  | 'task-completed'
  | 'task-cancelled'
  | 'instance-updated'
  | 'user-renamed'
  | 'activity-ended'
  | 'token-ended'
  | 'call-begun'
  | 'decision-made'
  | 'wait-opened'
  | 'wait-fulfilled'
  | 'wait-cancelled'
  | 'message-sent'
  | 'signal-thrown'
  | 'escalation-thrown'
  | 'error-thrown'
  | 'compensation-started'
  | 'incident-raised'
  | 'token-put-back'
  | 'migrated'
  | 'suspended'
  | 'activated'
  | 'instance-ended';

/** What an entry has to say beyond its element; a field is absent where the kind has none. */
export interface TimelineDetail {
  readonly task?: number;
  readonly assignee?: string | null;
  readonly previousAssignee?: string | null;
  /** State of the task from then on. */
  readonly taskState?: TaskState;
  /** What the task, or the instance, has from then on; of lists what has come. */
  readonly changes?: TaskChanges | InstanceUpdate;
  /** What it had before; of lists what has gone. */
  readonly previousChanges?: TaskChanges | InstanceUpdate;
  readonly variable?: string;
  readonly value?: Value;
  /** Value before; absent when the variable is new. */
  readonly previousValue?: Value;
  /** Earlier names of a person, in whose place there is one from then on. */
  readonly from?: readonly string[];
  readonly to?: string;
  readonly sourceElementId?: string;
  readonly targetElementId?: string;
  readonly endState?: EndState;
  readonly errorCode?: string;
  readonly errorMessage?: string;
  /** Element that threw what nobody caught. */
  readonly errorElementId?: string;
  /** Reason that was given for a cancellation. */
  readonly reason?: string;
  /** How an activity ended that did not complete. */
  readonly end?: ActivityEnd;
  /** Number of the scope of a variable that is not the process's. */
  readonly scope?: number;
  readonly wait?: number;
  readonly waitKind?: WaitKind;
  /** Name of a message or signal, or code of an error or escalation. */
  readonly name?: string | null;
  readonly failureCode?: FailureCode;
  /** Process definition with which the instance goes on. */
  readonly processDefinitionId?: string;
  /** Instance that a call activity has begun. */
  readonly calledProcessInstanceId?: string;
  readonly decision?: MadeDecision;
  /** Number of the activity instance that is compensated. */
  readonly compensated?: number;
}

export interface TimelineEntry {
  /** Time in epoch milliseconds. */
  readonly at: number;
  /** Number of the entry, from 0 without gaps over all records. */
  readonly seq: number;
  readonly kind: TimelineKind;
  /** Element of the entry; null for what happens to the instance as a whole, and for flows. */
  readonly nodeIndex: NodeIndex | null;
  readonly elementId: string | null;
  readonly elementName: string | null;
  readonly elementType: NodeType | 'sequenceFlow' | null;
  /** The number of the token (`executionId`); instance, variables and flows have none. */
  readonly executionNumber: number | null;
  readonly actor: string | null;
  readonly command: CommandKind;
  readonly detail: TimelineDetail;
}

interface Place {
  readonly node: NodeIndex;
  readonly token: number;
}

interface TaskPlace extends Place {
  readonly assignee: string | null;
  readonly delegation: Delegation | null;
}

interface Reading {
  model: ProcessModel;
  readonly models: ModelSource;
  readonly placeOfActivity: Map<number, Place>;
  readonly placeOfTask: Map<number, TaskPlace>;
  readonly nodeOfWait: Map<number, NodeIndex>;
}

type Entry = Omit<TimelineEntry, 'at' | 'seq' | 'actor' | 'command'>;

/** Finds the model of a definition that the instance was migrated to; undefined where it is not known any more. */
export type ModelSource = (processDefinitionId: string) => ProcessModel | undefined;

const NO_MODELS: ModelSource = () => undefined;

/** Answers all entries in order. The records must be those of one instance from its start, in order; the model is that of its start. */
export function timelineOf(
  model: ProcessModel,
  records: readonly HistoryRecord[],
  models: ModelSource = NO_MODELS,
): TimelineEntry[] {
  const reading: Reading = { model, models, placeOfActivity: new Map(), placeOfTask: new Map(), nodeOfWait: new Map() };
  const entries: TimelineEntry[] = [];
  for (const { at: lastAt, actor, command, events } of records) {
    let at = lastAt;
    for (const event of events) {
      if (event[0] === '@') [, at] = event;
      else entries.push({ at, seq: entries.length, actor, command, ...entryOf(reading, event) });
    }
  }
  return entries;
}

function entryOf(reading: Reading, event: Exclude<HistoryEvent, readonly ['@', number]>): Entry {
  switch (event[0]) {
    case 'i':
      return ofInstance('instance-started', {});
    case 'a': {
      const place = { node: event[2], token: event[3] };
      reading.placeOfActivity.set(event[1], place);
      return ofElement(reading, 'activity-started', place, {});
    }
    case 'W': {
      const place = { node: event[2], token: event[3] };
      return ofElement(reading, 'activity-ended', place, { end: 'WITHDRAWN' });
    }
    case 'c':
      return ofElement(reading, 'activity-completed', reading.placeOfActivity.get(event[1])!, {});
    case 'f':
      return ofFlow(reading.model, event[1]);
    case 'v': {
      const [, variable, value, previousValue] = event;
      return ofInstance(
        'variable-set',
        event.length === 4 ? { variable, value, previousValue: previousValue! } : { variable, value },
      );
    }
    case 'x':
      return ofInstance('variable-removed', { variable: event[1], previousValue: event[2] });
    case 'l': {
      const [, scope, variable, value, previousValue] = event;
      return ofInstance(
        'variable-set',
        event.length === 5 ? { scope, variable, value, previousValue: previousValue! } : { scope, variable, value },
      );
    }
    case 'y':
      return ofInstance('variable-removed', { scope: event[1], variable: event[2], previousValue: event[3] });
    case 'e':
      return ofInstance('instance-ended', detailOfEnd(reading, event));
    case 'I': {
      const place = reading.placeOfActivity.get(event[1])!;
      return ofElement(reading, 'call-begun', place, { calledProcessInstanceId: event[2] });
    }
    case 'D':
      return ofElement(reading, 'decision-made', reading.placeOfActivity.get(event[1])!, { decision: event[2] });
    case 'Y':
      return ofInstance('instance-updated', { changes: event[1], previousChanges: event[2] });
    case 'N':
      return ofInstance('user-renamed', { from: event[1], to: event[2] });
    case 'P':
      return ofElement(reading, 'token-put-back', { node: event[2], token: event[1] }, {});
    case 'M':
      return goOnWith(reading, event);
    case 'h':
      return ofInstance(event[1] ? 'suspended' : 'activated', {});
    case 't':
    case 'u':
    case 'U':
    case 'd':
    case 'q':
      return entryOfTask(reading, event);
    default:
      return entryOfWait(reading, event);
  }
}

type EndEvent = readonly ['e', EndState, code?: string | null, message?: string | null, node?: NodeIndex | null];

function detailOfEnd({ model }: Reading, event: EndEvent): TimelineDetail {
  const [, endState, errorCode = null, message = null, node = null] = event;
  const isError = endState === 'ERROR';
  return {
    endState,
    ...(errorCode === null ? {} : { errorCode }),
    ...(message === null ? {} : { [isError ? 'errorMessage' : 'reason']: message }),
    ...(node === null ? {} : { errorElementId: model.nodes[node]!.id }),
  };
}

type WaitEvent = HistoryEvent &
  readonly ['k' | 'z' | 'w' | 'o' | 'n' | 'm' | 'g' | 's' | 'r' | 'b' | 'p', ...unknown[]];

const THROWN = {
  m: 'message-sent',
  g: 'signal-thrown',
  s: 'escalation-thrown',
  r: 'error-thrown',
} as const satisfies Record<string, TimelineKind>;

function entryOfWait(reading: Reading, event: WaitEvent): Entry {
  switch (event[0]) {
    case 'k':
      return ofElement(reading, 'activity-ended', reading.placeOfActivity.get(event[1])!, { end: event[2] });
    case 'z':
      return { ...ofInstance('token-ended', {}), executionNumber: event[1] };
    case 'w':
      reading.nodeOfWait.set(event[1], event[2]);
      return ofNode(reading, 'wait-opened', event[2], { wait: event[1], waitKind: event[3] });
    case 'o':
      return ofNode(reading, 'wait-fulfilled', reading.nodeOfWait.get(event[1])!, { wait: event[1] });
    case 'n':
      return ofNode(reading, 'wait-cancelled', reading.nodeOfWait.get(event[1])!, { wait: event[1] });
    case 'b':
      if (event.length === 5) reading.placeOfActivity.set(event[1], { node: event[2], token: event[3] });
      return ofNode(reading, 'compensation-started', event[2], { compensated: event[1] });
    case 'p':
      return ofNode(reading, 'incident-raised', event[2], { wait: event[1], failureCode: event[3] });
    default:
      return ofNode(reading, THROWN[event[0]], event[1], { name: event[2] });
  }
}

function ofNode(reading: Reading, kind: TimelineKind, node: NodeIndex, detail: TimelineDetail): Entry {
  return { ...ofElement(reading, kind, { node, token: 0 }, detail), executionNumber: null };
}

type TaskEvent = HistoryEvent & readonly ['t' | 'u' | 'U' | 'd' | 'q', ...unknown[]];

function entryOfTask(reading: Reading, event: TaskEvent): Entry {
  const [kind, task] = event;
  const before = reading.placeOfTask.get(task);
  switch (kind) {
    case 't': {
      const place = { ...reading.placeOfActivity.get(event[2])!, assignee: event[3], delegation: null };
      return ofTask(reading, 'task-created', task, place, { assignee: event[3] });
    }
    case 'u': {
      const [, , assignee, previousAssignee] = event;
      const entryKind = assignee === null ? 'task-unassigned' : 'task-assigned';
      return ofTask(reading, entryKind, task, { ...before!, assignee }, { assignee, previousAssignee });
    }
    case 'U': {
      const [, , changes, previousChanges] = event;
      const { delegation = before!.delegation } = changes;
      const entryKind = changes.delegation === undefined ? 'task-updated' : KIND_OF_DELEGATION[`${delegation}`];
      return ofTask(reading, entryKind, task, { ...before!, delegation }, { changes, previousChanges });
    }
    case 'd':
      return ofTask(reading, 'task-completed', task, before!, { assignee: event[2], taskState: 'COMPLETED' });
    default:
      return ofTask(reading, 'task-cancelled', task, before!, { taskState: 'CANCELLED' });
  }
}

const KIND_OF_DELEGATION = { PENDING: 'task-delegated', RESOLVED: 'task-resolved', null: 'task-updated' } as const;

function ofTask(reading: Reading, kind: TimelineKind, task: number, place: TaskPlace, detail: TimelineDetail): Entry {
  reading.placeOfTask.set(task, place);
  return ofElement(reading, kind, place, { task, taskState: taskStateOf(place), ...detail });
}

function ofInstance(kind: TimelineKind, detail: TimelineDetail): Entry {
  return {
    kind,
    nodeIndex: null,
    elementId: null,
    elementName: null,
    elementType: null,
    executionNumber: null,
    detail,
  };
}

function ofElement(reading: Reading, kind: TimelineKind, place: Place, detail: TimelineDetail): Entry {
  const node = reading.model.nodes[place.node]!;
  return {
    kind,
    nodeIndex: place.node,
    elementId: node.id,
    elementName: node.name,
    elementType: node.type,
    executionNumber: place.token,
    detail,
  };
}

function ofFlow(model: ProcessModel, index: FlowIndex): Entry {
  const flow = model.flows[index]!;
  return {
    ...ofInstance('flow-taken', {
      sourceElementId: model.nodes[flow.source]!.id,
      targetElementId: model.nodes[flow.target]!.id,
    }),
    elementId: flow.id,
    elementName: flow.name,
    elementType: 'sequenceFlow',
  };
}

/** Moves what runs to the new model, in terms of which later entries are. */
function goOnWith(
  reading: Reading,
  [, processDefinitionId, pairs]: HistoryEvent & readonly ['M', ...unknown[]],
): Entry {
  const model = reading.models(processDefinitionId);
  if (model === undefined) throw new Error(`The model of ${processDefinitionId} is needed to read what follows`);
  reading.model = model;
  const nodes = new Map<NodeIndex, NodeIndex>();
  for (let at = 0; at < pairs.length; at += 2) nodes.set(pairs[at]!, pairs[at + 1]!);
  const moved = (node: NodeIndex) => nodes.get(node) ?? node;
  for (const places of [reading.placeOfActivity, reading.placeOfTask] as Map<number, Place>[]) {
    for (const [number, place] of places) places.set(number, { ...place, node: moved(place.node) });
  }
  for (const [number, node] of reading.nodeOfWait) reading.nodeOfWait.set(number, moved(node));
  return ofInstance('migrated', { processDefinitionId });
}
