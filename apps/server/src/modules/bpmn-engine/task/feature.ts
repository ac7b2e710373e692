// Tasks: who sees which, and what people do with them.
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
  { clock, database, metrics }: Pick<Kernel, 'clock' | 'database' | 'metrics'>,
  {
    runtime,
    definitions,
    history,
    limits,
  }: {
    readonly runtime: InstanceRuntime;
    readonly definitions: DefinitionCache;
    readonly history: HistoryApi;
    readonly limits: EngineLimits;
  },
) {
  const service = createTaskService({ clock, runtime, history, limits });
  const search = createTaskSearch({ clock, runtime, definitions, store: createTaskStore(database) });
  createCountedGauge({ metrics }, { name: 'tasks_open', help: 'Open tasks.' }, () => countOpenTasks(database));
  return { handlers: createTaskHandlers(service, search) };
}
