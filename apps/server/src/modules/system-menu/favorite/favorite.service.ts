// Favorites of the caller: counted and changed under the lock of that person's state.
import {
  favoriteOrderMax,
  type SvcMenuFavoriteModel,
  type SvcMenuFavoritePersistModel,
  type SvcMenuFavoriteSaveModel,
  type SvcMenuFavoriteUpdateModel,
} from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { type ArgumentProblem, fail, invalid } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../records/name-for.ts';
import { type MenuPerson, raiseFavoritesVersion } from '../records/person.store.ts';
import { normalizePath, pathProblem, requirePath } from '../records/require-path.ts';
import type { TreeService } from '../tree/tree.service.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { personOf } from '../view/tag-of.ts';
import {
  type Favorite,
  type FavoritePlace,
  listFavorites,
  removeAllFavorites,
  removeFavorites,
  saveFavorite,
  saveFavoriteFields,
  saveFavoritePlaces,
} from './favorite.store.ts';
import { type CallerMenu, currentPath, findItemByPath, isHidden, isOfPath, toFavoriteModel } from './favorite.wire.ts';
import { givenOrKept, planFields } from './plan-fields.ts';

export interface FavoriteService {
  list(caller: Caller, context: Context, includeHidden: boolean): Promise<SvcMenuFavoriteModel[]>;
  save(caller: Caller, context: Context, model: SvcMenuFavoriteSaveModel): Promise<SvcMenuFavoriteModel>;
  update(caller: Caller, context: Context, model: SvcMenuFavoritePersistModel): Promise<SvcMenuFavoriteModel>;
  exists(caller: Caller, context: Context, path: string): Promise<boolean>;
  order(caller: Caller, context: Context, list: OrderList): Promise<void>;
  /** Body and parameter, of which one suffices; both given and different is refused. */
  removeByPath(caller: Caller, context: Context, body: string, path: string | undefined): Promise<void>;
  removeByUuid(caller: Caller, uuid: string): Promise<void>;
  removeAll(caller: Caller): Promise<void>;
}

type OrderList = readonly SvcMenuFavoriteUpdateModel[];

export interface FavoriteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
  readonly newUuid: () => string;
  readonly maxPerUser: (tenantIdentifier: string) => number;
  readonly freePaths: (tenantIdentifier: string) => boolean;
}

function requireEntries(list: OrderList, favorites: readonly Favorite[]): readonly Favorite[] {
  const byUuid = new Map(favorites.map((favorite) => [favorite.uuid, favorite]));
  const missing = list.flatMap(({ uuid }, index) => (byUuid.has(uuid) ? [] : [{ index, uuid }]));
  if (missing.length > 0) fail('FAVORITE_NOT_FOUND', { errorArguments: missing });
  const found = list.map(({ uuid }) => byUuid.get(uuid)!);
  const stale = found.flatMap(({ uuid, version }, index) => {
    const given = list[index]!.version ?? null;
    return given === null || given === version ? [] : [{ index, uuid, version }];
  });
  if (stale.length > 0) {
    fail('VERSION_CONFLICT', { parameters: { version: stale[0]!.version }, errorArguments: stale });
  }
  return found;
}

