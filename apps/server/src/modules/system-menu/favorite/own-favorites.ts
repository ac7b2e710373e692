// Finds favorites of the caller in the visible menu, and changes them under the lock of the person's state.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { type MenuPerson, personOf, raiseFavoritesVersion } from '../records/person.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { type Favorite, listFavorites } from './favorite.store.ts';
import type { CallerMenu } from './favorite.wire.ts';

export type OwnFavorites = ReturnType<typeof createOwnFavorites>;

export function createOwnFavorites({
  database,
  snapshot,
}: Pick<Kernel, 'database'> & { readonly snapshot: MenuSnapshot }) {
  return {
    async menuOf(act: Act): Promise<CallerMenu> {
      const { view } = await snapshot.menuFor(act);
      const { caller, context } = act;
      return { view, held: view.pairs.heldBy(caller), languages: languagesOf(caller, context) };
    },
    listOf: ({ caller }: Act): Promise<Favorite[]> => listFavorites(database, personOf(caller)),
    /** The first statement takes the lock, so that the list read afterwards is complete. */
    change: <T>(
      { caller }: Act,
      work: (tx: Transaction, person: MenuPerson, all: Favorite[]) => Promise<T>,
    ): Promise<T> =>
      database.transaction(async (tx) => {
        const person = personOf(caller);
        await raiseFavoritesVersion(tx, person);
        return work(tx, person, await listFavorites(tx, person));
      }),
  };
}
