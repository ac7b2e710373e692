// Removes favorites whose item was deleted long ago; until then they are only hidden.
import { DAY_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { raiseFavoritesVersion } from '../records/person.store.ts';
import { listOrphanOwners, removeOrphans } from './favorite.store.ts';

/** Interval of the job; retention is counted in days. */
const CLEANING_INTERVAL_MS = 3_600_000;
/** Persons looked up at a time; each is cleaned in a transaction of its own, under that person's lock. */
const BATCH = 200;

type OrphanDays = { readonly orphanDays: () => number };

/** Removes favorites orphaned for so long; answers how many. */
export async function removeOrphanFavorites({
  database,
  clock,
  orphanDays,
}: Pick<Kernel, 'database' | 'clock'> & OrphanDays): Promise<number> {
  const before = new Date(clock.now() - orphanDays() * DAY_MS);
  let removed = 0;
  for (let owners = BATCH; owners === BATCH; ) {
    const found = await listOrphanOwners(database, before, BATCH);
    owners = found.length;
    for (const person of found) {
      removed += await database.transaction(async (tx) => {
        await raiseFavoritesVersion(tx, person);
        return removeOrphans(tx, person, before);
      });
    }
  }
  return removed;
}

export function createFavoriteCleaning({
  database,
  clock,
  log,
  orphanDays,
}: Pick<Kernel, 'database' | 'clock' | 'log'> & OrphanDays): Job {
  return createRepeatedJob(
    {
      name: 'menu-favorite-cleaning',
      run: () => removeOrphanFavorites({ database, clock, orphanDays }),
      intervalMs: () => CLEANING_INTERVAL_MS,
    },
    log,
  );
}
