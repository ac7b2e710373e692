// Answers the operations that check and deploy processes, and that switch and find what is deployed.
import type { bpmnAdminModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { BpmnEngineApi } from '../../bpmn-engine/api.ts';
import type { CheckService } from './check.service.ts';
import type { DeploymentService } from './deployment.service.ts';

/** Origin in the detail of the engine's events. */
const VIA = 'admin';

export function createDeploymentHandlers(
  checks: CheckService,
  deployments: DeploymentService,
  engine: () => Pick<BpmnEngineApi, 'findDefinitions' | 'switchDefinitions'>,
) {
  return {
    activateProcessDefinition: ({ act, body }) => engine().switchDefinitions(act, body, { suspended: false, via: VIA }),
    suspendProcessDefinition: ({ act, body }) => engine().switchDefinitions(act, body, { suspended: true, via: VIA }),
    findLatestProcessDefinitionByKey: ({ act, params }) => engine().findDefinitions(act, { key: params.key }),
    validateProcess: ({ act, params, query }) => checks.process(act, params.id, query),
    validateFiles: ({ act, body }) => checks.files(act, body.files.files ?? [], body.fields),
    deployProcess: ({ act, params, body }) => deployments.deploy(act, params.id, body),
    listProcessDeployments: ({ act, params }) => deployments.list(act, params.id),
  } satisfies Partial<ModuleHandlers<typeof bpmnAdminModule>>;
}
