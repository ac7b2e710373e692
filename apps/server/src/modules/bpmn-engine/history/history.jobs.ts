// Keeps a partition of the history ready for every month that instances can begin in.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Job } from '../../../kernel/module.ts';
import type { Logger } from '../../../kernel/process/log.ts';
import { ensureMonthlyPartitions } from '../../../kernel/schema/partitions.ts';

/** Partitions are made two months ahead, so a day is early enough. */
const INTERVAL_MS = 24 * 60 * 60 * 1000;

export interface PartitionJob extends Job {
  /** Makes what is missing now. */
  readonly ensure: () => Promise<void>;
}

export function createPartitionJob(needs: {
  readonly clock: Clock;
  readonly database: Database;
  readonly log: Logger;
}): PartitionJob {
  const { clock, database, log } = needs;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function ensure(): Promise<void> {
    await ensureMonthlyPartitions(database, { table: 'bpm_history_event', keyType: 'uuid-v7' }, clock.now());
  }

  return {
    name: 'bpmn-engine partitions',
    ensure,
    start() {
      timer = setInterval(() => {
        running = ensure().catch((error: unknown) => {
          log.error({ err: error }, 'a partition of the history could not be made; it is tried again tomorrow');
        });
      }, INTERVAL_MS);
    },
    async stop() {
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
