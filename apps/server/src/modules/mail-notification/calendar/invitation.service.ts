// Prepares invitations and writes them: the change is decided under the lock of the event, and stored with its mails.
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import type { MailBox } from '../message/mail-content.ts';
import type { Accepting } from '../queue/feature.ts';
import type { InvitationResult, MailSender, PreparedInvitation } from '../record/sent-mail.types.ts';
import { type SendingMails, sentNow } from '../sending/feature.ts';
import type { MailTemplates } from '../template/feature.ts';
import {
  findEvent,
  findInvitation,
  insertEvent,
  listInstances,
  lockEvent,
  removeInstances,
  saveSequence,
  updateEvent,
} from './calendar.store.ts';
import type { CalendarEvent } from './calendar.types.ts';
import { type ChangeRequest, changeEvent, type EventChange } from './change/change-event.ts';
import { changeInstance, instanceStart } from './change/change-instance.ts';
import type { StoredEvent } from './event-rows.store.ts';
import type { NoticeMails } from './notices/notice-mails.ts';
import { type NoticeRequest, safeMarkup } from './notices/notice-text.ts';
import type { CalendarRequest } from './reading/calendar-request.ts';

/** A prepared request: what is known before the event is locked. */
export interface PreparedCalendar extends NoticeRequest, PreparedInvitation {}

export interface InvitationParts extends Pick<Kernel, 'clock' | 'ids'> {
  readonly sending: SendingMails;
  readonly accepting: Accepting;
  readonly notices: NoticeMails;
  readonly templates: MailTemplates;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * Finds the result of the same request before; null where its uuid is free. 409 MAIL_ALREADY_EXISTS where it belongs to
 * another one.
 */
async function findBefore(
  { sending }: Pick<InvitationParts, 'sending'>,
  queryable: Queryable,
  by: MailSender,
  request: CalendarRequest,
): Promise<InvitationResult | null> {
  const sent = await sending.findSent(queryable, by, request);
  if (sent === null) return null;
  const found = await findInvitation(queryable, by.tenantIdentifier, sent.mailUuid);
  return found === null ? fail('MAIL_ALREADY_EXISTS', { parameters: { uuid: sent.uuid } }) : { ...found, sent };
}

/** Mails leave in the organizer's name where the tenant may send in it. */
async function senderOf(
  { sending }: InvitationParts,
  queryable: Queryable,
  by: MailSender,
  { from, draft: { organizer } }: CalendarRequest,
): Promise<MailBox | null> {
  if (from !== null || organizer === null) return from;
  try {
    return await sending.chooseSender(queryable, by.tenantIdentifier, organizer);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'SENDER_NOT_ALLOWED') return null;
    throw error;
  }
}

async function completed(
  parts: InvitationParts,
  queryable: Queryable,
  by: MailSender,
  request: CalendarRequest,
): Promise<CalendarRequest> {
  const { text } = request.draft;
  const { htmlDescription: markup } = text;
  const safe = markup ? { ...text, htmlDescription: await safeMarkup(parts.templates, by, markup) } : text;
  const from = await senderOf(parts, queryable, by, request);
  return { ...request, from, draft: { ...request.draft, text: safe } };
}

/** The event or series stored under the uid of a request, with the instance that is meant, or else the changed ones. */
interface Stored {
  readonly event: StoredEvent | null;
  readonly instance: { readonly start: number; readonly event: StoredEvent | null } | null;
  readonly instances: readonly StoredEvent[];
}

function requestOf(
  { clock }: Pick<InvitationParts, 'clock'>,
  { uid, request, named }: PreparedCalendar,
): ChangeRequest {
  const recipients = named?.map(({ recipients: [first] }) => first!) ?? null;
  return { ...request, uid, recipients, now: new Date(clock.now()) };
}

function changeOf(
  parts: InvitationParts,
  prepared: PreparedCalendar,
  { event, instance, instances }: Stored,
): EventChange {
  const request = requestOf(parts, prepared);
  return instance === null
    ? changeEvent(event, request, instances)
    : changeInstance(event!, instance.event, instance.start, request);
}

/** Finds the instance that is meant beside its series, or those that a change of the series may concern. */
async function withInstances(
  parts: InvitationParts,
  queryable: Queryable,
  prepared: PreparedCalendar,
  event: StoredEvent | null,
): Promise<Stored> {
  const { by, uid, request } = prepared;
  if (request.draft.recurrenceId === null) {
    const isSeries = event !== null && event.recurrence !== null;
    return { event, instance: null, instances: isSeries ? await listInstances(queryable, event) : [] };
  }
  const start = instanceStart(event, requestOf(parts, prepared));
  const instance = { start, event: await findEvent(queryable, by.tenantIdentifier, uid, start) };
  return { event, instance, instances: [] };
}

