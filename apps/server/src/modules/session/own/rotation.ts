// Gives a live session a new token: everything moves along but the old identifier, which is invalid at once.
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import type { AuthenticationMethod, BegunSession, RotateSession } from '../api.ts';
import type { CloseApi } from '../close/feature.ts';
import type { Loader } from '../entry/loader.ts';
import type { Signals } from '../entry/signals.ts';
import { endsAt, expiryReason, idleExpiryMs } from '../record/lifespan.ts';
import { lockKey, lockUser } from '../record/lock.store.ts';
import { findSession } from '../record/session.store.ts';
import { assuranceOf } from '../record/session.types.ts';
import { cookieMaxAgeSeconds } from '../record/session-cookie.ts';
import { sessionEvents } from '../session.events.ts';
import { copySessionRow, moveSessionChildren } from './rotation.store.ts';

/** Answers why a session ended; null while it lives and when there is none. */
export async function findEndReason(queryable: Queryable, identifier: string, nowMs: number): Promise<string | null> {
  const found = await findSession(queryable, identifier);
  if (found === null || (found.closedMs === null && found.endsMs > nowMs)) return null;
  return found.closeReason ?? expiryReason(found.expiryMs, nowMs);
}

export type Rotation = ReturnType<typeof createRotation>;

/** See `SessionApi.rotate`. */
export function createRotation({
  clock,
  ids,
  events,
  signals,
  closeFamilies,
  remember,
}: Pick<Kernel, 'clock' | 'ids' | 'events'> & {
  readonly signals: Signals;
  readonly closeFamilies: CloseApi['closeFamilies'];
  readonly remember: Loader['remember'];
}) {
  return async (tx: Transaction, identifier: string, rotation: RotateSession): Promise<BegunSession | null> => {
    const known = await findSession(tx, identifier);
    if (known === null) return null;
    await lockUser(tx, known);
    if (known.keyUuid !== null) await lockKey(tx, known.keyUuid);
    const nowMs = clock.now();
    // The session is read again under the lock: a parallel close has either ended the session or waits and will see the
    // new row.
    const old = await findSession(tx, identifier);
    if (old === null || old.closedMs !== null || old.endsMs <= nowMs) return null;
    const { tenantIdentifier, username, expiryMs } = old;
    const { actor } = rotation;
    const token = ids.token();
    const next = identifierOf(token);
    const methods = [...new Set([...old.methods, ...rotation.methods])];
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
    await closeFamilies(tx, [identifier], 'ROTATED', actor, nowMs);
    tx.afterCommit(() => remember(next));
    const detail = { username, methods: rotation.methods, rotatedIdentifier: identifier };
    await events.record(tx, sessionEvents.begun, actor, { name: next, tenantIdentifier }, detail);
    if (children.length > 0) await signals.publish(tx, { scope: 'SESSION', effect: 'REFRESH', keys: children });
    return {
      token,
      identifier: next,
      expiryMs,
      idleExpiryMs: idleExpiryMs({ ...old, lastAccessMs: nowMs }),
      assuranceLevel,
      cookieMaxAgeSeconds: cookieMaxAgeSeconds(old, nowMs),
    };
  };
}
