// Finds open streams that fell behind: by writes of other processes for their persons, and lost messages.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { CatchUps } from './catch-ups.ts';
import type { Follower } from './follower.ts';
import type { Rooms } from './rooms.ts';
import { readHeads, readOwnNumbers } from './stream.store.ts';

/** Time within which a mark made at another process shows here. */
const LOOK_MS = 2_000;
const PERSONS_AT_ONCE = 2_000;

export function createFollowingJob({
  database,
  log,
  rooms,
  catchUps,
}: Pick<Kernel, 'database' | 'log'> & { readonly rooms: Rooms; readonly catchUps: CatchUps }): Job {
  const compare = async (followers: readonly Follower[]): Promise<void> => {
    const persons = followers.map(({ hearer }) => hearer.viewer);
    const numbers = await readOwnNumbers(database, persons);
    for (const [index, follower] of followers.entries()) {
      const number = numbers[index];
      if (!follower.isPresent) continue;
      // The name has no user any more: the person comes back under the new name, if at all.
      if (number === null || number === undefined) follower.sink.end();
      else if (number > follower.place.ownSeq) catchUps.now(follower);
    }
  };
  const run = async (): Promise<void> => {
    const tenants = rooms.tenants();
    if (tenants.length === 0) return;
    for (const [tenantIdentifier, { changeSeq, notificationSeq }] of await readHeads(database, tenants)) {
      rooms.hear({ tenantIdentifier, changeSeq, notificationSeq });
    }
    const followers = [...rooms.followers()].filter(({ isPresent }) => isPresent);
    for (let start = 0; start < followers.length; start += PERSONS_AT_ONCE) {
      await compare(followers.slice(start, start + PERSONS_AT_ONCE));
    }
  };
  return createRepeatedJob({ name: 'polling-streams', run, intervalMs: () => LOOK_MS }, log);
}
