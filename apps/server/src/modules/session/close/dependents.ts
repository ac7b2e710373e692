// What depends on something else: sessions that hang on another one, those of an API key, authorities of users and roles.
import {
  SESSION_KEY_LOCK_CLASS,
  SESSION_TENANT_LOCK_CLASS,
  SESSION_USER_LOCK_CLASS,
} from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { SessionApi } from '../api.ts';
import { lockKey } from '../begin/begin.store.ts';
import { findSessionsOfKey } from '../begin/room.store.ts';
import type { SessionSignals } from '../entry/signals.ts';
import { findChildren, findOwnersOf, lockUsersOf } from '../record/owner.store.ts';
import { ALL_TENANTS } from '../record/session.store.ts';
import { userKey } from '../record/session.types.ts';
import { shortenSessionsOfKey } from '../upkeep/shortening.store.ts';
import type { SessionLifecycle } from './closing.ts';

const locks = { tenantClass: SESSION_TENANT_LOCK_CLASS, userClass: SESSION_USER_LOCK_CLASS };

export type SessionDependents = Pick<
  SessionApi,
  'closeByParent' | 'closeByKey' | 'limitByKey' | 'refreshUser' | 'refreshRole'
>;

export function createSessionDependents(deps: {
  readonly clock: Clock;
  readonly signals: SessionSignals;
  readonly lifecycle: Pick<SessionLifecycle, 'closeFamilies'>;
}): SessionDependents {
  const { clock, signals, lifecycle } = deps;
  return {
    refreshUser: (tx, tenantIdentifier, usernameFolded) =>
      signals.publish(tx, { scope: 'USER', effect: 'REFRESH', keys: [userKey(tenantIdentifier, usernameFolded)] }),
    refreshRole: (tx, roleCode) => signals.publish(tx, { scope: 'ROLE', effect: 'REFRESH', keys: [roleCode] }),
    async closeByParent(tx, identifier, reason, actor) {
      const [parent] = await findOwnersOf(tx, [identifier]);
      if (parent === undefined) return 0;
      // Whoever begins a session that hangs on this one holds the lock of its user too.
      const users = [userKey(parent.tenantIdentifier, parent.usernameFolded)];
      await lockUsersOf(tx, locks, [ALL_TENANTS, parent.tenantIdentifier], users);
      const [current] = await findOwnersOf(tx, [identifier]);
      const children = await findChildren(tx, current?.identifier ?? identifier);
      return (await lifecycle.closeFamilies(tx, children, reason, actor)).length;
    },
    async closeByKey(tx, keyUuid, actor) {
      await lockKey(tx, SESSION_KEY_LOCK_CLASS, keyUuid);
      const identifiers = await findSessionsOfKey(tx, keyUuid, clock.now());
      const closed = await lifecycle.closeFamilies(tx, identifiers, 'KEY_REVOKED', actor);
      await signals.publish(tx, { scope: 'KEY', effect: 'CLOSE', keys: [keyUuid] });
      return closed.length;
    },
    async limitByKey(tx, keyUuid, expiryMs) {
      await lockKey(tx, SESSION_KEY_LOCK_CLASS, keyUuid);
      await shortenSessionsOfKey(tx, keyUuid, expiryMs);
      await signals.publish(tx, { scope: 'KEY', effect: 'REFRESH', keys: [keyUuid] });
    },
  };
}
