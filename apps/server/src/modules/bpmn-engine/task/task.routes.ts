// Answers the operations on tasks.
import type { Variables } from '@keelson/bpmn-core';
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { TaskService } from './task.service.ts';
import { taskToWire } from './task.wire.ts';
import type { TaskSearch } from './task-search.ts';

type TaskHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  'getVariables' | 'task_queryList' | 'task_queryPage' | 'claim' | 'unclaim' | 'complete'
>;

export function createTaskHandlers(service: TaskService, search: TaskSearch): TaskHandlers {
  return {
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
    claim: ({ params, act }) => service.claim(act, params.id),
    unclaim: ({ params, act }) => service.unclaim(act, params.id),
    complete: ({ params, body, act }) =>
      service.complete(act, { id: params.id, variables: (body.variables ?? {}) as Variables }),
  };
}
