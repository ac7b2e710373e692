// Makes the events of tasks for other modules from one row of the history.
import type { HistoryEvent, ProcessModel } from '@keelson/bpmn-core';
import { taskId } from '../../interface/part-id.ts';
import type { TaskEvent } from './engine-event.types.ts';
import { type Chapter, nodeOf, readEvent, type TaskBook } from './task-books.ts';

interface TaskGround {
  readonly book: TaskBook;
  /** Model of the process; null where the definition is gone. */
  readonly model: ProcessModel | null;
  /** Answers the name of a task that is open; undefined of one that is not. */
  readonly openName: (task: number) => string | null | undefined;
}

/** What has happened to one task. */
interface Happening extends Pick<TaskEvent, 'kind' | 'assignee' | 'previousAssignee'> {
  readonly task: number;
}

/** Enters the row into the book, and answers its events. */
export function taskEventsOf({ row, record, common }: Chapter, ground: TaskGround): readonly TaskEvent[] {
  const cancelled = new Set<unknown>();
  for (const [kind, task] of record.events) if (kind === 'q') cancelled.add(task);
  const hidden = new Set<number>();
  const events: TaskEvent[] = [];
  let { at } = record;
  for (const [index, event] of record.events.entries()) {
    if (event[0] === '@') [, at] = event;
    readEvent(ground.book, event, row.revision);
    if (event[0] === 't' && cancelled.has(event[1])) hidden.add(event[1]);
    for (const { task, ...happening } of happeningsOf(event)) {
      if (hidden.has(task)) continue;
      const { kind } = happening;
      events.push({
        ...common,
        ...happening,
        ...describe(ground, task, row.revision),
        id: `${row.instance_id}:${row.revision}:${index}:${kind}`,
        taskId: taskId(row.instance_id, task),
        at: new Date(at),
        actor: record.actor,
      });
    }
  }
  return events;
}

function happeningsOf(event: HistoryEvent): readonly Happening[] {
  if (event[0] === 't') {
    const [, task, , assignee] = event;
    const created: Happening = { kind: 'task.created', task, assignee, previousAssignee: null };
    return assignee === null ? [created] : [created, { ...created, kind: 'task.assigned' }];
  }
  if (event[0] === 'u') {
    const [, task, assignee, previousAssignee] = event;
    return assignee === null ? [] : [{ kind: 'task.assigned', task, assignee, previousAssignee }];
  }
  if (event[0] === 'd') return [{ kind: 'task.completed', task: event[1], assignee: event[2], previousAssignee: null }];
  return [];
}

function describe({ book, model, openName }: TaskGround, number: number, revision: number) {
  const task = book.tasks.get(number);
  const index = task === undefined ? undefined : nodeOf(book, task.activity, revision);
  const node = index === undefined ? undefined : model?.nodes[index];
  const { constant = null } = node?.userTask?.name ?? {};
  const modelled = typeof constant === 'string' ? constant : (node?.name ?? null);
  const named = task?.name === undefined ? openName(number) : task.name;
  return {
    elementId: node?.id ?? null,
    name: named === undefined ? modelled : named,
    candidateUsers: task?.people.candidateUsers ?? [],
    candidateGroups: task?.people.candidateGroups ?? [],
  };
}
