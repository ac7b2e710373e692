// Answers the operations on the log of mails.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { MailLogService } from './mail-log.service.ts';

type Handlers = ModuleHandlers<typeof mailNotificationModule>;

export function createMailLogHandlers(service: MailLogService) {
  return {
    queryMailPage: ({ body, act }) => service.page(act, body),
  } satisfies Partial<Handlers>;
}
