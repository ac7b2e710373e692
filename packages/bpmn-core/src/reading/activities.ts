// The activity instances of an instance, from its history.
import type { HistoryRecord } from '../codec/history-codec.ts';
import { type ActivityState, transition } from '../lifecycle.ts';
import type { NodeIndex, NodeType, ProcessModel } from '../model/process-model.ts';

export interface ActivityInstance {
  readonly number: number;
  readonly nodeIndex: NodeIndex;
  readonly elementId: string;
  readonly elementName: string | null;
  readonly elementType: NodeType;
  /** Number of its token; see `executionId`. */
  readonly executionNumber: number;
  /** States on the way (COMPLETING, ...) do not outlive a step. */
  readonly state: ActivityState;
  readonly startedAt: number;
  /** Null while it runs. */
  readonly endedAt: number | null;
  /** Number of its user task, null where it has none. */
  readonly task: number | null;
  /** Of its user task, the last one. */
  readonly assignee: string | null;
}

type Open = { -readonly [Field in keyof ActivityInstance]: ActivityInstance[Field] };

/** In order of their beginning. The records must be those of one instance from its start, in order. */
export function activitiesOf(model: ProcessModel, records: readonly HistoryRecord[]): ActivityInstance[] {
  const activities = new Map<number, Open>();
  const ofTask = new Map<number, Open>();
  for (const { at, events } of records) {
    for (const event of events) {
      if (event[0] === 'a') activities.set(event[1], begun(model, event, at));
      else if (event[0] === 'c') end(activities.get(event[1])!, at);
      else if (event[0] === 't') {
        const activity = activities.get(event[2])!;
        activity.task = event[1];
        activity.assignee = event[3];
        ofTask.set(event[1], activity);
      } else if (event[0] === 'u') ofTask.get(event[1])!.assignee = event[2];
    }
  }
  return [...activities.values()];
}

function begun(
  model: ProcessModel,
  [, number, index, token]: readonly ['a', number, number, number],
  at: number,
): Open {
  const node = model.nodes[index]!;
  return {
    number,
    nodeIndex: index,
    elementId: node.id,
    elementName: node.name,
    elementType: node.type,
    executionNumber: token,
    state: transition('READY', 'ACTIVE'),
    startedAt: at,
    endedAt: null,
    task: null,
    assignee: null,
  };
}

function end(activity: Open, at: number): void {
  activity.state = transition(transition(activity.state, 'COMPLETING'), 'COMPLETED');
  activity.endedAt = at;
}
