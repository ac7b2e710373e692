// Gives users roles and takes them away; nobody hands on more than they hold, and an administrator remains.
import type { SvcUserModel, SvcUserRolesModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { SessionApi } from '../../session/api.ts';
import { ROLE_SYSTEM_ADMIN } from '../authentication.types.ts';
import type { DirectoryEvents } from './directory-events.ts';
import { requireKnownRoles, requireMayHandOn, visibleTenant, wantedRoleCodes } from './grants.ts';
import { requireAdminWithout } from './last-admin.ts';
import { findAssignableRoles } from './role.store.ts';
import { findUser, lockUserForChange, saveUserRoles, saveUserVersion } from './user.store.ts';
import { toSvcUser } from './user.wire.ts';
import { recordUserEvent, userDirectoryEvent } from './user-event.ts';

export interface UserRolesService {
  /** The whole set of roles; effective on every process at once, sessions are kept. */
  setRoles(uuid: string, model: SvcUserRolesModel, caller: Caller, context: Context): Promise<SvcUserModel>;
}

export interface UserRolesServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly directoryEvents: DirectoryEvents;
  readonly session: () => SessionApi;
}

export function createUserRolesService(deps: UserRolesServiceDependencies): UserRolesService {
  const { database, clock, events, directoryEvents, session } = deps;

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
      if (!wanted.includes(ROLE_SYSTEM_ADMIN)) await requireAdminWithout(tx, user);
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
      await directoryEvents.record(tx, userDirectoryEvent('authorities-changed', changed));
      await recordUserEvent(tx, events, 'authentication.user-roles-changed', changed, caller, context, detail);
    }
    return toSvcUser(changed, null, clock.now());
  };

  return {
    setRoles: (uuid, model, caller, context) =>
      database.transaction((tx) => setRolesIn(tx, uuid, model, caller, context)),
  };
}
