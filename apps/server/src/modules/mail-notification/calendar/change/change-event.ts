// Decides how a request changes an event, and who gets which mail (RFC 5546): pure, for a caller who holds the lock.

import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { Attendee, CalendarEvent, CalendarMethod } from '../calendar.types.ts';
import { type CalendarDraft, isWhole, sameMailbox, standardText, type WholeDraft } from '../reading/read-event.ts';
import { answered, isListed, withoutOrganizer } from './attendee-list.ts';
import { followSeries } from './follow-series.ts';
import { stampAfter } from './stamp-after.ts';

/** Text of a mail: a first invitation, a change, or a cancellation. */
export type NoticeKind = 'request' | 'update' | 'cancel';

/** Message to some people: one calendar object, in a mail for each of them. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly method: CalendarMethod;
  /** Attendees that the object lists. */
  readonly attendees: readonly Attendee[];
  /** False for people who are removed from an event that goes on, since its status is none of theirs. */
  readonly hasStatus: boolean;
  readonly recipients: readonly { readonly address: string; readonly name: string | null }[];
  /**
   * Instances of the series that were changed on their own: each recipient of the series gets those that concern them,
   * or the series without them.
   */
  readonly instances: readonly CalendarEvent[];
}

export interface EventChange {
  readonly event: CalendarEvent;
  /** Instances that were changed on their own and remain; others that the series had are removed. */
  readonly instances: readonly CalendarEvent[];
  /** Messages of the change; none for an event that was cancelled before. */
  readonly notices: readonly Notice[];
}

export interface ChangeRequest {
  readonly draft: CalendarDraft;
  readonly uid: string;
  readonly now: Date;
  /** People who get the mails in place of the attendees; null: the attendees do. */
  readonly recipients: Notice['recipients'] | null;
  readonly cancelRemoved: boolean;
  readonly notifyOrganizer: boolean;
}

/** A stored event with its instances that were changed on their own. */
interface StoredSeries {
  readonly event: CalendarEvent;
  readonly instances: readonly CalendarEvent[];
}

/** Says whether the event has other times; another time zone does not move an event that happens once. */
function isMoved(before: CalendarEvent, { times, recurrence }: WholeDraft): boolean {
  const { allDay, start, end, timeZone } = before.times;
  if (allDay !== times.allDay || start !== times.start || end !== times.end) return true;
  // The times of a series follow the clock of its zone.
  const isSeries = before.recurrence !== null || recurrence !== null;
  return isSeries && (timeZone !== times.timeZone || !isDeepStrictEqual(before.recurrence, recurrence));
}

/** Answers the recipients of mails, in the order in which they are named. */
function recipientsOf(
  { recipients, notifyOrganizer }: ChangeRequest,
  { attendees, organizer }: Pick<CalendarEvent, 'attendees' | 'organizer'>,
): Notice['recipients'] {
  const invited = recipients ?? withoutOrganizer(attendees, organizer);
  const isAmong = invited.some(({ address }) => sameMailbox(address, organizer.address));
  return notifyOrganizer && !isAmong ? [...invited, organizer] : invited;
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
  const invited = recipientsOf(request, event);
  const notices = noticesOf(noticeOf(isCancel ? 'cancel' : 'request', attendees, invited));
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
  const notices = noticesOf(noticeOf('cancel', attendees, recipientsOf(request, event)));
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
  const invited = recipientsOf(request, event);
  const isKnown = ({ address }: { readonly address: string }) =>
    isListed(stored.attendees, address) || sameMailbox(address, organizer.address);
  const gone = withoutOrganizer(removed, organizer);
  const following = followSeries(stored, event, instances);
  const isNew = (one: { readonly address: string }) => !isKnown(one);
  return {
    event,
    instances: following,
    notices: noticesOf(
      { ...noticeOf('update', attendees, invited.filter(isKnown)), instances: following },
      { ...noticeOf('request', attendees, invited.filter(isNew)), instances: following },
      { ...noticeOf('cancel', gone, cancelRemoved ? gone : []), hasStatus: false },
    ),
  };
}

/**
 * Applies a request. 404 CALENDAR_EVENT_NOT_FOUND for cancelling an event that is neither known nor described; 409
 * CALENDAR_EVENT_CANCELLED, CALENDAR_SEQUENCE_STALE, CALENDAR_ORGANIZER_CHANGED. Cancelling a cancelled event changes
 * nothing.
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
  // The fields that a REQUEST needs were required when it was read.
  if (!isWhole(draft)) return failNotFound('CALENDAR_EVENT_NOT_FOUND', { uid });
  return changed(request, draft, { event: stored, instances });
}
