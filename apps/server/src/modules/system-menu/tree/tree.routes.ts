// Answers the operations of trees (`/menu-items/tree`), by calls of their service.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { readHeaders } from '../view/tag-of.ts';
import type { createTreeService } from './tree.service.ts';

const treeHeaders = { ...readHeaders, vary: `${readHeaders.vary}, Accept-Encoding` } as const;

export function createTreeHandlers(trees: ReturnType<typeof createTreeService>) {
  return {
    async getTree({ act, query: { appName } }) {
      const { body, etag } = await trees.own(act, appName);
      return { body, headers: { etag, ...treeHeaders } };
    },
    getTreeAll: async ({ act, query }) => trees.whole(act, query),
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
