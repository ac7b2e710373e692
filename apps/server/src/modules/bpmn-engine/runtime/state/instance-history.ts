// Reads the stored history of an instance with the core's own readers.
import {
  type ActivityInstance,
  activitiesOf,
  type ClosedTask,
  closedTask,
  decodeHistory,
  type HistoryEvent,
  type HistoryRecord,
  type ModelSource,
  peopleAfter,
  type ReplayedState,
  replay,
  type TaskPeople,
  type TimelineEntry,
  timelineOf,
  type Variables,
} from '@keelson/bpmn-core';
import type { CompiledDefinition } from '../definitions/definition.types.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';

/**
 * Reads the history of an instance; `stored` holds the records of all flushes, in their order; the instance was started by the first
 * version.
 */
export async function readHistory(
  definitions: Pick<DefinitionCache, 'compiled'>,
  firstDefinitionId: string,
  stored: readonly string[],
) {
  const records = stored.map((record) => decodeHistory(record));
  const migrations = records.flatMap(({ events }) => events.flatMap((event) => (event[0] === 'M' ? [event[1]] : [])));
  const versions = new Map<string, CompiledDefinition>();
  for (const id of new Set([firstDefinitionId, ...migrations])) versions.set(id, await definitions.compiled(id));
  const versionOf = (id: string | null): CompiledDefinition => {
    const found = versions.get(id ?? firstDefinitionId);
    if (found === undefined) throw new Error(`the history does not name the version ${id}`);
    return found;
  };
  const models: ModelSource = (id) => versions.get(id)?.model;
  const { model } = versionOf(null);
  return {
    /** Version that the instance runs by after all of the records. */
    compiled: versionOf(migrations.at(-1) ?? null),
    /** Answers a version that the instance has run by; null: the one that it was started by. */
    versionOf,
    timeline: (): readonly TimelineEntry[] => timelineOf(model, records, models),
    activities: (): readonly ActivityInstance[] => activitiesOf(model, records, models),
    variables: (): Variables => replay(model, records, models).variables,
    /** Answers the state after all of the records. */
    state: (): ReplayedState => replay(model, records, models),
    /** Finds a closed task; null when no such task was completed here. */
    closedTask: (task: number): ClosedTask | null => closedTask(records, task),
  };
}

/** History of one instance, read as a whole. */
export type InstanceHistory = Awaited<ReturnType<typeof readHistory>>;

/** Reads the stored record of one flush. */
export function readRecord(stored: string): HistoryRecord {
  return decodeHistory(stored);
}

/** Answers the people of a task after an event; null as long as the task is not there. */
export function taskPeopleAfter(people: TaskPeople | null, task: number, event: HistoryEvent): TaskPeople | null {
  return peopleAfter(people, task, event);
}
