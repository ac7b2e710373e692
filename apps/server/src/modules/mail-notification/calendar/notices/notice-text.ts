// Finds the text of a mail about an event: the template for its kind, or the content of the request, rendered once for
// the same words.
import type { Queryable } from '../../../../kernel/database/database.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { parseMailBox } from '../../message/sender.ts';
import type { MailSender } from '../../record/sent-mail.types.ts';
import type { JsonMap } from '../../rendering/liquid/rendering.types.ts';
import type { MailSource } from '../../sending/feature.ts';
import type { AddressedMail } from '../../sending/sending.types.ts';
import type { MailTemplates, UsableTemplate } from '../../template/feature.ts';
import type { CalendarEvent } from '../calendar.types.ts';
import type { NoticeKind } from '../change/change-event.ts';
import type { CalendarRequest } from '../reading/calendar-request.ts';
import { noticeParameters, noticeTemplateCode } from './notice-templates.ts';

type Rendered = Awaited<ReturnType<MailSource['render']>>;
type Reading = Parameters<MailSource['render']>[0];

/** The part of a request that does not depend on the event once it is locked. */
export interface NoticeRequest {
  readonly by: MailSender;
  readonly request: CalendarRequest;
  readonly groupUuid: string;
  /** People who get the mails in place of the attendees; null: the attendees do. */
  readonly named: readonly AddressedMail[] | null;
  /** Templates and texts that were found and rendered before the event is locked. */
  readonly known: { readonly templates: Map<string, UsableTemplate>; readonly texts: Map<string, Rendered> };
}

const RAW = 'NOTIFICATION_MAIL_SEND_RAW';

async function templateOf(
  templates: MailTemplates,
  queryable: Queryable,
  { by, request, known }: NoticeRequest,
  kind: NoticeKind,
): Promise<UsableTemplate> {
  const { source, ignoreDisabled } = request;
  const asked = source.kind === 'template' ? source.template : { code: noticeTemplateCode(kind) };
  const key = JSON.stringify(asked);
  const found = known.templates.get(key) ?? (await templates.find(queryable, by.tenantIdentifier, asked));
  known.templates.set(key, found);
  if (!found.enabled && !ignoreDisabled) fail('NOTIFICATION_TEMPLATE_DISABLED', { parameters: { code: found.code } });
  return found;
}

function rendererOf(
  templates: MailTemplates,
  queryable: Queryable,
  { by, request }: NoticeRequest,
  template: UsableTemplate | null,
) {
  const { source } = request;
  return async ({ locale, ...reading }: Reading, parameters: JsonMap): Promise<Rendered> => {
    if (source.kind !== 'content') {
      const asked = { ...reading, locale, parameters };
      const { sender, ...rendered } = await templates.render(queryable, template!, asked);
      return { ...rendered, sender: sender === null ? null : parseMailBox(sender) };
    }
    // A content without parameters stands as it is, whatever reads as Liquid in it.
    const given = request.parameters === null ? null : parameters;
    const how = { locale, timeZone: reading.timeZone, parameters: given, isRaw: by.holds(RAW) };
    return {
      ...(await templates.renderInline(by.tenantIdentifier, source.content, how)),
      locale,
      sender: source.sender,
    };
  };
}

/** Finds the source; 404 NOTIFICATION_TEMPLATE_NOT_FOUND, 409 NOTIFICATION_TEMPLATE_DISABLED. */
export async function noticeSource(
  templates: MailTemplates,
  queryable: Queryable,
  prepared: NoticeRequest,
  sent: { readonly event: CalendarEvent; readonly kind: NoticeKind },
): Promise<MailSource> {
  const { request, known } = prepared;
  const { event, kind } = sent;
  const template = request.source.kind === 'content' ? null : await templateOf(templates, queryable, prepared, kind);
  const render = rendererOf(templates, queryable, prepared, template);
  return {
    template,
    isDisabled: template !== null && !template.enabled,
    async render(reading) {
      const parameters = { ...reading.parameters, calendar: noticeParameters(event, reading) };
      const key = JSON.stringify([template?.code, reading, parameters]);
      const text = known.texts.get(key) ?? (await render(reading, parameters));
      known.texts.set(key, text);
      return text;
    },
  };
}

/** Sanitises markup for calendars as that of a mail. */
export async function safeMarkup(templates: MailTemplates, by: MailSender, content: string): Promise<string> {
  if (content === '' || by.holds(RAW)) return content;
  const source = { subject: '-', content, contentType: 'HTML', textContent: '-' } as const;
  const how = { parameters: null, locale: 'en', timeZone: 'UTC', isRaw: false };
  return (await templates.renderInline(by.tenantIdentifier, source, how)).html ?? '';
}
