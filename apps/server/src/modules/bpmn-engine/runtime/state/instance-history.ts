// Reads the stored history of an instance with the core's own readers.
import {
  type ActivityInstance,
  activitiesOf,
  type ClosedTask,
  closedTask,
  decodeHistory,
  type HistoryEvent,
  type HistoryRecord,
  peopleAfter,
  type ReplayedState,
  replay,
  type TaskPeople,
  type TimelineEntry,
  timelineOf,
  type Variables,
} from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';

/** `stored` holds the records of all flushes, in their order. */
export function readHistory({ model }: CompiledDefinition, stored: readonly string[]) {
  const records = stored.map((record) => decodeHistory(record));
  return {
    timeline: (): readonly TimelineEntry[] => timelineOf(model, records),
    activities: (): readonly ActivityInstance[] => activitiesOf(model, records),
    variables: (): Variables => replay(model, records).variables,
    /** Is the state after all of the records. */
    state: (): ReplayedState => replay(model, records),
    /** Answers null when no such task was completed here. */
    closedTask: (task: number): ClosedTask | null => closedTask(records, task),
  };
}

/** Reads the whole history of one instance. */
export type InstanceHistory = ReturnType<typeof readHistory>;

/** Reads what is stored of one flush. */
export function readRecord(stored: string): HistoryRecord {
  return decodeHistory(stored);
}

/** Moves the people of a task on by one event; null as long as the task is not there. */
export function taskPeopleAfter(people: TaskPeople | null, task: number, event: HistoryEvent): TaskPeople | null {
  return peopleAfter(people, task, event);
}
