// Reads a request to send an event: all problems of its body are reported at once.
import type { SvcCalendarNotificationRequestModel } from '@keelson/contract';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import type { MailBox } from '../../message/mail-content.ts';
import type { MailSender } from '../../record/sent-mail.types.ts';
import { readMailBox, readSend } from '../../sending/feature.ts';
import type { SendRequest } from '../../sending/sending.types.ts';
import type { InlineContent, TemplateReference } from '../../template/feature.ts';
import { type CalendarDraft, readEvent, sameMailbox } from './read-event.ts';

/** Text of the mails: the shipped one for each kind, a template, or a content of the request. */
export type NoticeSource =
  | { readonly kind: 'shipped' }
  | { readonly kind: 'template'; readonly template: TemplateReference }
  | { readonly kind: 'content'; readonly content: InlineContent; readonly sender: MailBox | null };

export interface CalendarRequest extends SendRequest {
  readonly draft: CalendarDraft;
  readonly source: NoticeSource;
  readonly ignoreDisabled: boolean;
  /** True where the request names the recipients instead of the attendees. */
  readonly isNamed: boolean;
  readonly notifyOrganizer: boolean;
  readonly cancelRemoved: boolean;
}

function readSource(body: SvcCalendarNotificationRequestModel, problems: ArgumentProblem[]): NoticeSource {
  const { templateCode, templateUuid, content } = body;
  const given = [templateCode, templateUuid, content].filter((one) => one !== undefined && one !== null);
  if (given.length > 1) {
    const message = 'Give at most one of templateCode, templateUuid, content.';
    problems.push({ field: '', code: 'NOT_ALLOWED', message });
  }
  if (content) {
    const { subject, contentType, textContent, sender: text } = content;
    const sender = text == null ? null : readMailBox('content.sender', text);
    if (sender !== null && sender.problem !== null) problems.push(sender.problem);
    const texts = { subject, content: content.content, textContent: textContent ?? null };
    const type = contentType ?? 'STRING';
    return { kind: 'content', content: { ...texts, contentType: type }, sender: sender?.box ?? null };
  }
  if (templateUuid) return { kind: 'template', template: { uuid: templateUuid } };
  return templateCode ? { kind: 'template', template: { code: templateCode } } : { kind: 'shipped' };
}

/** Answers the attendees, with the organizer where that is asked for; none where the body does not name them. */
function attendeesOf({ attendees, organizer }: CalendarDraft, notifyOrganizer: boolean) {
  const others = (attendees ?? []).filter(
    ({ address }) => organizer === null || !sameMailbox(address, organizer.address),
  );
  const invited = notifyOrganizer && organizer !== null && attendees !== null ? [...others, organizer] : others;
  return invited.map(({ address, name }) => ({ address, name }));
}

/** Reads the request; 400 VALIDATION_FAILED with all problems. */
export function readCalendarRequest(
  by: Pick<MailSender, 'username'>,
  body: SvcCalendarNotificationRequestModel,
  { now, tenantTimeZone }: { readonly now: number; readonly tenantTimeZone: string },
): CalendarRequest {
  const { draft, problems: found } = readEvent(body.calendar, { field: 'calendar', tenantTimeZone });
  const problems = [...found];
  const source = readSource(body, problems);
  if (body.parameters?.calendar !== undefined) {
    problems.push({ field: 'parameters.calendar', code: 'NOT_ALLOWED', message: 'Stands for the event.' });
  }
  const notifyOrganizer = body.notifyOrganizer ?? false;
  const isNamed = (body.to ?? []).length + (body.toUsers ?? []).length > 0;
  const to = isNamed || found.length > 0 ? (body.to ?? null) : attendeesOf(draft, notifyOrganizer);
  const send = readSend('CALENDAR', by, { ...body, to }, now, problems, { separate: true, mayBeNobody: true });
  return {
    ...send,
    draft,
    source,
    ignoreDisabled: body.ignoreDisabled ?? false,
    isNamed,
    notifyOrganizer,
    cancelRemoved: body.cancelRemoved ?? true,
  };
}
