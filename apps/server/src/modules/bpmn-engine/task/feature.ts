// Wires tasks: who sees which, and what people do with them.
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { createTaskHandlers } from './task.routes.ts';
import { createTaskService } from './task.service.ts';
import { countOpenTasks, createTaskStore } from './task.store.ts';
import { createTaskSearch } from './task-search.ts';

export function createTaskFeature(
  ground: Pick<Kernel, 'clock' | 'database' | 'metrics'> & {
    readonly runtime: InstanceRuntime;
    readonly definitions: DefinitionCache;
    readonly history: HistoryApi;
    readonly limits: EngineLimits;
  },
) {
  const search = createTaskSearch({ ...ground, store: createTaskStore(ground.database) });
  createCountedGauge(ground, { name: 'tasks_open', help: 'Open tasks.' }, () => countOpenTasks(ground.database));
  return { handlers: createTaskHandlers(createTaskService(ground), search) };
}
