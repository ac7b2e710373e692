// Answers the operations on suppressed addresses and preferences.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { PreferenceService } from './preference.service.ts';
import type { SuppressionService } from './suppression.service.ts';

export function createSuppressionHandlers(suppressions: SuppressionService, preferences: PreferenceService) {
  return {
    querySuppressionPage: ({ act, body }) => suppressions.page(act, body),
    async saveSuppression({ act, body }) {
      await suppressions.save(act, body);
      return undefined;
    },
    async removeSuppression({ act, params, query }) {
      await suppressions.remove(act, params.address, query);
      return undefined;
    },
    getPreference: ({ act }) => preferences.find(act),
    savePreference: ({ act, body }) => preferences.save(act, body),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
