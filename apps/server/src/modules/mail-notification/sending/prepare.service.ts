// Prepares a send: finds the template, recipients and sender, and renders each mail; nothing is stored yet.
import type { Queryable } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { parseMailBox } from '../message/sender.ts';
import type { Accepting } from '../queue/feature.ts';
import type { AcceptedMail } from '../record/accept.store.ts';
import { type EarlierMail, findEarlierMail } from '../record/request.store.ts';
import type { MailSender, PreparedMails, SentMails } from '../record/sent-mail.types.ts';
import type { MailTemplates } from '../template/feature.ts';
import type { ResolveRecipients } from './recipients.ts';
import type { ContentRequest, TemplateRequest } from './request/read-request.ts';
import type { SendRequest } from './sending.types.ts';
import { draftsOf, type Sending, type WritingParts, writeMails } from './write-mails.ts';

const RAW = 'NOTIFICATION_MAIL_SEND_RAW';

export interface PreparingParts extends WritingParts {
  readonly templates: MailTemplates;
  readonly accepting: Pick<Accepting, 'prepare'>;
  readonly resolveRecipients: ResolveRecipients;
}

function sentBefore(earlier: EarlierMail): SentMails {
  const { uuid, groupUuid, messageId, status, locales } = earlier;
  return { uuid: groupUuid ?? uuid, mailUuid: uuid, messageId, status, locales };
}

export function sentNow(mails: readonly AcceptedMail[]): SentMails {
  const first = mails[0]!;
  const { uuid, groupUuid, messageId, sendDate, now } = first;
  const isWritten = mails.some(({ status }) => status === 'QUEUED');
  const isSuppressed = mails.some(({ status }) => status !== 'SKIPPED');
  const ending = isSuppressed ? 'SUPPRESSED' : 'SKIPPED';
  const status = isWritten ? (sendDate > now ? 'SCHEDULED' : 'QUEUED') : ending;
  const locales = [...new Set(mails.map(({ locale }) => locale))].sort();
  return { uuid: groupUuid ?? uuid, mailUuid: uuid, messageId, status, locales };
}

export function createPreparing(parts: PreparingParts) {
  const { templates, accepting, resolveRecipients } = parts;

  async function prepareWith(queryable: Queryable, sending: Sending): Promise<PreparedMails> {
    const { by, request, source } = sending;
    const addressed = await resolveRecipients(queryable, by.tenantIdentifier, request, source.template);
    const written = await writeMails(parts, queryable, sending, addressed);
    const mails = await accepting.prepare(queryable, await draftsOf(parts, queryable, sending, written));
    return { mails, sent: sentNow(mails) };
  }

  /** Finds the result of the same request before; null where its uuid is free. 409 MAIL_ALREADY_EXISTS. */
  async function findSent(
    queryable: Queryable,
    { tenantIdentifier }: MailSender,
    { uuid, requestHash }: SendRequest,
  ): Promise<SentMails | null> {
    const earlier = uuid === null ? null : await findEarlierMail(queryable, tenantIdentifier, uuid);
    if (earlier === null) return null;
    if (earlier.requestHash?.equals(requestHash) === true) return sentBefore(earlier);
    return fail('MAIL_ALREADY_EXISTS', { parameters: { uuid: uuid! } });
  }

  return {
    findSent,
    writeMails,
    draftsOf,
    /**
     * Prepares, reading through `queryable` alone, which may be an open transaction; stores nothing. Fails as the
     * template's rendering, recipients and sender do, and with 409 NOTIFICATION_TEMPLATE_DISABLED, MAIL_ALREADY_EXISTS.
     */
    async prepareTemplate(queryable: Queryable, by: MailSender, request: TemplateRequest): Promise<PreparedMails> {
      const sent = await findSent(queryable, by, request);
      if (sent !== null) return { mails: [], sent };
      const template = await templates.find(queryable, by.tenantIdentifier, request.template);
      const isDisabled = !template.enabled;
      if (isDisabled && !request.ignoreDisabled) {
        fail('NOTIFICATION_TEMPLATE_DISABLED', { parameters: { code: template.code } });
      }
      const render: Sending['source']['render'] = async (reading) => {
        const given = { ...reading, parameters: reading.parameters ?? {} };
        const { sender, ...rendered } = await templates.render(queryable, template, given);
        return { ...rendered, sender: sender === null ? null : parseMailBox(sender) };
      };
      return prepareWith(queryable, { by, request, source: { template, isDisabled, render } });
    },
    /** As `prepareTemplate`, for content of the request. HTML is sanitised unless the sender may send it raw. */
    async prepareContent(queryable: Queryable, by: MailSender, request: ContentRequest): Promise<PreparedMails> {
      const sent = await findSent(queryable, by, request);
      if (sent !== null) return { mails: [], sent };
      const { content, sender } = request;
      const isRaw = by.holds(RAW);
      const render: Sending['source']['render'] = async ({ locale, timeZone, parameters }) => {
        const rendered = await templates.renderInline(by.tenantIdentifier, content, {
          parameters,
          locale,
          timeZone,
          isRaw,
        });
        return { ...rendered, locale, sender };
      };
      return prepareWith(queryable, { by, request, source: { template: null, isDisabled: false, render } });
    },
  };
}

export type Preparing = ReturnType<typeof createPreparing>;
