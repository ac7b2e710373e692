// Changes what people see of an open task, and who has it.
import type { TaskUpdate, UpdateTaskCommand } from '../../contract/commands/task-commands.ts';
import { TASK_DESCRIPTION_LENGTH_MAX, TASK_PRIORITY_MAX } from '../../contract/limits.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import type { StepResult } from '../../contract/result.ts';
import { fitting, inHandOf, taskEvents, withLink } from '../../data/task-changes.ts';
import type { Situation } from '../../instance/situation.ts';
import { stepFailure } from '../../instance/step-failure.ts';
import { changeOpenTask, openTaskOf, TASK_NOT_OPEN } from './change-open-task.ts';

export function updateTask(situation: Situation, command: UpdateTaskCommand): StepResult {
  const task = openTaskOf(situation, command.task);
  if (task === undefined) return TASK_NOT_OPEN;
  const updated = updatedTask(task, command.changes);
  const isSame = taskEvents(task, updated).length === 0;
  return changeOpenTask(situation, command, task, isSame ? task : updated);
}

/** Answers the task after an update; throws `LIMIT_EXCEEDED` for what no task can hold. */
function updatedTask(task: OpenTask, changes: TaskUpdate): OpenTask {
  const { name, description, category, priority, dueAt, followUpAt } = { ...task, ...changes };
  const { assignee, addedLinks = [], removedLinks = [] } = changes;
  if (!Number.isInteger(priority) || priority < 0 || priority > TASK_PRIORITY_MAX) {
    throw stepFailure(
      'LIMIT_EXCEEDED',
      null,
      `The priority ${priority} is no whole number from 0 to ${TASK_PRIORITY_MAX}`,
    );
  }
  let updated: OpenTask = {
    ...task,
    name: fitting(name),
    description: fitting(description, TASK_DESCRIPTION_LENGTH_MAX),
    category: fitting(category),
    priority,
    dueAt,
    followUpAt,
  };
  if (assignee !== undefined) updated = { ...inHandOf(updated, fitting(assignee), null), delegation: null };
  for (const link of addedLinks) updated = withLink(updated, link, true);
  for (const link of removedLinks) updated = withLink(updated, link, false);
  return updated;
}
