// Every change of an open task goes this way: its listeners hear of it, and may move the instance.
import { runChangeListeners } from '../../behaviours/tasks/user-task.ts';
import { runCatching } from '../../catching/attempt.ts';
import type { Command } from '../../contract/commands/commands.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import type { StepResult } from '../../contract/result.ts';
import { putTask, taskEvents } from '../../data/task-changes.ts';
import { type Burst, findToken } from '../../instance/burst.ts';
import { resume, type Situation, unchanged } from '../../instance/situation.ts';
import { runToRest } from '../../rounds/rounds.ts';

export const TASK_NOT_OPEN: StepResult = { outcome: 'refused', code: 'TASK_NOT_OPEN' };
export const TASK_DELEGATED: StepResult = { outcome: 'refused', code: 'TASK_DELEGATED' };

export function openTaskOf({ state }: Situation, number: number): OpenTask | undefined {
  return state.tasks.find((open) => open.number === number);
}

/** Changes an open task; nothing happens where it is so already. Where nobody listens the instance need not be woken. */
export function changeOpenTask(
  situation: Situation,
  command: Command,
  before: OpenTask,
  changed: OpenTask,
): StepResult {
  const { state, model } = situation;
  if (changed === before) return unchanged(state);
  if (model.nodes[before.node]!.listeners.length > 0 || model.eventListeners.length > 0) {
    const burst = resume(situation, command);
    changeHeard(burst, before, changed);
    return runToRest(burst);
  }
  const task = { ...changed, version: before.version + 1 };
  const tasks = state.tasks.map((open) => (open === before ? task : open));
  const effects = [{ kind: 'update-task', task } as const];
  return { outcome: 'done', state: { ...state, tasks }, history: taskEvents(before, task), effects };
}

/** Changes an open task inside a burst. What a listener throws is thrown by the task's activity. */
export function changeHeard(burst: Burst, before: OpenTask, changed: OpenTask): void {
  const { number, assignee } = putTask(burst, before, changed);
  runCatching(burst, findToken(burst, before.token)!, () =>
    runChangeListeners(burst, number, assignee !== before.assignee),
  );
}
