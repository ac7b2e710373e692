// Operations on tasks.
import type { Variables } from '@keelson/bpmn-core';
import { pageBody } from '../../../kernel/records/page.ts';
import { liveInstanceToWire } from '../instance/instance.wire.ts';
import type { EngineHandlers } from '../interface/part-id.ts';
import type { Once } from '../once.ts';
import type { AlsoWrite } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { TaskService } from './task.service.ts';
import { taskToWire } from './task.wire.ts';

type TaskHandlers = Pick<
  EngineHandlers,
  'getVariables' | 'task_queryList' | 'task_queryPage' | 'claim' | 'unclaim' | 'complete'
>;

export function createTaskHandlers(service: TaskService, once: Once): TaskHandlers {
  return {
    async getVariables({ params, caller }) {
      return { ...(await service.variables(caller, params.taskId)) };
    },
    async task_queryList({ body, caller }) {
      return (await service.list(caller, body)).map(taskToWire);
    },
    async task_queryPage({ body, caller }) {
      const { tasks, total, request } = await service.page(caller, body);
      return pageBody(tasks.map(taskToWire), total, request);
    },
    async claim({ params, caller }) {
      await service.claim(caller, params.id);
      return undefined;
    },
    async unclaim({ params, caller }) {
      await service.unclaim(caller, params.id);
      return undefined;
    },
    complete({ params, body, caller, context }) {
      const request = { operation: 'complete', caller, context, content: [params, body] };
      return once(request, async (claim) => {
        const alsoWrite: AlsoWrite | undefined = claim
          ? (changes, live) => claim.add(changes, answer(live))
          : undefined;
        return answer(await service.complete(caller, params.id, (body.variables ?? {}) as Variables, alsoWrite));
      });
    },
  };
}

function answer(live: LiveInstance) {
  return liveInstanceToWire(live, null);
}
