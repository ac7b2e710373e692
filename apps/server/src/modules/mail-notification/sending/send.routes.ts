// Answers the operations that send mails.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { SentMails } from '../record/sent-mail.types.ts';
import type { SendService } from './send.service.ts';

/** `default` is no language that a header could name. */
function languagesOf({ locales }: SentMails): string {
  return locales.filter((locale) => locale !== 'default').join(', ');
}

function replyOf(sent: SentMails) {
  const languages = languagesOf(sent);
  return {
    body: undefined,
    headers: {
      location: `/notification/mail/by-uuid/${sent.mailUuid}`,
      'x-svc-notification-uuid': sent.uuid,
      'x-svc-notification-status': sent.status,
      ...(languages === '' ? {} : { 'content-language': languages }),
    },
  };
}

export function createSendHandlers(sending: SendService) {
  return {
    notify: async ({ act, body }) => replyOf(await sending.notify(act, body)),
    notifyWithContent: async ({ act, body }) => replyOf(await sending.notifyWithContent(act, body)),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
