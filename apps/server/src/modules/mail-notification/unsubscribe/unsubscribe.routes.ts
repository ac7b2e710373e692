// Answers the operations behind the links by which people unsubscribe.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { UnsubscribeService } from './unsubscribe.service.ts';
import { askingPage, donePage } from './unsubscribe-page.ts';

export function createUnsubscribeHandlers(service: UnsubscribeService) {
  return {
    showUnsubscribe: async ({ act, params }) => ({
      html: askingPage(await service.read(params.token), act.context.language),
    }),
    unsubscribe: async ({ act, params }) => ({
      html: donePage(await service.unsubscribe(act, params.token), act.context.language),
    }),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
