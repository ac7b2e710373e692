// Answers the operations of applications (`/app-names`), by calls of their services.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { written } from '../change/written.ts';
import { readHeaders } from '../view/tag-of.ts';
import type { createApplicationService } from './application.service.ts';
import type { createApplicationList } from './list.service.ts';
import type { createApplicationOrder } from './order.service.ts';

export function createApplicationHandlers({
  applications,
  lists,
  orders,
}: {
  readonly applications: ReturnType<typeof createApplicationService>;
  readonly lists: ReturnType<typeof createApplicationList>;
  readonly orders: ReturnType<typeof createApplicationOrder>;
}) {
  return {
    async getAppNameDataList({ act, query }) {
      const { models, etag } = await lists.list(act, query);
      return { body: models, headers: { etag, ...readHeaders } };
    },
    async appName_update({ act, query: { scope }, body }) {
      const { model, revision } = await applications.update(act, { scope, model: body });
      return written(model, revision);
    },
    appName_updateAll: async ({ act, query: { scope }, body }) =>
      written(undefined, await orders.forOrganisation(act, { scope, list: body })),
    async updateAllByUser({ act, body }) {
      await orders.forPerson(act, body);
      return undefined;
    },
    async resetUserOrder({ act }) {
      await orders.resetPerson(act);
      return undefined;
    },
    async appName_save({ act, body }) {
      const { model, revision } = await applications.save(act, body);
      return written(model, revision);
    },
    appName_getByUuid: async ({ act, params }) => lists.get(act, params),
    getByName: async ({ act, params }) => lists.get(act, params),
    appName_queryDataPage: async ({ act, query: { scope }, body }) => lists.page(act, { scope, model: body }),
    appName_delete: async ({ act, params, query }) =>
      written(undefined, await applications.remove(act, { ...params, ...query })),
    appName_activate: async ({ act, params: { uuid }, query: { scope } }) =>
      written(undefined, await applications.setEnabled(act, { uuid, scope, enabled: true })),
    appName_deactivate: async ({ act, params: { uuid }, query: { scope } }) =>
      written(undefined, await applications.setEnabled(act, { uuid, scope, enabled: false })),
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
