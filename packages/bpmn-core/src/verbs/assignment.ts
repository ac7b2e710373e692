// Changes whose task it is.
import type { InstanceState, OpenTask } from '../model/instance-state.ts';
import type { StepResult } from '../result.ts';
import { unchanged } from './verb.ts';

/** The task in the hand of this person, or of nobody; the claim time is that of a person's claim. */
export function assigned(task: OpenTask, assignee: string | null, at: number): OpenTask {
  return { ...task, assignee, claimedAt: assignee === null ? null : at, version: task.version + 1 };
}

/** Assigning to whom it is assigned already changes nothing. */
export function reassign(state: InstanceState, number: number, assignee: string | null, at: number): StepResult {
  const task = state.tasks.find((open) => open.number === number);
  if (task === undefined) return { outcome: 'refused', code: 'TASK_NOT_OPEN' };
  if (task.assignee === assignee) return unchanged(state);
  const changed = assigned(task, assignee, at);
  return {
    outcome: 'done',
    state: { ...state, tasks: state.tasks.map((open) => (open === task ? changed : open)) },
    history: [['u', number, assignee, task.assignee]],
    effects: [{ kind: 'update-task', task: changed }],
  };
}
