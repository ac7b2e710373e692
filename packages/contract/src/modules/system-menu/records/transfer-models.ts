// Declares the models of export and import: what one level of a menu holds, by name.
import { type Static, Type } from 'typebox';
import {
  anyMap,
  anyValue,
  choice,
  closed,
  flag,
  integer,
  list,
  long,
  nullable,
  optional,
  text,
} from '../../../models/schema.ts';
import { menuFields, menuImportFields } from '../menu-fields.ts';
import { applicationNameField } from './application-models.ts';
import { itemFields, itemNameField } from './item-models.ts';
import { menuTargetTypes } from './query-models.ts';

/** Entries of an import; no menu has as many, and more is a restore of the database. */
const menuImportEntriesMax = 10_000;
/** Ten thousand entries with names in a few languages have so many bytes. */
export const menuImportBytesMax = 8 * 1_048_576;
export const menuImportModes = ['MERGE', 'REPLACE'] as const;
export const menuImportTargets = ['APP', 'ITEM', 'AUTHORITY', 'OVERLAY'] as const;

const appName = text('Name of the application.', applicationNameField);
const itemName = text('Name of the item in its application.', itemNameField);

const shownFields = {
  displayName: optional(menuFields.displayName),
  displayNameMap: optional(menuFields.displayNameMap),
  description: optional(menuFields.description),
  icon: optional(menuFields.icon),
  orderNumber: optional(menuFields.orderNumber),
  enabled: optional(menuFields.enabled),
} as const;
const conditionFields = {
  authorityList: optional(menuImportFields.authorityList),
  matchType: optional(menuFields.matchType),
} as const;

const appEntry = closed(
  { name: appName, ...shownFields, path: optional(menuImportFields.path), ...conditionFields },
  'SvcMenuImportAppModel',
);

const itemEntry = closed(
  {
    appName,
    name: itemName,
    parentName: optional(text('Name of the item above it; null: top level of the application.', itemNameField)),
    ...shownFields,
    path: optional(menuImportFields.path),
    ...itemFields,
    externalUrl: optional(menuImportFields.externalUrl),
  },
  'SvcMenuImportItemModel',
);

const authorityEntry = closed({ appName, itemName, ...conditionFields }, 'SvcMenuImportAuthorityModel');

/** An entry of an overlay: a field that is absent is not overlaid; null stands where the overlay sets null. */
const overlayEntry = closed(
  {
    targetType: choice(menuTargetTypes, 'What is overlaid.'),
    appName,
    itemName: optional(text('Item that is overlaid; null: the application.', itemNameField)),
    displayName: Type.Optional(menuFields.displayName),
    displayNameMap: Type.Optional(menuFields.displayNameMap),
    description: optional(menuFields.description),
    icon: optional(menuFields.icon),
    orderNumber: Type.Optional(menuFields.orderNumber),
    enabled: Type.Optional(menuFields.enabled),
    visible: Type.Optional(flag('Whether it is drawn.')),
    authorityList: Type.Optional(menuImportFields.authorityList),
    matchType: Type.Optional(menuFields.matchType),
  },
  'SvcMenuImportOverlayModel',
);

const bound = { maxItems: menuImportEntriesMax } as const;

/** Holds what one level has: a tenant its own records, or what all share; what modules registered only as overlays. */
export const SvcMenuImportModel = closed(
  {
    formatVersion: integer('Version of the format.', { minimum: 1, maximum: 1 }),
    appList: list(appEntry, 'Applications of the level.', bound),
    itemList: list(itemEntry, 'Items of the level, in any order.', bound),
    authorityList: list(authorityEntry, 'Own conditions of items, of the level.', bound),
    overlayList: list(overlayEntry, 'What the level changes of records that it does not own.', bound),
  },
  'SvcMenuImportModel',
);
export type SvcMenuImportModel = Static<typeof SvcMenuImportModel>;

const changeEntry = closed(
  {
    targetType: choice(menuImportTargets, 'List of the document that the entry belongs to.'),
    appName: text('Application.'),
    itemName: nullable(text('Item; null for an application.')),
    action: choice(['CREATE', 'UPDATE', 'REMOVE'] as const, 'What is done.'),
    oldValue: anyValue('Entry as an export before had it; null where there was none.'),
    newValue: anyValue('Entry as an export afterwards has it; null where there is none.'),
  },
  'SvcMenuImportChangeModel',
);

/** Describes one refused entry, as `errorArguments` of MENU_IMPORT_INVALID names it. */
export const SvcMenuImportProblemModel = closed(
  {
    field: text('Entry of the document.'),
    appName: text('Application that it names.'),
    itemName: nullable(text('Item that it names.')),
    errorCode: text('Error code that writing it alone would answer.'),
    errorArguments: list(anyMap('Argument of the error.'), 'Arguments of the error.'),
  },
  'SvcMenuImportProblemModel',
);
export type SvcMenuImportProblemModel = Static<typeof SvcMenuImportProblemModel>;

export const SvcMenuImportResultModel = closed(
  {
    dryRun: flag('Nothing was written.'),
    createdCount: long('Entries that are new.'),
    updatedCount: long('Entries that changed.'),
    removedCount: long('Entries that were removed.'),
    unchangedCount: long('Entries of the document that were there already.'),
    changeList: list(changeEntry, 'What was changed, or would be.'),
  },
  'SvcMenuImportResultModel',
);
export type SvcMenuImportResultModel = Static<typeof SvcMenuImportResultModel>;
