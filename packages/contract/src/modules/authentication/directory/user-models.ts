// Declares a user: what is answered, and what creates, changes, finds and imports one, the own account too.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  long,
  maybe,
  nullable,
  optional,
  serverSet,
  text,
} from '../../../models/schema.ts';
import {
  authorityName,
  recordUuid,
  recordVersion,
  roleCode,
  searchText,
  tenantIdentifier,
  usernameMax,
} from './directory-fields.ts';

/** An import takes so many users: more would hold one transaction for longer than a request may take. */
export const importedUsersMax = 1_000;
/** A PHC string of the longest salt and hash that are taken has less than half of it. */
const passwordHashMax = 1_024;
/** More roles on one person than this is a modelling mistake. */
const rolesPerUserMax = 100;

const username = text(
  'Name to sign in with, unique in the tenant after folding; of one script, or of Latin beside one but Cyrillic and Greek.',
  {
    minLength: 1,
    maxLength: usernameMax,
    format: 'user-name',
  },
);
const email = text('Mail address; unverified until a link that was sent to it is used.', {
  minLength: 3,
  maxLength: 254,
  format: 'idn-email',
});
export const displayName = text('Name shown to people.', { maxLength: 200 });
const locale = text('Language of the user, BCP 47.', {
  minLength: 1,
  maxLength: 64,
  format: 'locale',
});
const phone = text('Telephone number.', { maxLength: 64 });
const timeZone = text('Time zone of the user, IANA name.', {
  minLength: 1,
  maxLength: 64,
  format: 'time-zone',
});
const externalIdentifier = text('Identifier in an earlier system, unique in the tenant.', {
  minLength: 1,
  maxLength: 128,
});
const attributeMap = anyMap('Own attributes, at most 16 KiB as JSON.');

export const userSources = ['LOCAL', 'LDAP', 'OIDC'] as const;

export const SvcUserModel = closed(
  {
    ...recordFields,
    username: text('Name to sign in with, as typed.'),
    email: nullable(text('Mail address.')),
    emailVerified: flag('The address is proven.'),
    phone: nullable(text('Telephone number.')),
    displayName: nullable(text('Name shown to people.')),
    tenantIdentifier: text('Tenant of the user.'),
    locale: nullable(text('Language of the user, BCP 47.')),
    timeZone: nullable(text('Time zone of the user, IANA name.')),
    enabled: flag('False: the user cannot sign in.'),
    locked: flag('Too many failed attempts.'),
    lockedUntilDate: nullable(dateTime('End of the lock.')),
    passwordChangeRequired: flag('The next sign-in asks for a new password.'),
    passwordSet: flag('The user has a password.'),
    factorTypeList: list(Type.String(), 'Kinds of second factors enrolled.'),
    roleList: list(Type.String(), 'Codes of the roles held.'),
    lastLoginDate: nullable(dateTime('Last sign-in.')),
    expiryDate: nullable(dateTime('End of the account.')),
    source: choice(userSources, 'Where the account lives.'),
    externalIdentifier: nullable(text('Identifier in an earlier system.')),
    attributeMap: anyMap('Own attributes.'),
    activationLink: nullable(text('Link that sets the first password; only in the answer that made it.')),
  },
  'SvcUserModel',
);
export type SvcUserModel = Static<typeof SvcUserModel>;

/** The fields of a user that only the server sets, as a request may send them back. */
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

/** Creates a user: the model is the same as its answer. */
export const SvcUserModelInput = closed(
  {
    ...serverSetRecordFields,
    ...serverSetUserFields,
    username,
    email: optional(email),
    phone: optional(phone),
    displayName: optional(displayName),
    tenantIdentifier: optional(tenantIdentifier),
    locale: optional(locale),
    timeZone: optional(timeZone),
    enabled: optional(flag('False: the user cannot sign in. Default true.')),
    passwordChangeRequired: optional(flag('The next sign-in asks for a new password; default false.')),
    roleList: optional(
      list(roleCode, 'Codes of the roles to hold beside ROLE_USER, by the rules of setRoles.', {
        maxItems: rolesPerUserMax,
      }),
    ),
    expiryDate: optional(dateTime('End of the account; default never.')),
    externalIdentifier: optional(externalIdentifier),
    attributeMap: optional(attributeMap),
  },
  'SvcUserModelInput',
);
export type SvcUserModelInput = Static<typeof SvcUserModelInput>;

export const SvcUserRolesModel = closed(
  {
    roleList: list(roleCode, 'Codes of all roles to hold from now on.', { maxItems: rolesPerUserMax }),
    version: integer('Version of the user that was read.', { minimum: 0 }),
  },
  'SvcUserRolesModel',
);
export type SvcUserRolesModel = Static<typeof SvcUserRolesModel>;

/** The fields of a user that other operations write: absent or equal. */
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
    searchText: searchText('username, displayName or email'),
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
