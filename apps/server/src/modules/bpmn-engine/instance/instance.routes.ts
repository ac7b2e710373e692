// Answers the operations on process instances.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { type InstanceService, PAST_VIEW, RUNNING_VIEW } from './instance.service.ts';
import { foundInstanceToWire } from './instance.wire.ts';
import type { ManageService } from './manage.service.ts';
import type { StartService } from './start.service.ts';
import type { GetStartForm } from './start-form.service.ts';

type InstanceHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'startProcessInstanceById'
  | 'startProcessInstanceByKey'
  | 'getStartForm'
  | 'processInstance_queryPage'
  | 'queryHistoryInstances'
  | 'getProcessInstance'
  | 'suspendProcessInstance'
  | 'activateProcessInstance'
  | 'cancelProcessInstance'
  | 'updateProcessInstance'
>;

export function createInstanceHandlers(
  starts: StartService,
  instances: InstanceService,
  manage: ManageService,
  getStartForm: GetStartForm,
): InstanceHandlers {
  return {
    getStartForm: ({ params, query, act }) => getStartForm(act, params.id, query.startElementId ?? null),
    startProcessInstanceByKey: ({ params, body, act }) =>
      starts.startByKey(act, { key: params.processDefinitionKey, options: body }),
    startProcessInstanceById: ({ params, body, act }) =>
      starts.startById(act, { id: params.processDefinitionId, options: body }),
    processInstance_queryPage: async ({ body, act }) => pageToWire(await instances.page(act, body, RUNNING_VIEW)),
    queryHistoryInstances: async ({ body, act }) => pageToWire(await instances.page(act, body, PAST_VIEW)),
    async getProcessInstance({ params, query, act }) {
      const withVariables = query.withVariables?.split(',').map((name) => name.trim()) ?? null;
      return foundInstanceToWire(await instances.get(act, { id: params.id, withVariables }));
    },
    suspendProcessInstance: ({ params, act }) => manage.suspend(act, params.id),
    activateProcessInstance: ({ params, act }) => manage.activate(act, params.id),
    updateProcessInstance: ({ params, body, act }) => manage.update(act, params.id, body),
    cancelProcessInstance: ({ params, body, act }) => manage.cancel(act, params.id, body),
  };
}

function pageToWire({ found, total, request, lag }: Awaited<ReturnType<InstanceService['page']>>) {
  const headers = lag === null ? {} : { 'x-svc-history-lag': String(lag) };
  return { body: pageBody(found.map(foundInstanceToWire), total, request), headers };
}
