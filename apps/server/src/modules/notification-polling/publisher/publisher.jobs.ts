// Puts scheduled announcements live at their time and marks those as expired whose time is over.
import type { Transaction } from '../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { Publishing } from '../announcement/feature.ts';
import { notificationPollingEvents } from '../notification-polling.events.ts';
import type { Announcement } from '../record/announcement.types.ts';
import { tryHead } from '../record/head.store.ts';
import { findNextDue, listDue, listDueTenants } from './publisher.store.ts';

/** Interval in which due announcements of dead processes are found. */
const LOOK_MS = 5_000;
/** Pause before a tenant is tried again whose head row is locked, usually for milliseconds. */
const AGAIN_MS = 50;
const PUBLISHER = 'system';

export function createPublisherJob({
  database,
  clock,
  log,
  events,
  publishing,
}: Pick<Kernel, 'database' | 'clock' | 'log' | 'events'> & { readonly publishing: () => Publishing }): Job {
  let nextMs = LOOK_MS;

  const settle = async (tx: Transaction, one: Announcement, now: Date): Promise<void> => {
    const after = { ...one, updatedBy: PUBLISHER, dateUpdated: now };
    if (one.endDate !== null && one.endDate <= now) {
      await publishing().change(tx, { ...after, version: one.version + 1, status: 'EXPIRED' });
      return;
    }
    const { uuid, tenantIdentifier, status } = await publishing().publish(tx, after);
    const actor = { username: PUBLISHER, tenantIdentifier, ipAddress: null, requestId: null };
    await events.record(tx, notificationPollingEvents.published, actor, uuid, { uuid, status });
  };
  /** Starts and ends the due announcements of a tenant; false where another process does so. */
  const settleTenant = (tenant: string, now: Date): Promise<boolean> =>
    database.transaction(async (tx) => {
      if (!(await tryHead(tx, tenant))) return false;
      for (const one of await listDue(tx, now, tenant)) await settle(tx, one, now);
      return true;
    });
  const run = async (): Promise<void> => {
    nextMs = LOOK_MS;
    const now = new Date(clock.now());
    let left = false;
    for (const tenant of await listDueTenants(database, now)) left = !(await settleTenant(tenant, now)) || left;
    const next = await findNextDue(database);
    const untilNext = next === null ? LOOK_MS : next.getTime() - clock.now();
    nextMs = left ? AGAIN_MS : Math.max(1, Math.min(LOOK_MS, untilNext));
  };

  const job = createRepeatedJob({ name: 'polling-publisher', run, intervalMs: () => nextMs }, log);
  clock.onMoved?.(() => job.wake());
  return job;
}
