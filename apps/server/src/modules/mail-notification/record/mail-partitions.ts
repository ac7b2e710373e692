// Makes the partitions of contents, attempts and changes of status ahead of time.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ensurePartitions, type PartitionedTable } from '../../../kernel/schema/partitions.ts';

/**
 * Days for which partitions of contents are made: a mail may be sent in 30 days and expire a week later; one more day
 * for the rest of the last one.
 */
const DAYS_AHEAD = 38;
/** Days that are covered until the job has run for the first time. */
const START_DAYS_AHEAD = 5;

export const CONTENT_TABLE: PartitionedTable = { table: 'mail_content', keyType: 'timestamptz', unit: 'day' };
export const ATTEMPT_TABLE: PartitionedTable = { table: 'mail_attempt', keyType: 'timestamptz', unit: 'month' };
export const EVENT_TABLE: PartitionedTable = { table: 'mail_event', keyType: 'timestamptz', unit: 'month' };

export function createMailPartitions({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  /** Range of contents with partitions, epoch milliseconds, `until` exclusive. */
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
    /**
     * Makes a partition for contents; null where it is known to exist, which it is except for leaping clocks and far
     * dates.
     */
    makeRoomForContent(dateMs: number): Promise<void> | null {
      if (dateMs >= contents.from && dateMs < contents.until) return null;
      return ensurePartitions(database, CONTENT_TABLE, dateMs, dateMs).then(() => undefined);
    },
    /** Makes a partition for attempts and changes at this time; null where it is known to exist. */
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