function requireSingle(list: OrderList): void {
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

/** Listed ones first, the others after them as they were; only what changes. */
function planPlaces(menu: CallerMenu, list: OrderList, favorites: readonly Favorite[]): FavoritePlace[] {
  const listed = requireEntries(list, favorites);
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

type FindMenu = (caller: Caller, context: Context) => Promise<CallerMenu>;
type Change = <T>(
  caller: Caller,
  work: (tx: Transaction, person: MenuPerson, all: Favorite[]) => Promise<T>,
) => Promise<T>;

function createRemovals(
  menuOf: FindMenu,
  change: Change,
): Pick<FavoriteService, 'removeByPath' | 'removeByUuid' | 'removeAll'> {
  return {
    async removeByPath(caller, context, body, parameter) {
      const path = readGivenPath(body, parameter);
      const menu = await menuOf(caller, context);
      await change(caller, async (tx, person, all) => {
        const gone = all.filter((favorite) => favorite.path === path || currentPath(menu, favorite) === path);
        const uuids = gone.map(({ uuid }) => uuid);
        if (uuids.length > 0) await removeFavorites(tx, person, uuids);
      });
    },
    async removeByUuid(caller, uuid) {
      await change(caller, async (tx, person) => removeFavorites(tx, person, [uuid]));
    },
    async removeAll(caller) {
      await change(caller, async (tx, person) => removeAllFavorites(tx, person));
    },
  };
}

function createAdd(deps: FavoriteDependencies, change: Change) {
  return async (caller: Caller, menu: CallerMenu, model: SvcMenuFavoriteSaveModel): Promise<Favorite> => {
    const path = requirePath('path', model.path);
    const { tenantIdentifier, username } = caller;
    return change(caller, async (tx, person, all) => {
      const known = all.find((one) => isOfPath(menu, one, path));
      if (known !== undefined) return known;
      const item = findItemByPath(menu, path);
      if (item === null && !deps.freePaths(tenantIdentifier)) fail('FAVORITE_PATH_UNKNOWN');
      const limit = deps.maxPerUser(tenantIdentifier);
      if (all.length >= limit) fail('FAVORITE_LIMIT_REACHED', { parameters: { limit } });
      const uuid = deps.newUuid();
      const orderNumber = (all.at(-1)?.orderNumber ?? 0) + 1;
      const { displayName = null, icon = null, groupName = null } = model;
      const favorite = {
        uuid,
        username,
        path,
        displayName,
        icon,
        groupName,
        orderNumber,
        now: new Date(deps.clock.now()),
      };
      return saveFavorite(tx, person, { ...favorite, menuItemUuid: item?.uuid ?? null });
    });
  };
}

export function createFavoriteService(deps: FavoriteDependencies): FavoriteService {
  const { database, clock, snapshot, trees } = deps;
  const now = () => new Date(clock.now());
  const menuOf: FindMenu = async (caller, context) => {
    await trees.catchUp(context);
    const { view } = snapshot.menuOf(caller.tenantIdentifier);
    return { view, held: view.pairs.heldBy(caller), languages: languagesOf(caller, context) };
  };
  /** The first statement takes the lock, so that the list behind it is whole. */
  const change: Change = (caller, work) =>
    database.transaction(async (tx) => {
      const person = personOf(caller);
      await raiseFavoritesVersion(tx, person);
      return work(tx, person, await listFavorites(tx, person));
    });
  const add = createAdd(deps, change);

  return {
    async list(caller, context, includeHidden) {
      const menu = await menuOf(caller, context);
      const all = await listFavorites(database, personOf(caller));
      const listed = all.filter((favorite) => includeHidden || !isHidden(menu, favorite));
      return listed.map((favorite) => toFavoriteModel(menu, favorite));
    },
    async save(caller, context, model) {
      const menu = await menuOf(caller, context);
      return toFavoriteModel(menu, await add(caller, menu, model));
    },
    async update(caller, context, model) {
      const menu = await menuOf(caller, context);
      return change(caller, async (tx, person, all) => {
        const { before, fields } = planFields(menu, all, model);
        if (fields === null) return toFavoriteModel(menu, before);
        const dateUpdated = now();
        await saveFavoriteFields(tx, person, before.uuid, fields, dateUpdated);
        return toFavoriteModel(menu, { ...before, ...fields, version: before.version + 1, dateUpdated });
      });
    },
    async exists(caller, context, text) {
      const path = requirePath('', text);
      const menu = await menuOf(caller, context);
      const all = await listFavorites(database, personOf(caller));
      return all.some((favorite) => isOfPath(menu, favorite, path));
    },
    async order(caller, context, list) {
      requireSingle(list);
      const menu = await menuOf(caller, context);
      await change(caller, async (tx, person, all) =>
        saveFavoritePlaces(tx, person, planPlaces(menu, list, all), now()),
      );
    },
    ...createRemovals(menuOf, change),
  };
}
