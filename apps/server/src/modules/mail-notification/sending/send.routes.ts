// Answers the operations that send mails.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { SentMails } from '../record/sent-mail.types.ts';
import type { BatchService } from './batch.service.ts';
import type { SendService } from './send.service.ts';

/** Answers the languages for a header; `default` is no language that one could name. */
function languagesOf({ locales }: SentMails): string {
  return locales.filter((locale) => locale !== 'default').join(', ');
}

export function sentHeadersOf(sent: SentMails) {
  const languages = languagesOf(sent);
  return {
    location: `/notification/mail/by-uuid/${sent.mailUuid}`,
    'x-svc-notification-uuid': sent.uuid,
    'x-svc-notification-status': sent.status,
    ...(languages === '' ? {} : { 'content-language': languages }),
  };
}

const replyOf = (sent: SentMails) => ({ body: undefined, headers: sentHeadersOf(sent) });

export function createSendHandlers(sending: SendService, batches: BatchService) {
  return {
    notify: async ({ act, body }) => replyOf(await sending.notify(act, body)),
    notifyWithContent: async ({ act, body }) => replyOf(await sending.notifyWithContent(act, body)),
    notifyBatch: ({ act, body }) => batches.notifyBatch(act, body),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
