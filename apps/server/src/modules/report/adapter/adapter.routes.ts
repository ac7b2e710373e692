// Answers the operations on data adapters.
import type { reportModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { AdapterService } from './adapter.service.ts';
import type { Discover } from './discovery/discovery.service.ts';

/** Reads a parameter of the query; an empty one counts as not given. */
const given = <T extends string>(text: T | '' | undefined): T | null =>
  text === undefined || text === '' ? null : (text as T);

export function createAdapterHandlers(service: AdapterService, discover: Discover) {
  return {
    discoverReportDataAdapters: ({ act, query }) =>
      discover(act, {
        type: given(query['report-data-source-type']),
        code: given(query.code),
        withEntities: query['include-metadata'] ?? false,
        onlyAvailable: query['only-available'] ?? false,
        anew: query.refresh ?? false,
      }),
    async saveAdapter({ act, body }) {
      const model = await service.save(act, body);
      return { body: model, headers: { location: `/report-data-adapters/by-code/${model.code}` } };
    },
    updateAdapter: ({ act, body }) => service.update(act, body),
    getAdapter: ({ act, params }) => service.get(act, params.code),
    async deleteAdapter({ act, params }) {
      await service.remove(act, params.code);
      return undefined;
    },
    queryAdapterPage: ({ act, body }) => service.page(act, body),
    testAdapter: ({ act, body }) => service.test(act, body),
  } satisfies Partial<ModuleHandlers<typeof reportModule>>;
}
