// Declares the models of administering roles, authorities, tenants and API keys.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import {
  closed,
  dateTime,
  flag,
  integer,
  list,
  maybe,
  nullable,
  optional,
  serverSet,
  text,
  uuid,
} from '../../../models/schema.ts';
import {
  addressesPerKeyMax,
  apiKeyName,
  authoritiesPerKeyMax,
  authoritiesPerRoleMax,
  authorityName,
  roleCode,
  SvcApiKeyModel,
  SvcRoleModel,
  tenantIdentifier,
  usernameMax,
} from './directory-models.ts';

const searchTextMax = 254;
const nameMax = 200;
const descriptionMax = 2_000;
const urlMax = 2_048;
/** The domain name system has no longer host name. */
const hostMax = 253;
const hostsPerTenantMax = 20;
const redirectUrlsPerTenantMax = 50;
/** The bound is a day: an overlap is for rolling a key out, not for keeping two. */
const overlapMinutesMax = 1_440;

const searchText = (fields: string) => optional(text(`Contained in ${fields}.`, { maxLength: searchTextMax }));
const recordUuid = uuid('Identifier of the record.');
const recordVersion = integer('Version of the record that was read.', { minimum: 0 });

/** Changes a role: a missing field stays, null clears it. */
export const SvcRoleUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: recordUuid,
    version: recordVersion,
    code: optional(text('Fixed when the role is created: absent or equal.')),
    tenantIdentifier: optional(text('Fixed when the role is created: absent or equal.')),
    name: optional(text('Name of the role.', { maxLength: nameMax })),
    description: optional(text('What the role is for.', { maxLength: descriptionMax })),
    authorityList: optional(
      list(authorityName, 'All authorities of the role from now on; whoever adds one must hold it.', {
        maxItems: authoritiesPerRoleMax,
      }),
    ),
    system: serverSet(SvcRoleModel.properties.system),
    userCount: serverSet(SvcRoleModel.properties.userCount),
  },
  'SvcRoleUpdateModel',
);
export type SvcRoleUpdateModel = Static<typeof SvcRoleUpdateModel>;

export const roleSort = ['code', 'name', 'dateCreated'] as const;
export const roleSortStandard = { properties: ['code'], direction: 'ASC' } as const;

export const SvcRoleQueryModel = queryModel(
  {
    pageable: pageable(roleSort, roleSortStandard),
    searchText: searchText('code, name or description'),
    code: optional(roleCode),
    authority: optional(authorityName),
    system: optional(flag('Shipped roles, or those of the tenant.')),
    tenantIdentifier: optional(tenantIdentifier),
  },
  'SvcRoleQueryModel',
);
export type SvcRoleQueryModel = Static<typeof SvcRoleQueryModel>;

export const SvcAuthorityModel = closed(
  {
    authority: text('Authority.'),
    module: text('Module that registered it.'),
    name: text('Name of the authority.'),
    description: text('What it allows.'),
  },
  'SvcAuthorityModel',
);
export type SvcAuthorityModel = Static<typeof SvcAuthorityModel>;

export const SvcTenantModel = closed(
  {
    ...recordFields,
    identifier: text('Identifier of the tenant.'),
    name: text('Name of the tenant.'),
    enabled: flag('False: nobody of the tenant can sign in, its API keys are refused.'),
    hostList: list(Type.String(), 'Host names under which sign-ins belong to the tenant.'),
    redirectUrlList: list(Type.String(), 'Pages to which a sign-out may lead.'),
    defaultRedirectUrl: nullable(text('Page to which a sign-out leads otherwise.')),
    locale: text('Language of the tenant, BCP 47.'),
    timeZone: text('Time zone of the tenant, IANA name.'),
  },
  'SvcTenantModel',
);
export type SvcTenantModel = Static<typeof SvcTenantModel>;

const tenantName = text('Name of the tenant.', { minLength: 1, maxLength: nameMax });
const tenantSettings = {
  hostList: optional(
    list(
      text('Host name without a port.', { minLength: 1, maxLength: hostMax, format: 'host-name' }),
      'Host names under which sign-ins belong to the tenant; a host belongs to one.',
      { maxItems: hostsPerTenantMax },
    ),
  ),
  redirectUrlList: optional(
    list(
      text('http or https address.', { minLength: 1, maxLength: urlMax, format: 'web-address' }),
      'Pages to which, and below which, a sign-out may lead.',
      { maxItems: redirectUrlsPerTenantMax },
    ),
  ),
  defaultRedirectUrl: optional(
    text('Path of the own site, or an address within redirectUrlList.', {
      minLength: 1,
      maxLength: urlMax,
      format: 'redirect-target',
    }),
  ),
  locale: optional(
    text('Language of the tenant, BCP 47; default en.', { minLength: 1, maxLength: 64, format: 'locale' }),
  ),
  timeZone: optional(
    text('Time zone of the tenant, IANA name; default UTC.', { minLength: 1, maxLength: 64, format: 'time-zone' }),
  ),
} as const;

