// Removes notifications that are no longer kept.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { CURSOR_DAYS } from '../record/cursor.ts';
import { removeDeletedNotifications, removeExcessNotifications, removeOldNotifications } from './numbering.store.ts';

/** Rows that one statement removes; more would hold up others. */
const BATCH = 5_000;
/** Notifications of one user that are kept; a person looks through fewer. */
const KEPT_MAX = 1_000;
/** Days that a used key is known, also after its notification is gone. */
const KEYS_DAYS = 1;

/** Days that read and unread notifications are kept. */
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
