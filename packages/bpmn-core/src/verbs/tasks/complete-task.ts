// Completes an open task: its variables first, then the token goes on.
import { completeUserTask, runChangeListeners } from '../../behaviours/tasks/user-task.ts';
import { runCatching } from '../../catching/attempt.ts';
import type { CompleteTaskCommand } from '../../contract/commands/task-commands.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import type { StepResult } from '../../contract/result.ts';
import { type Burst, findToken, type WorkToken } from '../../instance/burst.ts';
import { ownScope, scopeOf, setLocal, setTransient, setVariables } from '../../instance/scope.ts';
import { resume, type Situation } from '../../instance/situation.ts';
import { runToRest } from '../../rounds/rounds.ts';
import { assigned } from './assignment.ts';

export function completeTask(situation: Situation, command: CompleteTaskCommand): StepResult {
  const task = situation.state.tasks.find((open) => open.number === command.task);
  if (task === undefined) return { outcome: 'refused', code: 'TASK_NOT_OPEN' };
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
  const claimed = assigned(task, claimant, burst.at);
  burst.tasks = burst.tasks.map((open) => (open === task ? claimed : open));
  burst.history.push(['u', task.number, claimant, task.assignee]);
  runChangeListeners(burst, task.number, true);
}

function takeVariables(burst: Burst, token: WorkToken, command: CompleteTaskCommand): void {
  const { variables, localVariables = {}, transientVariables = {} } = command;
  for (const name of Object.keys(localVariables)) setLocal(burst, ownScope(token), name, localVariables[name]!);
  for (const name of Object.keys(transientVariables)) setTransient(burst, name, transientVariables[name]!);
  setVariables(burst, scopeOf(token), variables);
}
