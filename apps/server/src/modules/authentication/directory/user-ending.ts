// Ends everything that a user is signed in with: sessions with their descendants, open challenges and remembered
// devices.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import type { CloseReason, SessionApi } from '../../session/api.ts';
import type { User } from './user.store.ts';

/** Part of a feature in the end of a user's access, for example its open challenges. */
export type UserEnding = (tx: Transaction, userId: number, now: Date) => Promise<void>;

export function createUserEndings({
  clock,
  session,
  endings,
}: Pick<Kernel, 'clock'> & {
  readonly session: () => SessionApi;
  readonly endings: readonly UserEnding[];
}) {
  /** Closes only the sessions; what is remembered of the user stays. */
  const closeSessions = async (tx: Transaction, user: User, reason: CloseReason, actor: Actor): Promise<void> => {
    await session().closeByUser(tx, user, reason, actor);
    // API keys of the user have no session: their authorities follow the user's, which are read again.
    await session().refreshUser(tx, user.tenantIdentifier, user.usernameFolded);
  };
  return {
    closeSessions,
    /**
     * Takes the lock under which sessions of the user begin, so call it before the user's row is changed: a sign-in holds
     * that lock when it writes the row.
     */
    async end(tx: Transaction, user: User, reason: CloseReason, actor: Actor): Promise<void> {
      await closeSessions(tx, user, reason, actor);
      const now = new Date(clock.now());
      for (const ending of endings) await ending(tx, user.id, now);
    },
  };
}

export type UserEndings = ReturnType<typeof createUserEndings>;
