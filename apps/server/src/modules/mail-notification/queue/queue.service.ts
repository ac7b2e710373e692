// Queues mails in the transaction of their cause, lists them, and ends those that waited too long.
import { mailSortStandard, resolvePageable, type SvcNotificationMailQueryModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Seal } from '../../../kernel/secrets/seal.ts';
import type { MailRequest, QueuedMail } from '../api.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { languageOf, type MailTemplates, renderMail } from '../mail-templates.ts';
import { senderDomain } from '../sender-domain.ts';
import { type MailQuery, pageMails, saveExpired, saveMail } from './queue.store.ts';
import { toSvcMail } from './queue.wire.ts';

const MAIL_VIEW = 'NOTIFICATION_MAIL_VIEW';
const HOUR_MS = 3_600_000;
/** A statement takes so many rows; the rest is the next one's. */
const EXPIRED_PER_STATEMENT = 1_000;

export function createQueueService({
  database,
  clock,
  ids,
  config,
  settings,
  templates,
  seal,
}: Pick<Kernel, 'database' | 'clock' | 'ids' | 'config'> & {
  readonly settings: MailSettings;
  readonly templates: MailTemplates;
  readonly seal: Seal;
}) {
  const domain = senderDomain(config.publicUrl);

  return {
    /** See `MailApi`. */
    async enqueue(tx: Transaction, request: MailRequest): Promise<QueuedMail> {
      const { tenantIdentifier, parameters, to, createdBy, priority = 'NORMAL' } = request;
      const template = templates.get(request.templateCode);
      const locale = languageOf(request.locale);
      const rendered = renderMail(template, locale, parameters);
      const uuid = ids.uuidV7();
      const now = new Date(clock.now());
      const messageId = `<${uuid}@${domain}>`;
      const givenUpAt = new Date(now.getTime() + settings.giveUp.get(tenantIdentifier) * HOUR_MS);
      await saveMail(tx, {
        uuid,
        tenantIdentifier,
        templateCode: template.code,
        locale,
        priority,
        sensitive: template.sensitive,
        sender: `no-reply@${domain}`,
        subject: template.sensitive ? template.name : rendered.subject,
        messageId,
        sendDate: now,
        expireDate: request.expireDate ?? givenUpAt,
        createdBy,
        now,
        recipient: to,
        sealedContent: seal.seal(JSON.stringify(rendered), uuid),
      });
      return { uuid, status: 'QUEUED', messageId };
    },

    async page({ caller }: Act, model: SvcNotificationMailQueryModel) {
      const pageable = resolvePageable(model.pageable, mailSortStandard);
      const { rows, total } = await pageMails(database, queryOf(caller, model), pageable);
      return pageBody(rows.map(toSvcMail), total, pageable);
    },

    /** Ends mails past their date and removes what they said. */
    async expire(): Promise<void> {
      const now = new Date(clock.now());
      while ((await saveExpired(database, now, EXPIRED_PER_STATEMENT)) === EXPIRED_PER_STATEMENT);
    },
  };
}

export type QueueService = ReturnType<typeof createQueueService>;

/** A caller without the authority sees the mails that he caused. */
function queryOf(caller: Caller, model: SvcNotificationMailQueryModel): MailQuery {
  return {
    tenantIdentifier: caller.tenantIdentifier,
    createdBy: caller.holds(MAIL_VIEW) ? null : caller.username,
    statusList: model.statusList ?? null,
    recipient: model.recipient ?? null,
    templateCode: model.templateCode ?? null,
    messageId: model.messageId ?? null,
    uuidList: model.uuidList ?? null,
    dateCreatedFrom: model.dateCreatedFrom ?? null,
    dateCreatedTo: model.dateCreatedTo ?? null,
  };
}
