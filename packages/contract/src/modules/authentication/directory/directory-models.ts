// Describes who can sign in: users, roles, API keys.
import { type Static, Type } from 'typebox';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  anyMap,
  choice,
  closed,
  dateTime,
  flag,
  integer,
  list,
  nullable,
  optional,
  serverSet,
  text,
} from '../../../models/schema.ts';

export const usernameMax = 254;
/** More roles on one person than this is a modelling mistake. */
const rolesPerUserMax = 100;
export const authoritiesPerRoleMax = 500;
export const authoritiesPerKeyMax = 100;
export const addressesPerKeyMax = 50;

export const roleCode = text('Code of a role.', { pattern: '^ROLE_[A-Z0-9_]{1,60}$' });
export const authorityName = text('Authority.', { minLength: 1, maxLength: 128 });
export const tenantIdentifier = text('Tenant; default that of the creator, another needs TENANT_ALL.', {
  minLength: 1,
  maxLength: 64,
  pattern: '^[A-Za-z0-9._-]+$',
});
export const username = text(
  'Name to sign in with, unique in the tenant after folding; of one script, or of Latin beside one but Cyrillic and Greek.',
  {
    minLength: 1,
    maxLength: usernameMax,
    format: 'user-name',
  },
);
export const email = text('Mail address; unverified until a link that was sent to it is used.', {
  minLength: 3,
  maxLength: 254,
  format: 'idn-email',
});
export const displayName = text('Name shown to people.', { maxLength: 200 });
export const locale = text('Language of the user, BCP 47.', {
  minLength: 1,
  maxLength: 64,
  format: 'locale',
});
export const apiKeyName = text('Name of the key, unique in the tenant.', {
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9._-]+$',
});
export const phone = text('Telephone number.', { maxLength: 64 });
export const timeZone = text('Time zone of the user, IANA name.', {
  minLength: 1,
  maxLength: 64,
  format: 'time-zone',
});
export const externalIdentifier = text('Identifier in an earlier system, unique in the tenant.', {
  minLength: 1,
  maxLength: 128,
});
export const attributeMap = anyMap('Own attributes, at most 16 KiB as JSON.');

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

/** Creates a user: the model is the same as its answer. */
export const SvcUserModelInput = closed(
  {
    ...serverSetRecordFields,
    username,
    email: optional(email),
    emailVerified: serverSet(SvcUserModel.properties.emailVerified),
    phone: optional(phone),
    displayName: optional(displayName),
    tenantIdentifier: optional(tenantIdentifier),
    locale: optional(locale),
    timeZone: optional(timeZone),
    enabled: optional(flag('False: the user cannot sign in. Default true.')),
    locked: serverSet(SvcUserModel.properties.locked),
    lockedUntilDate: serverSet(dateTime('End of the lock.')),
    passwordChangeRequired: optional(flag('The next sign-in asks for a new password; default false.')),
    passwordSet: serverSet(SvcUserModel.properties.passwordSet),
    factorTypeList: serverSet(text('Kinds of second factors enrolled.')),
    roleList: optional(
      list(roleCode, 'Codes of the roles to hold beside ROLE_USER, by the rules of setRoles.', {
        maxItems: rolesPerUserMax,
      }),
    ),
    lastLoginDate: serverSet(dateTime('Last sign-in.')),
    expiryDate: optional(dateTime('End of the account; default never.')),
    source: serverSet(text('Where the account lives.')),
    externalIdentifier: optional(externalIdentifier),
    attributeMap: optional(attributeMap),
    activationLink: serverSet(text('Link that sets the first password.')),
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

export const SvcRoleModel = closed(
  {
    ...recordFields,
    code: text('Code of the role.'),
    tenantIdentifier: nullable(text('Tenant of the role; null for shipped roles.')),
    name: nullable(text('Name of the role.')),
    description: nullable(text('What the role is for.')),
    authorityList: list(Type.String(), 'Authorities of the role.'),
    system: flag('Shipped with the suite, read-only.'),
    userCount: integer('Users who hold the role.'),
  },
  'SvcRoleModel',
);
export type SvcRoleModel = Static<typeof SvcRoleModel>;

/** Creates a role: the model is the same as its answer. */
export const SvcRoleModelInput = closed(
  {
    ...serverSetRecordFields,
    code: roleCode,
    tenantIdentifier: optional(tenantIdentifier),
    name: optional(text('Name of the role.', { maxLength: 200 })),
    description: optional(text('What the role is for.', { maxLength: 2_000 })),
    authorityList: optional(
      list(authorityName, 'Authorities of the role; the creator must hold each.', { maxItems: authoritiesPerRoleMax }),
    ),
    system: serverSet(SvcRoleModel.properties.system),
    userCount: serverSet(SvcRoleModel.properties.userCount),
  },
  'SvcRoleModelInput',
);
export type SvcRoleModelInput = Static<typeof SvcRoleModelInput>;

export const SvcApiKeyModel = closed(
  {
    ...recordFields,
    name: text('Name of the key.'),
    tenantIdentifier: text('Tenant of the key.'),
    description: nullable(text('What the key is for.')),
    username: text('Name that the key acts under: service: and the name of the key.'),
    authorityList: list(Type.String(), 'Authorities of the key.'),
    allowedAddressList: list(Type.String(), 'CIDR ranges the key may be used from; empty: everywhere.'),
    expiryDate: nullable(dateTime('End of the key.')),
    lastUsedDate: nullable(dateTime('Last use.')),
    keyPrefix: text('First 12 characters of the key.'),
    enabled: flag('False: the key is refused.'),
    owner: text('User whose authorities bound those of the key, or TENANT.'),
    key: nullable(text('The key itself; only in the answer that created or rotated it.')),
  },
  'SvcApiKeyModel',
);
export type SvcApiKeyModel = Static<typeof SvcApiKeyModel>;

/** Creates an API key: the model is the same as its answer. */
export const SvcApiKeyModelInput = closed(
  {
    ...serverSetRecordFields,
    name: apiKeyName,
    tenantIdentifier: optional(tenantIdentifier),
    description: optional(text('What the key is for.', { maxLength: 2_000 })),
    username: serverSet(SvcApiKeyModel.properties.username),
    authorityList: list(authorityName, 'Authorities of the key; the creator must hold each.', {
      minItems: 1,
      maxItems: authoritiesPerKeyMax,
    }),
    allowedAddressList: optional(
      list(
        text('CIDR range.', { minLength: 1, maxLength: 64, format: 'address-range' }),
        'Ranges the key may be used from; default everywhere.',
        {
          maxItems: addressesPerKeyMax,
        },
      ),
    ),
    expiryDate: optional(dateTime('End of the key; default in one year, at most in two.')),
    lastUsedDate: serverSet(dateTime('Last use.')),
    keyPrefix: serverSet(SvcApiKeyModel.properties.keyPrefix),
    enabled: optional(flag('False: the key is refused. Default true.')),
    owner: optional(
      text('TENANT (needs AUTH_TENANT_MANAGE); default the creator.', { minLength: 1, maxLength: usernameMax }),
    ),
    key: serverSet(text('The key itself.')),
  },
  'SvcApiKeyModelInput',
);
export type SvcApiKeyModelInput = Static<typeof SvcApiKeyModelInput>;
