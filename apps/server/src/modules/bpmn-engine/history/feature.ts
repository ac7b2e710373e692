// Wires the history of instances: what happened in each, and the table of ended ones that pages read.
import type { Kernel } from '../../../kernel/module.ts';
import { createModuleDelivery } from '../../../kernel/module-events/module-delivery.ts';
import { createModuleHandlers } from '../../../kernel/module-events/module-handlers.ts';
import { createUndeliveredStore } from '../../../kernel/module-events/undelivered.store.ts';
import { createUndeliveredWatch } from '../../../kernel/module-events/undelivered-watch.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { createEventDelivery } from './event-delivery/deliver-events.ts';
import type { EngineEvent } from './event-delivery/engine-event.types.ts';
import { createActivityPageStore } from './finding/activity-page.store.ts';
import { createActivityPagesService } from './finding/activity-pages.service.ts';
import { createClosedTaskStore } from './finding/closed-task.store.ts';
import { createMadeDecisionStore } from './finding/made-decision.store.ts';
import { createMadeDecisionsService } from './finding/made-decisions.service.ts';
import { createOperationStore } from './finding/operation.store.ts';
import { createPastHandlers } from './finding/past.routes.ts';
import { createPastPagesService } from './finding/past-pages.service.ts';
import { createElementNamesJob, createPartitionJob, createWatchJob } from './history.jobs.ts';
import { createHistoryHandlers } from './history.routes.ts';
import { createHistoryService } from './history.service.ts';
import { createHistoryStore } from './history.store.ts';
import { createProjector } from './projector.ts';
import { createCleanup } from './removal/cleanup.service.ts';
import { createCleanupStore } from './removal/cleanup.store.ts';
import { createRemovalService } from './removal/removal.service.ts';
import type { KeepsNothing } from './removal/unkept.store.ts';
import { createWatching } from './watching/watching.service.ts';

export function createHistoryFeature(
  kernel: Pick<Kernel, 'clock' | 'database' | 'events' | 'log' | 'metrics' | 'readiness'>,
  {
    definitions,
    retentionDays,
    keepsNothing,
  }: {
    readonly definitions: DefinitionCache;
    readonly retentionDays: (tenant: string) => number;
    readonly keepsNothing: KeepsNothing;
  },
) {
  const { clock, database, events, log } = kernel;
  const store = createHistoryStore(database);
  const service = createHistoryService({ store, definitions });
  const handlers = createModuleHandlers<EngineEvent>();
  const undelivered = createUndeliveredStore({ name: 'bpm_undelivered', table: 'bpm_event_untold' });
  const watch = createUndeliveredWatch(kernel, { name: 'engine-events-undelivered', metric: 'engine', undelivered });
  const deliverToModules = createModuleDelivery({
    clock,
    log,
    handlers,
    undelivered,
    subjectOf: ({ id, instanceId }) => instanceId ?? id,
    onUndelivered: watch.wake,
  });
  const projector = createProjector({
    database,
    log,
    delivery: createEventDelivery({ handlers, deliverToModules, definitions, events }),
    keepsNothing,
  });
  const removal = createRemovalService({ database, events, store, catchUp: projector.catchUp });
  const { catchUp } = projector;
  const pages = createPastPagesService({
    closedTasks: createClosedTaskStore(database),
    operations: createOperationStore(database),
    catchUp,
  });
  const activities = createActivityPagesService({ store: createActivityPageStore(database), service, catchUp });
  const decisions = createMadeDecisionsService({ store: createMadeDecisionStore(database), catchUp });
  const cleanup = createCleanup({
    clock,
    database,
    events,
    log,
    store: createCleanupStore(database),
    retentionDays,
    keepsNothing,
  });
  const watching = createWatching({ ...kernel, service });
  const partitions = createPartitionJob({ clock, database, log });
  return {
    handlers: {
      ...createHistoryHandlers({ service, removal, cleanup, clock }),
      ...createPastHandlers({ pages, activities, decisions, service, watching }),
    },
    jobs: [
      projector,
      partitions,
      createElementNamesJob(kernel, definitions),
      cleanup.job,
      watch,
      createWatchJob(kernel, watching),
    ],
    api: {
      findClosedTask: service.findClosedTask,
      get: service.get,
      isVisible: service.isVisible,
      /** Finds of whom an instance is that was ever started; whoever asks checks the rights. */
      findOrigin: store.findOrigin,
      variablesAtEnd: service.variablesAtEnd,
      removeAll: removal.removeAll,
      /** Waits until what was committed before this call is in the pages; milliseconds of lag when that took too long. */
      catchUp: projector.catchUp,
      /** Opens a stream of the changes of tasks. */
      watchTasks: watching.watchTasks,
      /** Lets another module receive the events of the history. */
      registerHandler: handlers.register,
      /** Announces that history was written. */
      wake: projector.wake,
      /** Makes the partitions that are missing now, or at a time. */
      ensurePartitions: partitions.ensure,
    },
  };
}

export type { FoundHistory } from './history.service.ts';
export type HistoryApi = ReturnType<typeof createHistoryFeature>['api'];
