// The history of an instance as entries that a person can read.
import type { CommandKind, HistoryRecord } from '../codec/history-codec.ts';
import type { EndState } from '../effects.ts';
import type { HistoryEvent } from '../history.ts';
import type { FlowIndex, NodeIndex, NodeType, ProcessModel } from '../model/process-model.ts';
import type { Value } from '../model/values.ts';

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
  | 'task-completed'
  | 'instance-ended';

/** What an entry has to say beyond its element; a field is absent where the kind has none. */
export interface TimelineDetail {
  readonly task?: number;
  readonly assignee?: string | null;
  readonly previousAssignee?: string | null;
  readonly variable?: string;
  readonly value?: Value;
  /** Absent when the variable is new. */
  readonly previousValue?: Value;
  readonly sourceElementId?: string;
  readonly targetElementId?: string;
  readonly endState?: EndState;
}

export interface TimelineEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  /** From 0, without gaps over all records. */
  readonly seq: number;
  readonly kind: TimelineKind;
  /** Null for what happens to the instance as a whole, and for flows. */
  readonly nodeIndex: NodeIndex | null;
  readonly elementId: string | null;
  readonly elementName: string | null;
  readonly elementType: NodeType | 'sequenceFlow' | null;
  /** Number of the token; see `executionId`. Null for instance, variables and flows. */
  readonly executionNumber: number | null;
  readonly actor: string | null;
  readonly command: CommandKind;
  readonly detail: TimelineDetail;
}

interface Place {
  readonly node: NodeIndex;
  readonly token: number;
}

interface Reading {
  readonly model: ProcessModel;
  readonly placeOfActivity: Map<number, Place>;
  readonly placeOfTask: Map<number, Place>;
}

type Told = Omit<TimelineEntry, 'at' | 'seq' | 'actor' | 'command'>;

/** All entries in order. The records must be those of one instance from its start, in order. */
export function timelineOf(model: ProcessModel, records: readonly HistoryRecord[]): TimelineEntry[] {
  const reading: Reading = { model, placeOfActivity: new Map(), placeOfTask: new Map() };
  const entries: TimelineEntry[] = [];
  for (const { at, actor, command, events } of records) {
    for (const event of events) entries.push({ at, seq: entries.length, actor, command, ...tell(reading, event) });
  }
  return entries;
}

function tell(reading: Reading, event: HistoryEvent): Told {
  switch (event[0]) {
    case 'i':
      return ofInstance('instance-started', {});
    case 'a': {
      const place = { node: event[2], token: event[3] };
      reading.placeOfActivity.set(event[1], place);
      return ofElement(reading, 'activity-started', place, {});
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
    case 'e':
      return ofInstance('instance-ended', { endState: event[1] });
    default:
      return tellOfTask(reading, event);
  }
}

function tellOfTask(reading: Reading, event: HistoryEvent & readonly ['t' | 'u' | 'd', ...unknown[]]): Told {
  const [kind, task] = event;
  if (kind === 't') {
    const place = reading.placeOfActivity.get(event[2])!;
    reading.placeOfTask.set(task, place);
    return ofElement(reading, 'task-created', place, { task, assignee: event[3] });
  }
  const place = reading.placeOfTask.get(task)!;
  if (kind === 'd') return ofElement(reading, 'task-completed', place, { task, assignee: event[2] });
  const [, , assignee, previousAssignee] = event;
  const told = assignee === null ? 'task-unassigned' : 'task-assigned';
  return ofElement(reading, told, place, { task, assignee, previousAssignee });
}

function ofInstance(kind: TimelineKind, detail: TimelineDetail): Told {
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

function ofElement(reading: Reading, kind: TimelineKind, place: Place, detail: TimelineDetail): Told {
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

function ofFlow(model: ProcessModel, index: FlowIndex): Told {
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
