// Activates, deactivates, deletes and restores users, and makes the link for a first password.

import type { SvcUserModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { CloseReason, SessionApi } from '../../../session/api.ts';
import type { DirectoryEvents } from '../../directory/events/directory-events.ts';
import { requireAdminWithout } from '../../directory/last-admin.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { lockUserToChange, visibleTenant } from '../../directory/required-grants.ts';
import { findAssignableRoles } from '../../directory/role.store.ts';
import {
  findDeletedUser,
  findUser,
  lockUserForChange,
  saveUserRoles,
  saveUserVersion,
  type User,
} from '../../directory/user.store.ts';
import { toSvcUser } from '../../directory/user.wire.ts';
import type { UserEndings } from '../../directory/user-ending.ts';
import { userDirectoryEvent, userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { ROLE_USER } from '../../ground/authentication.types.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { inviteUser } from '../../secrets/invitation.ts';
import { removeUser, restoreUser, saveUserStanding } from './user-change.store.ts';
import { failWhereTaken } from './user-name.ts';

interface UserStandingGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly directoryEvents: DirectoryEvents;
  readonly links: ActivationLinks;
  readonly mails: UserMails;
  readonly endings: UserEndings;
  readonly session: () => SessionApi;
}

export function createUserStandingService(ground: UserStandingGround) {
  const { database, clock, directoryEvents, links, mails, session } = ground;
  const changeBy = (caller: Caller) => ({ updatedBy: caller.username, now: new Date(clock.now()) });

  return {
    activate: (act: Act, uuid: string): Promise<SvcUserModel> =>
      database.transaction(async (tx) => {
        const user = await lockUserToChange(tx, act.caller, uuid);
        if (user.enabled) return toSvcUser(user, null, clock.now());
        await saveUserStanding(tx, user.id, true, changeBy(act.caller));
        await session().refreshUser(tx, user.tenantIdentifier, user.usernameFolded);
        await act.record(tx, authenticationEvents.userActivated, userSubject(user), { enabled: true });
        return toSvcUser((await findUser(tx, uuid, null))!, null, clock.now());
      }),
    /** Ends sessions, challenges and remembered devices in the same transaction. */
    deactivate: (act: Act, uuid: string): Promise<SvcUserModel> =>
      database.transaction(async (tx) => {
        const user = await shutOut(tx, ground, act, uuid, 'USER_DISABLED');
        if (!user.enabled) return toSvcUser(user, null, clock.now());
        await saveUserStanding(tx, user.id, false, changeBy(act.caller));
        await act.record(tx, authenticationEvents.userDeactivated, userSubject(user), { enabled: false });
        await directoryEvents.record(tx, userDirectoryEvent('user-deactivated', user));
        return toSvcUser((await findUser(tx, uuid, null))!, null, clock.now());
      }),
    remove: (act: Act, uuid: string): Promise<void> =>
      database.transaction(async (tx) => {
        const user = await shutOut(tx, ground, act, uuid, 'USER_DELETED');
        await removeUser(tx, user.id, changeBy(act.caller));
        const detail = { uuid, roleList: user.roleList };
        await act.record(tx, authenticationEvents.userDeleted, userSubject(user), detail);
        await directoryEvents.record(tx, userDirectoryEvent('user-deleted', user));
      }),
    async restore(act: Act, uuid: string): Promise<SvcUserModel> {
      const found =
        (await findDeletedUser(database, uuid, visibleTenant(act.caller))) ?? failNotFound('USER_NOT_FOUND', { uuid });
      return failWhereTaken(database, found, () => database.transaction((tx) => restoreIn(tx, ground, act, uuid)));
    },
    resendActivation: (act: Act, uuid: string): Promise<SvcUserModel> =>
      database.transaction(async (tx) => {
        const user = await lockUserToChange(tx, act.caller, uuid);
        if (user.passwordSet) fail('USER_ALREADY_ACTIVATED');
        await saveUserVersion(tx, user.id, act.caller.username, new Date(clock.now()));
        const link = await inviteUser(
          tx,
          { links, mails },
          { userId: user.id, address: user.email, invitedBy: act.caller.username },
        );
        const detail = { activationLink: 'renewed' };
        await act.record(tx, authenticationEvents.userUpdated, userSubject(user), detail);
        return toSvcUser((await findUser(tx, uuid, null))!, link, clock.now());
      }),
  };
}

export type UserStandingService = ReturnType<typeof createUserStandingService>;

/**
 * Ends everything that the user is signed in with, and answers the locked user; fails for the caller and for the last
 * administrator.
 */
async function shutOut(
  tx: Transaction,
  { endings }: UserStandingGround,
  act: Act,
  uuid: string,
  reason: CloseReason,
): Promise<User> {
  const { caller } = act;
  const found = (await findUser(tx, uuid, visibleTenant(caller))) ?? failNotFound('USER_NOT_FOUND', { uuid });
  if (found.uuid === caller.userUuid) fail('SELF_LOCKOUT');
  await endings.end(tx, found, reason, act.actor);
  // The user is read again under the lock. A rename meanwhile has closed the sessions of the old name.
  const user = await lockUserToChange(tx, caller, uuid);
  if (user.usernameFolded !== found.usernameFolded) await endings.end(tx, user, reason, act.actor);
  await requireAdminWithout(tx, user);
  return user;
}

async function restoreIn(tx: Transaction, ground: UserStandingGround, act: Act, uuid: string): Promise<SvcUserModel> {
  const { caller } = act;
  const { clock } = ground;
  await lockUserForChange(tx, uuid);
  const user = (await findDeletedUser(tx, uuid, visibleTenant(caller))) ?? failNotFound('USER_NOT_FOUND', { uuid });
  await restoreUser(tx, user.id, { updatedBy: caller.username, now: new Date(clock.now()) });
  const roles = await findAssignableRoles(tx, [ROLE_USER], user.tenantIdentifier);
  await saveUserRoles(
    tx,
    user.id,
    roles.map(({ id }) => id),
  );
  const detail = { deleted: { old: true, new: false } };
  await act.record(tx, authenticationEvents.userUpdated, userSubject(user), detail);
  return toSvcUser((await findUser(tx, uuid, null))!, null, clock.now());
}
