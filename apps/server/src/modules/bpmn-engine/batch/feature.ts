// Wires batches: what is done with many instances or jobs by work that processes share.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { InstanceApi } from '../instance/feature.ts';
import type { ManagementApi } from '../management/feature.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { createBatchHandlers } from './batch.routes.ts';
import { createBatchService } from './batch.service.ts';
import { createBatchStore } from './batch.store.ts';
import { createBatchItemsStore } from './batch-items.store.ts';
import { createBatchItems } from './batch-items.ts';
import { createBatchPagesService } from './batch-pages.service.ts';
import { createBatchPartStore } from './batch-part.store.ts';
import { createBatchRows } from './batch-rows.ts';
import { createBatchWork } from './batch-work.ts';
import { createOrderBatch, type OrderBatch } from './order-batch.ts';

/** Time for which a batch is kept after its end. */
const KEPT_MS = 30 * DAY_MS;

export function createBatchFeature(
  kernel: Pick<Kernel, 'clock' | 'database' | 'events' | 'groupCommit' | 'ids' | 'leases' | 'log'>,
  {
    instances,
    jobs,
    engine,
    history,
  }: {
    readonly instances: InstanceApi;
    readonly jobs: ManagementApi;
    readonly engine: EngineRuntime;
    readonly history: HistoryApi;
  },
) {
  const { clock, database, log } = kernel;
  const { findMigration, migrateInstance } = instances;
  const { runtime } = engine;
  const store = createBatchStore(database);
  const items = createBatchItemsStore(database);
  const work = createBatchWork(kernel, {
    store,
    parts: createBatchPartStore(database),
    rows: createBatchRows({ engine, history, jobs }),
    tryItems: createBatchItems({ ...kernel, runtime, history, findMigration, migrateInstance }),
  });
  const wake = (tenantIdentifier?: string): void => work.wakeAt(clock.now(), tenantIdentifier);
  const order = createOrderBatch({ ...kernel, store, items, wake });
  const parts = { ...kernel, store, items, wake };
  const pages = createBatchPagesService(parts);
  const finding = { ...instances, ...jobs };
  const cleaning = createRepeatedJob(
    {
      name: 'bpmn-engine batches',
      intervalMs: () => HOUR_MS,
      run: () => store.removeOld(new Date(clock.now() - KEPT_MS)),
    },
    log,
  );
  return {
    api: {
      order: order satisfies OrderBatch,
      /** Announces that parts may be ready that were not before. */
      wake: () => wake(),
    },
    handlers: createBatchHandlers(
      createBatchService({ ...parts, pages, order, finding, findMigration, history }),
      pages,
    ),
    jobs: [work.job, cleaning],
  };
}
