// Answers the operations on the log of mails.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { MailChangeService } from './mail-change.service.ts';
import type { MailContentService } from './mail-content.service.ts';
import type { MailLogService } from './mail-log.service.ts';

type Handlers = ModuleHandlers<typeof mailNotificationModule>;

export function createMailLogHandlers(log: MailLogService, contents: MailContentService, changes: MailChangeService) {
  return {
    getMailByUuid: ({ params, act }) => log.one(act, params.uuid),
    queryMailPage: ({ body, act }) => log.page(act, body),
    countByStatus: ({ body, act }) => log.count(act, body),
    getAttempts: ({ params, act }) => log.attempts(act, params.uuid),
    getContent: ({ params, act }) => contents.content(act, params.uuid),
    getRaw: ({ params, act }) => contents.raw(act, params.uuid),
    async retryByUuid({ params, query, act }) {
      await changes.retryOne(act, params.uuid, query.force ?? false);
      return undefined;
    },
    retry: ({ body, act }) => changes.retryMany(act, body),
    async resolve({ params, body, act }) {
      await changes.resolve(act, params.uuid, body.delivered);
      return undefined;
    },
    async cancel({ params, act }) {
      await changes.cancel(act, params.uuid);
      return undefined;
    },
  } satisfies Partial<Handlers>;
}
