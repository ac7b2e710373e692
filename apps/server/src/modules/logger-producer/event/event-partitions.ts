// Keeps a partition ready for every event that may come: by day for what is kept for days, by month for what is kept for long.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import type { Database } from '../../../kernel/database/database.types.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ensurePartitions, type PartitionedTable } from '../../../kernel/schema/partitions.ts';
import type { LogEvent, RetentionClass } from '../record/event.types.ts';

/** Days for which partitions are made ahead: a job that fails for a week leaves room to write. */
const DAYS_AHEAD = 7;
const MONTH_DAYS_AHEAD = 62;
/** Time by which an event may lie in the future. */
const FUTURE_MS = DAY_MS;

export const EVENT_TABLES: Readonly<Record<RetentionClass, PartitionedTable>> = {
  STANDARD: { table: 'log_event_standard', keyType: 'timestamptz', unit: 'day' },
  AUDIT: { table: 'log_event_audit', keyType: 'timestamptz', unit: 'month', truncateGuard: 'log_audit_refuse' },
};

export function createEventPartitions({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  /** Range of months of audit whose partitions exist, by the last look. */
  let covered = { from: 0, until: 0 };
  let [standardFrom, standardUntil] = [0, 0];
  async function coverStandard(fromMs: number, untilMs: number): Promise<void> {
    await ensurePartitions(database, EVENT_TABLES.STANDARD, fromMs, untilMs);
    standardFrom = Math.floor(fromMs / DAY_MS) * DAY_MS;
    standardUntil = Math.floor(untilMs / DAY_MS + 1) * DAY_MS;
  }
  let covering: Promise<void> | null = null;
  async function coverAudit(fromMs: number, untilMs: number): Promise<void> {
    await ensurePartitions(database, EVENT_TABLES.AUDIT, fromMs, untilMs);
    covered = { from: monthOf(fromMs, 0), until: monthOf(untilMs, 1) };
  }
  async function ahead(): Promise<void> {
    const now = clock.now();
    await coverStandard(now - DAY_MS, now + DAYS_AHEAD * DAY_MS);
    await coverAudit(now - DAY_MS, now + MONTH_DAYS_AHEAD * DAY_MS);
  }
  return {
    /** Makes the partitions of today and tomorrow before the first request. */
    async start(): Promise<void> {
      const now = clock.now();
      await coverStandard(now, now + FUTURE_MS);
      await coverAudit(now, now + FUTURE_MS);
    },
    /** Says whether events of this time have partitions; for others they are made when they come. */
    isReadyFor: (timeMs: number): boolean => timeMs < Math.min(covered.until, standardUntil),
    makeRoom: (events: readonly LogEvent[]) => makeRoom(database, events),
    /** Resolves when an event of the STANDARD class and of this time has a partition. */
    async makeRoomAt(timeMs: number): Promise<void> {
      if (timeMs >= standardUntil || timeMs < standardFrom) await coverStandard(timeMs, timeMs);
    },
    /** Resolves when an event of audit of this time has a partition; null where it is known to have one. */
    makeRoomForAudit(timeMs: number): Promise<void> | null {
      if (timeMs >= covered.from && timeMs < covered.until) return null;
      covering ??= coverAudit(timeMs, timeMs).finally(() => {
        covering = null;
      });
      return covering;
    },
    job: createRepeatedJob({ name: 'log-partitions', run: ahead, intervalMs: () => HOUR_MS }, log),
  };
}

/** Answers when the month of a time began (UTC), or one so many months later. */
function monthOf(ms: number, later: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}

/** Makes the partitions of older events when they come, as they are rare. */
async function makeRoom(database: Database, events: readonly LogEvent[]): Promise<void> {
  for (const { retentionClass, eventTime } of events) {
    const timeMs = Date.parse(eventTime);
    await ensurePartitions(database, EVENT_TABLES[retentionClass], timeMs, timeMs);
  }
}
