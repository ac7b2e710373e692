// Lets users in and out: activating, deactivating, deleting, bringing back, and the link for a first password.
import type { SvcUserModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { CloseReason, SessionApi } from '../../session/api.ts';
import type { ActivationLinks } from '../activation/activation-links.ts';
import { inviteUser } from '../activation/invitation.ts';
import { ROLE_USER } from '../authentication.types.ts';
import type { UserMails } from '../mail/user-mails.ts';
import type { DirectoryEvents } from './directory-events.ts';
import { requireMayHandOn, visibleTenant } from './grants.ts';
import { requireAdminWithout } from './last-admin.ts';
import { findAssignableRoles } from './role.store.ts';
import {
  findDeletedUser,
  findUser,
  lockUserForChange,
  saveUserRoles,
  saveUserVersion,
  type User,
} from './user.store.ts';
import { toSvcUser } from './user.wire.ts';
import { removeUser, restoreUser, saveUserStanding } from './user-change.store.ts';
import type { UserEndings } from './user-ending.ts';
import { actorOf, recordUserEvent, userDirectoryEvent } from './user-event.ts';
import { failWhereTaken } from './user-name.ts';

export interface UserStandingService {
  activate(uuid: string, caller: Caller, context: Context): Promise<SvcUserModel>;
  /** Ends sessions, challenges and remembered devices in the same transaction. */
  deactivate(uuid: string, caller: Caller, context: Context): Promise<SvcUserModel>;
  remove(uuid: string, caller: Caller, context: Context): Promise<void>;
  restore(uuid: string, caller: Caller, context: Context): Promise<SvcUserModel>;
  resendActivation(uuid: string, caller: Caller, context: Context): Promise<SvcUserModel>;
}

export interface UserStandingServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly directoryEvents: DirectoryEvents;
  readonly links: ActivationLinks;
  readonly mails: UserMails;
  readonly endings: UserEndings;
  readonly session: () => SessionApi;
}

export function createUserStandingService(deps: UserStandingServiceDependencies): UserStandingService {
  const { database, clock, events, directoryEvents, links, mails, session } = deps;
  const changeBy = (caller: Caller) => ({ updatedBy: caller.username, now: new Date(clock.now()) });

  /** The user as no other change sees it until the end of the transaction. */
  const lockFound = async (tx: Transaction, uuid: string, caller: Caller): Promise<User> => {
    await lockUserForChange(tx, uuid);
    return (await findUser(tx, uuid, visibleTenant(caller))) ?? fail('USER_NOT_FOUND');
  };

  return {
    activate: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        const user = await lockFound(tx, uuid, caller);
        if (user.enabled) return toSvcUser(user, null, clock.now());
        await saveUserStanding(tx, user.id, true, changeBy(caller));
        await session().refreshUser(tx, user.tenantIdentifier, user.usernameFolded);
        await recordUserEvent(tx, events, 'authentication.user-activated', user, caller, context, { enabled: true });
        return toSvcUser((await findUser(tx, uuid, null))!, null, clock.now());
      }),
    deactivate: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        const user = await shutOut(tx, deps, { uuid, caller, context, reason: 'USER_DISABLED' });
        if (!user.enabled) return toSvcUser(user, null, clock.now());
        await saveUserStanding(tx, user.id, false, changeBy(caller));
        await recordUserEvent(tx, events, 'authentication.user-deactivated', user, caller, context, { enabled: false });
        await directoryEvents.record(tx, userDirectoryEvent('user-deactivated', user));
        return toSvcUser((await findUser(tx, uuid, null))!, null, clock.now());
      }),
    remove: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        const user = await shutOut(tx, deps, { uuid, caller, context, reason: 'USER_DELETED' });
        await removeUser(tx, user.id, changeBy(caller));
        const detail = { uuid, roleList: user.roleList };
        await recordUserEvent(tx, events, 'authentication.user-deleted', user, caller, context, detail);
        await directoryEvents.record(tx, userDirectoryEvent('user-deleted', user));
      }),
    async restore(uuid, caller, context) {
      const found = (await findDeletedUser(database, uuid, visibleTenant(caller))) ?? fail('USER_NOT_FOUND');
      return failWhereTaken(database, found, () =>
        database.transaction((tx) => restoreIn(tx, deps, uuid, caller, context)),
      );
    },
    resendActivation: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        const user = await lockFound(tx, uuid, caller);
        if (user.passwordSet) fail('USER_ALREADY_ACTIVATED');
        // Whoever has the link can become this user.
        requireMayHandOn(caller, await findAssignableRoles(tx, user.roleList, user.tenantIdentifier));
        await saveUserVersion(tx, user.id, caller.username, new Date(clock.now()));
        const link = await inviteUser(
          tx,
          { links, mails },
          { userId: user.id, address: user.email, invitedBy: caller.username },
        );
        const detail = { activationLink: 'renewed' };
        await recordUserEvent(tx, events, 'authentication.user-updated', user, caller, context, detail);
        return toSvcUser((await findUser(tx, uuid, null))!, link, clock.now());
      }),
  };
}

interface ShutOut {
  readonly uuid: string;
  readonly caller: Caller;
  readonly context: Context;
  readonly reason: CloseReason;
}

/** The locked user with nothing left to act with; refused for oneself and for the last administrator. */
async function shutOut(
  tx: Transaction,
  { endings }: UserStandingServiceDependencies,
  { uuid, caller, context, reason }: ShutOut,
): Promise<User> {
  const found = (await findUser(tx, uuid, visibleTenant(caller))) ?? fail('USER_NOT_FOUND');
  if (found.uuid === caller.userUuid) fail('SELF_LOCKOUT');
  await endings.end(tx, found, reason, actorOf(caller, context));
  await lockUserForChange(tx, uuid);
  // Read again under the lock. A rename that got in between has closed what it renamed.
  const user = (await findUser(tx, uuid, visibleTenant(caller))) ?? fail('USER_NOT_FOUND');
  if (user.usernameFolded !== found.usernameFolded) await endings.end(tx, user, reason, actorOf(caller, context));
  await requireAdminWithout(tx, user);
  return user;
}

async function restoreIn(
  tx: Transaction,
  deps: UserStandingServiceDependencies,
  uuid: string,
  caller: Caller,
  context: Context,
): Promise<SvcUserModel> {
  const { clock, events } = deps;
  await lockUserForChange(tx, uuid);
  const user = (await findDeletedUser(tx, uuid, visibleTenant(caller))) ?? fail('USER_NOT_FOUND');
  await restoreUser(tx, user.id, { updatedBy: caller.username, now: new Date(clock.now()) });
  const roles = await findAssignableRoles(tx, [ROLE_USER], user.tenantIdentifier);
  await saveUserRoles(
    tx,
    user.id,
    roles.map(({ id }) => id),
  );
  const detail = { deleted: { old: true, new: false } };
  await recordUserEvent(tx, events, 'authentication.user-updated', user, caller, context, detail);
  return toSvcUser((await findUser(tx, uuid, null))!, null, clock.now());
}
