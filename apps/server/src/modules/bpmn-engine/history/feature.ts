// Wires the history of instances: what happened in each, and the table of ended ones that pages read.
import type { Kernel } from '../../../kernel/module.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { createPartitionJob } from './history.jobs.ts';
import { createHistoryHandlers } from './history.routes.ts';
import { createHistoryService } from './history.service.ts';
import { createHistoryStore } from './history.store.ts';
import { createProjector } from './projector.ts';
import { createEngineHandlers } from './telling/engine-handlers.ts';
import { createTelling } from './telling/tell-events.ts';
import { createTellModules } from './telling/tell-modules.ts';

export function createHistoryFeature(
  { clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>,
  { definitions }: { readonly definitions: DefinitionCache },
) {
  const service = createHistoryService({ store: createHistoryStore(database), definitions });
  const handlers = createEngineHandlers();
  const tellModules = createTellModules({ clock, log, handlers });
  const projector = createProjector({ database, log, telling: createTelling({ handlers, tellModules, definitions }) });
  const partitions = createPartitionJob({ clock, database, log });
  return {
    handlers: createHistoryHandlers(service),
    jobs: [projector, partitions],
    api: {
      findClosedTask: service.findClosedTask,
      isVisible: service.isVisible,
      variablesAtEnd: service.variablesAtEnd,
      /** Waits until what was committed before this call is in the pages; milliseconds of lag when that took too long. */
      catchUp: projector.catchUp,
      /** Lets another module hear what the history tells. */
      registerHandler: handlers.register,
      /** Tells that history was written. */
      wake: projector.wake,
      /** Makes the partitions that are missing now, or at a time. */
      ensurePartitions: partitions.ensure,
    },
  };
}

export type HistoryApi = ReturnType<typeof createHistoryFeature>['api'];
