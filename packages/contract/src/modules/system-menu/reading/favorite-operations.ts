// Declares the operations on favorites of the caller; nobody reaches those of another person.
import { closed, flag, list, maybe, text, uuid } from '../../../models/schema.ts';
import { personAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import {
  SvcMenuFavoriteModel,
  SvcMenuFavoritePersistModel,
  SvcMenuFavoriteSaveModel,
  SvcMenuFavoriteUpdateModel,
} from './favorite-models.ts';

const reply = { kind: 'json', schema: SvcMenuFavoriteModel } as const;

export const favoriteOperations = {
  deleteByPath: operation({
    method: 'DELETE',
    path: '/menu-favorites',
    listed: true,
    summary: 'Removes a favorite',
    description:
      'The path as text, as a JSON string, or as the parameter path where a proxy drops bodies. Where there is no such favorite nothing is done.',
    access: personAccess,
    effect: 'write',
    query: closed({ path: maybe(text('Path of the favorite, instead of the body.')) }),
    body: { kind: 'string', schema: text('Path of the favorite.'), optional: true },
  }),
  favorite_getDataList: operation({
    method: 'GET',
    path: '/menu-favorites/data/list',
    summary: 'Lists the favorites of the caller',
    description: 'In their order. Those whose item the caller cannot see now are left out unless includeHidden=true.',
    access: personAccess,
    effect: 'read',
    query: closed({ includeHidden: maybe(flag('Also those whose item the caller cannot see now.')) }),
    reply: { kind: 'json', schema: list(SvcMenuFavoriteModel, 'Favorites.') },
  }),
  favorite_save: operation({
    method: 'POST',
    path: '/menu-favorites',
    summary: 'Keeps a page as favorite',
    description: 'Bound to the item of that path, if the caller sees one. The same path again changes nothing.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcMenuFavoriteSaveModel },
    reply,
    errors: ['FAVORITE_LIMIT_REACHED', 'FAVORITE_PATH_UNKNOWN'],
  }),
  favorite_update: operation({
    method: 'PUT',
    path: '/menu-favorites',
    summary: 'Changes a favorite',
    description:
      'Its displayName, icon and groupName. A missing field stays, null clears it: then the name and icon of the item hold again. What is sent back as it was shown is no change.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcMenuFavoritePersistModel },
    reply,
    errors: ['FAVORITE_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  exist: operation({
    method: 'POST',
    path: '/menu-favorites/exist',
    summary: 'Whether a page is a favorite of the caller',
    description: 'By the path that was kept or by that of its item now; hidden ones count too.',
    access: personAccess,
    effect: 'read',
    body: { kind: 'string', schema: text('Path of the page.', { format: 'page-path' }) },
    reply: { kind: 'json', schema: flag('It is one.') },
  }),
  favorite_updateAll: operation({
    method: 'POST',
    path: '/menu-favorites/update-all',
    summary: 'Orders the favorites of the caller',
    description:
      'The place in the list is the order, groups change in the same call; favorites that are not listed come after. All or nothing.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'list', schema: SvcMenuFavoriteUpdateModel },
    errors: ['FAVORITE_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
  favorite_deleteByUuid: operation({
    method: 'DELETE',
    path: '/menu-favorites/by-uuid/{uuid}',
    summary: 'Removes a favorite by its identifier',
    description: 'Where there is no such favorite of the caller nothing is done.',
    access: personAccess,
    effect: 'write',
    params: closed({ uuid: uuid('Favorite.') }),
  }),
  favorite_deleteAll: operation({
    method: 'DELETE',
    path: '/menu-favorites/all',
    summary: 'Removes every favorite of the caller',
    description: 'Also those that are hidden now.',
    access: personAccess,
    effect: 'write',
  }),
};
