// Declares the models of menu items, and the trees that callers see.
import { type Static, Type } from 'typebox';
import { needing } from '../../../models/needs.ts';
import { recordFields } from '../../../models/records.ts';
import {
  anyValue,
  choice,
  closed,
  flag,
  integer,
  list,
  nullable,
  optional,
  text,
  uuid,
} from '../../../models/schema.ts';
import { menuFields } from '../menu-fields.ts';

/** The name of an item. */
export const itemNameField = { pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', maxLength: 64 } as const;
const itemTargets = ['_self', '_blank'] as const;
const keywordsMax = 20;
/** Items below one parent. */
const siblingsMax = 500;

/** What an item has and an application has not; a path is there for both. */
export const itemFields = {
  externalUrl: optional(
    text('Address elsewhere, http or https; instead of path.', { maxLength: 4_096, format: 'external-address' }),
  ),
  target: optional(choice(itemTargets, 'Where it opens.')),
  visible: optional(flag('False: not drawn in the tree, found by favorites all the same.')),
  badgeCode: optional(
    text('Counter that the console shows beside it.', { pattern: '^[a-z0-9.-]{1,64}$', maxLength: 64 }),
  ),
  keywordList: optional(
    list(text('Word.', { minLength: 1, maxLength: 64 }), 'Further words.', { maxItems: keywordsMax }),
  ),
} as const;

/** One model serves question and answer: which fields must be given says the operation. */
export const SvcMenuItemModel = closed(
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
    appNameUuid: optional(uuid('Application; of a new item that of its parent. Changed by move.')),
    parentUuid: optional(uuid('Item above it; null: top level. Changed by move.')),
    name: optional(text('Name, unique in the application.', itemNameField)),
    displayName: optional(menuFields.displayName),
    displayNameMap: optional(menuFields.displayNameMap),
    description: optional(menuFields.description),
    icon: optional(menuFields.icon),
    path: optional(menuFields.path),
    externalUrl: itemFields.externalUrl,
    target: itemFields.target,
    orderNumber: optional(menuFields.orderNumber),
    enabled: optional(menuFields.enabled),
    visible: itemFields.visible,
    badgeCode: itemFields.badgeCode,
    keywordList: itemFields.keywordList,
    authorityList: optional(menuFields.authorityList),
    matchType: optional(menuFields.matchType),
    inherited: optional(flag('True: no condition of its own.')),
    shared: optional(menuFields.shared),
    system: optional(menuFields.system),
    overlaid: optional(menuFields.overlaid),
    childCount: optional(integer('Items right below it.')),
    depth: optional(integer('Level, from 1.')),
  },
  'SvcMenuItemModel',
);
export type SvcMenuItemModel = Static<typeof SvcMenuItemModel>;

export const SvcMenuItemSaveModel = needing(
  SvcMenuItemModel,
  'SvcMenuItemSaveModel',
  { fields: ['name'] },
  { fields: ['displayName'] },
  { fields: ['appNameUuid', 'parentUuid'] },
);
export const SvcMenuItemUpdateModel = needing(
  SvcMenuItemModel,
  'SvcMenuItemUpdateModel',
  { fields: ['uuid', 'id'] },
  { fields: ['version'] },
);

export const SvcMenuItemMoveModel = closed(
  {
    uuid: uuid('Item that is moved, with everything below it.'),
    parentUuid: nullable(uuid('New parent; null: top level.')),
    appNameUuid: optional(uuid('New application; default that of the parent, else as it is.')),
    position: integer('Place among the new siblings, from 0; beyond the end: last.', { minimum: 0 }),
    version: integer('Version that was read.', { minimum: 0 }),
  },
  'SvcMenuItemMoveModel',
);
export type SvcMenuItemMoveModel = Static<typeof SvcMenuItemMoveModel>;

export const SvcMenuItemOrderModel = needing(
  closed({
    parentUuid: optional(uuid('Item above them; this or appNameUuid.')),
    appNameUuid: optional(uuid('Application whose top level is ordered.')),
    uuidList: list(uuid('Item.'), 'Items in their new order; the others of the level come after.', {
      maxItems: siblingsMax,
    }),
  }),
  'SvcMenuItemOrderModel',
  { fields: ['parentUuid', 'appNameUuid'] },
);
export type SvcMenuItemOrderModel = Static<typeof SvcMenuItemOrderModel>;

const treeApp = closed(
  {
    uuid: recordFields.uuid,
    name: text('Name.'),
    displayName: text('Name in the language of the answer.'),
    icon: Type.Optional(text('Icon; left out where it has none.')),
    path: Type.Optional(text('Start page; left out where it has none.')),
  },
  'SvcMenuTreeAppModel',
);

export const SvcMenuTreeModel = closed(
  {
    revision: integer('Revision of the menu that it shows.'),
    appList: list(
      closed(
        {
          app: treeApp,
          itemList: list(
            anyValue('SvcMenuNodeModel.'),
            'Items: uuid, name, displayName, path, externalUrl, target, icon, badgeCode, favorite, children. What is empty, null or the default is left out.',
          ),
        },
        'SvcMenuAppTreeModel',
      ),
      'Applications with their items.',
    ),
  },
  'SvcMenuTreeModel',
);
export type SvcMenuTreeModel = Static<typeof SvcMenuTreeModel>;

export const SvcMenuTreeAllModel = closed(
  {
    revision: integer('Revision of the menu that it shows.'),
    appList: list(
      closed(
        {
          app: anyValue('SvcAppNameModel.'),
          itemList: list(anyValue('SvcMenuItemModel with children.'), 'Items at the top level, each with children.'),
        },
        'SvcMenuAppTreeAllModel',
      ),
      'Applications with their items.',
    ),
  },
  'SvcMenuTreeAllModel',
);
export type SvcMenuTreeAllModel = Static<typeof SvcMenuTreeAllModel>;
