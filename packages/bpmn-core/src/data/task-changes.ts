// Listeners change an open user task through expressions.

import { TASK_CANDIDATES_MAX, TASK_FIELD_LENGTH_MAX } from '../contract/limits.ts';
import type { OpenTask } from '../contract/open-task.ts';
import type { TaskChange } from '../expression/expression.ts';
import type { Burst } from '../instance/burst.ts';
import { stepFailure } from '../instance/step-failure.ts';

/** The task as it is then; null when it is not open any more, where nothing is left to change. */
export function changeTask(burst: Burst, number: number, change: TaskChange): OpenTask | null {
  const task = burst.tasks.find((open) => open.number === number);
  if (task === undefined) return null;
  const changed = changedTask(burst, task, change);
  if (changed === null) return task;
  burst.tasks = burst.tasks.map((open) => (open === task ? changed : open));
  // As long as it is being created nobody has been told of it.
  if (burst.taskInCreation !== number) announce(burst, task, changed);
  return changed;
}

function announce(burst: Burst, before: OpenTask, task: OpenTask): void {
  if (task.assignee !== before.assignee) burst.history.push(['u', task.number, task.assignee, before.assignee]);
  const last = burst.effects.at(-1);
  if (last?.kind === 'update-task' && last.task.number === task.number) burst.effects.pop();
  burst.effects.push({ kind: 'update-task', task });
}

/** Answers null when it is so already. */
function changedTask(burst: Burst, task: OpenTask, change: TaskChange): OpenTask | null {
  const version = burst.taskInCreation === task.number ? task.version : task.version + 1;
  switch (change.field) {
    case 'candidateUsers':
    case 'candidateGroups': {
      const candidates = changedCandidates(task[change.field], change.value, change.add);
      return candidates === null ? null : { ...task, [change.field]: candidates, version };
    }
    case 'dueDate':
      return change.value === task.dueAt ? null : { ...task, dueAt: change.value, version };
    case 'priority':
      return change.value === task.priority ? null : { ...task, priority: change.value, version };
    default: {
      const value = change.value === null ? null : fitting(change.value);
      if (value === task[change.field]) return null;
      const claimed = change.field === 'assignee' && value === null ? { claimedAt: null } : {};
      return { ...task, [change.field]: value, ...claimed, version };
    }
  }
}

function changedCandidates(before: readonly string[], given: string, add: boolean): readonly string[] | null {
  const name = fitting(given);
  if (name === null || before.includes(name) === add) return null;
  if (!add) return before.filter((each) => each !== name);
  if (before.length >= TASK_CANDIDATES_MAX) {
    throw stepFailure('LIMIT_EXCEEDED', null, `A task would have more than ${TASK_CANDIDATES_MAX} candidates`);
  }
  return [...before, name];
}

/** Answers null for nothing but white space. */
function fitting(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length > TASK_FIELD_LENGTH_MAX) {
    const problem = `A field of a task would have ${trimmed.length} characters; the limit is ${TASK_FIELD_LENGTH_MAX}`;
    throw stepFailure('LIMIT_EXCEEDED', null, problem);
  }
  return trimmed === '' ? null : trimmed;
}
