// Answers the operations on mail servers.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { ProviderService } from './provider.service.ts';

export function createProviderHandlers(providers: ProviderService) {
  return {
    async saveProvider({ act, body }) {
      const model = await providers.save(act, body);
      return { body: model, headers: { location: `/notification/provider/by-uuid/${model.uuid}` } };
    },
    updateProvider: ({ act, body }) => providers.update(act, body),
    getProvider: ({ act, params }) => providers.get(act, params),
    async deleteProvider({ act, params }) {
      await providers.remove(act, params.uuid);
      return undefined;
    },
    queryProviderPage: ({ act, body }) => providers.page(act, body),
    verifyProvider: ({ act, params }) => providers.verify(act, params.uuid),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
