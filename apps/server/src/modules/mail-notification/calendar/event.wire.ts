// Turns events of the store into the model of the interface.
import type { SvcCalendarEventModel } from '@keelson/contract';
import type { StoredEvent } from './event-rows.store.ts';

const DAY_LENGTH = 10;

export function toSvcEvent({
  times,
  text,
  organizer,
  attendees,
  recurrence,
  ...event
}: StoredEvent): SvcCalendarEventModel {
  const { id, uuid, version, createdBy, updatedBy, dateCreated, dateUpdated, uid, sequence, status, stamp } = event;
  const { allDay, timeZone, start, end } = times;
  const textOf = (at: number): string => {
    const instant = new Date(at).toISOString();
    return allDay ? instant.slice(0, DAY_LENGTH) : instant;
  };
  return {
    id,
    uuid,
    version,
    createdBy,
    updatedBy,
    dateCreated: dateCreated.toISOString(),
    dateUpdated: dateUpdated.toISOString(),
    // Events are cancelled, never deleted: calendars go on showing them.
    deletedDate: null,
    deleted: false,
    uid,
    sequence,
    status,
    ...text,
    startDate: textOf(start),
    endDate: textOf(end),
    allDay,
    timeZone,
    recurrenceRule: recurrence?.rule ?? null,
    exceptionDates: (recurrence?.exceptions ?? []).map(textOf),
    recurrenceId: event.recurrenceId === null ? null : textOf(event.recurrenceId),
    organizer,
    attendees,
    notifiedDate: stamp.toISOString(),
  };
}
