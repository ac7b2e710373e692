// Closes sessions with their owners, and users, in one transaction.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { CloseReason } from '../api.ts';
import type { Activity } from '../entry/activity.ts';
import { lockUsers } from '../record/lock.store.ts';
import { findOwnersOf, type SessionOwner } from '../record/owner.store.ts';
import { isOwn, requireFresh } from '../record/owner-access.ts';
import type { SessionSettings } from '../session.settings.ts';
import type { Closing } from './closing.ts';

/** Sessions that a request asks to close, and folded usernames by tenant. */
export interface ClosingTargets {
  readonly owners: readonly SessionOwner[];
  readonly users: ReadonlyMap<string, readonly string[]>;
}

export function createTargetClosing({
  clock,
  database,
  activity,
  closing,
  settings,
}: Pick<Kernel, 'clock' | 'database'> & {
  readonly activity: Activity;
  readonly closing: Closing;
  readonly settings: SessionSettings;
}) {
  return {
    /** Finds sessions by the identifier that was named; a rotated one leads to its successor. */
    async find(identifiers: readonly string[]): Promise<ReadonlyMap<string, SessionOwner>> {
      await activity.settled();
      const owners = identifiers.length === 0 ? [] : await findOwnersOf(database, [...new Set(identifiers)]);
      return new Map(owners.map((owner) => [owner.named, owner]));
    },
    /** Closes, and answers whether the caller's current session was closed. Closing any other needs a fresh sign-in. */
    async close({ caller, actor }: Act, { owners, users }: ClosingTargets): Promise<boolean> {
      if (users.size > 0 || owners.some(({ identifier }) => identifier !== caller.identifier)) {
        requireFresh(settings, caller, clock.now());
      }
      const byReason = Map.groupBy(owners, (owner) => closeReason(caller, owner));
      return database.transaction(async (tx) => {
        await lockAll(tx, { owners, users });
        let closedCurrent = false;
        for (const [reason, group] of byReason) {
          const identifiers = group.map(({ identifier }) => identifier);
          const closed = await closing.closeNamed(tx, identifiers, reason, actor);
          closedCurrent ||= closed.some(({ identifier }) => identifier === caller.identifier);
        }
        for (const [tenantIdentifier, usernamesFolded] of users) {
          const reason = userReason(caller, tenantIdentifier, usernamesFolded);
          const closed = await closing.closeByUsers(tx, { tenantIdentifier, usernamesFolded }, reason, actor);
          closedCurrent ||= closed.some(({ identifier }) => identifier === caller.identifier);
        }
        return closedCurrent;
      });
    },
  };
}

/** Takes all locks at once: two requests with their groups in another order would wait for each other. */
async function lockAll(tx: Transaction, { owners, users }: ClosingTargets): Promise<void> {
  const named = [...users].flatMap(([tenantIdentifier, names]) =>
    names.map((usernameFolded) => ({ tenantIdentifier, usernameFolded })),
  );
  await lockUsers(tx, [...owners, ...named]);
}

function closeReason(caller: Caller, owner: SessionOwner): CloseReason {
  if (owner.identifier === caller.identifier) return 'LOGOUT';
  return userReason(caller, owner.tenantIdentifier, [owner.usernameFolded]);
}

function userReason(caller: Caller, tenantIdentifier: string, usernamesFolded: readonly string[]): CloseReason {
  if (usernamesFolded.every((usernameFolded) => isOwn(caller, { tenantIdentifier, usernameFolded }))) return 'USER';
  return caller.kind === 'api-key' ? 'SERVICE' : 'ADMIN';
}
