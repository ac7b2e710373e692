// Closes sessions inside the transaction of the caller, and signals every process.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { CloseReason, UserOfTenant } from '../api.ts';
import type { Signals } from '../entry/signals.ts';
import { ALL_TENANTS, lockTenant, lockUsers } from '../record/lock.store.ts';
import { findOwnersOf } from '../record/owner.store.ts';
import { type ClosedSession, userKey } from '../record/session.types.ts';
import { sessionEvents } from '../session.events.ts';
import {
  closeSessionFamilies,
  closeSessionsOfTenant,
  closeSessionsOfUsers,
  type UsersOfTenant,
} from './closing.store.ts';
import { type BulkCloseScope, countBulkClose, saveBulkClose } from './order.store.ts';

/**
 * Sessions that are closed at once; more become a standing order, since one statement would hold the locks of all of
 * them, with an event each.
 */
export const CLOSED_AT_ONCE_MAX = 1_000;

interface ClosingParts extends Pick<Kernel, 'clock' | 'events'> {
  readonly signals: Signals;
}

export type Closing = ReturnType<typeof createClosing>;

export function createClosing(parts: ClosingParts) {
  const { clock, events, signals } = parts;

  /** Closes these sessions and their descendants; the caller holds the locks of their users. */
  const closeFamilies = async (
    tx: Transaction,
    identifiers: readonly string[],
    reason: CloseReason,
    actor: Actor,
    nowMs = clock.now(),
  ): Promise<readonly ClosedSession[]> => {
    if (identifiers.length === 0) return [];
    const closed = await closeSessionFamilies(tx, identifiers, { reason, closedBy: actor.username, nowMs });
    if (closed.length === 0) return [];
    await recordClosed(events, tx, closed, reason, actor);
    await signals.publish(tx, { scope: 'SESSION', effect: 'CLOSE', keys: closed.map(({ identifier }) => identifier) });
    return closed;
  };

  /** Closes the sessions named by the identifiers, or their successors by rotation, with all descendants. */
  const closeNamed = async (
    tx: Transaction,
    identifiers: readonly string[],
    reason: CloseReason,
    actor: Actor,
  ): Promise<readonly ClosedSession[]> => closeFamilies(tx, await lockNamed(tx, identifiers), reason, actor);

  /** Closes the sessions of users of one tenant, with all descendants. */
  const closeByUsers = async (
    tx: Transaction,
    { tenantIdentifier, usernamesFolded }: UsersOfTenant,
    reason: CloseReason,
    actor: Actor,
    exceptIdentifier: string | null = null,
  ): Promise<readonly ClosedSession[]> => {
    const users = usernamesFolded.map((usernameFolded) => ({ tenantIdentifier, usernameFolded }));
    await lockUsers(tx, users);
    const close = { reason, closedBy: actor.username, nowMs: clock.now() };
    const closed = await closeSessionsOfUsers(tx, { tenantIdentifier, usernamesFolded, exceptIdentifier }, close);
    if (closed.length === 0) return [];
    await recordClosed(events, tx, closed, reason, actor);
    await publishClosed(signals, tx, closed, users.map(userKey));
    return closed;
  };

  return {
    closeFamilies,
    closeNamed,
    closeByUsers,
    /** See `SessionApi.close`. */
    close: async (tx: Transaction, identifier: string, reason: CloseReason, actor: Actor): Promise<number> =>
      (await closeNamed(tx, [identifier], reason, actor)).length,
    /** See `SessionApi.closeByUser`. */
    async closeByUser(
      tx: Transaction,
      { tenantIdentifier, usernameFolded }: UserOfTenant,
      reason: CloseReason,
      actor: Actor,
      exceptIdentifier: string | null = null,
    ): Promise<number> {
      const users = { tenantIdentifier, usernamesFolded: [usernameFolded] };
      return (await closeByUsers(tx, users, reason, actor, exceptIdentifier)).length;
    },
    /** Gives a standing order: its sessions are invalid from the commit on, the rows are closed in the background. */
    closeAll: (tx: Transaction, order: BulkCloseScope, actor: Actor) => giveOrder(parts, tx, order, actor),
    /** See `SessionApi.closeByTenant`. */
    closeByTenant: (tx: Transaction, tenantIdentifier: string, reason: CloseReason, actor: Actor) =>
      closeTenant(parts, tx, tenantIdentifier, reason, actor),
  };
}

async function giveOrder(
  { clock, events, signals }: ClosingParts,
  tx: Transaction,
  order: BulkCloseScope,
  actor: Actor,
): Promise<void> {
  const { tenantIdentifier, includeSystem, systemOnly } = order;
  await lockTenant(tx, tenantIdentifier ?? ALL_TENANTS);
  const nowMs = clock.now();
  const count = await countBulkClose(tx, order, nowMs);
  await saveBulkClose(tx, { ...order, listed: false, reason: 'CLOSE_ALL', closedBy: actor.username, nowMs });
  const scope = tenantIdentifier === null ? 'ALL' : 'TENANT';
  const detail = { scope, count, includeSystem, systemOnly };
  await events.record(tx, sessionEvents.allClosed, actor, tenantIdentifier, detail);
  await signals.publish(tx, { scope, effect: 'CLOSE', keys: tenantIdentifier === null ? [] : [tenantIdentifier] });
}

async function closeTenant(
  { clock, events, signals }: ClosingParts,
  tx: Transaction,
  tenantIdentifier: string,
  reason: CloseReason,
  actor: Actor,
): Promise<number> {
  await lockTenant(tx, tenantIdentifier);
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
  // The signal is published even where no session was closed: processes remember API keys of the tenant.
  await signals.publish(tx, { scope: 'TENANT', effect: 'CLOSE', keys: [tenantIdentifier] });
  return count;
}

/** Writes one event for each session. */
async function recordClosed(
  events: EventRecorder,
  tx: Transaction,
  closed: readonly ClosedSession[],
  reason: CloseReason,
  actor: Actor,
): Promise<void> {
  for (const { identifier, tenantIdentifier, username } of closed) {
    const subject = { name: identifier, tenantIdentifier };
    await events.record(tx, sessionEvents.closed, actor, subject, { reason, username });
  }
}

/**
 * Locks the users of the named sessions; answers the present identifiers of these, which rotations may have changed.
 */
async function lockNamed(tx: Transaction, identifiers: readonly string[]): Promise<string[]> {
  const named = await findOwnersOf(tx, identifiers);
  if (named.length === 0) return [];
  await lockUsers(tx, named);
  // The sessions are found again under the locks: a parallel rotation has either finished or waits.
  return (await findOwnersOf(tx, identifiers)).map(({ identifier }) => identifier);
}

/** Publishes the signals of a close: of users by name, of the descendants of their sessions one by one. */
async function publishClosed(
  signals: Signals,
  tx: Transaction,
  closed: readonly ClosedSession[],
  userKeys: readonly string[],
): Promise<void> {
  const keyOf = ({ tenantIdentifier, username }: ClosedSession): string =>
    userKey({ tenantIdentifier, usernameFolded: foldName(username) });
  const closedKeys = new Set(closed.map(keyOf));
  const keys = userKeys.filter((key) => closedKeys.has(key));
  if (keys.length > 0) await signals.publish(tx, { scope: 'USER', effect: 'CLOSE', keys });
  const others = closed.filter((one) => !keys.includes(keyOf(one))).map(({ identifier }) => identifier);
  if (others.length > 0) await signals.publish(tx, { scope: 'SESSION', effect: 'CLOSE', keys: others });
}
