// Wires the BPMN engine.
import { bpmnEngineModule as contract } from '@keelson/contract';
import type { Kernel, ServerModule } from '../../kernel/module.ts';
import type { BpmnEngineApi } from './api.ts';
import { bpmnEngineEvents } from './bpmn-engine.events.ts';
import { bpmnEngineMenu } from './bpmn-engine.menu.ts';
import { bpmnEngineSettings } from './bpmn-engine.settings.ts';
import { createDeploymentFeature } from './deployment/feature.ts';
import { createHistoryFeature } from './history/feature.ts';
import { createInstanceFeature } from './instance/feature.ts';
import { createDefinitionStore } from './runtime/definitions/definition.store.ts';
import { createDefinitionCache } from './runtime/definitions/definition-cache.ts';
import { createInstanceRuntime } from './runtime/instance-runtime.ts';
import { createEngineLimits } from './runtime/state/engine-limits.ts';
import { createLoopBudget } from './runtime/state/loop-budget.ts';
import { createTaskFeature } from './task/feature.ts';

export const bpmnEngineModule: ServerModule<typeof contract, BpmnEngineApi, Readonly<Record<string, never>>> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: bpmnEngineMenu,
  events: bpmnEngineEvents,
  settings: bpmnEngineSettings,
  create(kernel: Kernel) {
    const settings = kernel.settings.bind(bpmnEngineSettings);
    const limits = createEngineLimits(settings);
    const definitions = createDefinitionCache(createDefinitionStore(kernel.database));
    const { handlers: historyHandlers, jobs, api: history } = createHistoryFeature(kernel, { definitions });
    const budget = createLoopBudget();
    const runtime = createInstanceRuntime(kernel, { definitions, limits, budget, onFlush: history.wake });
    const ground = { ...kernel, runtime, definitions, history, limits };
    return {
      api: {},
      handlers: {
        ...createDeploymentFeature(kernel, { definitions, budget, strictness: settings.strictness }).handlers,
        ...createInstanceFeature(ground).handlers,
        ...createTaskFeature(ground).handlers,
        ...historyHandlers,
      },
      jobs,
      connect: () => {},
      start: history.ensurePartitions,
    };
  },
};
