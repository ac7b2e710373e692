// Wires favorites: what each person keeps of the menu.
import type { Kernel } from '../../../kernel/module.ts';
import type { MenuPerson } from '../records/person.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { createFavoriteCleaning } from './favorite.jobs.ts';
import { createFavoriteHandlers } from './favorite.routes.ts';
import { createFavoriteService, type FavoriteLimits } from './favorite.service.ts';
import { listBoundItems } from './favorite.store.ts';
import { createOwnFavorites } from './own-favorites.ts';
import { createFavoriteRemoval } from './removal.service.ts';

export function createFavoriteFeature({
  database,
  clock,
  ids,
  log,
  snapshot,
  limits,
  orphanDays,
}: Pick<Kernel, 'database' | 'clock' | 'ids' | 'log'> & {
  readonly snapshot: MenuSnapshot;
  readonly limits: FavoriteLimits;
  readonly orphanDays: () => number;
}) {
  const own = createOwnFavorites({ database, snapshot });
  return {
    handlers: createFavoriteHandlers({
      favorites: createFavoriteService({ clock, ids, favorites: own, limits }),
      removal: createFavoriteRemoval(own),
    }),
    jobs: [createFavoriteCleaning({ database, clock, log, orphanDays })],
    api: {
      /** Lists items that the favorites of a person are bound to. */
      listBoundItems: (person: MenuPerson) => listBoundItems(database, person),
    },
  };
}