/** Creates a tenant: the model is the same as its answer. */
export const SvcTenantModelInput = closed(
  {
    ...serverSetRecordFields,
    identifier: text('Identifier, unique ignoring case and never used again.', { pattern: '^[A-Za-z0-9._-]{1,64}$' }),
    name: tenantName,
    enabled: optional(flag('False: nobody can sign in. Default true.')),
    ...tenantSettings,
  },
  'SvcTenantModelInput',
);
export type SvcTenantModelInput = Static<typeof SvcTenantModelInput>;

/** Changes a tenant: a missing field stays, null gives it back its default. */
export const SvcTenantUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: recordUuid,
    version: recordVersion,
    identifier: optional(text('Fixed when the tenant is created: absent or equal.')),
    name: maybe(tenantName),
    enabled: optional(flag('Written by activateTenant and deactivateTenant: absent or equal.')),
    ...tenantSettings,
  },
  'SvcTenantUpdateModel',
);
export type SvcTenantUpdateModel = Static<typeof SvcTenantUpdateModel>;

export const tenantSort = ['identifier', 'name', 'dateCreated'] as const;
export const tenantSortStandard = { properties: ['identifier'], direction: 'ASC' } as const;

export const SvcTenantQueryModel = queryModel(
  {
    pageable: pageable(tenantSort, tenantSortStandard),
    searchText: searchText('identifier or name'),
    identifier: optional(text('Identifier, in any case.', { minLength: 1, maxLength: 64 })),
    host: optional(text('Host name of the tenant.', { minLength: 1, maxLength: hostMax, format: 'host-name' })),
    enabled: optional(flag('Tenants whose people can sign in, or cannot.')),
  },
  'SvcTenantQueryModel',
);
export type SvcTenantQueryModel = Static<typeof SvcTenantQueryModel>;

/** Changes an API key: a missing field stays, null clears it. */
export const SvcApiKeyUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: recordUuid,
    version: recordVersion,
    name: maybe(apiKeyName),
    tenantIdentifier: optional(text('Fixed when the key is created: absent or equal.')),
    description: optional(text('What the key is for.', { maxLength: descriptionMax })),
    username: serverSet(SvcApiKeyModel.properties.username),
    authorityList: maybe(
      list(authorityName, 'All authorities of the key from now on; whoever adds one must hold it.', {
        minItems: 1,
        maxItems: authoritiesPerKeyMax,
      }),
    ),
    allowedAddressList: optional(
      list(
        text('CIDR range.', { minLength: 1, maxLength: 64 }),
        'Ranges the key may be used from; empty: everywhere.',
        {
          maxItems: addressesPerKeyMax,
        },
      ),
    ),
    expiryDate: maybe(dateTime('End of the key, at most two years ahead.')),
    lastUsedDate: serverSet(dateTime('Last use.')),
    keyPrefix: serverSet(SvcApiKeyModel.properties.keyPrefix),
    enabled: optional(flag('False: the key is refused.')),
    owner: optional(
      text('TENANT (needs AUTH_TENANT_MANAGE), or the owner as it is.', { minLength: 1, maxLength: usernameMax }),
    ),
    key: serverSet(text('The key itself.')),
  },
  'SvcApiKeyUpdateModel',
);
export type SvcApiKeyUpdateModel = Static<typeof SvcApiKeyUpdateModel>;

export const SvcApiKeyRotateModel = closed(
  {
    overlapMinutes: optional(
      integer('How long the old key still works; default 0.', { minimum: 0, maximum: overlapMinutesMax }),
    ),
  },
  'SvcApiKeyRotateModel',
);
export type SvcApiKeyRotateModel = Static<typeof SvcApiKeyRotateModel>;

export const apiKeySort = ['name', 'expiryDate', 'lastUsedDate', 'dateCreated'] as const;
export const apiKeySortStandard = { properties: ['name'], direction: 'ASC' } as const;

export const SvcApiKeyQueryModel = queryModel(
  {
    pageable: pageable(apiKeySort, apiKeySortStandard),
    searchText: searchText('name or description'),
    username: optional(
      text('Name that the key acts under, with or without service:, compared after folding.', {
        minLength: 1,
        maxLength: usernameMax,
      }),
    ),
    authority: optional(authorityName),
    enabled: optional(flag('Keys that are taken, or refused.')),
    expiryDateFrom: optional(dateTime('Ends at or after.')),
    expiryDateTo: optional(dateTime('Ends before.')),
    tenantIdentifier: optional(tenantIdentifier),
  },
  'SvcApiKeyQueryModel',
);
export type SvcApiKeyQueryModel = Static<typeof SvcApiKeyQueryModel>;
