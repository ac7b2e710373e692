// Queues the mails of other modules in the transaction of their cause.
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { MailRequest, QueuedMail } from '../api.ts';
import type { MailBox } from '../message/mail-content.ts';
import { parseMailBox } from '../message/sender.ts';
import type { MailTemplates, RenderedTemplate, UsableTemplate } from '../template/feature.ts';
import type { Accepting } from './accepting.ts';

const TIME_ZONE = 'UTC';
const DISABLED = 'TEMPLATE_DISABLED';

export interface QueueServiceParts extends Pick<Kernel, 'clock' | 'log'> {
  readonly templates: MailTemplates;
  readonly accepting: Accepting;
  readonly isAllowedSender: IsAllowedSender;
}

/** Says whether the tenant may send in the name of the address, beside the default one. */
export type IsAllowedSender = (queryable: Queryable, tenant: string, address: string) => Promise<boolean>;

export function createQueueService({ clock, log, templates, accepting, isAllowedSender }: QueueServiceParts) {
  /**
   * Renders a mail; where an edited template fails, the shipped one is sent, so that an edit does not keep people from
   * signing in.
   */
  async function render(tx: Transaction, usable: UsableTemplate, request: MailRequest): Promise<RenderedTemplate> {
    const { locale, parameters, tenantIdentifier, templateCode } = request;
    const how = { locale, tenantLocale: null, timeZone: TIME_ZONE, parameters };
    try {
      return await templates.render(tx, usable, how);
    } catch (error) {
      const shipped = templates.findShipped(tenantIdentifier, templateCode);
      if (!(error instanceof ServiceError) || shipped === null || usable.stored === null) throw error;
      log.error({ err: error, templateCode, tenant: tenantIdentifier }, 'an edited template cannot be rendered');
      return templates.render(tx, shipped, how);
    }
  }

  /** Answers the sender; null is the default one, which replaces a name that the tenant may not use (any more). */
  async function senderOf(tx: Transaction, tenant: string, rendered: RenderedTemplate | null): Promise<MailBox | null> {
    const wanted = rendered?.sender == null ? null : parseMailBox(rendered.sender);
    return wanted !== null && (await isAllowedSender(tx, tenant, wanted.address)) ? wanted : null;
  }

  return {
    /** See `MailApi`. */
    async enqueue(tx: Transaction, request: MailRequest): Promise<QueuedMail> {
      const { tenantIdentifier, templateCode, to } = request;
      const usable = await templates.find(tx, tenantIdentifier, { code: templateCode });
      const { name, version, sensitive, enabled } = usable;
      const rendered = enabled ? await render(tx, usable, request) : null;
      const [status, reason] = enabled ? (['QUEUED', null] as const) : (['SKIPPED', DISABLED] as const);
      const mails = await accepting.prepare(tx, [
        {
          uuid: null,
          tenantIdentifier,
          templateCode,
          templateVersion: rendered?.templateVersion ?? version,
          locale: rendered?.locale ?? request.locale,
          statusReason: reason,
          priority: request.priority ?? 'NORMAL',
          sensitive,
          category: usable.category,
          sender: await senderOf(tx, tenantIdentifier, rendered),
          shownSubject: sensitive || rendered === null ? name : rendered.subject,
          groupUuid: null,
          metadata: {},
          requestHash: null,
          uncertainPolicy: usable.uncertainPolicy,
          sendDate: new Date(clock.now()),
          expireDate: request.expireDate,
          createdBy: request.createdBy,
          recipients: [{ ...to, type: 'TO', status, reason }],
          content: rendered === null ? null : contentOf(rendered),
        },
      ]);
      await accepting.writeIn(tx, mails);
      const [{ uuid, messageId, status: accepted }] = mails as [(typeof mails)[number]];
      return { uuid, status: accepted as QueuedMail['status'], messageId };
    },
  };
}

function contentOf({ subject, text, html }: RenderedTemplate) {
  return { subject, content: text, ...(html === null ? {} : { html }) };
}
