// Wires executions: where an instance stands, the variables that are seen there, and what managers do with them.
import type { Kernel } from '../../../kernel/module.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { createExecutionHandlers } from './execution.routes.ts';
import { createExecutionService } from './execution.service.ts';
import { createExecutionStore } from './execution.store.ts';
import { createExecutionViewService } from './execution-view.service.ts';
import { createVariableService } from './variable.service.ts';

export function createExecutionFeature(
  ground: Pick<Kernel, 'clock' | 'database'> & {
    readonly runtime: InstanceRuntime;
    readonly history: HistoryApi;
    readonly limits: EngineLimits;
  },
) {
  return {
    handlers: createExecutionHandlers(
      createExecutionService(ground),
      createExecutionViewService({ ...ground, store: createExecutionStore(ground.database) }),
      createVariableService(ground),
      ground.limits,
    ),
  };
}
