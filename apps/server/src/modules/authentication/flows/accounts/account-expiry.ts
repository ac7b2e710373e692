// Deactivates users whose account has run out: their sessions end as well.
import type { Kernel } from '../../../../kernel/module.ts';
import { findUser, lockUserForChange } from '../../directory/user.store.ts';
import type { UserEndings } from '../../directory/user-ending.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { systemActor } from '../../ground/authentication.types.ts';
import { findExpiredUsers, saveUserExpired } from './user-change.store.ts';

/** Users read at once; each is handled in a transaction of its own. */
const USERS_PER_READ = 500;

export function createAccountExpiry({
  database,
  clock,
  events,
  endings,
}: Pick<Kernel, 'database' | 'clock' | 'events'> & {
  readonly endings: UserEndings;
}) {
  const shutOut = (uuid: string): Promise<void> =>
    database.transaction(async (tx) => {
      const user = await findUser(tx, uuid, null);
      if (user === null) return;
      const actor = systemActor(user.tenantIdentifier);
      await endings.end(tx, user, 'USER_DISABLED', actor);
      await lockUserForChange(tx, uuid);
      if (!(await saveUserExpired(tx, user.id, new Date(clock.now())))) return;
      const detail = { expiryDate: user.expiryDate };
      await events.record(tx, authenticationEvents.userExpired, actor, user.username, detail);
    });

  return {
    /** Carries out every end that has come; throws the first failure afterwards. Processes may run it side by side. */
    async run(): Promise<void> {
      for (;;) {
        const uuids = await findExpiredUsers(database, new Date(clock.now()), USERS_PER_READ);
        const failures: unknown[] = [];
        // A user who cannot be deactivated does not hold up the others.
        for (const uuid of uuids) await shutOut(uuid).catch((error: unknown) => failures.push(error));
        if (failures.length > 0) throw failures[0];
        if (uuids.length < USERS_PER_READ) return;
      }
    },
  };
}
