// Answers the operations on external tasks.
import type { Variables } from '@keelson/bpmn-core';
import { type bpmnEngineModule, externalTaskSortStandard, resolvePageable } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { ExternalTaskService } from './external-task.service.ts';
import type { ExternalTaskStore } from './external-task.store.ts';
import { externalTaskToWire } from './external-task.wire.ts';
import type { FetchService } from './fetch.service.ts';
import type { LockService } from './lock.service.ts';

type ExternalTaskHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'fetchAndLockExternalTasks'
  | 'completeExternalTask'
  | 'completeExternalTasks'
  | 'failExternalTask'
  | 'throwExternalTaskError'
  | 'throwExternalTaskEscalation'
  | 'extendExternalTaskLock'
  | 'unlockExternalTask'
  | 'queryExternalTasks'
  | 'setExternalTaskRetries'
>;

export function createExternalTaskHandlers(
  { service, fetching, locks }: { service: ExternalTaskService; fetching: FetchService; locks: LockService },
  { store, clock }: { readonly store: ExternalTaskStore; readonly clock: Clock },
): ExternalTaskHandlers {
  return {
    async fetchAndLockExternalTasks({ body, act }) {
      const fetched = await fetching.fetchAndLock(act, body);
      return fetched.map(({ row, variables }) => externalTaskToWire(row, variables));
    },
    completeExternalTask: ({ params, body, act }) =>
      service.complete(act, { id: params.id, workerId: body.workerId, ...completionOf(body) }),
    completeExternalTasks({ body, act }) {
      const { workerId, tasks } = body;
      return service.completeAll(
        act,
        tasks.map((task) => ({ id: task.id, workerId, ...completionOf(task) })),
      );
    },
    failExternalTask({ params, body, act }) {
      const { workerId, message, details, retries, retryMillis } = body;
      const failure = { message, details: details ?? null, retries, retryMillis: retryMillis ?? 0 };
      return locks.fail(act, { id: params.id, workerId, ...failure });
    },
    throwExternalTaskError({ params, body, act }) {
      const { workerId, code, message } = body;
      const variables = given(body.variables);
      return service.throwError(act, { id: params.id, workerId, code, message: message ?? null, variables });
    },
    throwExternalTaskEscalation({ params, body, act }) {
      const { workerId, code } = body;
      return service.escalate(act, { id: params.id, workerId, code, variables: given(body.variables) });
    },
    async extendExternalTaskLock({ params, body, act }) {
      await locks.extendLock(act, { id: params.id, workerId: body.workerId, lockMillis: body.lockMillis });
      return undefined;
    },
    async unlockExternalTask({ params, body, act }) {
      await locks.unlock(act, { id: params.id, workerId: body.workerId });
      return undefined;
    },
    async queryExternalTasks({ body, act }) {
      const request = resolvePageable(body.pageable, externalTaskSortStandard);
      const query = { ...body, tenantIdentifier: act.caller.tenantIdentifier, now: clock.now() };
      const { rows, total } = await store.page(query, request);
      return pageBody(
        rows.map((row) => externalTaskToWire(row, null)),
        total,
        request,
      );
    },
    setExternalTaskRetries: ({ body, act }) => locks.setRetries(act, body.ids, body.retries),
  };
}

function completionOf(body: { readonly variables?: unknown; readonly localVariables?: unknown }) {
  return { variables: given(body.variables), localVariables: given(body.localVariables) };
}

function given(variables: unknown): Variables {
  return (variables ?? {}) as Variables;
}
