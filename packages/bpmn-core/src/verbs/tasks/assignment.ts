// Claiming and unclaiming decide whose an open task is.
import type { ClaimTaskCommand, UnclaimTaskCommand } from '../../contract/commands/task-commands.ts';
import type { StepResult } from '../../contract/result.ts';
import { inHandOf } from '../../data/task-changes.ts';
import type { Situation } from '../../instance/situation.ts';
import { changeOpenTask, openTaskOf, TASK_DELEGATED, TASK_NOT_OPEN } from './change-open-task.ts';

/** Gives an open task to a person. */
export function claimTask(situation: Situation, command: ClaimTaskCommand): StepResult {
  return reassign(situation, command, command.assignee);
}

/** Takes an open task out of its assignee's hand; the candidates stay. */
export function unclaimTask(situation: Situation, command: UnclaimTaskCommand): StepResult {
  return reassign(situation, command, null);
}

/** Changes the assignee. The claim time is that of a person's claim; a delegation ends only by being resolved or by an assignment. */
function reassign(
  situation: Situation,
  command: ClaimTaskCommand | UnclaimTaskCommand,
  assignee: string | null,
): StepResult {
  const task = openTaskOf(situation, command.task);
  if (task === undefined) return TASK_NOT_OPEN;
  if (task.delegation === 'PENDING') return TASK_DELEGATED;
  const claimedAt = assignee === null ? null : command.at;
  return changeOpenTask(situation, command, task, inHandOf(task, assignee, claimedAt));
}
