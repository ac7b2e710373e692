// Wires what operators see and mend: jobs, incidents, and the processes of the program.
import type { SvcBpmnIncidentSelectionModel, SvcBpmnJobSelectionModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { createIncidentService, type RetryExternal } from './incident.service.ts';
import { createIncidentStore, incidentSelectionOf } from './incident.store.ts';
import { createJobService } from './job.service.ts';
import { createManagedJobStore, type JobPlace, jobSelectionOf } from './job.store.ts';
import { kindsOf } from './job-type.ts';
import { createManagementHandlers } from './management.routes.ts';
import { createStatisticsService, measureUpkeep } from './statistics.service.ts';
import { createStatisticsStore } from './statistics.store.ts';

export function createManagementFeature(
  {
    clock,
    database,
    metrics,
    processes,
    staleReads,
  }: Pick<Kernel, 'clock' | 'database' | 'metrics' | 'processes' | 'staleReads'>,
  { engine, retryExternal }: { readonly engine: EngineRuntime; readonly retryExternal: RetryExternal },
) {
  const jobStore = createManagedJobStore(database);
  const incidentStore = createIncidentStore(database);
  const jobs = createJobService({ clock, processes, store: jobStore, engine });
  const incidents = createIncidentService({ clock, store: incidentStore, jobs, engine, retryExternal });
  const counted = { clock, metrics, store: createStatisticsStore(database, staleReads) };
  const statistics = createStatisticsService(counted);
  measureUpkeep(counted);
  return {
    api: {
      /** Finds the jobs of a tenant that somebody means. */
      jobsOf: (tenantIdentifier: string, selection: SvcBpmnJobSelectionModel) =>
        jobSelectionOf({ ...selection, tenantIdentifier, kinds: kindsOf(selection.types) }),
      /** Finds the open incidents of a tenant that somebody means, as far as they are waits of their instances. */
      incidentsOf: (tenantIdentifier: string, selection: SvcBpmnIncidentSelectionModel) =>
        incidentSelectionOf({ ...selection, tenantIdentifier }),
      /** Gives a job so many attempts, which resolves its incident; false where it is gone or being done. */
      setRetries: (tx: Transaction, place: JobPlace, retries: number): Promise<boolean> =>
        jobStore.updateIn(tx, place, { dueAt: null, retries, priority: null, suspended: null }, clock.now()),
      hasJob: jobStore.exists,
    },
    handlers: createManagementHandlers({ jobs, jobStore, incidents, incidentStore, processes, statistics }),
  };
}

export type ManagementApi = ReturnType<typeof createManagementFeature>['api'];
