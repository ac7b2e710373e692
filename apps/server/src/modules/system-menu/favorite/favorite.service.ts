// Favorites of the caller: counted and changed under the lock of that person's state.
import type { SvcMenuFavoriteModel, SvcMenuFavoritePersistModel, SvcMenuFavoriteSaveModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { type MenuPerson, personOf, raiseFavoritesVersion } from '../records/person.store.ts';
import { normalizePath, pathProblem, requirePath } from '../records/require-path.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import {
  type Favorite,
  listFavorites,
  removeAllFavorites,
  removeFavorites,
  saveFavorite,
  saveFavoriteFields,
  saveFavoritePlaces,
} from './favorite.store.ts';
import { type CallerMenu, currentPath, findItemByPath, isHidden, isOfPath, toFavoriteModel } from './favorite.wire.ts';
import { planFields } from './plan-fields.ts';
import { type OrderList, planPlaces, requireSingle } from './plan-places.ts';

/** What a text and a parameter say together. */
function readGivenPath(body: string, parameter: string | undefined): string {
  const given = [body, parameter ?? ''].filter((text) => text.trim() !== '');
  const [first, second] = given.map((text) => normalizePath(text));
  if (first === undefined || first === null || second === null) invalid(pathProblem('path'));
  if (second !== undefined && second !== first) {
    invalid({ field: 'query.path', code: 'NOT_ALLOWED', message: 'Differs from the body.' });
  }
  return first;
}

/** What an operator lets people keep. */
export interface FavoriteLimits {
  readonly maxPerUser: (tenantIdentifier: string) => number;
  readonly freePaths: (tenantIdentifier: string) => boolean;
}

export function createFavoriteService({
  database,
  clock,
  ids,
  snapshot,
  limits,
}: Pick<Kernel, 'database' | 'clock' | 'ids'> & {
  readonly snapshot: MenuSnapshot;
  readonly limits: FavoriteLimits;
}) {
  const now = () => new Date(clock.now());
  const menuOf = async (act: Act): Promise<CallerMenu> => {
    const { view } = await snapshot.menuFor(act);
    const { caller, context } = act;
    return { view, held: view.pairs.heldBy(caller), languages: languagesOf(caller, context) };
  };
  /** The first statement takes the lock, so that the list behind it is whole. */
  const change = <T>(
    { caller }: Act,
    work: (tx: Transaction, person: MenuPerson, all: Favorite[]) => Promise<T>,
  ): Promise<T> =>
    database.transaction(async (tx) => {
      const person = personOf(caller);
      await raiseFavoritesVersion(tx, person);
      return work(tx, person, await listFavorites(tx, person));
    });
  const ofCaller = (caller: Caller): Promise<Favorite[]> => listFavorites(database, personOf(caller));

  return {
    async list(act: Act, { includeHidden = false }: { readonly includeHidden?: boolean | undefined }) {
      const menu = await menuOf(act);
      const all = await ofCaller(act.caller);
      const listed = all.filter((favorite) => includeHidden || !isHidden(menu, favorite));
      return listed.map((favorite) => toFavoriteModel(menu, favorite));
    },
    /** The same path again is answered as it is. */
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
      const all = await ofCaller(act.caller);
      return all.some((favorite) => isOfPath(menu, favorite, path));
    },
    async order(act: Act, list: OrderList): Promise<void> {
      requireSingle(list);
      const menu = await menuOf(act);
      await change(act, async (tx, person, all) => saveFavoritePlaces(tx, person, planPlaces(menu, list, all), now()));
    },
    /** Body and parameter, of which one suffices; both given and different is refused. */
    async removeByPath(
      act: Act,
      { body, parameter }: { readonly body: string; readonly parameter: string | undefined },
    ): Promise<void> {
      const path = readGivenPath(body, parameter);
      const menu = await menuOf(act);
      await change(act, async (tx, person, all) => {
        const gone = all.filter((favorite) => favorite.path === path || currentPath(menu, favorite) === path);
        const uuids = gone.map(({ uuid }) => uuid);
        if (uuids.length > 0) await removeFavorites(tx, person, uuids);
      });
    },
    async removeByUuid(act: Act, uuid: string): Promise<void> {
      await change(act, async (tx, person) => removeFavorites(tx, person, [uuid]));
    },
    async removeAll(act: Act): Promise<void> {
      await change(act, async (tx, person) => removeAllFavorites(tx, person));
    },
  };
}
