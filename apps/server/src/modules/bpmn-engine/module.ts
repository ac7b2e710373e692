// Wiring of the BPMN engine.
import { bpmnEngineModule as contract } from '@keelson/contract';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import type { BpmnEngineApi } from './api.ts';
import { bpmnEngineMenu } from './bpmn-engine.menu.ts';
import { createHandlers } from './bpmn-engine.routes.ts';
import { bpmnEngineSettings } from './bpmn-engine.settings.ts';
import { createDeploymentService } from './deployment/deploy.service.ts';
import { createPartitionJob } from './history/history.jobs.ts';
import { createHistoryService } from './history/history.service.ts';
import { createHistoryStore } from './history/history.store.ts';
import { createProjector } from './history/projector.ts';
import { createInstanceService } from './instance/instance.service.ts';
import { createInstanceQueryStore } from './instance/instance.store.ts';
import { createOnce } from './once.ts';
import { createDefinitionStore } from './runtime/definitions/definition.store.ts';
import { createDefinitionCache } from './runtime/definitions/definition-cache.ts';
import { deploymentReader } from './runtime/definitions/deployment-reader.ts';
import { defineEngineWriters } from './runtime/flush/flush.store.ts';
import { createInstanceRuntime } from './runtime/instance-runtime.ts';
import { createEngineLimits } from './runtime/state/engine-limits.ts';
import { createInstanceStore } from './runtime/state/instance.store.ts';
import { createTaskService } from './task/task.service.ts';
import { createTaskQueryStore } from './task/task.store.ts';

/** Says that look-ups of definitions are old; the payload is empty. */
const CATALOGUE_CHANNEL = 'keelson_catalogue';

export const bpmnEngineModule: ServerModule<typeof contract, BpmnEngineApi, Readonly<Record<string, never>>> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: bpmnEngineMenu,
  create(kernel: Kernel) {
    const { clock, ids, database, groupCommit, notify, events, log } = kernel;
    const definitionStore = createDefinitionStore(database);
    const definitions = createDefinitionCache(definitionStore);
    const projector = createProjector({ database, log });
    const history = createHistoryService({ store: createHistoryStore(database), definitions, projector });
    const writers = defineEngineWriters(groupCommit);
    const store = createInstanceStore(database);
    const onFlush = projector.wake;
    const settings = kernel.settings.bind(bpmnEngineSettings);
    const limits = createEngineLimits(settings);
    const runtime = createInstanceRuntime({
      ...{ clock, ids, database, groupCommit, writers, definitions, store, limits, onFlush },
    });
    const taskStore = createTaskQueryStore(database);
    const instanceStore = createInstanceQueryStore(database);
    notify.listen(CATALOGUE_CHANNEL, definitions.forgetLookUps);
    notify.onReconnect(definitions.forgetLookUps);
    const partitions = createPartitionJob({ clock, database, log });
    return {
      api: {},
      jobs: [projector, partitions],
      connect: () => {},
      start: partitions.ensure,
      handlers: createHandlers({
        deployments: createDeploymentService({
          ...{ database, clock, ids, events, definitions },
          store: definitionStore,
          reader: deploymentReader,
          announceCatalogue: () => notify.send(CATALOGUE_CHANNEL, ''),
        }),
        instances: createInstanceService({
          clock,
          runtime,
          definitions,
          definitionStore,
          store: instanceStore,
          history,
          limits,
        }),
        tasks: createTaskService({ clock, runtime, definitions, store: taskStore, history, limits }),
        history,
        once: createOnce(kernel.idempotency),
        strictnessOf: (tenant) => settings.strictness.get(tenant),
      }),
    };
  },
};
