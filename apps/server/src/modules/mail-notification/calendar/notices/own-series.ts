// Answers a series as one attendee has it: without cancelled instances and those of others, and with changed ones.
import type { CalendarEvent } from '../calendar.types.ts';
import { isListed } from '../change/attendee-list.ts';
import type { Notice } from '../change/change-event.ts';

export interface OwnSeries {
  readonly event: CalendarEvent;
  /** Changed instances that are sent with the series. */
  readonly instances: readonly CalendarEvent[];
  /** Starts of the instances that are left out, as they are not this attendee's. */
  readonly leftOut: readonly number[];
}

/**
 * Makes the series of a recipient. A series with changed instances needs several events (RFC 5546, 3.2.2). Earlier
 * invitations had the other instances; calendars that take the series for all there is would show them again, so that
 * it leaves them out.
 */
export function ownSeries(
  event: CalendarEvent,
  { kind, instances }: Pick<Notice, 'kind' | 'instances'>,
  recipient: string,
): OwnSeries {
  // A recipient in place of the attendees sees the series as a whole.
  const isAttendee = isListed(event.attendees, recipient);
  const isOwn = ({ status, attendees }: CalendarEvent) =>
    status !== 'CANCELLED' && (!isAttendee || isListed(attendees, recipient));
  const leftOut = instances.filter((one) => !isOwn(one)).flatMap(({ recurrenceId }) => recurrenceId ?? []);
  const own = kind === 'request' ? instances.filter(isOwn) : [];
  if (event.recurrence === null || leftOut.length === 0) return { event, instances: own, leftOut: [] };
  const exceptions = [...event.recurrence.exceptions, ...leftOut].sort((a, b) => a - b);
  return { event: { ...event, recurrence: { ...event.recurrence, exceptions } }, instances: own, leftOut };
}
