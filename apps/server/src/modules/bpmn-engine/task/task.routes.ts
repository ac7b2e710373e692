// Answers the operations on tasks.
import type { Variables } from '@keelson/bpmn-core';
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { BulkService } from './bulk.service.ts';
import type { TaskSearch } from './finding/task-search.ts';
import { type IdentityLinkService, linkToWire } from './identity-link.service.ts';
import type { TaskService } from './task.service.ts';
import { taskToWire } from './task.wire.ts';
import type { TaskChangeService } from './task-change.service.ts';
import type { GetTaskForm } from './task-form.service.ts';
import { isInvolved } from './task-people.ts';
import type { TaskReturnService } from './task-return.service.ts';

type TaskHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'getVariables'
  | 'task_queryList'
  | 'task_queryPage'
  | 'claim'
  | 'unclaim'
  | 'complete'
  | 'getTask'
  | 'getTaskForm'
  | 'updateTask'
  | 'unclaimTask'
  | 'assignTask'
  | 'delegateTask'
  | 'resolveTask'
  | 'returnTask'
  | 'withdrawTask'
  | 'jumpTask'
  | 'throwTaskError'
  | 'throwTaskEscalation'
  | 'getIdentityLinks'
  | 'addIdentityLink'
  | 'removeIdentityLink'
  | 'setTaskVariables'
  | 'countTasks'
  | 'changeTasks'
  | 'watchTasks'
>;

export function createTaskHandlers({
  service,
  changes,
  returns,
  search,
  links,
  bulk,
  getTaskForm,
  history,
}: {
  readonly service: TaskService;
  readonly changes: TaskChangeService;
  readonly returns: TaskReturnService;
  readonly search: TaskSearch;
  readonly links: IdentityLinkService;
  readonly bulk: BulkService;
  readonly getTaskForm: GetTaskForm;
  readonly history: Pick<HistoryApi, 'watchTasks'>;
}): TaskHandlers {
  return {
    getTask: async ({ params, act }) => taskToWire(await search.get(act, params.id)),
    getTaskForm: ({ params, act }) => getTaskForm(act, params.id),
    updateTask: ({ params, body, act }) => changes.update(act, params.id, body),
    unclaimTask: ({ params, act }) => service.unclaim(act, params.id),
    assignTask: ({ params, body, act }) => changes.assign(act, params.id, body.assignee),
    delegateTask: ({ params, body, act }) => changes.delegate(act, params.id, body.user),
    resolveTask: ({ params, body, act }) => changes.resolve(act, params.id, body),
    returnTask: ({ params, body, act }) => returns.returnTask(act, params.id, body),
    withdrawTask: ({ params, body, act }) => returns.withdraw(act, params.id, body),
    jumpTask: ({ params, body, act }) => returns.jump(act, params.id, body),
    throwTaskError({ params, body, act }) {
      const { code, message = null, variables } = body;
      return changes.throwError(act, params.id, { code, message, variables: given(variables) });
    },
    throwTaskEscalation: ({ params, body, act }) =>
      changes.escalate(act, params.id, { code: body.code, variables: given(body.variables) }),
    getIdentityLinks: async ({ params, act }) => (await service.findLinks(act, params.id)).map(linkToWire),
    addIdentityLink: ({ params, body, act }) => links.add(act, params.id, body),
    removeIdentityLink: ({ params, query, act }) => links.remove(act, params.id, query),
    setTaskVariables: ({ params, body, act }) => changes.setVariables(act, params.id, body),
    async countTasks({ body, act }) {
      const { total, groups } = await search.count(act, body);
      return { total, groups: [...groups] };
    },
    changeTasks: ({ body, act }) => bulk.changeAll(act, body),
    async getVariables({ params, act }) {
      return { ...(await service.findVariables(act, params.taskId)) };
    },
    async task_queryList({ body, act }) {
      return (await search.list(act, body)).map(taskToWire);
    },
    async task_queryPage({ body, act }) {
      const { tasks, total, request } = await search.page(act, body);
      return pageBody(tasks.map(taskToWire), total, request);
    },
    watchTasks: ({ act }) => history.watchTasks(act, (people) => isInvolved(act.caller, people)),
    claim: ({ params, act }) => service.claim(act, params.id),
    unclaim: ({ params, act }) => service.unclaim(act, params.id),
    complete: ({ params, body, act }) => service.complete(act, params.id, body),
  };
}

function given(variables: unknown): Variables {
  return (variables ?? {}) as Variables;
}
