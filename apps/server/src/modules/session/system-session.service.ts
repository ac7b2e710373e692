// Closes and looks up the sessions of services, and no others.

import type { Clock } from '../../kernel/database/clock.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { Act } from '../../kernel/records/act.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import { fail } from '../../kernel/request/errors.ts';
import type { CloseAllScope, SessionClosing } from './close/close.service.ts';
import type { SessionLifecycle } from './close/closing.ts';
import type { SessionActivity } from './entry/activity.ts';
import { requireFresh } from './record/access.ts';
import { findOwnersOf } from './record/owner.store.ts';
import { findSession } from './record/session.store.ts';
import { refuseToken } from './search/checked-query.ts';
import type { SessionSettings } from './session.settings.ts';

/** Each close answers whether the caller's current session ended by it. */
export interface SystemSessionService {
  close(act: Act, identifier: string): Promise<boolean>;
  exists(act: Act, identifier: string): Promise<boolean>;
  closeAll(act: Act, scope: Pick<CloseAllScope, 'exceptCurrent' | 'allTenants'>): Promise<boolean>;
}

export interface SystemSessionServiceDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly activity: SessionActivity;
  readonly lifecycle: SessionLifecycle;
  readonly closing: SessionClosing;
  readonly settings: SessionSettings;
}

export function createSystemSessionService(deps: SystemSessionServiceDependencies): SystemSessionService {
  const { clock, database, activity, lifecycle, closing, settings } = deps;
  return {
    async close({ caller, actor }, identifier) {
      refuseToken(identifier);
      const [owner] = await findOwnersOf(database, [identifier]);
      if (owner?.system !== true || !reaches(caller, owner)) fail('SESSION_NOT_FOUND');
      const current = owner.identifier === caller.identifier;
      if (!current) requireFresh(settings, caller, clock.now());
      const reason = current ? 'LOGOUT' : caller.kind === 'api-key' ? 'SERVICE' : 'ADMIN';
      await database.transaction((tx) => lifecycle.closeNamed(tx, [identifier], reason, actor));
      return current;
    },
    async exists({ caller }, identifier) {
      refuseToken(identifier);
      await activity.settled();
      const found = await findSession(database, identifier);
      if (found === null || !found.system || !reaches(caller, found)) return false;
      const record = activity.latest(found);
      return record.closedMs === null && record.endsMs > clock.now();
    },
    async closeAll(act, { exceptCurrent, allTenants }) {
      const current = exceptCurrent ? null : await findSession(database, act.caller.identifier);
      await closing.all(act, { exceptCurrent, allTenants, includeSystem: true, systemOnly: true });
      return current?.system === true;
    },
  };
}

function reaches(caller: Caller, session: { readonly tenantIdentifier: string }): boolean {
  return session.tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
}
