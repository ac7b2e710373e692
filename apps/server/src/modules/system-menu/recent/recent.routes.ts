// Answers the operations of recently opened pages (`/menu-recents`), by calls of their service.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createRecentService } from './recent.service.ts';

export function createRecentHandlers(recents: ReturnType<typeof createRecentService>) {
  return {
    getRecentList: async ({ act }) => recents.list(act),
    async addRecent({ act, body }) {
      await recents.add(act, body.path);
      return undefined;
    },
    async clearRecents({ act }) {
      await recents.clear(act);
      return undefined;
    },
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
