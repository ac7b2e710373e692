// User task: opens a task for people and waits until it is completed.
import { goOnFrom } from '../../catching/occurrence.ts';
import { taskId } from '../../contract/ids.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import { taskFacts } from '../../data/evaluation.ts';
import { type Burst, findToken, nodeOf, type WorkToken } from '../../instance/burst.ts';
import { rememberTask } from '../../instance/return-points.ts';
import { scopeOf, setVariable } from '../../instance/scope.ts';
import type { ListenerEvent } from '../../model/activity-model.ts';
import type { FlowNode } from '../../model/process-model.ts';
import { enterActivity } from '../../tokens/activity.ts';
import { armEvent } from '../../tokens/arming.ts';
import type { Behaviour } from '../../tokens/behaviour.ts';
import { runListeners } from '../../tokens/listeners.ts';
import { openTask } from './user-task-fields.ts';

export const userTask: Behaviour = { enter: enterActivity, act };

function act(burst: Burst, node: FlowNode, token: WorkToken): void {
  const opened = openTask(burst, node, token);
  const task = token.assignee === null ? opened : { ...opened, assignee: token.assignee };
  token.assignee = null;
  burst.tasks.push(task);
  const idVariable = node.userTask?.taskIdVariable ?? null;
  if (idVariable !== null) setVariable(burst, scopeOf(token), idVariable, taskId(burst.facts.id, task.number));
  if (node.listeners.length === 0) {
    announceTask(burst, token, task);
    return;
  }
  createHeard(burst, node, token, task.number);
  // Opens its timeouts: the listeners of each run while it is open.
  if (node.event !== null) armEvent(burst, node, { scope: token.scope, token });
  if (openTaskOf(burst, task.number)!.assignee !== null)
    runTaskListeners(burst, node, token, task.number, 'assignment');
}

/** Runs the create listeners before the task is announced, so that it has their changes from its beginning. */
function createHeard(burst: Burst, node: FlowNode, token: WorkToken, task: number): void {
  burst.taskInCreation = task;
  try {
    runTaskListeners(burst, node, token, task, 'create');
  } finally {
    burst.taskInCreation = 0;
    announceTask(burst, token, openTaskOf(burst, task)!);
  }
}

function announceTask(burst: Burst, { activity }: WorkToken, task: OpenTask): void {
  const { number, assignee, candidateUsers, candidateGroups, owner } = task;
  burst.history.push(['t', number, activity, assignee, candidateUsers, candidateGroups, owner]);
  burst.effects.push({ kind: 'create-task', task });
}

function openTaskOf({ tasks }: Burst, number: number): OpenTask | undefined {
  return tasks.find((open) => open.number === number);
}

/** Runs the task listeners of an event; each sees what the ones before it have changed of the task. */
export function runTaskListeners(
  burst: Burst,
  node: FlowNode,
  token: WorkToken,
  number: number,
  event: ListenerEvent,
): void {
  for (const listener of node.listeners) {
    const task = openTaskOf(burst, number);
    if (listener.event !== event || task === undefined) continue;
    runListeners(burst, node, [listener], event, scopeOf(token), token.number, taskFacts(burst.facts.id, task));
  }
}

/** Runs the listeners of a change, which learn what it was and to whom the task now belongs. */
export function runChangeListeners(burst: Burst, number: number, reassigned: boolean): void {
  const task = openTaskOf(burst, number)!;
  const token = findToken(burst, task.token)!;
  const node = nodeOf(burst, token);
  runTaskListeners(burst, node, token, number, 'update');
  if (reassigned && openTaskOf(burst, number)!.assignee !== null) {
    runTaskListeners(burst, node, token, number, 'assignment');
  }
}

/** Closes the task and lets its token go on. */
export function completeUserTask(burst: Burst, number: number): void {
  const token = findToken(burst, openTaskOf(burst, number)!.token)!;
  runTaskListeners(burst, nodeOf(burst, token), token, number, 'complete');
  const task = openTaskOf(burst, number)!;
  const completer = nodeOf(burst, token).userTask?.taskCompleterVariable ?? null;
  if (completer !== null) setVariable(burst, scopeOf(token), completer, burst.actor);
  burst.tasks = burst.tasks.filter((open) => open.number !== task.number);
  burst.history.push(['d', task.number, task.assignee]);
  burst.effects.push({ kind: 'close-task', task, reason: 'COMPLETED' });
  const node = nodeOf(burst, token);
  if (node.activity !== null) rememberTask(burst, node, token, task);
  goOnFrom(burst, node, token);
}
