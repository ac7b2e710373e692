// Claiming and unclaiming decide whose an open task is.
import { runChangeListeners } from '../../behaviours/tasks/user-task.ts';
import { runCatching } from '../../catching/attempt.ts';
import type { Command } from '../../contract/commands/commands.ts';
import type { ClaimTaskCommand, UnclaimTaskCommand } from '../../contract/commands/task-commands.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import type { StepResult } from '../../contract/result.ts';
import { findToken } from '../../instance/burst.ts';
import { resume, type Situation, unchanged } from '../../instance/situation.ts';
import { runToRest } from '../../rounds/rounds.ts';

/** Gives an open task to a person. */
export function claimTask(situation: Situation, command: ClaimTaskCommand): StepResult {
  return reassign(situation, command, command.task, command.assignee);
}

/** Takes an open task out of its assignee's hand; the candidates stay. */
export function unclaimTask(situation: Situation, command: UnclaimTaskCommand): StepResult {
  return reassign(situation, command, command.task, null);
}

/** The task in the hand of this person, or of nobody; the claim time is that of a person's claim. */
export function assigned(task: OpenTask, assignee: string | null, at: number): OpenTask {
  return { ...task, assignee, claimedAt: assignee === null ? null : at, version: task.version + 1 };
}

/** Assigning to whom it is assigned already changes nothing. Listeners of the task may move the instance. */
function reassign(situation: Situation, command: Command, number: number, assignee: string | null): StepResult {
  const { state, model } = situation;
  const task = state.tasks.find((open) => open.number === number);
  if (task === undefined) return { outcome: 'refused', code: 'TASK_NOT_OPEN' };
  if (task.assignee === assignee) return unchanged(state);
  const changed = assigned(task, assignee, command.at);
  const tasks = state.tasks.map((open) => (open === task ? changed : open));
  if (model.nodes[task.node]!.listeners.length > 0) return reassignHeard(situation, command, tasks, task, changed);
  return {
    outcome: 'done',
    state: { ...state, tasks },
    history: [['u', number, assignee, task.assignee]],
    effects: [{ kind: 'update-task', task: changed }],
  };
}

function reassignHeard(
  situation: Situation,
  command: Command,
  tasks: OpenTask[],
  before: OpenTask,
  task: OpenTask,
): StepResult {
  const burst = resume(situation, command);
  burst.tasks = tasks;
  burst.history.push(['u', task.number, task.assignee, before.assignee]);
  burst.effects.push({ kind: 'update-task', task });
  runCatching(burst, findToken(burst, task.token)!, () => runChangeListeners(burst, task.number, true));
  return runToRest(burst);
}
