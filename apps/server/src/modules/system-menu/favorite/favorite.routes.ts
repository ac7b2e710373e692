// Answers the operations of favorites (`/menu-favorites`), by calls of their services.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createFavoriteService } from './favorite.service.ts';
import type { createFavoriteRemoval } from './removal.service.ts';

export function createFavoriteHandlers({
  favorites,
  removal,
}: {
  readonly favorites: ReturnType<typeof createFavoriteService>;
  readonly removal: ReturnType<typeof createFavoriteRemoval>;
}) {
  return {
    async deleteByPath({ act, body, query }) {
      await removal.byPath(act, { body, parameter: query.path });
      return undefined;
    },
    favorite_getDataList: async ({ act, query }) => favorites.list(act, query),
    favorite_save: async ({ act, body }) => favorites.save(act, body),
    favorite_update: async ({ act, body }) => favorites.update(act, body),
    exist: async ({ act, body }) => favorites.exists(act, body),
    async favorite_updateAll({ act, body }) {
      await favorites.order(act, body);
      return undefined;
    },
    async favorite_deleteByUuid({ act, params }) {
      await removal.byUuid(act, params.uuid);
      return undefined;
    },
    async favorite_deleteAll({ act }) {
      await removal.all(act);
      return undefined;
    },
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
