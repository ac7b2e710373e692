// Removes notifications that are no longer kept.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { CURSOR_DAYS } from '../record/cursor.ts';
import { removeDeletedNotifications, removeExcessNotifications, removeOldNotifications } from './numbering.store.ts';

/** One statement removes so many rows: a longer one would hold others up. */
const BATCH = 5_000;
/** Of one user; more than anybody looks through. */
const KEPT_MAX = 1_000;
/** A key that was used is known for so long, also where its notification is gone. */
const KEYS_DAYS = 1;

/** Says for how many days what was read, and what was not, is kept. */
export interface NotificationDays {
  readonly read: () => number;
  readonly unread: () => number;
}

async function untilLess(remove: () => Promise<number>): Promise<void> {
  while ((await remove()) === BATCH);
}

export function createNotificationRetentionJob({
  database,
  clock,
  log,
  days,
}: Pick<Kernel, 'database' | 'clock' | 'log'> & { readonly days: NotificationDays }): Job {
  const run = async (): Promise<void> => {
    const ago = (count: number) => new Date(clock.now() - count * DAY_MS);
    const deleted = { hiddenBefore: ago(KEYS_DAYS), shownBefore: ago(CURSOR_DAYS) };
    await untilLess(() => removeDeletedNotifications(database, deleted, BATCH));
    const before = { readBefore: ago(days.read()), allBefore: ago(days.unread()) };
    await untilLess(() => removeOldNotifications(database, before, BATCH));
    while ((await removeExcessNotifications(database, KEPT_MAX, BATCH)) > 0);
  };
  return createRepeatedJob({ name: 'polling-notification-retention', run, intervalMs: () => HOUR_MS }, log);
}
