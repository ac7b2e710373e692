// Updates sessions that depend on something else: on another session, on an API key, or on authorities of users and
// roles.
import type { Kernel } from '../../../kernel/module.ts';
import type { SessionApi } from '../api.ts';
import type { Signals } from '../entry/signals.ts';
import { lockKey, lockUsers } from '../record/lock.store.ts';
import { findOwnersOf, findSessionsOfKey } from '../record/owner.store.ts';
import { userKey } from '../record/session.types.ts';
import type { Closing } from './closing.ts';
import { findChildren, shortenSessionsOfKey } from './dependents.store.ts';

export type Dependents = Pick<
  SessionApi,
  'closeByParent' | 'closeByKey' | 'limitByKey' | 'refreshUser' | 'refreshRole'
>;

export function createDependents({
  clock,
  signals,
  closeFamilies,
}: Pick<Kernel, 'clock'> & Pick<Closing, 'closeFamilies'> & { readonly signals: Signals }): Dependents {
  return {
    refreshUser: (tx, tenantIdentifier, usernameFolded) =>
      signals.publish(tx, { scope: 'USER', effect: 'REFRESH', keys: [userKey({ tenantIdentifier, usernameFolded })] }),
    refreshRole: (tx, roleCode) => signals.publish(tx, { scope: 'ROLE', effect: 'REFRESH', keys: [roleCode] }),
    async closeByParent(tx, identifier, reason, actor) {
      const [parent] = await findOwnersOf(tx, [identifier]);
      if (parent === undefined) return 0;
      // A transaction that begins a child session holds the lock of the parent's user too.
      await lockUsers(tx, [parent]);
      const [current] = await findOwnersOf(tx, [identifier]);
      const children = await findChildren(tx, current?.identifier ?? identifier);
      return (await closeFamilies(tx, children, reason, actor)).length;
    },
    async closeByKey(tx, keyUuid, actor) {
      await lockKey(tx, keyUuid);
      const identifiers = await findSessionsOfKey(tx, keyUuid, clock.now());
      const closed = await closeFamilies(tx, identifiers, 'KEY_REVOKED', actor);
      await signals.publish(tx, { scope: 'KEY', effect: 'CLOSE', keys: [keyUuid] });
      return closed.length;
    },
    async limitByKey(tx, keyUuid, expiryMs) {
      await lockKey(tx, keyUuid);
      await shortenSessionsOfKey(tx, keyUuid, expiryMs);
      await signals.publish(tx, { scope: 'KEY', effect: 'REFRESH', keys: [keyUuid] });
    },
  };
}
