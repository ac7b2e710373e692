// Answers the operations on senders.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { SenderService } from './sender.service.ts';

export function createSenderHandlers(senders: SenderService) {
  return {
    saveSender: ({ act, body }) => senders.save(act, body),
    querySenderPage: ({ act, body }) => senders.page(act, body),
    async deleteSender({ act, params }) {
      await senders.remove(act, params);
      return undefined;
    },
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
