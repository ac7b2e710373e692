// Decides what a request makes of an event, and who is told what of it (RFC 5546): pure, for the caller who holds its lock.

import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { Attendee, CalendarEvent, CalendarMethod } from '../calendar.types.ts';
import { type CalendarDraft, isWhole, sameMailbox, standardText, type WholeDraft } from '../reading/read-event.ts';
import { answered, isListed, withoutOrganizer } from './attendee-list.ts';
import { followSeries } from './follow-series.ts';
import { stampAfter } from './stamp-after.ts';

/** Names the text of a mail: a first invitation, a change, or that there is nothing to go to. */
export type NoticeKind = 'request' | 'update' | 'cancel';

/** Is told to some people: one calendar object, in a mail for each of them. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly method: CalendarMethod;
  /** Are listed in the object. */
  readonly attendees: readonly Attendee[];
  /** The event goes on without those who are removed, so that they are not told its status. */
  readonly hasStatus: boolean;
  readonly recipients: readonly { readonly address: string; readonly name: string | null }[];
  /** Are those of a series that were changed for themselves: who gets the series has it with them, or without. */
  readonly instances: readonly CalendarEvent[];
}

export interface EventChange {
  readonly event: CalendarEvent;
  /** Were changed for themselves, and go on beside the series; those that it had besides are gone. */
  readonly instances: readonly CalendarEvent[];
  /** Nobody is told twice that an event is called off. */
  readonly notices: readonly Notice[];
}

export interface ChangeRequest {
  readonly draft: CalendarDraft;
  readonly uid: string;
  readonly now: Date;
  /** Get the mails in the place of the attendees; null: those do. */
  readonly recipients: Notice['recipients'] | null;
  readonly cancelRemoved: boolean;
  readonly notifyOrganizer: boolean;
}

/** Is what is known of an event, and of the instances of it that were changed for themselves. */
interface StoredSeries {
  readonly event: CalendarEvent;
  readonly instances: readonly CalendarEvent[];
}

/** Another time zone shows what happens once at the same time. */
function isMoved(before: CalendarEvent, { times, recurrence }: WholeDraft): boolean {
  const { allDay, start, end, timeZone } = before.times;
  if (allDay !== times.allDay || start !== times.start || end !== times.end) return true;
  // A series goes by the clock of its zone.
  const isSeries = before.recurrence !== null || recurrence !== null;
  return isSeries && (timeZone !== times.timeZone || !isDeepStrictEqual(before.recurrence, recurrence));
}

/** Answers who gets mails, in the order in which they are named. */
function toldOf(
  { recipients, notifyOrganizer }: ChangeRequest,
  { attendees, organizer }: Pick<CalendarEvent, 'attendees' | 'organizer'>,
): Notice['recipients'] {
  const told = recipients ?? withoutOrganizer(attendees, organizer);
  const isTold = told.some(({ address }) => sameMailbox(address, organizer.address));
  return notifyOrganizer && !isTold ? [...told, organizer] : told;
}

function noticeOf(kind: NoticeKind, attendees: readonly Attendee[], recipients: Notice['recipients']): Notice {
  return {
    kind,
    method: kind === 'cancel' ? 'CANCEL' : 'REQUEST',
    attendees,
    hasStatus: true,
    recipients,
    instances: [],
  };
}

function noticesOf(...notices: readonly Notice[]): readonly Notice[] {
  return notices.filter(({ recipients }) => recipients.length > 0);
}

function firstRequest(request: ChangeRequest, whole: WholeDraft): EventChange {
  const { draft, uid, now } = request;
  const { organizer, times, text, status } = whole;
  const isCancel = draft.method === 'CANCEL';
  const attendees = answered(whole.attendees, organizer, []);
  const event: CalendarEvent = {
    uid,
    sequence: (draft.sequence ?? 0) + (isCancel ? 1 : 0),
    status: isCancel ? 'CANCELLED' : status,
    recurrence: whole.recurrence,
    recurrenceId: null,
    times,
    text: { ...standardText, ...text },
    organizer,
    attendees,
    dateCreated: now,
    stamp: now,
  };
  const told = toldOf(request, event);
  const notices = noticesOf(noticeOf(isCancel ? 'cancel' : 'request', attendees, told));
  return { event, instances: [], notices };
}

