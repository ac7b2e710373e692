// An open user task changes: by the expressions of its listeners, and by what people ask of it.
import type { HistoryEvent } from '../contract/history.ts';
import { TASK_CANDIDATES_MAX, TASK_FIELD_LENGTH_MAX } from '../contract/limits.ts';
import type { OpenTask, TaskChanges, TaskLink } from '../contract/open-task.ts';
import type { TaskChange } from '../expression/expression.ts';
import type { Burst } from '../instance/burst.ts';
import { stepFailure } from '../instance/step-failure.ts';

/** Changes an open task and answers it; null when it is not open any more. */
export function changeTask(burst: Burst, number: number, change: TaskChange): OpenTask | null {
  const task = burst.tasks.find((open) => open.number === number);
  if (task === undefined) return null;
  const changed = changedTask(task, change);
  if (changed === task) return task;
  // As long as it is being created nobody has been notified of it.
  if (burst.taskInCreation !== number) return putTask(burst, task, changed);
  burst.tasks = burst.tasks.map((open) => (open === task ? changed : open));
  return changed;
}

/** Puts the changed task in the place of the one before, as its next version, and records that. */
export function putTask(burst: Burst, before: OpenTask, changed: OpenTask): OpenTask {
  const task = { ...changed, version: before.version + 1 };
  burst.tasks = burst.tasks.map((open) => (open === before ? task : open));
  burst.history.push(...taskEvents(before, task));
  const last = burst.effects.at(-1);
  if (last?.kind === 'update-task' && last.task.number === task.number) burst.effects.pop();
  burst.effects.push({ kind: 'update-task', task });
  return task;
}

/** Lists the history events of a change: what people see of the task, and who has it now. */
export function taskEvents(before: OpenTask, task: OpenTask): HistoryEvent[] {
  const { number, assignee } = task;
  const fields = FIELDS.filter((field) => task[field] !== before[field]);
  const lists = LISTS.filter((list) => task[list] !== before[list]);
  const events: HistoryEvent[] = [];
  if (fields.length + lists.length > 0) {
    const changes = (now: OpenTask, then: OpenTask): TaskChanges => ({
      ...Object.fromEntries(fields.map((field) => [field, now[field]])),
      ...Object.fromEntries(lists.map((list) => [list, missingIn(then[list], now[list])])),
    });
    events.push(['U', number, changes(task, before), changes(before, task)]);
  }
  if (assignee !== before.assignee) events.push(['u', number, assignee, before.assignee]);
  return events;
}

const FIELDS = ['name', 'description', 'category', 'priority', 'dueAt', 'followUpAt', 'owner', 'delegation'] as const;
const LISTS = ['candidateUsers', 'candidateGroups', 'links'] as const;

function missingIn(list: readonly unknown[], entries: readonly unknown[]): readonly unknown[] {
  return entries.filter((entry) => !list.includes(entry));
}

/** Answers the task after a change; the same object when it is so already. */
function changedTask(task: OpenTask, change: TaskChange): OpenTask {
  switch (change.field) {
    case 'candidateUsers':
    case 'candidateGroups':
      return withCandidate(task, change.field, change.value, change.add);
    case 'dueDate':
      return change.value === task.dueAt ? task : { ...task, dueAt: change.value };
    case 'priority':
      return change.value === task.priority ? task : { ...task, priority: change.value };
    case 'assignee':
      return inHandOf(task, fitting(change.value), change.value === null ? null : task.claimedAt);
    default: {
      const value = fitting(change.value);
      return value === task[change.field] ? task : { ...task, [change.field]: value };
    }
  }
}

/** Answers the task with this assignee, or none, and the time of his claim; a delegation has ended with that. */
export function inHandOf(task: OpenTask, assignee: string | null, claimedAt: number | null): OpenTask {
  return assignee === task.assignee ? task : { ...task, assignee, claimedAt, delegation: null };
}

/** Answers the task with a link added or removed; the same object when that is so already. */
export function withLink(task: OpenTask, link: TaskLink, add: boolean): OpenTask {
  const { holder, name } = link;
  const type = fitting(link.type);
  if (type === 'candidate') {
    return withCandidate(task, holder === 'user' ? 'candidateUsers' : 'candidateGroups', name, add);
  }
  const fitted = fitting(name);
  if (type === null || fitted === null) return task;
  const known = task.links.find((each) => each.type === type && each.holder === holder && each.name === fitted);
  if ((known !== undefined) === add) return task;
  if (!add) return { ...task, links: task.links.filter((each) => each !== known) };
  return { ...task, links: withOneMore(task.links, { type, holder, name: fitted }) };
}

function withCandidate(
  task: OpenTask,
  field: 'candidateUsers' | 'candidateGroups',
  given: string,
  add: boolean,
): OpenTask {
  const name = fitting(given);
  const before = task[field];
  if (name === null || before.includes(name) === add) return task;
  return { ...task, [field]: add ? withOneMore(before, name) : before.filter((each) => each !== name) };
}

function withOneMore<T>(list: readonly T[], entry: T): readonly T[] {
  if (list.length < TASK_CANDIDATES_MAX) return [...list, entry];
  throw stepFailure('LIMIT_EXCEEDED', null, `A task would have more than ${TASK_CANDIDATES_MAX} candidates`);
}

/** Checks a text of a task against its bound; null for nothing but white space. */
export function fitting(text: string | null, lengthMax = TASK_FIELD_LENGTH_MAX): string | null {
  const trimmed = text === null ? '' : text.trim();
  if (trimmed.length > lengthMax) {
    const problem = `A field of a task would have ${trimmed.length} characters; the limit is ${lengthMax}`;
    throw stepFailure('LIMIT_EXCEEDED', null, problem);
  }
  return trimmed === '' ? null : trimmed;
}
