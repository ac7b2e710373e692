// Declares an API key: what is answered, and what creates, changes, rotates and finds it.
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
} from '../../../models/schema.ts';
import {
  authorityName,
  descriptionMax,
  recordUuid,
  recordVersion,
  searchText,
  tenantIdentifier,
  usernameMax,
} from './directory-fields.ts';

const authoritiesMax = 100;
const addressesMax = 50;
/** The bound is a day: an overlap is for rolling a key out, not for keeping two. */
const overlapMinutesMax = 1_440;

const apiKeyName = text('Name of the key, unique in the tenant.', {
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9._-]+$',
});

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
    description: optional(text('What the key is for.', { maxLength: descriptionMax })),
    username: serverSet(SvcApiKeyModel.properties.username),
    authorityList: list(authorityName, 'Authorities of the key; the creator must hold each.', {
      minItems: 1,
      maxItems: authoritiesMax,
    }),
    allowedAddressList: optional(
      list(
        text('CIDR range.', { minLength: 1, maxLength: 64, format: 'address-range' }),
        'Ranges the key may be used from; default everywhere.',
        {
          maxItems: addressesMax,
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
        maxItems: authoritiesMax,
      }),
    ),
    allowedAddressList: optional(
      list(
        text('CIDR range.', { minLength: 1, maxLength: 64 }),
        'Ranges the key may be used from; empty: everywhere.',
        {
          maxItems: addressesMax,
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
