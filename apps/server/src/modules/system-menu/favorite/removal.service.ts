// Removes favorites of the caller: by path, by identifier, all; a missing one counts as removed.
import type { Act } from '../../../kernel/records/act.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { normalizePath, pathProblem } from '../records/require-path.ts';
import { removeAllFavorites, removeFavorites } from './favorite.store.ts';
import { currentPath } from './favorite.wire.ts';
import type { OwnFavorites } from './own-favorites.ts';

/** Reads the path of body and parameter. */
function readGivenPath(body: string, parameter: string | undefined): string {
  const given = [body, parameter ?? ''].filter((text) => text.trim() !== '');
  const [first, second] = given.map((text) => normalizePath(text));
  if (first === undefined || first === null || second === null) invalid(pathProblem('path'));
  if (second !== undefined && second !== first) {
    invalid({ field: 'query.path', code: 'NOT_ALLOWED', message: 'Differs from the body.' });
  }
  return first;
}

export function createFavoriteRemoval({ menuOf, change }: OwnFavorites) {
  return {
    /** Removes by a path in body or parameter; two that differ are refused. */
    async byPath(
      act: Act,
      { body, parameter }: { readonly body: string; readonly parameter: string | undefined },
    ): Promise<void> {
      const path = readGivenPath(body, parameter);
      const menu = await menuOf(act);
      await change(act, async (tx, person, favorites) => {
        const gone = favorites.filter((favorite) => favorite.path === path || currentPath(menu, favorite) === path);
        const uuids = gone.map(({ uuid }) => uuid);
        if (uuids.length > 0) await removeFavorites(tx, person, uuids);
      });
    },
    async byUuid(act: Act, uuid: string): Promise<void> {
      await change(act, async (tx, person) => removeFavorites(tx, person, [uuid]));
    },
    async all(act: Act): Promise<void> {
      await change(act, async (tx, person) => removeAllFavorites(tx, person));
    },
  };
}
