// Answers the operations on process instances.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { MigrateService } from './changing/migrate.service.ts';
import type { ModifyService } from './changing/modify.service.ts';
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
  | 'modifyProcessInstance'
  | 'migrateProcessInstances'
>;

export function createInstanceHandlers({
  starts,
  instances,
  manage,
  changes,
  migrations,
  startForm,
}: {
  readonly starts: StartService;
  readonly instances: InstanceService;
  readonly manage: ManageService;
  readonly changes: ModifyService;
  readonly migrations: MigrateService;
  readonly startForm: GetStartForm;
}): InstanceHandlers {
  return {
    getStartForm: ({ params, query, act }) => startForm(act, params.id, query.startElementId ?? null),
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
    modifyProcessInstance: ({ params, body, act }) => changes.modify(act, params.id, body),
    migrateProcessInstances: ({ body, act }) => migrations.migrate(act, body),
    cancelProcessInstance: ({ params, body, act }) => manage.cancel(act, params.id, body),
  };
}

function pageToWire({ found, total, request, lag }: Awaited<ReturnType<InstanceService['page']>>) {
  const headers = lag === null ? {} : { 'x-svc-history-lag': String(lag) };
  return { body: pageBody(found.map(foundInstanceToWire), total, request), headers };
}
