// Answers the operations by which senders and managers look at announcements.
import type { notificationPollingModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createManagingService } from './managing.service.ts';

export function createManagingHandlers(service: ReturnType<typeof createManagingService>) {
  return {
    getStatistics: async ({ act, params }) => service.statistics(act, params.uuid),
    pageAcknowledgements: async ({ act, params, body }) => service.acknowledgements(act, params.uuid, body),
    previewAnnouncement: async ({ act, body, query }) => service.preview(act, body, query.ignoreUnknown ?? false),
  } satisfies Partial<ModuleHandlers<typeof notificationPollingModule>>;
}
