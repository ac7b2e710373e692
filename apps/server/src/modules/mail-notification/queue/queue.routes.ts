// Answers the operations on the mails of the queue.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { QueueService } from './queue.service.ts';

export function createQueueHandlers(service: QueueService) {
  return {
    queryMailPage: ({ body, act }) => service.page(act, body),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
