// Keeps a partition of the history ready for every month that instances can begin in, and names the elements that it speaks of.
import { DAY_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ensureMonthlyPartitions, type PartitionedTable } from '../../../kernel/schema/partitions.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { elementNamesOf } from '../runtime/definitions/deployment-reader.ts';
import { createElementNamesStore } from './element-names.store.ts';
import type { Watching } from './watching/watching.service.ts';

export const HISTORY_TABLE: PartitionedTable = { table: 'bpm_history_event', keyType: 'uuid-v7', unit: 'month' };
/** Interval of the job: partitions are made two months ahead, so a day is early enough. */
const INTERVAL_MS = DAY_MS;
const WATCH_MS = 500;

export function createPartitionJob({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  /** Makes the partitions that are missing at a time, epoch milliseconds. */
  async function ensure(at: number = clock.now()): Promise<void> {
    await ensureMonthlyPartitions(database, HISTORY_TABLE, at);
  }
  const work = { name: 'bpmn-engine partitions', run: () => ensure(), intervalMs: () => INTERVAL_MS };
  return { ...createRepeatedJob(work, log), ensure };
}

/** Creates the job that lets streams go on: nobody is notified of a commit, so the reader asks, though only while somebody listens. */
export function createWatchJob({ log }: Pick<Kernel, 'log'>, { follow }: Pick<Watching, 'follow'>) {
  return createRepeatedJob({ name: 'bpmn-engine streams', run: follow, intervalMs: () => WATCH_MS }, log);
}

/**
 * Creates the job that names the elements of versions that earlier versions of the program deployed, or deploy beside this one; a
 * deployment names them itself.
 */
export function createElementNamesJob(
  { database, log }: Pick<Kernel, 'database' | 'log'>,
  definitions: Pick<DefinitionCache, 'compiled'>,
) {
  const store = createElementNamesStore(database);

  async function name(id: string): Promise<void> {
    try {
      await store.name(id, elementNamesOf((await definitions.compiled(id)).model));
    } catch (error) {
      log.warn({ err: error, definitionId: id }, 'elements of a definition could not be named for reports');
    }
  }

  async function run(): Promise<void> {
    for (let after = ''; ; ) {
      const ids = await store.unnamed(after);
      for (const id of ids) await name(id);
      const last = ids.at(-1);
      if (last === undefined) return;
      after = last;
    }
  }

  return createRepeatedJob({ name: 'bpmn-engine element names', run, intervalMs: () => INTERVAL_MS }, log);
}
