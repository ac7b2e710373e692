// Closes sessions inside the transaction of whoever has the reason, and tells every process.
import { SESSION_TENANT_LOCK_CLASS, SESSION_USER_LOCK_CLASS } from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { SessionSignals } from '../entry/signals.ts';
import { findOwnersOf, lockUsersOf } from '../record/owner.store.ts';
import {
  ALL_TENANTS,
  closeSessionFamilies,
  closeSessionsOfTenant,
  closeSessionsOfUsers,
  lockTenant,
} from '../record/session.store.ts';
import { type ClosedSession, type CloseReason, userKey } from '../record/session.types.ts';
import { sessionEvents } from '../session.events.ts';
import { recordClosed } from './closing-events.ts';
import { countBulkClose, saveBulkClose } from './order.store.ts';

/** More become a standing order: one statement would hold the locks of all of them, with an event each. */
export const CLOSED_AT_ONCE_MAX = 1_000;
const locks = { tenantClass: SESSION_TENANT_LOCK_CLASS, userClass: SESSION_USER_LOCK_CLASS };

interface UserOfTenant {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

export interface SessionLifecycle {
  close(tx: Transaction, identifier: string, reason: CloseReason, actor: Actor): Promise<number>;
  closeByUser(
    tx: Transaction,
    user: UserOfTenant,
    reason: CloseReason,
    actor: Actor,
    exceptIdentifier?: string | null,
  ): Promise<number>;
  closeByTenant(tx: Transaction, tenantIdentifier: string, reason: CloseReason, actor: Actor): Promise<number>;
  /** Closes what the identifiers name, or what it has become by rotation, with all descendants. */
  closeNamed(
    tx: Transaction,
    identifiers: readonly string[],
    reason: CloseReason,
    actor: Actor,
  ): Promise<readonly ClosedSession[]>;
  closeByUsers(
    tx: Transaction,
    users: { readonly tenantIdentifier: string; readonly usernamesFolded: readonly string[] },
    reason: CloseReason,
    actor: Actor,
    exceptIdentifier?: string | null,
  ): Promise<readonly ClosedSession[]>;
  /** Closes these sessions and their descendants; the caller holds the locks of their users. */
  closeFamilies(
    tx: Transaction,
    identifiers: readonly string[],
    reason: CloseReason,
    actor: Actor,
  ): Promise<readonly ClosedSession[]>;
  /** Gives a standing order: what it covers is dead at the commit, the rows are closed in the background. */
  closeAll(tx: Transaction, order: CloseAllOrder, actor: Actor): Promise<void>;
}

export interface CloseAllOrder {
  /** Null: every tenant. */
  readonly tenantIdentifier: string | null;
  readonly includeSystem: boolean;
  /** Sessions of services alone. */
  readonly systemOnly: boolean;
  readonly exceptIdentifier: string | null;
}

export interface SessionLifecycleDependencies {
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly signals: SessionSignals;
}

export function createSessionLifecycle(deps: SessionLifecycleDependencies): SessionLifecycle {
  const { clock, events, signals } = deps;

  const closeFamilies = async (
    tx: Transaction,
    identifiers: readonly string[],
    reason: CloseReason,
    actor: Actor,
  ): Promise<readonly ClosedSession[]> => {
    if (identifiers.length === 0) return [];
    const change = { reason, closedBy: actor.username, nowMs: clock.now() };
    const closed = await closeSessionFamilies(tx, identifiers, change);
    if (closed.length === 0) return [];
    await recordClosed(events, tx, closed, reason, actor);
    const keys = closed.map((session) => session.identifier);
    await signals.publish(tx, { scope: 'SESSION', effect: 'CLOSE', keys });
    return closed;
  };

  const closeNamed: SessionLifecycle['closeNamed'] = async (tx, identifiers, reason, actor) =>
    closeFamilies(tx, await lockNamed(tx, identifiers), reason, actor);

  const closeByUsers: SessionLifecycle['closeByUsers'] = async (tx, users, reason, actor, exceptIdentifier = null) => {
    const { tenantIdentifier, usernamesFolded } = users;
    const userKeys = usernamesFolded.map((name) => userKey(tenantIdentifier, name));
    await lockUsersOf(tx, locks, [ALL_TENANTS, tenantIdentifier], userKeys);
    const change = { reason, closedBy: actor.username, nowMs: clock.now() };
    const closed = await closeSessionsOfUsers(tx, users, exceptIdentifier, change);
    if (closed.length === 0) return [];
    await recordClosed(events, tx, closed, reason, actor);
    await publishClosed(signals, tx, closed, userKeys);
    return closed;
  };

  return {
    closeFamilies,
    closeNamed,
    closeByUsers,
    async close(tx, identifier, reason, actor) {
      return (await closeNamed(tx, [identifier], reason, actor)).length;
    },
    async closeByUser(tx, user, reason, actor, exceptIdentifier = null) {
      const { tenantIdentifier, usernameFolded } = user;
      const users = { tenantIdentifier, usernamesFolded: [usernameFolded] };
      return (await closeByUsers(tx, users, reason, actor, exceptIdentifier)).length;
    },
    closeAll: (tx, order, actor) => giveOrder(deps, tx, order, actor),
    async closeByTenant(tx, tenantIdentifier, reason, actor) {
      await lockTenant(tx, locks.tenantClass, tenantIdentifier);
      const nowMs = clock.now();
      const change = { reason, closedBy: actor.username, nowMs };
      const scope = { tenantIdentifier, includeSystem: true, systemOnly: false, exceptIdentifier: null };
      let count = await countBulkClose(tx, scope, nowMs);
      if (count > CLOSED_AT_ONCE_MAX) {
        await saveBulkClose(tx, { ...scope, ...change, listed: false });
        const detail = { scope: 'TENANT', count, includeSystem: true, reason };
        await events.record(tx, sessionEvents.allClosed, actor, { name: tenantIdentifier, tenantIdentifier }, detail);
      } else {
        const closed = await closeSessionsOfTenant(tx, tenantIdentifier, change);
        await recordClosed(events, tx, closed, reason, actor);
        count = closed.length;
      }
      // Also without a session: API keys of the tenant are remembered too.
      await signals.publish(tx, { scope: 'TENANT', effect: 'CLOSE', keys: [tenantIdentifier] });
      return count;
    },
  };
}

async function giveOrder(
  { clock, events, signals }: SessionLifecycleDependencies,
  tx: Transaction,
  order: CloseAllOrder,
  actor: Actor,
): Promise<void> {
  const { tenantIdentifier, includeSystem, systemOnly } = order;
  await lockTenant(tx, locks.tenantClass, tenantIdentifier ?? ALL_TENANTS);
  const nowMs = clock.now();
  const count = await countBulkClose(tx, order, nowMs);
  await saveBulkClose(tx, { ...order, listed: false, reason: 'CLOSE_ALL', closedBy: actor.username, nowMs });
  const scope = tenantIdentifier === null ? 'ALL' : 'TENANT';
  const detail = { scope, count, includeSystem, systemOnly };
  await events.record(tx, sessionEvents.allClosed, actor, tenantIdentifier, detail);
  await signals.publish(tx, { scope, effect: 'CLOSE', keys: tenantIdentifier === null ? [] : [tenantIdentifier] });
}

/** Takes the locks of whoever the named sessions belong to; answers what the sessions have become by rotations. */
async function lockNamed(tx: Transaction, identifiers: readonly string[]): Promise<string[]> {
  const named = await findOwnersOf(tx, identifiers);
  if (named.length === 0) return [];
  const tenants = [ALL_TENANTS, ...named.map(({ tenantIdentifier }) => tenantIdentifier)];
  const users = named.map((owner) => userKey(owner.tenantIdentifier, owner.usernameFolded));
  await lockUsersOf(tx, locks, tenants, users);
  // Under the locks: a rotation beside it has either moved the session on already or waits.
  return (await findOwnersOf(tx, identifiers)).map(({ identifier }) => identifier);
}

/** Users by name, and what hung on their sessions one by one. */
async function publishClosed(
  signals: SessionSignals,
  tx: Transaction,
  closed: readonly ClosedSession[],
  userKeys: readonly string[],
): Promise<void> {
  const closedKeys = new Set(closed.map((one) => userKey(one.tenantIdentifier, foldName(one.username))));
  const keys = userKeys.filter((key) => closedKeys.has(key));
  if (keys.length > 0) await signals.publish(tx, { scope: 'USER', effect: 'CLOSE', keys });
  const others = closed.filter((one) => !keys.includes(userKey(one.tenantIdentifier, foldName(one.username))));
  if (others.length === 0) return;
  const identifiers = others.map(({ identifier }) => identifier);
  await signals.publish(tx, { scope: 'SESSION', effect: 'CLOSE', keys: identifiers });
}
