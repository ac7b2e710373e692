// Declares the models of changing, finding and importing users, and of the own account.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { serverSetRecordFields } from '../../../models/records.ts';
import {
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  maybe,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';
import {
  attributeMap,
  authorityName,
  displayName,
  email,
  externalIdentifier,
  locale,
  phone,
  roleCode,
  SvcUserModel,
  SvcUserModelInput,
  tenantIdentifier,
  timeZone,
  username,
  usernameMax,
  userSources,
} from './directory-models.ts';

/** An import takes so many users: more would hold one transaction for longer than a request may take. */
export const importedUsersMax = 1_000;
const searchTextMax = 254;
/** A PHC string of the longest salt and hash that are taken has less than half of it. */
const passwordHashMax = 1_024;

const recordUuid = uuid('Identifier of the record.');
const recordVersion = integer('Version of the record that was read.', { minimum: 0 });

/** Declares the fields of a user that only the server sets, as a request may send them back. */
const serverSetUserFields = {
  emailVerified: serverSet(SvcUserModel.properties.emailVerified),
  locked: serverSet(SvcUserModel.properties.locked),
  lockedUntilDate: serverSet(dateTime('End of the lock.')),
  passwordSet: serverSet(SvcUserModel.properties.passwordSet),
  factorTypeList: serverSet(text('Kinds of second factors enrolled.')),
  lastLoginDate: serverSet(dateTime('Last sign-in.')),
  source: serverSet(text('Where the account lives.')),
  activationLink: serverSet(text('Link that sets the first password.')),
} as const;

/** Declares the fields of a user that other operations write: absent or equal. */
const readOnlyUserFields = {
  tenantIdentifier: optional(text('Fixed when the user is created: absent or equal.')),
  enabled: optional(flag('Written by activateUser and deactivateUser: absent or equal.')),
  roleList: optional(list(Type.String(), 'Written by setRoles: absent or equal.')),
} as const;

/** Changes a user: a missing field stays, null clears it. */
export const SvcUserUpdateModel = closed(
  {
    ...serverSetRecordFields,
    ...serverSetUserFields,
    ...readOnlyUserFields,
    uuid: recordUuid,
    version: recordVersion,
    username: maybe(username),
    email: optional(email),
    phone: optional(phone),
    displayName: optional(displayName),
    locale: optional(locale),
    timeZone: optional(timeZone),
    passwordChangeRequired: optional(flag('The next sign-in asks for a new password.')),
    expiryDate: optional(dateTime('End of the account.')),
    externalIdentifier: optional(externalIdentifier),
    attributeMap: optional(attributeMap),
  },
  'SvcUserUpdateModel',
);
export type SvcUserUpdateModel = Static<typeof SvcUserUpdateModel>;

/** Changes the own account: name shown, language, time zone and telephone; all else is absent or equal. */
export const SvcCurrentUserUpdateModel = closed(
  {
    ...serverSetRecordFields,
    ...serverSetUserFields,
    ...readOnlyUserFields,
    uuid: optional(text('Own identifier: absent or equal.')),
    version: recordVersion,
    username: optional(text('Written by updateUser: absent or equal.')),
    email: optional(text('Written by changeEmail: absent or equal.')),
    phone: optional(phone),
    displayName: optional(displayName),
    locale: optional(locale),
    timeZone: optional(timeZone),
    passwordChangeRequired: optional(flag('Written by updateUser: absent or equal.')),
    expiryDate: optional(dateTime('Written by updateUser: absent or equal.')),
    externalIdentifier: optional(text('Written by updateUser: absent or equal.')),
    attributeMap: optional(attributeMap),
  },
  'SvcCurrentUserUpdateModel',
);
export type SvcCurrentUserUpdateModel = Static<typeof SvcCurrentUserUpdateModel>;

export const userSort = ['username', 'displayName', 'email', 'lastLoginDate', 'dateCreated'] as const;
export const userSortStandard = { properties: ['username'], direction: 'ASC' } as const;

export const SvcUserQueryModel = queryModel(
  {
    pageable: pageable(userSort, userSortStandard),
    searchText: optional(text('Contained in username, displayName or email.', { maxLength: searchTextMax })),
    username: optional(text('Username, compared after folding.', { minLength: 1, maxLength: usernameMax })),
    usernameLike: optional(text('Contained in the username.', { maxLength: usernameMax })),
    email: optional(text('Contained in the mail address.', { maxLength: usernameMax })),
    role: optional(roleCode),
    authority: optional(authorityName),
    enabled: optional(flag('Users who can sign in, or who cannot.')),
    locked: optional(flag('Users whose password failed attempts have locked or disabled, or the others.')),
    source: optional(choice(userSources, 'Where the account lives.')),
    lastLoginDateFrom: optional(dateTime('Last signed in at or after.')),
    lastLoginDateTo: optional(dateTime('Last signed in before.')),
    deleted: optional(flag('Deleted users instead of living ones; default false.')),
    tenantIdentifier: optional(tenantIdentifier),
  },
  'SvcUserQueryModel',
);
export type SvcUserQueryModel = Static<typeof SvcUserQueryModel>;

export const SvcUserImportModel = closed(
  {
    ...SvcUserModelInput.properties,
    passwordHash: optional(
      text(
        'Hash of the password in an earlier system, PHC string of argon2, scrypt or pbkdf2; or of bcrypt ($2a$, $2b$, $2x$, $2y$); made new ' +
          'at the first sign-in. Without it the user gets a password by an activation link.',
        { minLength: 1, maxLength: passwordHashMax, format: 'password-hash' },
      ),
    ),
  },
  'SvcUserImportModel',
);
export type SvcUserImportModel = Static<typeof SvcUserImportModel>;

export const SvcUserImportResultModel = closed(
  {
    dryRun: flag('True: nothing was stored.'),
    userCount: long('Users that were made, or would be.'),
  },
  'SvcUserImportResultModel',
);
export type SvcUserImportResultModel = Static<typeof SvcUserImportResultModel>;
