// Queues mails in the transaction of their cause, lists them, and ends those that waited too long.
import {
  type mailSort,
  mailSortStandard,
  resolvePageable,
  type SvcNotificationMailModel,
  type SvcNotificationMailQueryModel,
} from '@keelson/contract';
import type { Clock } from '../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../kernel/database/database.ts';
import type { Ids } from '../../kernel/database/ids.ts';
import type { Config } from '../../kernel/process/config.ts';
import { pageBody } from '../../kernel/records/page.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Seal } from '../../kernel/secrets/seal.ts';
import type { MailRequest, QueuedMail } from './api.ts';
import type { MailSettings } from './mail.settings.ts';
import { pageMails, saveExpired, saveMail } from './mail.store.ts';
import { toSvcMail } from './mail.wire.ts';
import { languageOf, type MailTemplates, renderMail } from './mail-template.ts';

export const MAIL_VIEW = 'NOTIFICATION_MAIL_VIEW';
const HOUR_MS = 3_600_000;
/** One statement's worth of rows; the rest is the next one's. */
const EXPIRED_PER_STATEMENT = 1_000;

type MailPage = ReturnType<typeof pageBody<SvcNotificationMailModel, (typeof mailSort)[number]>>;

export interface MailService {
  enqueue(tx: Transaction, request: MailRequest): Promise<QueuedMail>;
  page(model: SvcNotificationMailQueryModel, caller: Caller): Promise<MailPage>;
  /** Ends mails past their date and removes what they said. */
  expire(): Promise<void>;
}

export function createMailService(deps: {
  readonly settings: MailSettings;
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: Pick<Config, 'publicUrl'>;
  readonly templates: MailTemplates;
  readonly seal: Seal;
}): MailService {
  const { database, clock, ids, templates, seal, settings } = deps;
  const domain = senderDomain(deps.config.publicUrl);

  return {
    async enqueue(tx, request) {
      const template = templates.get(request.templateCode);
      const language = languageOf(request.locale);
      const rendered = renderMail(template, language, request.parameters);
      const uuid = ids.uuidV7();
      const now = new Date(clock.now());
      const messageId = `<${uuid}@${domain}>`;
      await saveMail(tx, {
        uuid,
        tenantIdentifier: request.tenantIdentifier,
        templateCode: template.code,
        locale: language,
        priority: request.priority ?? 'NORMAL',
        sensitive: template.sensitive,
        sender: `no-reply@${domain}`,
        subject: template.sensitive ? template.name : rendered.subject,
        messageId,
        sendDate: now,
        expireDate:
          request.expireDate ?? new Date(now.getTime() + settings.giveUp.get(request.tenantIdentifier) * HOUR_MS),
        createdBy: request.createdBy,
        now,
        recipient: request.to,
        sealedContent: seal.seal(JSON.stringify(rendered), uuid),
      });
      return { uuid, status: 'QUEUED', messageId };
    },
    async page(model, caller) {
      const pageable = resolvePageable(model.pageable, mailSortStandard);
      const { rows, total } = await pageMails(
        database,
        {
          tenantIdentifier: caller.tenantIdentifier,
          createdBy: caller.holds(MAIL_VIEW) ? null : caller.username,
          statusList: model.statusList ?? null,
          recipient: model.recipient ?? null,
          templateCode: model.templateCode ?? null,
          messageId: model.messageId ?? null,
          uuidList: model.uuidList ?? null,
          dateCreatedFrom: dateOf(model.dateCreatedFrom),
          dateCreatedTo: dateOf(model.dateCreatedTo),
        },
        pageable,
      );
      return pageBody(rows.map(toSvcMail), total, pageable);
    },
    async expire() {
      const now = new Date(clock.now());
      while ((await saveExpired(database, now, EXPIRED_PER_STATEMENT)) === EXPIRED_PER_STATEMENT);
    },
  };
}

function dateOf(text: string | null | undefined): Date | null {
  return text === null || text === undefined ? null : new Date(text);
}

/** Host of the public address where it can receive answers; else a name that no mail server takes. */
function senderDomain(publicUrl: string | null): string {
  const host = publicUrl === null ? '' : new URL(publicUrl).hostname;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host) ? host : 'keelson.invalid';
}
