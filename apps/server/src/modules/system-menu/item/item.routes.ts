// Answers the operations of menu items (`/menu-items`), by calls of their services; trees, search and documents have
// folders of their own.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { written } from '../change/written.ts';
import type { createItemService } from './item.service.ts';
import type { createItemOrder } from './order.service.ts';
import type { createItemQuery } from './query.service.ts';

export function createItemHandlers({
  items,
  orders,
  queries,
}: {
  readonly items: ReturnType<typeof createItemService>;
  readonly orders: ReturnType<typeof createItemOrder>;
  readonly queries: ReturnType<typeof createItemQuery>;
}) {
  return {
    menuItem_getByUuid: async ({ act, params: { uuid } }) => items.get(act, uuid),
    menuItem_queryDataPage: async ({ act, query: { scope }, body }) => queries.page(act, { scope, model: body }),
    menuItem_queryDataList: async ({ act, query: { scope }, body }) => queries.list(act, { scope, model: body }),
    async menuItem_save({ act, body }) {
      const { model, revision } = await items.save(act, body);
      return written(model, revision);
    },
    async menuItem_update({ act, query: { scope }, body }) {
      const { model, revision } = await items.update(act, { scope, model: body });
      return written(model, revision);
    },
    async move({ act, query: { scope }, body }) {
      const { model, revision } = await orders.move(act, { scope, model: body });
      return written(model, revision);
    },
    menuItem_updateAll: async ({ act, query: { scope }, body }) =>
      written(undefined, await orders.order(act, { scope, model: body })),
    menuItem_delete: async ({ act, params, query }) =>
      written(undefined, await items.remove(act, { ...params, ...query })),
    menuItem_activate: async ({ act, params: { uuid }, query: { scope } }) =>
      written(undefined, await items.setEnabled(act, { uuid, scope, enabled: true })),
    menuItem_deactivate: async ({ act, params: { uuid }, query: { scope } }) =>
      written(undefined, await items.setEnabled(act, { uuid, scope, enabled: false })),
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
