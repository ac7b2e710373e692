// Plans the order of favorites in a list, with changed groups and names.
import { favoriteOrderMax, type SvcMenuFavoriteUpdateModel } from '@keelson/contract';
import { requireVersions } from '../../../kernel/records/version.ts';
import { type ArgumentProblem, invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { readOnlyProblems } from '../../../kernel/request/read-only-fields.ts';
import type { Favorite, FavoritePlace } from './favorite.store.ts';
import { type CallerMenu, toFavoriteModel } from './favorite.wire.ts';
import { givenOrKept } from './plan-fields.ts';

/** Fields that an entry may repeat as they were answered. */
const changedElsewhere = {
  path: 'Cannot be changed: save another favorite.',
  icon: 'Changed by PUT /menu-favorites.',
} as const;

export type OrderList = readonly SvcMenuFavoriteUpdateModel[];

function requireEntries(menu: CallerMenu, list: OrderList, favorites: readonly Favorite[]): readonly Favorite[] {
  const byUuid = new Map(favorites.map((favorite) => [favorite.uuid, favorite]));
  const missing = list.flatMap(({ uuid }, index) => (byUuid.has(uuid) ? [] : [{ index, uuid }]));
  if (missing.length > 0) failNotFound('FAVORITE_NOT_FOUND', ...missing);
  const found = list.map(({ uuid }) => byUuid.get(uuid)!);
  const problems = found.flatMap((favorite, index) =>
    readOnlyProblems(list[index]!, toFavoriteModel(menu, favorite), changedElsewhere, `[${index}].`),
  );
  if (problems.length > 0) invalid(...problems);
  requireVersions(
    found.map(({ uuid: identifier, version }, index) => ({
      found: { identifier, version },
      given: list[index]!.version ?? version,
    })),
  );
  return found;
}

/** Refuses a list that is too long, or has repeated favorites. */
export function requireSingle(list: OrderList): void {
  const problems: ArgumentProblem[] = [];
  if (list.length > favoriteOrderMax) {
    problems.push({ field: '', code: 'TOO_LONG', message: `Must not have more than ${favoriteOrderMax} entries.` });
  }
  const seen = new Set<string>();
  for (const [index, { uuid }] of list.entries()) {
    const message = 'Stands in the list twice.';
    if (seen.has(uuid)) problems.push({ field: `[${index}]`, code: 'DUPLICATE_ENTRY', message });
    seen.add(uuid);
  }
  if (problems.length > 0) invalid(...problems);
}

/** Puts listed ones first, the others after them in their order; answers the changed ones. */
export function planPlaces(menu: CallerMenu, list: OrderList, favorites: readonly Favorite[]): FavoritePlace[] {
  const listed = requireEntries(menu, list, favorites);
  const order = [...listed, ...favorites.filter((favorite) => !listed.includes(favorite))];
  return order.flatMap((favorite, index) => {
    const asked = list[index];
    const groupName = asked?.groupName === undefined ? favorite.groupName : asked.groupName;
    const shownName = toFavoriteModel(menu, favorite).displayName;
    const displayName = givenOrKept(asked?.displayName, shownName, favorite.displayName);
    const same =
      favorite.orderNumber === index + 1 && favorite.groupName === groupName && favorite.displayName === displayName;
    return same ? [] : [{ uuid: favorite.uuid, place: index + 1, groupName, displayName }];
  });
}
