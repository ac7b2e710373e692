// Gives users roles and takes them away; nobody hands on more than they hold, and an administrator remains.
import type { SvcUserModel, SvcUserRolesModel } from '@keelson/contract';
import { LAST_ADMIN_LOCK } from '../../../kernel/advisory-locks.ts';
import type { Caller } from '../../../kernel/caller.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Database, Transaction } from '../../../kernel/database.ts';
import { fail } from '../../../kernel/errors.ts';
import type { EventRecorder } from '../../../kernel/events.ts';
import type { SessionApi } from '../../session/api.ts';
import { ROLE_SYSTEM_ADMIN } from '../authentication.types.ts';
import { requireKnownRoles, requireMayHandOn, visibleTenant, wantedRoleCodes } from './grants.ts';
import { findAssignableRoles } from './role.store.ts';
import {
  countOthersWithRole,
  findUser,
  lockUserForChange,
  saveUserRoles,
  saveUserVersion,
  takeLock,
  type User,
} from './user.store.ts';
import { toSvcUser } from './user.wire.ts';
import { recordUserEvent } from './user-event.ts';

export interface UserRolesService {
  /** The whole set of roles; effective on every process at once, sessions are kept. */
  setRoles(uuid: string, model: SvcUserRolesModel, caller: Caller, context: Context): Promise<SvcUserModel>;
}

export interface UserRolesServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly session: () => SessionApi;
}

export function createUserRolesService(deps: UserRolesServiceDependencies): UserRolesService {
  const { database, clock, events, session } = deps;

  /** Two who take the role away from each other wait for each other here; the second one finds nobody left. */
  const requireAdminLeft = async (tx: Transaction, user: User): Promise<void> => {
    await takeLock(tx, LAST_ADMIN_LOCK);
    const others = await countOthersWithRole(tx, ROLE_SYSTEM_ADMIN, user.id, new Date(clock.now()));
    if (others === 0) fail('LAST_ADMIN');
  };

  const setRolesIn = async (
    tx: Transaction,
    uuid: string,
    { roleList, version }: SvcUserRolesModel,
    caller: Caller,
    context: Context,
  ): Promise<SvcUserModel> => {
    await lockUserForChange(tx, uuid);
    const user = await findUser(tx, uuid, visibleTenant(caller));
    if (user === null) fail('USER_NOT_FOUND');
    if (user.version !== version) fail('VERSION_CONFLICT', { parameters: { version: user.version } });
    const wanted = wantedRoleCodes(roleList);
    const known = await findAssignableRoles(tx, [...new Set([...wanted, ...user.roleList])], user.tenantIdentifier);
    requireKnownRoles(wanted, known);
    const changing = known.filter(({ code }) => wanted.includes(code) !== user.roleList.includes(code));
    requireMayHandOn(caller, changing);
    if (changing.length > 0) {
      if (user.roleList.includes(ROLE_SYSTEM_ADMIN) && !wanted.includes(ROLE_SYSTEM_ADMIN))
        await requireAdminLeft(tx, user);
      await saveUserRoles(
        tx,
        user.id,
        known.filter(({ code }) => wanted.includes(code)).map(({ id }) => id),
      );
      await saveUserVersion(tx, user.id, caller.username, new Date(clock.now()));
      await session().refreshUser(tx, user.tenantIdentifier, user.usernameFolded);
    }
    const changed = (await findUser(tx, uuid, user.tenantIdentifier))!;
    if (changing.length > 0) {
      const detail = { old: user.roleList, new: changed.roleList };
      await recordUserEvent(tx, events, 'authentication.user-roles-changed', changed, caller, context, detail);
    }
    return toSvcUser(changed, null);
  };

  return {
    setRoles: (uuid, model, caller, context) =>
      database.transaction((tx) => setRolesIn(tx, uuid, model, caller, context)),
  };
}
