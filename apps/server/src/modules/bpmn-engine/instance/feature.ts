// Process instances: how they are started, found and given variables.
import type { Kernel } from '../../../kernel/module.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { createInstanceHandlers } from './instance.routes.ts';
import { createInstanceService } from './instance.service.ts';
import { createInstancePageStore } from './instance.store.ts';
import { createStartService } from './start.service.ts';
import { createVariableService } from './variable.service.ts';

export function createInstanceFeature(
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
  return {
    handlers: createInstanceHandlers(
      createStartService({ runtime, definitions, limits }),
      createInstanceService({ runtime, store: createInstancePageStore(database), history }),
      createVariableService({ clock, runtime, history, limits }),
    ),
  };
}
