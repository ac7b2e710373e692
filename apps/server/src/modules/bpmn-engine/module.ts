// Wires the BPMN engine.
import { bpmnEngineModule as contract } from '@keelson/contract';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import { lowerName } from '../../kernel/text/upper-name.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import type { BpmnEngineApi } from './api.ts';
import { createBatchFeature } from './batch/feature.ts';
import { bpmnEngineDataSets } from './bpmn-engine.data-sets.store.ts';
import { bpmnEngineEvents } from './bpmn-engine.events.ts';
import { bpmnEngineMenu } from './bpmn-engine.menu.ts';
import { bpmnEngineRules, bpmnEngineSettings } from './bpmn-engine.settings.ts';
import { bpmnEngineTables } from './bpmn-engine.tables.store.ts';
import { createDecisionFeature } from './decision/feature.ts';
import { createDeploymentFeature } from './deployment/feature.ts';
import { createDirectoryFeature } from './directory/feature.ts';
import { createEngineApi } from './engine-api.ts';
import { createEventFeature } from './events/feature.ts';
import { createExecutionFeature } from './execution/feature.ts';
import { createExternalTaskFeature } from './external-task/feature.ts';
import { createHistoryFeature } from './history/feature.ts';
import { createInstanceFeature } from './instance/feature.ts';
import { createManagementFeature } from './management/feature.ts';
import { createEngineRuntime } from './runtime/engine-runtime.ts';
import { createTaskFeature } from './task/feature.ts';
import { createTestClockFeature } from './test-clock/feature.ts';

export interface BpmnEnginePeers {
  readonly authentication: Pick<AuthenticationApi, 'findAbsentUsers' | 'findPerson'>;
}

export const bpmnEngineModule: ServerModule<typeof contract, BpmnEngineApi, BpmnEnginePeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: bpmnEngineMenu,
  events: bpmnEngineEvents,
  settings: bpmnEngineSettings,
  settingRules: bpmnEngineRules,
  dataSets: bpmnEngineDataSets,
  tables: bpmnEngineTables,
  create(kernel: Kernel) {
    const settings = kernel.settings.bind(bpmnEngineSettings);
    let connected: BpmnEnginePeers | null = null;
    const authentication = (): BpmnEnginePeers['authentication'] => {
      if (connected === null) throw new Error('the engine is not connected');
      return connected.authentication;
    };
    const findPerson: AuthenticationApi['findPerson'] = (tenant, by) => authentication().findPerson(tenant, by);
    const engine = createEngineRuntime(kernel, settings, { findPerson });
    const { definitions, formFilling, limits, runtime } = engine;
    const {
      handlers: historyHandlers,
      jobs,
      api: history,
    } = createHistoryFeature(kernel, {
      definitions,
      retentionDays: (tenant) => settings.historyRetention.get(tenant),
      keepsNothing: () => settings.historyLevel.get(null) === 'NONE',
    });
    const deployment = createDeploymentFeature(kernel, {
      ...engine,
      strictnessOf: (tenant) => lowerName(settings.strictness.get(tenant)),
      nativeCalls: engine.actions.parameters,
      findPerson,
      history,
    });
    engine.onFlush(history.wake);
    const external = createExternalTaskFeature(kernel, engine);
    const findAbsentUsers: AuthenticationApi['findAbsentUsers'] = (tenant, names) =>
      authentication().findAbsentUsers(tenant, names);
    const ground = { ...kernel, runtime, definitions, formFilling, history, limits, findAbsentUsers };
    const instances = createInstanceFeature(ground);
    const management = createManagementFeature(kernel, { engine, retryExternal: external.retry });
    const batches = createBatchFeature(kernel, { instances: instances.api, jobs: management.api, engine, history });
    const directory = createDirectoryFeature(kernel, {
      ...engine,
      ...deployment.api,
      history,
      wakeJobs() {
        engine.wakeJobs();
        batches.api.wake();
      },
    });
    const tasks = createTaskFeature(ground);
    const events = createEventFeature(kernel, engine);
    return {
      api: {
        registerAction: engine.actions.register,
        settleCall: engine.settleCall,
        registerEngineHandler: history.registerHandler,
        setDefinitionState: engine.definitionStates.change,
        ...deployment.engineApi,
        ...createEngineApi({
          runtime,
          findPerson,
          instances: instances.api,
          tasks: tasks.api,
          events: events.api,
        }),
      },
      handlers: {
        ...deployment.handlers,
        ...instances.handlers,
        ...batches.handlers,
        ...createExecutionFeature(ground).handlers,
        ...tasks.handlers,
        ...createDecisionFeature(kernel, engine).handlers,
        ...events.handlers,
        ...external.handlers,
        ...createTestClockFeature(kernel, { engine, ensurePartitions: history.ensurePartitions }).handlers,
        ...management.handlers,
        ...historyHandlers,
      },
      directoryHooks: [directory.hooks],
      jobs: [...jobs, ...engine.jobs, ...external.jobs, ...directory.jobs, ...batches.jobs],
      connect(peers) {
        connected = peers;
      },
      async start() {
        await history.ensurePartitions();
        await engine.start();
      },
    };
  },
};
