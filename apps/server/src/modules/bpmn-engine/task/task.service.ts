// What people do with tasks: find, claim, release, complete.
import type { Command, OpenTask, Variables } from '@keelson/bpmn-core';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import type { HistoryService } from '../history/history.service.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { type PartId, parsePartId } from '../interface/part-id.ts';
import type { AlsoWrite } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import { isCandidate, mayManage, maySee } from './task-people.ts';
import { listTasks, pageTasks, type TaskSearch, type TaskSearchNeeds } from './task-search.ts';

interface Needs extends TaskSearchNeeds {
  readonly history: HistoryService;
  readonly limits: Pick<EngineLimits, 'variableBytes'>;
}

export function createTaskService(needs: Needs) {
  const { clock } = needs;
  return {
    page: (caller: Caller, search: TaskSearch) => pageTasks(needs, caller, search),
    list: (caller: Caller, search: TaskSearch) => listTasks(needs, caller, search),

    async complete(caller: Caller, taskId: string, variables: Variables, alsoWrite?: AlsoWrite): Promise<LiveInstance> {
      checkVariables(variables, needs.limits.variableBytes(caller.tenantIdentifier));
      const decide = (task: OpenTask, part: PartId): Command => {
        const claims = task.assignee === null && isCandidate(caller, task);
        if (task.assignee !== caller.username && !claims && !mayManage(caller)) fail('ACCESS_DENIED');
        const command = { at: clock.now(), actor: caller.username, task: part.number, variables };
        return { kind: 'complete-task', ...command, ...(claims ? { claimant: caller.username } : {}) };
      };
      return onTask(needs, caller, taskId, decide, alsoWrite);
    },

    /** Repeating it for the own task changes nothing. */
    async claim(caller: Caller, taskId: string): Promise<LiveInstance> {
      return onTask(needs, caller, taskId, (task, part) => {
        if (task.assignee !== null && task.assignee !== caller.username) {
          fail('TASK_ALREADY_CLAIMED', {
            parameters: { assignee: task.assignee },
            errorArguments: [{ assignee: task.assignee }],
          });
        }
        if (task.assignee === null && !isCandidate(caller, task) && !mayManage(caller)) fail('ACCESS_DENIED');
        return {
          kind: 'claim-task',
          at: clock.now(),
          actor: caller.username,
          task: part.number,
          assignee: caller.username,
        };
      });
    },

    async unclaim(caller: Caller, taskId: string): Promise<LiveInstance> {
      return onTask(needs, caller, taskId, (task, part) => {
        if (task.assignee !== null && task.assignee !== caller.username && !mayManage(caller)) fail('ACCESS_DENIED');
        return { kind: 'unclaim-task', at: clock.now(), actor: caller.username, task: part.number };
      });
    },

    /** All that the task sees; of a completed task as it was then. */
    variables: (caller: Caller, taskId: string) => findVariables(needs, caller, taskId),
  };
}

export type TaskService = ReturnType<typeof createTaskService>;

/** Runs the command that `decide` makes of the open task; a task that is not open is 409 for whoever could see it, else 404. */
async function onTask(
  { runtime, history }: Needs,
  caller: Caller,
  taskId: string,
  decide: (task: OpenTask, part: PartId) => Command,
  alsoWrite?: AlsoWrite,
): Promise<LiveInstance> {
  const part = parsePartId(taskId, 't') ?? fail('TASK_NOT_FOUND');
  try {
    const decideOnState = (current: LiveInstance): Command => {
      const task = current.state.tasks.find((open) => open.number === part.number);
      if (task === undefined || !isSeen(caller, current, task)) return fail('TASK_NOT_FOUND');
      return decide(task, part);
    };
    const live = await runtime.run(part.instanceId, decideOnState, alsoWrite);
    if (live !== null) return live;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'TASK_NOT_FOUND') throw error;
  }
  const closed = await history.findClosedTask(caller, part);
  if (closed !== null && maySee(caller, closed)) fail('TASK_ALREADY_COMPLETED');
  return fail('TASK_NOT_FOUND');
}

async function findVariables({ runtime, history }: Needs, caller: Caller, taskId: string): Promise<Variables> {
  const part = parsePartId(taskId, 't') ?? fail('TASK_NOT_FOUND');
  const live = await runtime.find(part.instanceId);
  const task = live?.state.tasks.find((open) => open.number === part.number);
  if (live && task !== undefined && isSeen(caller, live, task)) return live.state.variables;
  const closed = await history.findClosedTask(caller, part);
  if (closed === null || !maySee(caller, closed)) return fail('TASK_NOT_FOUND');
  return closed.variables;
}

function isSeen(caller: Caller, live: LiveInstance, task: OpenTask): boolean {
  return live.state.facts.tenantIdentifier === caller.tenantIdentifier && maySee(caller, task);
}
