// Closes what a request was found to mean: sessions with their owners, and users, in one transaction.
import { SESSION_TENANT_LOCK_CLASS, SESSION_USER_LOCK_CLASS } from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { SessionActivity } from '../entry/activity.ts';
import { isOwn, requireFresh } from '../record/access.ts';
import { findOwnersOf, lockUsersOf, type SessionOwner } from '../record/owner.store.ts';
import { ALL_TENANTS } from '../record/session.store.ts';
import { type CloseReason, userKey } from '../record/session.types.ts';
import type { SessionSettings } from '../session.settings.ts';
import type { SessionLifecycle } from './closing.ts';

const locks = { tenantClass: SESSION_TENANT_LOCK_CLASS, userClass: SESSION_USER_LOCK_CLASS };

export interface SessionClosingDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly activity: SessionActivity;
  readonly lifecycle: SessionLifecycle;
  readonly settings: SessionSettings;
}

/** What a request means to close, checked: sessions, and folded usernames by tenant. */
export interface ClosingTargets {
  readonly owners: readonly SessionOwner[];
  readonly users: ReadonlyMap<string, readonly string[]>;
}

export interface TargetClosing {
  /** By the identifier that was named; a rotated one leads to its successor. */
  find(identifiers: readonly string[]): Promise<ReadonlyMap<string, SessionOwner>>;
  /** Answers whether the caller's current session was closed. Everything but that one needs a fresh sign-in. */
  close(act: Act, targets: ClosingTargets): Promise<boolean>;
}

export function createTargetClosing(deps: SessionClosingDependencies): TargetClosing {
  const { clock, database, activity, lifecycle, settings } = deps;
  return {
    async find(identifiers) {
      await activity.settled();
      const owners = identifiers.length === 0 ? [] : await findOwnersOf(database, [...new Set(identifiers)]);
      return new Map(owners.map((owner) => [owner.named, owner]));
    },
    async close({ caller, actor }, { owners, users }) {
      if (users.size > 0 || owners.some(({ identifier }) => identifier !== caller.identifier)) {
        requireFresh(settings, caller, clock.now());
      }
      const byReason = Map.groupBy(owners, (owner) => closeReason(caller, owner));
      return database.transaction(async (tx) => {
        await lockAll(tx, { owners, users });
        let closedCurrent = false;
        for (const [reason, group] of byReason) {
          const identifiers = group.map(({ identifier }) => identifier);
          const closed = await lifecycle.closeNamed(tx, identifiers, reason, actor);
          closedCurrent ||= closed.some(({ identifier }) => identifier === caller.identifier);
        }
        for (const [tenantIdentifier, usernamesFolded] of users) {
          const reason = userReason(caller, tenantIdentifier, usernamesFolded);
          const closed = await lifecycle.closeByUsers(tx, { tenantIdentifier, usernamesFolded }, reason, actor);
          closedCurrent ||= closed.some(({ identifier }) => identifier === caller.identifier);
        }
        return closedCurrent;
      });
    },
  };
}

/** All at once: two requests whose groups come in another order would wait for each other. */
async function lockAll(tx: Transaction, { owners, users }: ClosingTargets): Promise<void> {
  const ofOwners = owners.map((owner) => userKey(owner.tenantIdentifier, owner.usernameFolded));
  const named = [...users].flatMap(([tenant, names]) => names.map((name) => userKey(tenant, name)));
  const tenants = [...owners.map(({ tenantIdentifier }) => tenantIdentifier), ...users.keys()];
  await lockUsersOf(tx, locks, [ALL_TENANTS, ...new Set(tenants)], [...new Set([...ofOwners, ...named])]);
}

function closeReason(caller: Caller, owner: SessionOwner): CloseReason {
  if (owner.identifier === caller.identifier) return 'LOGOUT';
  return userReason(caller, owner.tenantIdentifier, [owner.usernameFolded]);
}

function userReason(caller: Caller, tenantIdentifier: string, usernamesFolded: readonly string[]): CloseReason {
  if (usernamesFolded.every((usernameFolded) => isOwn(caller, { tenantIdentifier, usernameFolded }))) return 'USER';
  return caller.kind === 'api-key' ? 'SERVICE' : 'ADMIN';
}
