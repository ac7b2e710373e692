// Decides which instances with changes of their own remain when their series changes, and with which attendees.
import type { CalendarEvent } from '../calendar.types.ts';
import { answered, isSameList } from './attendee-list.ts';
import { stampAfter } from './stamp-after.ts';

/**
 * Says whether instances keep their names. An instance is named by its start in the series (RECURRENCE-ID, RFC 5545,
 * 3.8.4.4). `allDay` and the time zone belong to this start: it is a day where DTSTART is one, it has the TZID of
 * DTSTART (RFC 5545, 3.8.2.4), and by the clock of another zone the same rule names other instants. The length of the
 * series and its exceptions rename none.
 */
function keepsNames(before: CalendarEvent, { times, recurrence }: CalendarEvent): boolean {
  const { allDay, start, timeZone } = before.times;
  const isSameStart = allDay === times.allDay && start === times.start && timeZone === times.timeZone;
  return isSameStart && before.recurrence?.rule === recurrence?.rule;
}

/** Answers the instances that remain: those that the series leaves out or renames are removed. */
export function followSeries(
  before: CalendarEvent,
  after: CalendarEvent,
  instances: readonly CalendarEvent[],
): readonly CalendarEvent[] {
  if (after.recurrence === null || !keepsNames(before, after)) return [];
  const { exceptions } = after.recurrence;
  const kept = instances.filter(({ recurrenceId }) => recurrenceId === null || !exceptions.includes(recurrenceId));
  if (isSameList(before.attendees, after.attendees)) return kept;
  // Attendees who join or leave a series join or leave its instances, except for those with a list of their own.
  return kept.map((one) => {
    if (one.status === 'CANCELLED' || !isSameList(one.attendees, before.attendees)) return one;
    const attendees = answered(after.attendees, after.organizer, one.attendees);
    return { ...one, attendees, stamp: stampAfter(one, after.stamp) };
  });
}
