// Completes an open task: its variables first, then the token goes on.
import { completeUserTask } from '../behaviours/user-task.ts';
import { type Burst, openBurst, setVariables } from '../burst.ts';
import type { CompleteTaskCommand } from '../commands.ts';
import type { OpenTask } from '../model/instance-state.ts';
import type { StepResult } from '../result.ts';
import { runToRest } from '../rounds.ts';
import { assigned } from './assignment.ts';
import type { Situation } from './verb.ts';

export function completeTask({ model, state, limits }: Situation, command: CompleteTaskCommand): StepResult {
  const task = state.tasks.find((open) => open.number === command.task);
  if (task === undefined) return { outcome: 'refused', code: 'TASK_NOT_OPEN' };
  const burst = openBurst({ model, limits, at: command.at, actor: command.actor }, state.facts, state);
  const own = claimFirst(burst, task, command.claimant);
  setVariables(burst, command.variables);
  completeUserTask(burst, own);
  return runToRest(burst);
}

function claimFirst(burst: Burst, task: OpenTask, claimant: string | undefined): OpenTask {
  if (claimant === undefined || claimant === task.assignee) return task;
  burst.history.push(['u', task.number, claimant, task.assignee]);
  return assigned(task, claimant, burst.at);
}
