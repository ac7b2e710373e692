// Numbers notifications after their commit: their writers hold no lock that others wait for.
import { DAY_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { tryHead } from '../record/head.store.ts';
import type { Signals } from '../record/signals.ts';
import { clearOldKeys, countUnnumbered, listUnnumbered, numberNotifications } from './numbering.store.ts';

/** Interval in which notifications of dead processes are found. */
const LOOK_MS = 5_000;
const AGAIN_MS = 50;
const BATCH = 500;
const KEYS_BATCH = 5_000;
const KEY_MS = DAY_MS;

export function createNumberingJob({
  database,
  clock,
  log,
  metrics,
  signals,
}: Pick<Kernel, 'database' | 'clock' | 'log' | 'metrics'> & { readonly signals: Signals }): Job {
  let isLeft = false;
  // Kept from the last look, so that metrics do not wait while the database is away.
  let open: { readonly count: number; readonly oldest: Date | null } = { count: 0, oldest: null };
  metrics.gauge({
    name: 'polling_unnumbered',
    help: 'Notifications that were written and have no number yet.',
    collect: (gauge) => gauge.set(open.count),
  });
  metrics.gauge({
    name: 'polling_unnumbered_age_seconds',
    help: 'Seconds since the oldest of them was written.',
    collect: (gauge) => gauge.set(open.oldest === null ? 0 : Math.max(0, clock.now() - open.oldest.getTime()) / 1_000),
  });
  /** Numbers some and answers how many; null where another process does so. */
  const numberSome = (tenant: string): Promise<number | null> =>
    database.transaction(async (tx) => {
      if (!(await tryHead(tx, tenant))) return null;
      const { count, head } = await numberNotifications(tx, tenant, { limit: BATCH, now: new Date(clock.now()) });
      if (head !== null) signals.headRaised(tx, tenant, head);
      return count;
    });
  const run = async (): Promise<void> => {
    isLeft = false;
    for (const tenant of await listUnnumbered(database)) {
      let count = await numberSome(tenant);
      while (count === BATCH) count = await numberSome(tenant);
      isLeft ||= count === null;
    }
    open = await countUnnumbered(database);
    await clearOldKeys(database, new Date(clock.now() - KEY_MS), KEYS_BATCH);
  };
  return createRepeatedJob({ name: 'polling-numbering', run, intervalMs: () => (isLeft ? AGAIN_MS : LOOK_MS) }, log);
}