/** Stores the instances that remain beside their series, with their attendees. */
async function saveInstances(
  tx: Transaction,
  before: readonly StoredEvent[],
  after: readonly CalendarEvent[],
  write: Pick<Parameters<typeof updateEvent>[3], 'by' | 'now'>,
): Promise<void> {
  const kept = new Map(after.map((one) => [one.recurrenceId, one]));
  await removeInstances(
    tx,
    before.filter(({ recurrenceId }) => !kept.has(recurrenceId)),
  );
  for (const instance of before) {
    const one = kept.get(instance.recurrenceId);
    if (one !== undefined && one !== instance) await updateEvent(tx, instance, one, write);
  }
}

/** Stores a changed event, or an instance of a series, whose sequence becomes that of the series. */
async function saveKnown(
  { ids, clock }: InvitationParts,
  tx: Transaction,
  { by }: PreparedCalendar,
  { event: series, instance, instances }: Stored & { readonly event: StoredEvent },
  change: EventChange,
): Promise<void> {
  const { event } = change;
  const write = { tenantIdentifier: by.tenantIdentifier, by: by.username, now: new Date(clock.now()) };
  if (instance === null) {
    if (event !== series) await updateEvent(tx, series, event, write);
    return saveInstances(tx, instances, change.instances, write);
  }
  if (event === instance.event) return;
  if (instance.event === null) await insertEvent(tx, event, { ...write, uuid: ids.uuidV7() });
  else await updateEvent(tx, instance.event, event, write);
  await saveSequence(tx, series, event.sequence);
}

/** Stores the change; where another request was first with a new uid, it becomes a change of that event. */
async function storeChange(
  parts: InvitationParts,
  tx: Transaction,
  prepared: PreparedCalendar,
): Promise<{ readonly isKnown: boolean; readonly change: EventChange }> {
  const { uid, by } = prepared;
  const write = { tenantIdentifier: by.tenantIdentifier, by: by.username, now: new Date(parts.clock.now()) };
  let event = await lockEvent(tx, by.tenantIdentifier, uid);
  if (event === null) {
    const first = changeOf(parts, prepared, await withInstances(parts, tx, prepared, null));
    if (await insertEvent(tx, first.event, { ...write, uuid: parts.ids.uuidV7() })) {
      return { isKnown: false, change: first };
    }
    event = await lockEvent(tx, by.tenantIdentifier, uid);
  }
  const stored = await withInstances(parts, tx, prepared, event);
  const change = changeOf(parts, prepared, stored);
  if (event !== null) await saveKnown(parts, tx, prepared, { ...stored, event }, change);
  return { isKnown: true, change };
}

export function createInvitations(parts: InvitationParts) {
  const { ids, sending, accepting, notices } = parts;
  return {
    findBefore: (queryable: Queryable, by: MailSender, request: CalendarRequest) =>
      findBefore(parts, queryable, by, request),
    /** Prepares, reading through `queryable` alone, which may be an open transaction; stores nothing. */
    async prepare(queryable: Queryable, by: MailSender, given: CalendarRequest): Promise<PreparedCalendar> {
      const { tenantIdentifier } = by;
      const request = await completed(parts, queryable, by, given);
      const groupUuid = request.uuid ?? ids.uuidV7();
      const prepared: PreparedCalendar = {
        by,
        request,
        groupUuid,
        uid: request.draft.uid ?? `${groupUuid}@${domainOf(accepting.senderOf(tenantIdentifier).address)}`,
        named: request.isNamed ? await sending.resolveRecipients(queryable, tenantIdentifier, request, null) : null,
        known: { templates: new Map(), texts: new Map() },
        before: await findBefore(parts, queryable, by, request),
      };
      if (prepared.before !== null) return prepared;
      // Texts are rendered now, so that the lock is not held meanwhile, unless the event is changed before.
      const event = await findEvent(queryable, tenantIdentifier, prepared.uid);
      const stored = await withInstances(parts, queryable, prepared, event);
      await notices.rehearse(queryable, prepared, changeOf(parts, prepared, stored));
      return prepared;
    },
    /** Locks the event and writes; several in one transaction are written in the order of their uids. */
    async write(tx: Transaction, prepared: PreparedCalendar): Promise<InvitationResult> {
      const { by, request } = prepared;
      if (prepared.before !== null) return prepared.before;
      const { isKnown, change } = await storeChange(parts, tx, prepared);
      // The same request may have been sent in parallel and have held the lock.
      const before = isKnown ? await findBefore(parts, tx, by, request) : null;
      if (before !== null) return fail('MAIL_ALREADY_EXISTS', { parameters: { uuid: prepared.groupUuid } });
      const { uid, sequence } = change.event;
      const drafts = await notices.draft(tx, prepared, change);
      if (drafts.length === 0) return { uid, sequence, sent: null };
      const mails = await accepting.prepare(tx, drafts);
      await accepting.writeIn(tx, mails);
      return { uid, sequence, sent: sentNow(mails) };
    },
  };
}

export type Invitations = ReturnType<typeof createInvitations>;
