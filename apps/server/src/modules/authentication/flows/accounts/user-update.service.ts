// Changes users: their fields, their name, the end of their account; what other operations write is refused by name.

import type { SvcCurrentUserUpdateModel, SvcUserModel, SvcUserUpdateModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import { canonicalLocaleTag } from '../../../../kernel/locale/locale-object.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { requireVersion } from '../../../../kernel/records/version.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { refuseReadOnly } from '../../../../kernel/request/read-only-fields.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { DirectoryEvents } from '../../directory/events/directory-events.ts';
import { requireAdminWithout } from '../../directory/last-admin.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { lockUserToChange, visibleTenant } from '../../directory/required-grants.ts';
import { findUser, type User } from '../../directory/user.store.ts';
import { toSvcUser } from '../../directory/user.wire.ts';
import type { UserEndings } from '../../directory/user-ending.ts';
import { userDirectoryEvent, userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { changedValue } from '../../ground/changed-value.ts';
import { saveEmail } from '../../secrets/email.store.ts';
import { endMailedTokens } from '../../secrets/one-time-token.store.ts';
import { savePasswordLock } from '../../secrets/password/password-failure.store.ts';
import { saveUserChange, type UserChange } from './user-change.store.ts';
import { addressOf, changedFields, findFieldProblems, type ProfileModel, profileOf } from './user-fields.ts';
import { failWhereTaken, requireNameFree } from './user-name.ts';

const USER_READ_ONLY = {
  tenantIdentifier: 'A user stays in its tenant.',
  enabled: 'Written by activateUser and deactivateUser.',
  roleList: 'Written by setRoles.',
} as const;

const OWN_READ_ONLY = {
  ...USER_READ_ONLY,
  uuid: 'Only the own account is changed here.',
  username: 'Written by updateUser.',
  email: 'Written by changeEmail.',
  passwordChangeRequired: 'Written by updateUser.',
  expiryDate: 'Written by updateUser.',
  externalIdentifier: 'Written by updateUser.',
  attributeMap: 'Written by updateUser.',
} as const;

interface UserFields extends ProfileModel {
  readonly email?: string | null | undefined;
  readonly username?: string | undefined;
  readonly displayName?: string | null | undefined;
  readonly locale?: string | null | undefined;
}

/** Change of one user. */
interface Update {
  readonly uuid: string;
  readonly version: number;
  readonly fields: UserFields;
  /** Holds the model as sent, with the reasons why some of its fields have to be as they are. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly readOnly: Readonly<Record<string, string>>;
}

interface UserUpdateGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly directoryEvents: DirectoryEvents;
  readonly endings: UserEndings;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
}

export function createUserUpdateService(ground: UserUpdateGround) {
  const { database, clock } = ground;

  const findOwn = async (caller: Caller): Promise<User> => {
    const user = caller.userUuid === null ? null : await findUser(database, caller.userUuid, caller.tenantIdentifier);
    return user ?? failNotFound('USER_NOT_FOUND', { username: caller.username });
  };
  const run = (act: Act, update: Update): Promise<SvcUserModel> => {
    const problems = findFieldProblems(update.fields);
    if (problems.length > 0) invalid(...problems);
    return database.transaction((tx) => updateIn(tx, ground, act, update));
  };

  return {
    async update(act: Act, model: SvcUserUpdateModel): Promise<SvcUserModel> {
      const { caller } = act;
      const { uuid, version } = model;
      const found = (await findUser(database, uuid, visibleTenant(caller))) ?? failNotFound('USER_NOT_FOUND', { uuid });
      const wanted = {
        tenantIdentifier: found.tenantIdentifier,
        username: model.username ?? found.username,
        externalIdentifier: model.externalIdentifier ?? null,
      };
      const { username, ...others } = model;
      const fields = username === found.username ? others : model;
      const update = { uuid, version, fields, sent: model, readOnly: USER_READ_ONLY };
      return failWhereTaken(database, wanted, () => run(act, update));
    },
    current: async (caller: Caller): Promise<SvcUserModel> => toSvcUser(await findOwn(caller), null, clock.now()),
    async updateCurrent(act: Act, model: SvcCurrentUserUpdateModel): Promise<SvcUserModel> {
      const { uuid } = await findOwn(act.caller);
      const { version, displayName, locale, timeZone, phone } = model;
      const fields = { displayName, locale, timeZone, phone };
      return run(act, { uuid, version, fields, sent: model, readOnly: OWN_READ_ONLY });
    },
  };
}

export type UserUpdateService = ReturnType<typeof createUserUpdateService>;

/** Answers the user, locked. The order of the locks wants sessions of a renamed user closed before. */
async function lockForUpdate(
  tx: Transaction,
  { endings }: UserUpdateGround,
  act: Act,
  { uuid, fields, version }: Update,
): Promise<User> {
  const found = (await findUser(tx, uuid, visibleTenant(act.caller))) ?? failNotFound('USER_NOT_FOUND', { uuid });
  if (isRename(found, fields)) await endings.closeSessions(tx, found, 'USER_RENAMED', act.actor);
  const user = await lockUserToChange(tx, act.caller, uuid);
  requireVersion({ identifier: user.uuid, version: user.version }, version);
  return user;
}

function isRename(user: User, { username }: UserFields): boolean {
  return username !== undefined && foldName(username) !== user.usernameFolded;
}

async function updateIn(tx: Transaction, ground: UserUpdateGround, act: Act, update: Update): Promise<SvcUserModel> {
  const { clock } = ground;
  const { fields } = update;
  const user = await lockForUpdate(tx, ground, act, update);
  refuseReadOnly(update.sent, toSvcUser(user, null, clock.now()), update.readOnly);
  const username = fields.username ?? user.username;
  const locale = changedValue(fields.locale, user.locale);
  const change: UserChange = {
    username,
    usernameFolded: foldName(username),
    displayName: changedValue(fields.displayName, user.displayName),
    locale: locale === null ? null : canonicalLocaleTag(locale),
    profile: profileOf(fields, user),
  };
  if (change.profile.expiryDate !== null && user.expiryDate === null) await requireAdminWithout(tx, user);
  const now = new Date(clock.now());
  await saveUserChange(tx, user.id, change, { updatedBy: act.caller.username, now });
  // The new name has a counter of its own.
  if (change.usernameFolded !== user.usernameFolded) await savePasswordLock(tx, user.id, null);
  await changeAddress(tx, ground, act, user, fields.email);
  const changed = (await findUser(tx, user.uuid, null))!;
  await recordUpdate(tx, ground, act, user, changed);
  return toSvcUser(changed, null, clock.now());
}

/** Changes the address: the new one is unproven, links mailed to the old one end, and the old one gets a notice. */
async function changeAddress(
  tx: Transaction,
  { clock, mails }: UserUpdateGround,
  { caller }: Act,
  user: User,
  email: string | null | undefined,
): Promise<void> {
  const address = addressOf(email);
  if (email === undefined || address === user.email) return;
  await saveEmail(tx, { userId: user.id, address, verified: false });
  await endMailedTokens(tx, user.id, new Date(clock.now()));
  if (user.email === null) return;
  await mails.credentialChanged(tx, user.id, 'ADDRESS', { address: user.email, causedBy: caller.username });
}

/** Records a new name as an event of its own, also for other modules; other changes are another event. */
async function recordUpdate(
  tx: Transaction,
  { clock, directoryEvents, session }: UserUpdateGround,
  act: Act,
  user: User,
  changed: User,
): Promise<void> {
  const { tenantIdentifier, usernameFolded } = user;
  const renamed = changed.usernameFolded !== usernameFolded;
  if (renamed) {
    await requireNameFree(tx, changed, clock.now());
    const names = { old: user.username, new: changed.username };
    await act.record(tx, authenticationEvents.userRenamed, userSubject(changed), names);
    const event = userDirectoryEvent('user-renamed', changed, user.username);
    await directoryEvents.recordRename(tx, event, { tenantIdentifier, usernameFolded, userUuid: user.uuid });
  }
  // A new end of the account takes effect at once.
  await session().refreshUser(tx, tenantIdentifier, changed.usernameFolded);
  const { username, ...others } = changedFields(user, changed);
  const detail = renamed || username === undefined ? others : { username, ...others };
  if (Object.keys(detail).length > 0) {
    await act.record(tx, authenticationEvents.userUpdated, userSubject(changed), detail);
  }
}
