// Answers the operation of search (`/menu-items/search`), by a call of its service.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createSearchService } from './search.service.ts';

export function createSearchHandlers({ search }: ReturnType<typeof createSearchService>) {
  return { search: async ({ act, body }) => search(act, body) } satisfies Partial<
    ModuleHandlers<typeof systemMenuModule>
  >;
}
