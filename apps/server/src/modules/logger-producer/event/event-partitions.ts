// Keeps a partition ready for every event that may come: by day for what is kept for days, by month for what is kept for long.
import type { Database } from '../../../kernel/database/database.types.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ensurePartitions, type PartitionedTable } from '../../../kernel/schema/partitions.ts';
import type { LogEvent, RetentionClass } from '../record/event.types.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
/** They are made so far ahead: whoever does not come to it for a week still has somewhere to write. */
const DAYS_AHEAD = 7;
const MONTH_DAYS_AHEAD = 62;
/** An event may lie so far ahead of now. */
const FUTURE_MS = DAY_MS;

const TABLES: Readonly<Record<RetentionClass, PartitionedTable>> = {
  STANDARD: { table: 'log_event_standard', keyType: 'timestamptz', unit: 'day' },
  AUDIT: { table: 'log_event_audit', keyType: 'timestamptz', unit: 'month' },
};

export function createEventPartitions({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  async function ahead(): Promise<void> {
    const now = clock.now();
    await ensurePartitions(database, TABLES.STANDARD, now - DAY_MS, now + DAYS_AHEAD * DAY_MS);
    await ensurePartitions(database, TABLES.AUDIT, now - DAY_MS, now + MONTH_DAYS_AHEAD * DAY_MS);
  }
  return {
    /** Has those of today and tomorrow made before the first request. */
    async start(): Promise<void> {
      const now = clock.now();
      for (const table of Object.values(TABLES)) await ensurePartitions(database, table, now, now + FUTURE_MS);
    },
    makeRoom: (events: readonly LogEvent[]) => makeRoom(database, events),
    job: createRepeatedJob({ name: 'log-partitions', run: ahead, intervalMs: () => HOUR_MS }, log),
  };
}

/** Older events are rare: theirs are made when they come. */
async function makeRoom(database: Database, events: readonly LogEvent[]): Promise<void> {
  for (const { retentionClass, eventTime } of events) {
    const timeMs = Date.parse(eventTime);
    await ensurePartitions(database, TABLES[retentionClass], timeMs, timeMs);
  }
}
