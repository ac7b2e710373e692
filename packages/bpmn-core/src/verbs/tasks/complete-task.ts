// Completes an open task: its variables first, then the token goes on.
import { completeUserTask, runChangeListeners } from '../../behaviours/tasks/user-task.ts';
import { runCatching } from '../../catching/attempt.ts';
import type { CompleteTaskCommand } from '../../contract/commands/task-commands.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import type { StepResult } from '../../contract/result.ts';
import { taskEvents } from '../../data/task-changes.ts';
import { type Burst, findToken, type WorkToken } from '../../instance/burst.ts';
import { ownScope, scopeOf, setLocal, setTransient, setVariables } from '../../instance/scope.ts';
import { resume, type Situation } from '../../instance/situation.ts';
import { runToRest } from '../../rounds/rounds.ts';
import { openTaskOf, TASK_DELEGATED, TASK_NOT_OPEN } from './change-open-task.ts';

export function completeTask(situation: Situation, command: CompleteTaskCommand): StepResult {
  const task = openTaskOf(situation, command.task);
  if (task === undefined) return TASK_NOT_OPEN;
  if (task.delegation === 'PENDING') return TASK_DELEGATED;
  const burst = resume(situation, command);
  const token = findToken(burst, task.token)!;
  runCatching(burst, token, () => {
    claimFirst(burst, task, command.claimant);
    takeVariables(burst, token, command);
    completeUserTask(burst, task.number);
  });
  return runToRest(burst);
}

function claimFirst(burst: Burst, task: OpenTask, claimant: string | undefined): void {
  if (claimant === undefined || claimant === task.assignee) return;
  const { number, assignee, version } = task;
  const claimed = { ...task, assignee: claimant, claimedAt: burst.at, delegation: null, version: version + 1 };
  burst.tasks = burst.tasks.map((open) => (open === task ? claimed : open));
  if (task.delegation === null) burst.history.push(['u', number, claimant, assignee]);
  else burst.history.push(...taskEvents(task, claimed));
  runChangeListeners(burst, task.number, true);
}

function takeVariables(burst: Burst, token: WorkToken, command: CompleteTaskCommand): void {
  const { variables, localVariables = {}, transientVariables = {} } = command;
  for (const name of Object.keys(localVariables)) setLocal(burst, ownScope(token), name, localVariables[name]!);
  for (const name of Object.keys(transientVariables)) setTransient(burst, name, transientVariables[name]!);
  setVariables(burst, scopeOf(token), variables);
}
