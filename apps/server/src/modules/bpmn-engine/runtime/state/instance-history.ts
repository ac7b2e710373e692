// Reads the stored history of an instance with the core's own readers.
import {
  type ActivityInstance,
  activitiesOf,
  decodeHistory,
  type HistoryRecord,
  replay,
  type TimelineEntry,
  timelineOf,
  type Variables,
  variablesAt,
} from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';

export interface ClosedTask {
  readonly assignee: string | null;
  readonly owner: string | null;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  /** Holds those variables that the task saw when it was completed. */
  readonly variables: Variables;
}

/** `stored` holds the records of all flushes, in their order. */
export function readHistory({ model }: CompiledDefinition, stored: readonly string[]) {
  const records = stored.map((record) => decodeHistory(record));
  return {
    timeline: (): readonly TimelineEntry[] => timelineOf(model, records),
    activities: (): readonly ActivityInstance[] => activitiesOf(model, records),
    variables: (): Variables => replay(model, records).variables,
    /** Answers null when no such task was completed here. */
    closedTask: (task: number): ClosedTask | null => findClosedTask(records, task),
  };
}

/** Reads the whole history of one instance. */
export type InstanceHistory = ReturnType<typeof readHistory>;

function findClosedTask(records: readonly HistoryRecord[], task: number): ClosedTask | null {
  const variables = variablesAt(records, task);
  if (variables === null) return null;
  const events = records.flatMap((record) => record.events);
  const created = events.find((event) => event[0] === 't' && event[1] === task);
  const closed = events.find((event) => event[0] === 'd' && event[1] === task);
  if (created?.[0] !== 't' || closed?.[0] !== 'd') return null;
  const [, , , , candidateUsers, candidateGroups, owner] = created;
  return { assignee: closed[2], owner, candidateUsers, candidateGroups, variables };
}