function cancelled(request: ChangeRequest, stored: CalendarEvent): EventChange {
  const { draft, now } = request;
  const given = (draft.attendees ?? []).filter(({ address }) => !isListed(stored.attendees, address));
  const attendees = [...stored.attendees, ...given];
  const event: CalendarEvent = {
    ...stored,
    sequence: stored.sequence + 1,
    status: 'CANCELLED',
    times: draft.times ?? stored.times,
    recurrence: draft.recurrence ?? stored.recurrence,
    text: { ...stored.text, ...draft.text },
    organizer: draft.organizer ?? stored.organizer,
    attendees,
    stamp: stampAfter(stored, now),
  };
  const notices = noticesOf(noticeOf('cancel', attendees, toldOf(request, event)));
  return { event, instances: [], notices };
}

function changed(request: ChangeRequest, whole: WholeDraft, { event: stored, instances }: StoredSeries): EventChange {
  const { now, cancelRemoved } = request;
  const { organizer, times, text, status } = whole;
  const moved = isMoved(stored, whole);
  const removed = stored.attendees.filter(({ address }) => !isListed(whole.attendees, address));
  const isRaised = moved || removed.length > 0 || status !== stored.status;
  const attendees = answered(whole.attendees, organizer, moved ? [] : stored.attendees);
  const event: CalendarEvent = {
    ...stored,
    sequence: stored.sequence + (isRaised ? 1 : 0),
    status,
    recurrence: whole.recurrence,
    times,
    text: { ...standardText, ...text },
    organizer,
    attendees,
    stamp: stampAfter(stored, now),
  };
  const told = toldOf(request, event);
  const isKnown = ({ address }: { readonly address: string }) =>
    isListed(stored.attendees, address) || sameMailbox(address, organizer.address);
  const gone = withoutOrganizer(removed, organizer);
  const following = followSeries(stored, event, instances);
  const isNew = (one: { readonly address: string }) => !isKnown(one);
  return {
    event,
    instances: following,
    notices: noticesOf(
      { ...noticeOf('update', attendees, told.filter(isKnown)), instances: following },
      { ...noticeOf('request', attendees, told.filter(isNew)), instances: following },
      { ...noticeOf('cancel', gone, cancelRemoved ? gone : []), hasStatus: false },
    ),
  };
}

/**
 * 404 CALENDAR_EVENT_NOT_FOUND for calling off what is not known and not described; 409 CALENDAR_EVENT_CANCELLED,
 * CALENDAR_SEQUENCE_STALE, CALENDAR_ORGANIZER_CHANGED. Whoever calls off what is called off changes nothing.
 */
export function changeEvent(
  stored: CalendarEvent | null,
  request: ChangeRequest,
  instances: readonly CalendarEvent[] = [],
): EventChange {
  const { draft, uid } = request;
  const isCancel = draft.method === 'CANCEL';
  if (stored === null) {
    if (isWhole(draft)) return firstRequest(request, draft);
    return failNotFound('CALENDAR_EVENT_NOT_FOUND', { uid });
  }
  if (stored.status === 'CANCELLED') {
    return isCancel
      ? { event: stored, instances, notices: [] }
      : fail('CALENDAR_EVENT_CANCELLED', { parameters: { uid } });
  }
  const { sequence } = stored;
  if (draft.sequence !== null && draft.sequence !== sequence) {
    fail('CALENDAR_SEQUENCE_STALE', { parameters: { sequence }, errorArguments: [{ uid, sequence }] });
  }
  if (draft.organizer !== null && !sameMailbox(draft.organizer.address, stored.organizer.address)) {
    fail('CALENDAR_ORGANIZER_CHANGED', { parameters: { uid } });
  }
  if (isCancel) return cancelled(request, stored);
  // What a REQUEST must say was asked for when it was read.
  if (!isWhole(draft)) return failNotFound('CALENDAR_EVENT_NOT_FOUND', { uid });
  return changed(request, draft, { event: stored, instances });
}
