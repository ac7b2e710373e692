// Counts and changes favorites of the caller under the lock of the person's state.
import type { SvcMenuFavoriteModel, SvcMenuFavoritePersistModel, SvcMenuFavoriteSaveModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { requirePath } from '../records/require-path.ts';
import { saveFavorite, saveFavoriteFields, saveFavoritePlaces } from './favorite.store.ts';
import { findItemByPath, isHidden, isOfPath, toFavoriteModel } from './favorite.wire.ts';
import type { OwnFavorites } from './own-favorites.ts';
import { planFields } from './plan-fields.ts';
import { type OrderList, planPlaces, requireSingle } from './plan-places.ts';

/** Limits of favorites, set by an operator. */
export interface FavoriteLimits {
  readonly maxPerUser: (tenantIdentifier: string) => number;
  readonly freePaths: (tenantIdentifier: string) => boolean;
}

export function createFavoriteService({
  clock,
  ids,
  favorites,
  limits,
}: Pick<Kernel, 'clock' | 'ids'> & { readonly favorites: OwnFavorites; readonly limits: FavoriteLimits }) {
  const { menuOf, listOf, change } = favorites;
  const now = () => new Date(clock.now());

  return {
    async list(act: Act, { includeHidden = false }: { readonly includeHidden?: boolean | undefined }) {
      const menu = await menuOf(act);
      const all = await listOf(act);
      const listed = all.filter((favorite) => includeHidden || !isHidden(menu, favorite));
      return listed.map((favorite) => toFavoriteModel(menu, favorite));
    },
    /** Saves a favorite; a repeated path is answered as it is. */
    async save(act: Act, model: SvcMenuFavoriteSaveModel): Promise<SvcMenuFavoriteModel> {
      const menu = await menuOf(act);
      const path = requirePath('path', model.path);
      const { tenantIdentifier, username } = act.caller;
      const saved = await change(act, async (tx, person, all) => {
        const known = all.find((one) => isOfPath(menu, one, path));
        if (known !== undefined) return known;
        const item = findItemByPath(menu, path);
        if (item === null && !limits.freePaths(tenantIdentifier)) fail('FAVORITE_PATH_UNKNOWN');
        const limit = limits.maxPerUser(tenantIdentifier);
        if (all.length >= limit) fail('FAVORITE_LIMIT_REACHED', { parameters: { limit } });
        return saveFavorite(tx, person, {
          uuid: ids.uuidV7(),
          username,
          path,
          menuItemUuid: item?.uuid ?? null,
          displayName: model.displayName ?? null,
          icon: model.icon ?? null,
          groupName: model.groupName ?? null,
          orderNumber: (all.at(-1)?.orderNumber ?? 0) + 1,
          now: now(),
        });
      });
      return toFavoriteModel(menu, saved);
    },
    async update(act: Act, model: SvcMenuFavoritePersistModel): Promise<SvcMenuFavoriteModel> {
      const menu = await menuOf(act);
      return change(act, async (tx, person, all) => {
        const { before, fields } = planFields(menu, all, model);
        if (fields === null) return toFavoriteModel(menu, before);
        const dateUpdated = now();
        await saveFavoriteFields(tx, person, before.uuid, fields, dateUpdated);
        return toFavoriteModel(menu, { ...before, ...fields, version: before.version + 1, dateUpdated });
      });
    },
    async exists(act: Act, text: string): Promise<boolean> {
      const path = requirePath('', text);
      const menu = await menuOf(act);
      const all = await listOf(act);
      return all.some((favorite) => isOfPath(menu, favorite, path));
    },
    async order(act: Act, list: OrderList): Promise<void> {
      requireSingle(list);
      const menu = await menuOf(act);
      await change(act, async (tx, person, all) => saveFavoritePlaces(tx, person, planPlaces(menu, list, all), now()));
    },
  };
}
