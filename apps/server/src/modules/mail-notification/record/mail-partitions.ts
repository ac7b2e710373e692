// Keeps a partition ready for what every mail says, for every attempt and for every change of a status.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ensurePartitions, type PartitionedTable } from '../../../kernel/schema/partitions.ts';

/** A mail may be sent in 30 days and expire a week later; one more day for the rest of the last one. */
const DAYS_AHEAD = 38;
/** Covers the usual mails until the job has run for the first time. */
const START_DAYS_AHEAD = 5;

export const CONTENT_TABLE: PartitionedTable = { table: 'mail_content', keyType: 'timestamptz', unit: 'day' };
export const ATTEMPT_TABLE: PartitionedTable = { table: 'mail_attempt', keyType: 'timestamptz', unit: 'month' };
export const EVENT_TABLE: PartitionedTable = { table: 'mail_event', keyType: 'timestamptz', unit: 'month' };

export function createMailPartitions({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  /** Contents of these days have their partitions, epoch milliseconds; the second one is no part of it. */
  let contents = { from: 0, until: 0 };
  let changesUntil = 0;

  async function coverContents(fromMs: number, untilMs: number): Promise<void> {
    await ensurePartitions(database, CONTENT_TABLE, fromMs, untilMs);
    contents = { from: dayOf(fromMs), until: dayOf(untilMs) + DAY_MS };
  }
  async function coverChanges(untilMs: number): Promise<void> {
    for (const table of [ATTEMPT_TABLE, EVENT_TABLE]) {
      await ensurePartitions(database, table, clock.now() - DAY_MS, untilMs);
    }
    changesUntil = monthAfter(untilMs);
  }
  async function cover(days: number): Promise<void> {
    const now = clock.now();
    await coverContents(now - DAY_MS, now + days * DAY_MS);
    await coverChanges(now + days * DAY_MS);
  }
  return {
    start: () => cover(START_DAYS_AHEAD),
    /** Null where the partition is known to be there; it is so but for clocks that leap and dates far ahead. */
    makeRoomForContent(dateMs: number): Promise<void> | null {
      if (dateMs >= contents.from && dateMs < contents.until) return null;
      return ensurePartitions(database, CONTENT_TABLE, dateMs, dateMs).then(() => undefined);
    },
    /** Is for attempts and changes of statuses at this time; null as above. */
    makeRoomForChange(dateMs: number): Promise<void> | null {
      return dateMs < changesUntil ? null : coverChanges(dateMs);
    },
    job: createRepeatedJob({ name: 'mail-partitions', run: () => cover(DAYS_AHEAD), intervalMs: () => HOUR_MS }, log),
  };
}

export type MailPartitions = ReturnType<typeof createMailPartitions>;

function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

function monthAfter(ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
