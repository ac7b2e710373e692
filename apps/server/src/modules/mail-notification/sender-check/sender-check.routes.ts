// Answers the check of a sender's domain.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { SenderCheckService } from './sender-check.service.ts';

export function createSenderCheckHandlers(service: SenderCheckService) {
  return {
    checkSender: ({ act, params }) => service.check(act, params.domain),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
