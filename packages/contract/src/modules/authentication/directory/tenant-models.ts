// Declares a tenant: what is answered, and what creates, changes and finds it.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import { closed, flag, list, maybe, nullable, optional, text } from '../../../models/schema.ts';
import { nameMax, recordUuid, recordVersion, searchText } from './directory-fields.ts';

const urlMax = 2_048;
/** The domain name system has no longer host name. */
const hostMax = 253;
const hostsPerTenantMax = 20;
const redirectUrlsPerTenantMax = 50;

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
