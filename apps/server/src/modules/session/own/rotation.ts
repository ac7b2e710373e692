// Gives a live session a new token: everything of it moves along but the old identifier, which is dead at once.
import {
  SESSION_KEY_LOCK_CLASS,
  SESSION_TENANT_LOCK_CLASS,
  SESSION_USER_LOCK_CLASS,
} from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { BegunSession, RotateSession } from '../api.ts';
import { lockKey } from '../begin/begin.store.ts';
import { cookieMaxAgeSeconds } from '../begin/begin.ts';
import { idleExpiryMs } from '../entry/security-session-json.ts';
import type { SessionSignals } from '../entry/signals.ts';
import { identifierOf } from '../live/token-shape.ts';
import { endsAt, expiryReason } from '../record/lifespan.ts';
import { closeSessionFamilies, findSession, lockUser } from '../record/session.store.ts';
import { type AuthenticationMethod, assuranceOf, type SessionRecord, userKey } from '../record/session.types.ts';
import { sessionEvents } from '../session.events.ts';
import { copySessionRow, moveSessionChildren } from './rotation.store.ts';

const locks = { tenantClass: SESSION_TENANT_LOCK_CLASS, userClass: SESSION_USER_LOCK_CLASS };

export type RotateSessionIn = (
  tx: Transaction,
  identifier: string,
  rotation: RotateSession,
) => Promise<BegunSession | null>;

/** Holds what begin, rotation and closes of this user's sessions wait for. */
export function lockSessionsOf(
  tx: Transaction,
  { tenantIdentifier, usernameFolded }: { readonly tenantIdentifier: string; readonly usernameFolded: string },
): Promise<void> {
  return lockUser(tx, locks, tenantIdentifier, userKey(tenantIdentifier, usernameFolded));
}

/** Why a session lives no more; null while it lives and when there is none. */
export async function findEndReason(queryable: Queryable, identifier: string, nowMs: number): Promise<string | null> {
  const found = await findSession(queryable, identifier);
  if (found === null || (found.closedMs === null && found.endsMs > nowMs)) return null;
  return found.closeReason ?? expiryReason(found.expiryMs, nowMs);
}

export interface SessionRotationDependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly signals: SessionSignals;
}

export function createSessionRotation({ clock, ids, events, signals }: SessionRotationDependencies): RotateSessionIn {
  const record = async (tx: Transaction, old: SessionRecord, identifier: string, rotation: RotateSession) => {
    const { actor, methods } = rotation;
    const { tenantIdentifier, username } = old;
    const closed = { reason: 'ROTATED', username };
    await events.record(tx, sessionEvents.closed, actor, { name: old.identifier, tenantIdentifier }, closed);
    const begun = { username, methods, rotatedIdentifier: old.identifier };
    await events.record(tx, sessionEvents.begun, actor, { name: identifier, tenantIdentifier }, begun);
  };

  return async (tx, identifier, rotation) => {
    const known = await findSession(tx, identifier);
    if (known === null) return null;
    await lockSessionsOf(tx, known);
    if (known.keyUuid !== null) await lockKey(tx, SESSION_KEY_LOCK_CLASS, known.keyUuid);
    const nowMs = clock.now();
    // Read again under the lock: a close beside it has either ended the session or waits and will see the new row.
    const old = await findSession(tx, identifier);
    if (old === null || old.closedMs !== null || old.endsMs <= nowMs) return null;
    const token = ids.token();
    const next = identifierOf(token);
    const methods = [...new Set([...old.methods, ...rotation.methods])];
    const used = { ...old, lastAccessMs: nowMs };
    const proven = assuranceOf(methods as AuthenticationMethod[]);
    const assuranceLevel = old.assuranceLevel === 'AAL2' ? 'AAL2' : proven;
    const children = await moveSessionChildren(tx, identifier, next);
    await copySessionRow(tx, {
      id: old.id,
      identifier: next,
      authenticated: new Date(rotation.authenticated ? nowMs : old.authenticatedMs),
      methods,
      assuranceLevel,
      now: new Date(nowMs),
      ends: new Date(endsAt(old, nowMs)),
    });
    await closeSessionFamilies(tx, [identifier], { reason: 'ROTATED', closedBy: rotation.actor.username, nowMs });
    await record(tx, old, next, rotation);
    await signals.publish(tx, { scope: 'SESSION', effect: 'CLOSE', keys: [identifier] });
    if (children.length > 0) await signals.publish(tx, { scope: 'SESSION', effect: 'REFRESH', keys: children });
    return {
      ...{ token, identifier: next, expiryMs: old.expiryMs, idleExpiryMs: idleExpiryMs(used), assuranceLevel },
      cookieMaxAgeSeconds: cookieMaxAgeSeconds(old, nowMs),
    };
  };
}
