// Wires the BPMN admin: process models under development, and what is deployed of them.
import { bpmnAdminModule as contract } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { BpmnEngineApi } from '../bpmn-engine/api.ts';
import type { MailApi } from '../mail-notification/api.ts';
import type { BpmnAdminApi } from './api.ts';
import { bpmnAdminDataSets } from './bpmn-admin.data-sets.store.ts';
import { bpmnAdminEvents } from './bpmn-admin.events.ts';
import { bpmnAdminMenu } from './bpmn-admin.menu.ts';
import { bpmnAdminTables } from './bpmn-admin.tables.store.ts';
import { createContentPreparation } from './content/prepare-content.ts';
import { createDeploymentFeature } from './deployment/feature.ts';
import { createDraftFeature } from './draft/feature.ts';
import { createExportFeature } from './export/feature.ts';
import { createImportFeature } from './import/feature.ts';
import { createModels } from './model/models.ts';
import { createProcessFeature } from './process/feature.ts';
import { createReferenceFeature } from './reference/feature.ts';
import { createUpkeepFeature } from './upkeep/feature.ts';
import { createVersionFeature } from './version/feature.ts';

export interface BpmnAdminPeers {
  readonly engine: BpmnEngineApi;
  readonly mail: Pick<MailApi, 'findTemplateCodes'>;
}

export const bpmnAdminModule: ServerModule<typeof contract, BpmnAdminApi, BpmnAdminPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: bpmnAdminMenu,
  events: bpmnAdminEvents,
  dataSets: bpmnAdminDataSets,
  tables: bpmnAdminTables,
  create: createBpmnAdmin,
};

function createBpmnAdmin(kernel: Kernel): ModuleInstance<typeof contract, BpmnAdminApi, BpmnAdminPeers> {
  let connected: BpmnAdminPeers | null = null;
  const peers = (): BpmnAdminPeers => {
    if (connected === null) throw new Error('the BPMN admin is not connected');
    return connected;
  };
  const engine = (): BpmnEngineApi => peers().engine;
  const models = createModels(kernel);
  const content = createContentPreparation({ contents: kernel.contents, models, judge: engine });
  const ground = { ...kernel, content, models, engine, judge: engine, mail: () => peers().mail };
  const imports = createImportFeature(ground);
  const upkeep = createUpkeepFeature(ground);
  return {
    api: {},
    handlers: {
      ...createProcessFeature(ground).handlers,
      ...createDraftFeature(ground).handlers,
      ...createVersionFeature(ground).handlers,
      ...createReferenceFeature(ground).handlers,
      ...createExportFeature(ground).handlers,
      ...createDeploymentFeature(ground).handlers,
      ...imports.handlers,
    },
    directoryHooks: [imports.directoryHooks],
    jobs: [...imports.jobs, ...upkeep.jobs],
    connect(given) {
      connected = given;
    },
    stop: () => models.close(),
  };
}
