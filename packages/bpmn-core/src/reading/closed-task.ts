// A task as it was when it was completed is read from the history of its instance.
import type { HistoryRecord } from '../codec/history-codec.ts';
import type { TaskPeople } from '../contract/open-task.ts';
import type { Value, Variables } from '../values/values.ts';
import { applyToVariables } from './replay.ts';
import { peopleAfter } from './task-people.ts';

/** A completed task; the variables are those of the process that the task saw, its own included. */
export interface ClosedTask extends TaskPeople {
  readonly variables: Variables;
}

/** Finds a completed task; null when the records hold no such completion. Its people have the names that they bear after all records. */
export function closedTask(records: readonly HistoryRecord[], task: number): ClosedTask | null {
  const variables: Record<string, Value> = {};
  let people: TaskPeople | null = null;
  let isClosed = false;
  for (const record of records) {
    for (const event of record.events) {
      if (event[0] === 'd' && event[1] === task) isClosed = true;
      if (!isClosed) applyToVariables(variables, event);
      if (!isClosed || event[0] === 'N') people = peopleAfter(people, task, event);
    }
  }
  return isClosed && people !== null ? { ...people, variables } : null;
}
