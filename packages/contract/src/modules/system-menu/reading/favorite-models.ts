// Declares the models of the pages that a person keeps at hand.
import type { Static } from 'typebox';
import { recordFields, serverSetRecordFields } from '../../../models/records.ts';
import { closed, flag, integer, nullable, optional, serverSet, text, uuid } from '../../../models/schema.ts';
import { menuFields } from '../menu-fields.ts';

const groupNameField = { minLength: 1, maxLength: 64 } as const;
/** Favorites of an order: no limit of favorites is higher. */
export const favoriteOrderMax = 1_000;

export const SvcMenuFavoriteModel = closed(
  {
    ...recordFields,
    path: menuFields.path,
    menuItemUuid: nullable(uuid('Item that it is bound to; null: a path of its own.')),
    displayName: text('Name: the own one, else that of the item, else the path.'),
    icon: nullable(text('Icon: the own one, else that of the item.')),
    groupName: nullable(text('Group that it stands in.')),
    orderNumber: integer('Place among the favorites.'),
    username: text('Whose it is: the caller.'),
    hidden: flag('The caller cannot see its item now.'),
  },
  'SvcMenuFavoriteModel',
);
export type SvcMenuFavoriteModel = Static<typeof SvcMenuFavoriteModel>;

const written = {
  displayName: optional(menuFields.displayName),
  icon: optional(menuFields.icon),
  groupName: optional(text('Group that it stands in.', groupNameField)),
} as const;

export const SvcMenuFavoriteSaveModel = closed({ path: menuFields.path, ...written }, 'SvcMenuFavoriteSaveModel');
export type SvcMenuFavoriteSaveModel = Static<typeof SvcMenuFavoriteSaveModel>;

/** What only the server sets, in a favorite that is sent back. */
const asAnswered = {
  ...serverSetRecordFields,
  menuItemUuid: serverSet(uuid('Item that it is bound to.')),
  username: serverSet(text('Whose it is.')),
  hidden: serverSet(flag('The caller cannot see its item now.')),
} as const;

/** The model takes an answer as it is: the path and the place must be as they were. */
export const SvcMenuFavoritePersistModel = closed(
  {
    ...asAnswered,
    uuid: uuid('Favorite.'),
    version: integer('Version that was read.', { minimum: 0 }),
    ...written,
    path: optional(text('Path; not changeable: absent or as it is.')),
    orderNumber: optional(integer('Place among the favorites; changed by updateAll: absent or as it is.')),
  },
  'SvcMenuFavoritePersistModel',
);
export type SvcMenuFavoritePersistModel = Static<typeof SvcMenuFavoritePersistModel>;

export const SvcMenuFavoriteUpdateModel = closed(
  {
    ...asAnswered,
    uuid: uuid('Favorite.'),
    version: optional(integer('Version that was read; checked when it is given.', { minimum: 0 })),
    groupName: optional(text('New group.', groupNameField)),
    displayName: optional(menuFields.displayName),
    orderNumber: optional(integer('Ignored: the place in the list is the order.')),
    path: optional(text('Path; not changeable: absent or as it is.')),
    icon: optional(text('Icon; changed by update: absent or as it is.')),
  },
  'SvcMenuFavoriteUpdateModel',
);
export type SvcMenuFavoriteUpdateModel = Static<typeof SvcMenuFavoriteUpdateModel>;
