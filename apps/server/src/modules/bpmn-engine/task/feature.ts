// Tasks: who sees which, and what people do with them.
import type { Kernel } from '../../../kernel/module.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { createTaskHandlers } from './task.routes.ts';
import { createTaskService } from './task.service.ts';
import { createTaskStore } from './task.store.ts';
import { createTaskSearch } from './task-search.ts';

export function createTaskFeature(
  { clock, database }: Pick<Kernel, 'clock' | 'database'>,
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
  return { handlers: createTaskHandlers(service, search) };
}
