// Compares a change of one favorite with the fields shown to its owner.
import type { SvcMenuFavoritePersistModel } from '@keelson/contract';
import { requireVersion } from '../../../kernel/records/version.ts';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { normalizePath } from '../records/require-path.ts';
import type { Favorite, FavoriteFields } from './favorite.store.ts';
import { type CallerMenu, isOfPath, toFavoriteModel } from './favorite.wire.ts';

function requireUnchanged(menu: CallerMenu, favorite: Favorite, model: SvcMenuFavoritePersistModel): void {
  const problems: ArgumentProblem[] = [];
  const path = model.path == null ? null : normalizePath(model.path);
  if (model.path != null && (path === null || !isOfPath(menu, favorite, path))) {
    problems.push({ field: 'path', code: 'FIELD_READ_ONLY', message: 'Cannot be changed: save another favorite.' });
  }
  if (model.orderNumber != null && model.orderNumber !== favorite.orderNumber) {
    problems.push({ field: 'orderNumber', code: 'FIELD_READ_ONLY', message: 'Changed by updateAll.' });
  }
  if (problems.length > 0) invalid(...problems);
}

/**
 * Answers the new value; one sent back as it was shown is no change, as it would otherwise fix the present name of an
 * item.
 */
export function givenOrKept(given: string | null | undefined, shown: string | null, kept: string | null) {
  return given === undefined || given === shown ? kept : given;
}

/** Finds the favorite and its new fields, or null where nothing changes. */
export function planFields(
  menu: CallerMenu,
  favorites: readonly Favorite[],
  model: SvcMenuFavoritePersistModel,
): { readonly before: Favorite; readonly fields: FavoriteFields | null } {
  const before = favorites.find(({ uuid }) => uuid === model.uuid);
  if (before === undefined) failNotFound('FAVORITE_NOT_FOUND', { uuid: model.uuid });
  requireVersion({ identifier: before.uuid, version: before.version }, model.version);
  requireUnchanged(menu, before, model);
  const shown = toFavoriteModel(menu, before);
  const fields: FavoriteFields = {
    displayName: givenOrKept(model.displayName, shown.displayName, before.displayName),
    icon: givenOrKept(model.icon, shown.icon, before.icon),
    groupName: model.groupName === undefined ? before.groupName : model.groupName,
  };
  const same =
    fields.displayName === before.displayName && fields.icon === before.icon && fields.groupName === before.groupName;
  return { before, fields: same ? null : fields };
}
