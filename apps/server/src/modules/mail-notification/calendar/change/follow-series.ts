// Decides which instances of a series, of those that were changed for themselves, go on beside it when it changes, and with whom.
import type { CalendarEvent } from '../calendar.types.ts';
import { answered, isSameList } from './attendee-list.ts';
import { stampAfter } from './stamp-after.ts';

/**
 * An instance is named by the start that the series gives it (RECURRENCE-ID, RFC 5545, 3.8.4.4). `allDay` and the time zone belong
 * to this start: it is a day where DTSTART is one, it has the TZID of DTSTART (RFC 5545, 3.8.2.4), and by the clock of another
 * zone the same rule names other instants. How long the series is, and what it leaves out, names no instance anew.
 */
function keepsNames(before: CalendarEvent, { times, recurrence }: CalendarEvent): boolean {
  const { allDay, start, timeZone } = before.times;
  const isSameStart = allDay === times.allDay && start === times.start && timeZone === times.timeZone;
  return isSameStart && before.recurrence?.rule === recurrence?.rule;
}

/** Answers the instances as they are from now on: those that the series leaves out, or names anew, are gone. */
export function followSeries(
  before: CalendarEvent,
  after: CalendarEvent,
  instances: readonly CalendarEvent[],
): readonly CalendarEvent[] {
  if (after.recurrence === null || !keepsNames(before, after)) return [];
  const { exceptions } = after.recurrence;
  const kept = instances.filter(({ recurrenceId }) => recurrenceId === null || !exceptions.includes(recurrenceId));
  if (isSameList(before.attendees, after.attendees)) return kept;
  // Who joins or leaves a series joins or leaves its instances, but for those that were given a list of their own.
  return kept.map((one) => {
    if (one.status === 'CANCELLED' || !isSameList(one.attendees, before.attendees)) return one;
    const attendees = answered(after.attendees, after.organizer, one.attendees);
    return { ...one, attendees, stamp: stampAfter(one, after.stamp) };
  });
}
