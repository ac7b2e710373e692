// Declares the models of the applications of the platform.
import type { Static } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import { closed, flag, integer, namedAs, optional, serverSet, text, uuid } from '../../../models/schema.ts';
import { menuFields } from '../menu-fields.ts';

export const applicationNameField = { pattern: '^[a-z0-9][a-z0-9-]{0,63}$', maxLength: 64 } as const;
/** One call orders what a person can order by hand. */
export const applicationOrderMax = 500;

/** One model serves question and answer, as the interface has it: which fields must be given says the operation. */
export const SvcAppNameModel = closed(
  {
    id: optional(recordFields.id),
    uuid: optional(recordFields.uuid),
    version: optional(integer('Version of the record and of what overlays it.', { minimum: 0 })),
    createdBy: optional(text('Who created the record; ignored in a request.')),
    updatedBy: optional(text('Who changed the record last; ignored in a request.')),
    dateCreated: optional(text('When the record was created; ignored in a request.')),
    dateUpdated: optional(text('When the record was changed last; ignored in a request.')),
    deletedDate: optional(text('When the record was deleted; ignored in a request.')),
    deleted: optional(flag('Whether it is deleted; ignored in a request.')),
    tenantIdentifier: optional(menuFields.tenantIdentifier),
    name: optional(text('Name in addresses.', applicationNameField)),
    displayName: optional(menuFields.displayName),
    displayNameMap: optional(menuFields.displayNameMap),
    description: optional(menuFields.description),
    icon: optional(menuFields.icon),
    path: optional(menuFields.path),
    orderNumber: optional(menuFields.orderNumber),
    enabled: optional(menuFields.enabled),
    authorityList: optional(menuFields.authorityList),
    matchType: optional(menuFields.matchType),
    shared: optional(menuFields.shared),
    system: optional(menuFields.system),
    overlaid: optional(menuFields.overlaid),
    itemCount: optional(integer('Items in it that the caller sees; with all=true all of them.')),
  },
  'SvcAppNameModel',
);
export type SvcAppNameModel = Static<typeof SvcAppNameModel>;

/** What an order takes along as it was answered, and `update` changes. */
const changedByUpdate = {
  displayNameMap: optional(menuFields.displayNameMap),
  description: optional(menuFields.description),
  icon: optional(menuFields.icon),
  path: optional(menuFields.path),
  enabled: optional(menuFields.enabled),
  authorityList: optional(menuFields.authorityList),
  matchType: optional(menuFields.matchType),
} as const;

export const SvcAppNameSaveModel = needing(
  SvcAppNameModel,
  'SvcAppNameSaveModel',
  { fields: ['name'] },
  { fields: ['displayName'] },
);
export const SvcAppNameChangeModel = namedAs(
  needing(SvcAppNameModel, 'SvcAppNameChangeModel', { fields: ['uuid', 'id'] }, { fields: ['version'] }),
  'SvcAppNameModel',
);

export const SvcAppNameUpdateModel = needing(
  closed({
    ...serverSetRecordFields,
    uuid: optional(uuid('Application; this or name.')),
    name: optional(text('Application; this or uuid.', applicationNameField)),
    version: optional(integer('Version that was read; checked when it is given.', { minimum: 0 })),
    displayName: optional(menuFields.displayName),
    orderNumber: optional(integer('Ignored: the place in the list is the order.')),
    ...changedByUpdate,
    tenantIdentifier: serverSet(menuFields.tenantIdentifier),
    shared: serverSet(menuFields.shared),
    system: serverSet(menuFields.system),
    overlaid: serverSet(menuFields.overlaid),
    itemCount: serverSet(integer('Items in it that the caller sees.')),
  }),
  'SvcAppNameUpdateModel',
  { fields: ['uuid', 'name'] },
);
export type SvcAppNameUpdateModel = Static<typeof SvcAppNameUpdateModel>;
