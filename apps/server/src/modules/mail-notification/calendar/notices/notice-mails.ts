// Makes the mails about an event: one for each recipient, with its text and its calendar object.
import type { Queryable } from '../../../../kernel/database/database.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { namedUuid } from '../../../../kernel/text/named-uuid.ts';
import type { MailBox } from '../../message/mail-content.ts';
import type { MailDraft } from '../../queue/feature.ts';
import type { MailSource, SendingMails } from '../../sending/feature.ts';
import type { AddressedMail, SendRequest } from '../../sending/sending.types.ts';
import type { MailTemplates } from '../../template/feature.ts';
import type { CalendarEvent, Organizer } from '../calendar.types.ts';
import type { EventChange, Notice } from '../change/change-event.ts';
import { writeCalendar } from '../ical/write-calendar.ts';
import { sameMailbox } from '../reading/read-event.ts';
import { type NoticeRequest, noticeSource } from './notice-text.ts';
import { ownSeries } from './own-series.ts';

/** Characters of all objects of one change; the longest event with the most recipients has half as many. */
const OBJECTS_MAX = 256 * 1024 * 1024;

export interface NoticeParts {
  readonly templates: MailTemplates;
  readonly sending: SendingMails;
}

/** A message with the event after its change. */
interface SentNotice {
  readonly event: CalendarEvent;
  readonly notice: Notice;
}

function firstAddress({ recipients }: AddressedMail): string {
  return recipients[0]?.address ?? '';
}

/**
 * Answers the organizer, to whom answers go (RFC 6047, 2.1); another sender is named as the one who sends for the
 * organizer.
 */
function organizerOf({ organizer }: CalendarEvent, sender: MailBox): Organizer {
  const isSender = sameMailbox(organizer.address, sender.address);
  return { ...organizer, sentBy: organizer.sentBy ?? (isSender ? null : sender.address) };
}

/** Answers the recipients; a mail to one person alone keeps its copies. */
async function addressedOf(
  { sending }: NoticeParts,
  queryable: Queryable,
  { by, request, named }: NoticeRequest,
  { recipients, hasStatus }: Notice,
  { template }: MailSource,
): Promise<readonly AddressedMail[]> {
  const isRecipient = (address: string) => recipients.some((one) => one.address === address);
  const own = hasStatus ? (named ?? []).filter((mail) => isRecipient(firstAddress(mail))) : [];
  const others = recipients.filter(({ address }) => !own.some((mail) => firstAddress(mail) === address));
  if (others.length === 0) return own;
  const copies = hasStatus && named === null ? request : { cc: [], bcc: [] };
  const asked: SendRequest = { ...request, to: others, cc: copies.cc, bcc: copies.bcc, users: new Map() };
  return [...own, ...(await sending.resolveRecipients(queryable, by.tenantIdentifier, asked, template))];
}

async function writeNotice(parts: NoticeParts, queryable: Queryable, prepared: NoticeRequest, sent: SentNotice) {
  const { by, request } = prepared;
  const { event, notice } = sent;
  const source = await noticeSource(parts.templates, queryable, prepared, { event, kind: notice.kind });
  const addressed = await addressedOf(parts, queryable, prepared, notice, source);
  // A recipient without a zone reads times in that of the event.
  const readers = addressed.map(({ reader, ...mail }) => {
    const timeZone = reader?.timeZone ?? event.times.timeZone;
    return { ...mail, reader: { localeTag: reader?.localeTag ?? null, timeZone } };
  });
  return { source, written: await parts.sending.writeMails(queryable, { by, request, source }, readers) };
}

/**
 * Makes the object of a recipient. It is the same for all with one sender and the same part of the series, except for
 * reminders by mail.
 */
function calendarTexts({ event, notice }: SentNotice) {
  const texts = new Map<string, (recipient: string) => string>();
  return (sender: MailBox, recipient: string): string => {
    const { instances, leftOut, ...own } = ownSeries(event, notice, recipient);
    const from = (one: CalendarEvent) => ({ ...one, organizer: organizerOf(one, sender) });
    const key = JSON.stringify([sender.address, leftOut]);
    const object = { ...notice, event: from(own.event), instances: instances.map(from) };
    const text = texts.get(key) ?? writeCalendar(object);
    texts.set(key, text);
    return text(recipient);
  };
}

function withCalendar(
  { request, groupUuid }: NoticeRequest,
  { event, notice }: SentNotice,
  draft: MailDraft,
  { key, text }: { readonly key: string; readonly text: string },
): MailDraft {
  const { organizer, uid, sequence } = event;
  const isAnswered = request.replyTo.length > 0 || sameMailbox(draft.sender!.address, organizer.address);
  const replyTo = isAnswered ? {} : { replyTo: [{ address: organizer.address, name: organizer.name }] };
  const calendar = { method: notice.method, text };
  return {
    ...draft,
    // A person who is removed and also named as recipient gets two mails.
    uuid: request.uuid === null ? null : namedUuid(request.uuid, notice.hasStatus ? key : `removed ${key}`),
    groupUuid,
    calendar: { uid, sequence },
    content: draft.content === null ? null : { ...draft.content, ...replyTo, calendar },
  };
}

async function draftsOf(
  parts: NoticeParts,
  queryable: Queryable,
  prepared: NoticeRequest,
  sent: SentNotice,
): Promise<readonly MailDraft[]> {
  const { source, written } = await writeNotice(parts, queryable, prepared, sent);
  const request = { ...prepared.request, uuid: null };
  const drafts = await parts.sending.draftsOf(queryable, { by: prepared.by, request, source }, written);
  const textFor = calendarTexts(sent);
  return drafts.map((draft, index) => {
    const text = textFor(draft.sender!, draft.recipients[0]!.address);
    return withCalendar(prepared, sent, draft, { key: written[index]!.key, text });
  });
}

export function createNoticeMails(parts: NoticeParts) {
  return {
    /** Renders the mails of a change and keeps the texts; refuses a change that cannot be sent. */
    async rehearse(queryable: Queryable, prepared: NoticeRequest, { event, notices }: EventChange): Promise<void> {
      for (const notice of notices) await writeNotice(parts, queryable, prepared, { event, notice });
    },
    /**
     * Drafts the mails; 413 MAIL_TOO_LARGE where a series has too many changed instances for all who join it at once.
     */
    async draft(
      queryable: Queryable,
      prepared: NoticeRequest,
      { event, notices }: EventChange,
    ): Promise<readonly MailDraft[]> {
      const drafts: MailDraft[] = [];
      for (const notice of notices) drafts.push(...(await draftsOf(parts, queryable, prepared, { event, notice })));
      const lengths = drafts.map(({ content }) => content?.calendar?.text.length ?? 0);
      if (lengths.reduce((sum, length) => sum + length, 0) > OBJECTS_MAX) fail('MAIL_TOO_LARGE');
      const { uuid, requestHash } = prepared.request;
      const hashOf = (index: number) => (uuid !== null && index === 0 ? requestHash : null);
      return drafts.map((draft, index) => ({ ...draft, requestHash: hashOf(index) }));
    },
  };
}

export type NoticeMails = ReturnType<typeof createNoticeMails>;
