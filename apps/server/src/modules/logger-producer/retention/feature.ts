// Removes expired events: whole partitions where all tenants' are expired, else those of each tenant.

import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createCountedGauge } from '../../../kernel/process/counted-gauge.ts';
import { dropPartition, listPartitions, type Partition } from '../../../kernel/schema/drop-partitions.ts';
import type { CutEvents } from '../audit-chain/feature.ts';
import type { RetentionClass, RetentionDays } from '../record/event.types.ts';
import { createCuts } from './cuts.ts';
import { createRetentionStore } from './retention.store.ts';

const TABLES: Readonly<Record<RetentionClass, string>> = { STANDARD: 'log_event_standard', AUDIT: 'log_event_audit' };

export function createRetention(
  kernel: Pick<Kernel, 'clock' | 'database' | 'events' | 'log' | 'metrics'>,
  daysOf: RetentionDays,
  cutEvents: CutEvents,
) {
  const { clock, database, log } = kernel;
  const store = createRetentionStore(database);
  const size = { name: 'log_partition_bytes', help: 'Bytes that events take on disk, with their indexes.' };
  createCountedGauge(kernel, size, store.bytes);
  const { cutoffOf, cut, recordCut } = createCuts(kernel, daysOf, cutEvents);

  async function trim(retentionClass: RetentionClass, partition: Partition, tenantIdentifier: string): Promise<void> {
    const before = cutoffOf(retentionClass, tenantIdentifier);
    if (before <= partition.fromMs) return;
    let total = 0;
    for (let isDone = false; !isDone; ) {
      const trimmed = await store.trim(partition.name, tenantIdentifier, new Date(before), (tx) =>
        cut(tx, retentionClass, tenantIdentifier),
      );
      total += trimmed.removed;
      isDone = trimmed.isDone;
    }
    if (total > 0) await recordCut(retentionClass, tenantIdentifier, total);
  }

  async function clean(retentionClass: RetentionClass, partition: Partition): Promise<void> {
    const table = { table: TABLES[retentionClass] };
    if (partition.state !== 'attached') return dropPartition(database, table, partition);
    const tenants = await store.tenantsOf(partition.name);
    const cutoffs = [null, ...tenants].map((tenant) => cutoffOf(retentionClass, tenant));
    // The default counts as well: an empty partition of yesterday may still get events.
    if (cutoffs.every((cutoff) => partition.untilMs <= cutoff)) {
      await database.transaction(async (tx) => {
        for (const tenant of tenants) await cut(tx, retentionClass, tenant);
      });
      await dropPartition(database, table, partition);
      log.info({ partition: partition.name }, 'events that are past were removed');
      for (const tenant of tenants) await recordCut(retentionClass, tenant, null);
    } else for (const tenant of tenants) await trim(retentionClass, partition, tenant);
  }

  /** Cleans a partition, unless another process does so. */
  async function cleanOrSkip(retentionClass: RetentionClass, partition: Partition): Promise<void> {
    try {
      await clean(retentionClass, partition);
    } catch (error) {
      const present = await listPartitions(database, { table: TABLES[retentionClass] });
      if (present.some(({ name, state }) => name === partition.name && state === partition.state)) throw error;
    }
  }

  async function run(): Promise<void> {
    for (const [retentionClass, table] of Object.entries(TABLES) as [RetentionClass, string][]) {
      for (const partition of await listPartitions(database, { table })) {
        if (partition.fromMs < clock.now() - DAY_MS) await cleanOrSkip(retentionClass, partition);
      }
    }
  }

  return { run, job: createRepeatedJob({ name: 'log-retention', run, intervalMs: () => HOUR_MS }, log) };
}
