// Begins and closes sessions inside the transaction of whoever has the reason, and tells every process.

import { SESSION_TENANT_LOCK_CLASS, SESSION_USER_LOCK_CLASS } from '../../kernel/advisory-locks.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Transaction } from '../../kernel/database.ts';
import type { EventRecorder } from '../../kernel/events.ts';
import { foldName } from '../../kernel/fold.ts';
import type { Ids } from '../../kernel/ids.ts';
import { canonicalAddress } from './address-range.ts';
import type { Actor, BeginSession, BegunSession, Directories } from './api.ts';
import { sessionTimeouts } from './session.settings.ts';
import { closeSessionFamily, closeSessionsOfUser, lockUser, saveSession } from './session.store.ts';
import { type ClosedSession, type CloseReason, type NewSession, userKey } from './session.types.ts';
import { idleExpiryMs } from './session-json.ts';
import { endsAt, slackSeconds } from './session-live.ts';
import type { SessionSignals } from './session-signals.ts';
import { identifierOf } from './session-token.ts';

const SECOND_MS = 1_000;
const locks = { tenantClass: SESSION_TENANT_LOCK_CLASS, userClass: SESSION_USER_LOCK_CLASS };

interface UserOfTenant {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

export interface SessionLifecycle {
  begin(tx: Transaction, begin: BeginSession): Promise<BegunSession | null>;
  close(tx: Transaction, identifier: string, reason: CloseReason, actor: Actor): Promise<number>;
  closeByUser(
    tx: Transaction,
    user: UserOfTenant,
    reason: CloseReason,
    actor: Actor,
    exceptIdentifier?: string | null,
  ): Promise<number>;
}

export interface SessionLifecycleDependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly signals: SessionSignals;
  readonly directories: () => Directories;
}

export function createSessionLifecycle(deps: SessionLifecycleDependencies): SessionLifecycle {
  const { clock, events, signals } = deps;

  const recordClosed = async (
    tx: Transaction,
    closed: readonly ClosedSession[],
    reason: CloseReason,
    actor: Actor,
  ): Promise<void> => {
    for (const { identifier, tenantIdentifier, username } of closed) {
      await events.record(tx, {
        kind: 'session.closed',
        type: 'SECURITY',
        tenantIdentifier,
        actor: actor.username,
        ipAddress: actor.ipAddress,
        requestId: actor.requestId,
        subject: identifier,
        detail: { reason, username },
      });
    }
  };

  const close: SessionLifecycle['close'] = async (tx, identifier, reason, actor) => {
    const change = { reason, closedBy: actor.username, nowMs: clock.now() };
    const closed = await closeSessionFamily(tx, identifier, change);
    if (closed.length === 0) return 0;
    await recordClosed(tx, closed, reason, actor);
    const keys = closed.map((session) => session.identifier);
    await signals.publish(tx, { scope: 'SESSION', effect: 'CLOSE', keys });
    return closed.length;
  };

  return {
    close,
    async closeByUser(tx, user, reason, actor, exceptIdentifier = null) {
      const key = userKey(user.tenantIdentifier, user.usernameFolded);
      await lockUser(tx, locks, user.tenantIdentifier, key);
      const change = { reason, closedBy: actor.username, nowMs: clock.now() };
      const closed = await closeSessionsOfUser(tx, user, exceptIdentifier, change);
      if (closed.length === 0) return 0;
      await recordClosed(tx, closed, reason, actor);
      await signals.publish(tx, { scope: 'USER', effect: 'CLOSE', keys: [key] });
      return closed.length;
    },
    async begin(tx, begin) {
      const usernameFolded = foldName(begin.username);
      const { tenantIdentifier } = begin;
      await lockUser(tx, locks, tenantIdentifier, userKey(tenantIdentifier, usernameFolded));
      const standing = await deps.directories().users.findStanding(tx, tenantIdentifier, usernameFolded);
      if (standing === null || !standing.allowed || standing.securityVersion !== begin.securityVersion) return null;
      if (begin.replacedIdentifier !== null) await close(tx, begin.replacedIdentifier, 'ROTATED', begin.actor);
      const token = deps.ids.token();
      const session = newSession(begin, usernameFolded, identifierOf(token), clock.now());
      await saveSession(tx, session, endsAt(session, session.nowMs));
      await events.record(tx, {
        kind: 'session.begun',
        type: 'SECURITY',
        tenantIdentifier,
        actor: begin.username,
        ipAddress: begin.actor.ipAddress,
        requestId: begin.actor.requestId,
        subject: session.identifier,
        detail: { username: begin.username, methods: begin.methods, deviceName: begin.deviceName },
      });
      const idleExpiry = idleExpiryMs({ ...session, lastAccessMs: session.nowMs });
      return { token, identifier: session.identifier, expiryMs: session.expiryMs, idleExpiryMs: idleExpiry };
    },
  };
}

function newSession(begin: BeginSession, usernameFolded: string, identifier: string, nowMs: number): NewSession {
  const { idleTimeoutMs, absoluteTimeoutMs } = sessionTimeouts();
  return {
    identifier,
    tenantIdentifier: begin.tenantIdentifier,
    username: begin.username,
    usernameFolded,
    userUuid: begin.userUuid,
    nowMs,
    expiryMs: nowMs + absoluteTimeoutMs,
    idleMs: idleTimeoutMs,
    slackMs: slackSeconds(idleTimeoutMs) * SECOND_MS,
    attributes: begin.attributes,
    ipAddress: begin.actor.ipAddress === null ? null : canonicalAddress(begin.actor.ipAddress),
    userAgent: begin.userAgent,
    deviceName: begin.deviceName,
    methods: begin.methods,
    localeTag: begin.localeTag,
  };
}
