// Declares the columns of an event, and reads its row.
import type { Attendee, CalendarEvent, EventText } from './calendar.types.ts';

/** A stored event. */
export interface StoredEvent extends CalendarEvent {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly tenantIdentifier: string;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly dateUpdated: Date;
}

export interface EventRow
  extends Omit<StoredEvent, 'times' | 'text' | 'organizer' | 'attendees' | 'recurrence' | 'recurrenceId'> {
  readonly recurrenceRule: string | null;
  readonly exceptionDates: readonly Date[];
  readonly recurrenceId: Date | null;
  readonly allDay: boolean;
  readonly timeZone: string;
  readonly startDate: Date;
  readonly endDate: Date;
  readonly summary: string;
  readonly detail: Omit<EventText, 'summary'>;
  readonly organizerAddress: string;
  readonly organizerName: string | null;
  readonly organizerSentBy: string | null;
}

export const EVENT_COLUMNS = `e.id, e.uuid, e.version, e.tenant_identifier AS "tenantIdentifier", e.uid, e.sequence, e.status,
  e.recurrence_rule AS "recurrenceRule", e.exception_dates AS "exceptionDates",
  NULLIF(e.recurrence_id, '-infinity') AS "recurrenceId",
  e.all_day AS "allDay", e.time_zone AS "timeZone", e.start_date AS "startDate", e.end_date AS "endDate", e.summary, e.detail,
  e.organizer_address AS "organizerAddress", e.organizer_name AS "organizerName", e.organizer_sent_by AS "organizerSentBy",
  e.stamp, e.created_by AS "createdBy", e.updated_by AS "updatedBy", e.date_created AS "dateCreated",
  e.date_updated AS "dateUpdated"`;

/** Columns of an event with its attendees, in their order. */
export const LISTED_COLUMNS = `${EVENT_COLUMNS}, (
  SELECT coalesce(jsonb_agg(jsonb_build_object('address', a.address, 'name', a.name, 'role', a.role, 'userType', a.user_type,
    'rsvp', a.rsvp, 'participationStatus', a.participation_status) ORDER BY a.position), '[]')
  FROM mail_calendar_attendee a WHERE a.event_id = e.id) AS attendees`;

export interface ListedRow extends EventRow {
  readonly attendees: readonly Attendee[];
}

export function toListedEvent({ attendees, ...row }: ListedRow): StoredEvent {
  return toEvent(row, attendees);
}

export function toEvent(row: EventRow, attendees: readonly Attendee[]): StoredEvent {
  const { allDay, timeZone, startDate, endDate, summary, detail, ...rest } = row;
  const { organizerAddress: address, organizerName: name, organizerSentBy: sentBy, ...others } = rest;
  const { recurrenceRule: rule, exceptionDates, recurrenceId, ...event } = others;
  return {
    ...event,
    recurrence: rule === null ? null : { rule, exceptions: exceptionDates.map((date) => date.getTime()) },
    recurrenceId: recurrenceId?.getTime() ?? null,
    times: { allDay, timeZone, start: startDate.getTime(), end: endDate.getTime() },
    text: { ...detail, summary },
    organizer: { address, name, sentBy },
    attendees,
  };
}
