// Keeps a partition of the history ready for every month that instances can begin in.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ensureMonthlyPartitions, type PartitionedTable } from '../../../kernel/schema/partitions.ts';

export const HISTORY_TABLE: PartitionedTable = { table: 'bpm_history_event', keyType: 'uuid-v7', unit: 'month' };
/** Partitions are made two months ahead, so a day is early enough. */
const INTERVAL_MS = 24 * 60 * 60 * 1000;

export function createPartitionJob({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  /** Makes what is missing at a time, epoch milliseconds. */
  async function ensure(at: number = clock.now()): Promise<void> {
    await ensureMonthlyPartitions(database, HISTORY_TABLE, at);
  }
  const work = { name: 'bpmn-engine partitions', run: () => ensure(), intervalMs: () => INTERVAL_MS };
  return { ...createRepeatedJob(work, log), ensure };
}
