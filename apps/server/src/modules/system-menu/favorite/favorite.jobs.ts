// Removes favorites whose item was deleted long ago; until then they are only hidden.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { raiseFavoritesVersion } from '../records/person.store.ts';
import { listOrphanOwners, removeOrphans } from './favorite.store.ts';

const DAY_MS = 86_400_000;
/** Persons that are looked up at a time; each is cleaned in a transaction of its own, under that person's lock. */
const BATCH = 200;

/** Answers how many favorites were removed. */
export async function removeOrphanFavorites(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly orphanDays: () => number;
}): Promise<number> {
  const { database, clock, orphanDays } = deps;
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
