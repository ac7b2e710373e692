// Wires process instances: how they are started, found, held and ended.
import type { SvcBpmnInstanceSelectionModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { FormFilling } from '../runtime/forms/form-filling.ts';
import type { InstanceRuntime, RuntimeDoor } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { createFindMigration, createMigrateService } from './changing/migrate.service.ts';
import { createMigrateInstance } from './changing/migrate-instance.ts';
import { createModifyService } from './changing/modify.service.ts';
import { createSelectionQuery, type Owner } from './changing/selection-query.ts';
import { createInstanceHandlers } from './instance.routes.ts';
import { createInstanceService } from './instance.service.ts';
import { countRunningInstances, createInstancePageStore } from './instance.store.ts';
import { createInstanceSelectionStore, selectionOf } from './instance-selection.store.ts';
import { createManageService } from './manage.service.ts';
import { createRunOnInstance } from './run-on-instance.ts';
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
  const onInstance = createRunOnInstance(ground);
  const migrateInstance = createMigrateInstance(ground);
  const findMigration = createFindMigration(ground);
  const selectionQuery = createSelectionQuery(ground);
  const selection = createInstanceSelectionStore(ground.database);
  return {
    api: {
      migrateInstance,
      findMigration,
      /** Finds the instances of a tenant that somebody means; 400 for states of others. */
      instancesOf: async (owner: Owner, selection: SvcBpmnInstanceSelectionModel, which: 'running' | 'ended') =>
        selectionOf(await selectionQuery(owner, selection, which)),
      /** Makes the start of instances for a runtime, which may be in a transaction of somebody else. */
      startsBy: (runtime: Pick<RuntimeDoor, 'start'>): StartService => createStartService({ ...ground, runtime }),
    },
    handlers: createInstanceHandlers({
      starts: createStartService(ground),
      instances: createInstanceService({ ...ground, store: createInstancePageStore(ground.database) }),
      manage: createManageService({ ...ground, onInstance }),
      changes: createModifyService({ ...ground, onInstance }),
      startForm: createStartFormService(ground),
      migrations: createMigrateService({ findMigration, migrateInstance, selection, selectionQuery }),
    }),
  };
}

export type { FindMigration } from './changing/migrate.service.ts';
export type { MigrateInstance } from './changing/migrate-instance.ts';
export type InstanceApi = ReturnType<typeof createInstanceFeature>['api'];
