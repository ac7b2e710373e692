// Declares a role: what is answered, and what creates, changes and finds it; and the authorities that it holds.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import { closed, flag, integer, list, nullable, optional, serverSet, text } from '../../../models/schema.ts';
import {
  authorityName,
  descriptionMax,
  nameMax,
  recordUuid,
  recordVersion,
  roleCode,
  searchText,
  tenantIdentifier,
} from './directory-fields.ts';

const authoritiesMax = 500;

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

/** What is said of a role when it is created and when it is changed. */
const words = {
  name: optional(text('Name of the role.', { maxLength: nameMax })),
  description: optional(text('What the role is for.', { maxLength: descriptionMax })),
} as const;

/** Creates a role: the model is the same as its answer. */
export const SvcRoleModelInput = closed(
  {
    ...serverSetRecordFields,
    code: roleCode,
    tenantIdentifier: optional(tenantIdentifier),
    ...words,
    authorityList: optional(
      list(authorityName, 'Authorities of the role; the creator must hold each.', { maxItems: authoritiesMax }),
    ),
    system: serverSet(SvcRoleModel.properties.system),
    userCount: serverSet(SvcRoleModel.properties.userCount),
  },
  'SvcRoleModelInput',
);
export type SvcRoleModelInput = Static<typeof SvcRoleModelInput>;

/** Changes a role: a missing field stays, null clears it. */
export const SvcRoleUpdateModel = closed(
  {
    ...serverSetRecordFields,
    uuid: recordUuid,
    version: recordVersion,
    code: optional(text('Fixed when the role is created: absent or equal.')),
    tenantIdentifier: optional(text('Fixed when the role is created: absent or equal.')),
    ...words,
    authorityList: optional(
      list(authorityName, 'All authorities of the role from now on; whoever adds one must hold it.', {
        maxItems: authoritiesMax,
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
