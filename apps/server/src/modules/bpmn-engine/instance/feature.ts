// Wires process instances: how they are started, found, held and ended.
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { FormFilling } from '../runtime/forms/form-filling.ts';
import type { InstanceRuntime, RuntimeDoor } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { createInstanceHandlers } from './instance.routes.ts';
import { createInstanceService } from './instance.service.ts';
import { countRunningInstances, createInstancePageStore } from './instance.store.ts';
import { createManageService } from './manage.service.ts';
import { createStartService, type StartService } from './start.service.ts';
import { createStartFormService } from './start-form.service.ts';

export function createInstanceFeature(
  ground: Pick<Kernel, 'clock' | 'database' | 'metrics'> & {
    readonly runtime: InstanceRuntime;
    readonly definitions: DefinitionCache;
    readonly formFilling: FormFilling;
    readonly history: HistoryApi;
    readonly limits: EngineLimits;
  },
) {
  const help = 'Process instances that have not ended.';
  createCountedGauge(ground, { name: 'process_instances_running', help }, () => countRunningInstances(ground.database));
  return {
    api: {
      /** Starts by what starts instances, which may be a transaction of somebody else. */
      startsBy: (runtime: Pick<RuntimeDoor, 'start'>): StartService => createStartService({ ...ground, runtime }),
    },
    handlers: createInstanceHandlers(
      createStartService(ground),
      createInstanceService({ ...ground, store: createInstancePageStore(ground.database) }),
      createManageService(ground),
      createStartFormService(ground),
    ),
  };
}
