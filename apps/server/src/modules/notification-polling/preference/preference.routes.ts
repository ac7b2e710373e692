// Answers the operations on what a person does not want to be notified of.
import type { notificationPollingModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createPreferenceService } from './preference.service.ts';

export function createPreferenceHandlers(service: ReturnType<typeof createPreferenceService>) {
  return {
    getPreference: async ({ act }) => service.find(act),
    savePreference: async ({ act, body }) => service.save(act, body),
  } satisfies Partial<ModuleHandlers<typeof notificationPollingModule>>;
}
