// Answers the operations of conditions (`/menu-authorities`), by calls of their services.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { written } from '../change/written.ts';
import type { createAuthorityService } from './authority.service.ts';
import type { createAuthorityMatrix } from './matrix.service.ts';

export function createAuthorityHandlers({
  authorities,
  matrix,
}: {
  readonly authorities: ReturnType<typeof createAuthorityService>;
  readonly matrix: ReturnType<typeof createAuthorityMatrix>;
}) {
  return {
    getByMenuItemUuid: async ({ act, params: { uuid }, query: { scope } }) => authorities.get(act, { scope, uuid }),
    menuAuthority_update: async ({ act, query: { scope }, body }) =>
      written(undefined, await authorities.save(act, { scope, model: body })),
    menuAuthority_updateAll: async ({ act, query: { scope }, body }) =>
      written(undefined, await matrix.save(act, { scope, list: body })),
    menuAuthority_queryDataList: async ({ act, query: { scope }, body }) => matrix.list(act, { scope, model: body }),
    menuAuthority_delete: async ({ act, params, query }) =>
      written(undefined, await authorities.remove(act, { ...params, ...query })),
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
