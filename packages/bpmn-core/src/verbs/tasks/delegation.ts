// A task is done by another on behalf of its owner, and comes back to him.
import type { DelegateTaskCommand, ResolveTaskCommand } from '../../contract/commands/task-commands.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import type { StepResult } from '../../contract/result.ts';
import { findToken } from '../../instance/burst.ts';
import { scopeOf, setVariables } from '../../instance/scope.ts';
import { resume, type Situation } from '../../instance/situation.ts';
import { runToRest } from '../../rounds/rounds.ts';
import { changeHeard, changeOpenTask, openTaskOf, TASK_NOT_OPEN } from './change-open-task.ts';

/** Delegates a task; who has it on behalf of the owner may hand it on, the owner stays. */
export function delegateTask(situation: Situation, command: DelegateTaskCommand): StepResult {
  const task = openTaskOf(situation, command.task);
  if (task === undefined) return TASK_NOT_OPEN;
  const isPending = task.delegation === 'PENDING';
  const isSame = isPending && task.assignee === command.user;
  const owner = isPending ? task.owner : (task.owner ?? task.assignee);
  const delegated: OpenTask = { ...task, owner, assignee: command.user, claimedAt: null, delegation: 'PENDING' };
  return changeOpenTask(situation, command, task, isSame ? task : delegated);
}

/** Gives a delegated task back to its owner, or to nobody where it has none; the variables are written first, as the task sees them. */
export function resolveTask(situation: Situation, command: ResolveTaskCommand): StepResult {
  const task = openTaskOf(situation, command.task);
  if (task === undefined) return TASK_NOT_OPEN;
  if (task.delegation !== 'PENDING') return { outcome: 'refused', code: 'TASK_NOT_DELEGATED' };
  const burst = resume(situation, command);
  setVariables(burst, scopeOf(findToken(burst, task.token)!), command.variables);
  changeHeard(burst, task, { ...task, assignee: task.owner, claimedAt: null, delegation: 'RESOLVED' });
  return runToRest(burst);
}
