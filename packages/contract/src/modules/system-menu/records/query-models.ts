// Declares queries over applications, items and what tenants changed of shared ones.
import { type Static, Type } from 'typebox';
import { pageable } from '../../../models/paging.ts';
import { queryModel } from '../../../models/read-as.ts';
import { recordFields } from '../../../models/records.ts';
import { choice, closed, flag, integer, nullable, optional, text, uuid } from '../../../models/schema.ts';
import { grantHalfField, menuFields } from '../menu-fields.ts';

const searchTextMax = 200;
/** No path is longer: what is too long for one is answered as no path. */
const pathFilterMax = 2_048;
const searchText = text('Anywhere in a name, description, path or keyword, whatever the case and the accents.', {
  minLength: 1,
  maxLength: searchTextMax,
});
const role = text('Role that the effective condition names.', grantHalfField);
const authority = text('Authority that the effective condition names.', grantHalfField);

export const menuAppSort = ['orderNumber', 'name', 'displayName', 'dateCreated', 'dateUpdated'] as const;
export const menuItemSort = [...menuAppSort, 'path'] as const;
export const menuOverlaySort = ['targetType', 'dateUpdated'] as const;
/** The order of applications and items where no order is asked for. */
export const menuSortStandard = { properties: ['orderNumber', 'name'], direction: 'ASC' } as const;
export const menuOverlaySortStandard = { properties: ['dateUpdated'], direction: 'DESC' } as const;

export const SvcAppNameQueryModel = queryModel(
  {
    pageable: pageable(menuAppSort, menuSortStandard),
    searchText: optional(searchText),
    enabled: optional(flag('Whether it is enabled.')),
    shared: optional(flag('Whether it belongs to every tenant.')),
    system: optional(flag('Whether a module registered it.')),
  },
  'SvcAppNameQueryModel',
);
export type SvcAppNameQueryModel = Static<typeof SvcAppNameQueryModel>;

export const SvcMenuItemQueryModel = queryModel(
  {
    pageable: pageable(menuItemSort, menuSortStandard),
    searchText: optional(searchText),
    appNameUuid: optional(uuid('Application that it stands in.')),
    parentUuid: optional(uuid('Item right above it.')),
    path: optional(
      text('Its path, in whatever form means the same.', { maxLength: pathFilterMax, format: 'page-path' }),
    ),
    role: optional(role),
    authority: optional(authority),
    enabled: optional(flag('Whether it is enabled itself.')),
    visible: optional(flag('Whether it is drawn itself.')),
    system: optional(flag('Whether a module registered it.')),
    overlaid: optional(flag('Whether the tenant of the caller has changed it for itself.')),
  },
  'SvcMenuItemQueryModel',
);
export type SvcMenuItemQueryModel = Static<typeof SvcMenuItemQueryModel>;

export const SvcMenuAuthorityQueryModel = queryModel(
  {
    appNameUuid: optional(uuid('Application that the items stand in.')),
    role: optional(role),
    authority: optional(authority),
  },
  'SvcMenuAuthorityQueryModel',
);
export type SvcMenuAuthorityQueryModel = Static<typeof SvcMenuAuthorityQueryModel>;

export const menuTargetTypes = ['APP', 'ITEM'] as const;

export const SvcMenuOverlayQueryModel = queryModel(
  {
    pageable: pageable(menuOverlaySort, menuOverlaySortStandard),
    targetType: optional(choice(menuTargetTypes, 'What is overlaid.')),
    targetUuid: optional(uuid('Application or item that is overlaid.')),
  },
  'SvcMenuOverlayQueryModel',
);
export type SvcMenuOverlayQueryModel = Static<typeof SvcMenuOverlayQueryModel>;

const unchanged = 'Left out where the record stays.';

/** Holds only what was changed; null stands where null was set. */
export const SvcMenuOverlayModel = closed(
  {
    targetType: choice(menuTargetTypes, 'What is overlaid.'),
    targetUuid: recordFields.uuid,
    tenantIdentifier: nullable(text('Tenant that changed it; null: an operator, for all tenants.')),
    displayName: Type.Optional(text(`Name. ${unchanged}`)),
    displayNameMap: Type.Optional(menuFields.displayNameMap),
    description: Type.Optional(nullable(text(`What it is for. ${unchanged}`))),
    icon: Type.Optional(nullable(text(`Icon. ${unchanged}`))),
    orderNumber: Type.Optional(integer(`Place. ${unchanged}`)),
    enabled: Type.Optional(flag(`Whether it is enabled. ${unchanged}`)),
    visible: Type.Optional(flag(`Whether it is drawn. ${unchanged}`)),
    authorityList: Type.Optional(menuFields.authorityList),
    matchType: Type.Optional(menuFields.matchType),
    version: integer('Version of the overlay.'),
  },
  'SvcMenuOverlayModel',
);
export type SvcMenuOverlayModel = Static<typeof SvcMenuOverlayModel>;
