// Gives and takes roles; a caller hands on only what the caller holds, and an administrator remains.

import type { SvcUserModel, SvcUserRolesModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { requireVersion } from '../../../../kernel/records/version.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { ROLE_SYSTEM_ADMIN } from '../../ground/authentication.types.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { requireAdminWithout } from '../last-admin.ts';
import { lockUserToChange, requireKnownRoles, requireMayHandOn, wantedRoleCodes } from '../required-grants.ts';
import { findAssignableRoles } from '../role.store.ts';
import { findUser, saveUserRoles, saveUserVersion } from '../user.store.ts';
import { toSvcUser } from '../user.wire.ts';
import { userDirectoryEvent, userSubject } from '../user-subject.ts';

/** User and the roles that the user is to have. */
export interface UserRoles extends SvcUserRolesModel {
  readonly uuid: string;
}

export function createUserRolesService({
  database,
  clock,
  directoryEvents,
  session,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly directoryEvents: DirectoryEvents;
  readonly session: () => SessionApi;
}) {
  const setRolesIn = async (
    tx: Transaction,
    act: Act,
    { uuid, roleList, version }: UserRoles,
  ): Promise<SvcUserModel> => {
    const { caller } = act;
    const user = await lockUserToChange(tx, caller, uuid);
    requireVersion({ identifier: user.uuid, version: user.version }, version);
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
      await act.record(tx, authenticationEvents.userRolesChanged, userSubject(changed), detail);
    }
    return toSvcUser(changed, null, clock.now());
  };

  return {
    /** Sets the whole set of roles, effective on every process at once; sessions are kept. */
    setRoles: (act: Act, input: UserRoles): Promise<SvcUserModel> =>
      database.transaction((tx) => setRolesIn(tx, act, input)),
  };
}

export type UserRolesService = ReturnType<typeof createUserRolesService>;
