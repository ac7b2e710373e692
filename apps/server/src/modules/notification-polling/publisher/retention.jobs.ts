// Removes announcements that are long over, with what people did with them.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { listOver, removeAnnouncements, removeReceiptsOf } from './publisher.store.ts';

/** One statement removes so many rows: a longer one would hold others up. */
const BATCH = 5_000;
const ANNOUNCEMENTS_AT_ONCE = 100;

export interface RetentionParts extends Pick<Kernel, 'database' | 'clock' | 'log'> {
  readonly announcementDays: () => number;
}

async function removeOver({ database, clock, announcementDays }: RetentionParts): Promise<void> {
  const before = new Date(clock.now() - announcementDays() * DAY_MS);
  for (;;) {
    const ids = await listOver(database, before, ANNOUNCEMENTS_AT_ONCE);
    if (ids.length === 0) return;
    while ((await removeReceiptsOf(database, ids, BATCH)) === BATCH);
    await database.transaction((tx) => removeAnnouncements(tx, ids));
  }
}

export function createRetentionJob(parts: RetentionParts): Job {
  const run = () => removeOver(parts);
  return createRepeatedJob({ name: 'polling-retention', run, intervalMs: () => HOUR_MS }, parts.log);
}
