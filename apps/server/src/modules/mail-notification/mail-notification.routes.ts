// Contract operations of the mail module, as calls of its service.
import type { Handlers, mailNotificationModule } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';
import type { MailService } from './mail.service.ts';

export function createHandlers(service: MailService): Handlers<typeof mailNotificationModule, Caller, Context> {
  return {
    queryMailPage: ({ body, caller }) => service.page(body, caller),
  };
}
