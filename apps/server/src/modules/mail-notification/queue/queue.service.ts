// Queues the mails of other modules in the transaction of their cause.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { MailRequest, QueuedMail } from '../api.ts';
import { languageOf, type MailTemplates, renderMail } from '../mail-templates.ts';
import type { Accepting } from './accepting.ts';

export function createQueueService({
  clock,
  templates,
  accepting,
}: Pick<Kernel, 'clock'> & { readonly templates: MailTemplates; readonly accepting: Accepting }) {
  return {
    /** See `MailApi`. */
    async enqueue(tx: Transaction, request: MailRequest): Promise<QueuedMail> {
      const template = templates.get(request.templateCode);
      const locale = languageOf(request.locale);
      const content = renderMail(template, locale, request.parameters);
      const mails = await accepting.prepare(tx, [
        {
          uuid: null,
          tenantIdentifier: request.tenantIdentifier,
          templateCode: template.code,
          templateVersion: null,
          locale,
          statusReason: null,
          priority: request.priority ?? 'NORMAL',
          sensitive: template.sensitive,
          category: null,
          sender: null,
          shownSubject: template.sensitive ? template.name : content.subject,
          groupUuid: null,
          metadata: {},
          requestHash: null,
          uncertainPolicy: null,
          sendDate: new Date(clock.now()),
          expireDate: request.expireDate,
          createdBy: request.createdBy,
          recipients: [{ ...request.to, type: 'TO', status: 'QUEUED', reason: null }],
          content,
        },
      ]);
      await accepting.writeIn(tx, mails);
      const [{ uuid, messageId }] = mails as [(typeof mails)[number]];
      return { uuid, status: 'QUEUED', messageId };
    },
  };
}
