// User task: opens a task for people and waits until it is completed.
import type { Burst, WorkToken } from '../burst.ts';
import { completeActivity, leaveActivity } from '../leaving.ts';
import type { OpenTask } from '../model/instance-state.ts';
import type { FlowNode } from '../model/process-model.ts';
import { type Behaviour, collectOrBegin } from './behaviour.ts';
import { openTask } from './user-task-fields.ts';

export const userTask: Behaviour = { enter: collectOrBegin, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const task = openTask(burst, node, token);
  burst.tasks.push(task);
  burst.waiting.push(token);
  const { assignee, candidateUsers, candidateGroups, owner } = task;
  burst.history.push(['t', task.number, token.activity, assignee, candidateUsers, candidateGroups, owner]);
  burst.effects.push({ kind: 'create-task', task });
}

/** Closes the task and lets its token go on. */
export function completeUserTask(burst: Burst, task: OpenTask): void {
  const token = burst.waiting.find((waiting) => waiting.number === task.token)!;
  burst.waiting.splice(burst.waiting.indexOf(token), 1);
  burst.tasks = burst.tasks.filter((open) => open.number !== task.number);
  burst.history.push(['d', task.number, task.assignee]);
  burst.effects.push({ kind: 'close-task', task, reason: 'COMPLETED' });
  completeActivity(burst, token);
  leaveActivity(burst, burst.model.nodes[task.node]!, token);
}
