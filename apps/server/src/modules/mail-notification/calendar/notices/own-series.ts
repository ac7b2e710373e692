// Answers a series as one of its people has it: without what is called off or not his, and with what was changed for itself.
import type { CalendarEvent } from '../calendar.types.ts';
import { isListed } from '../change/attendee-list.ts';
import type { Notice } from '../change/change-event.ts';

export interface OwnSeries {
  readonly event: CalendarEvent;
  /** Are told with the series. */
  readonly instances: readonly CalendarEvent[];
  /** Says when the series has instances that are not his. */
  readonly leftOut: readonly number[];
}

/**
 * RFC 5546, 3.2.2: several events are needed to tell a series that has instances of their own. Whoever was invited before has been told
 * of them. The series alone would show the others again where their calendars take it for all there is, so that it leaves them out.
 */
export function ownSeries(
  event: CalendarEvent,
  { kind, instances }: Pick<Notice, 'kind' | 'instances'>,
  recipient: string,
): OwnSeries {
  // Whoever is named in the place of the attendees sees the series as a whole.
  const isAttendee = isListed(event.attendees, recipient);
  const isOwn = ({ status, attendees }: CalendarEvent) =>
    status !== 'CANCELLED' && (!isAttendee || isListed(attendees, recipient));
  const leftOut = instances.filter((one) => !isOwn(one)).flatMap(({ recurrenceId }) => recurrenceId ?? []);
  const told = kind === 'request' ? instances.filter(isOwn) : [];
  if (event.recurrence === null || leftOut.length === 0) return { event, instances: told, leftOut: [] };
  const exceptions = [...event.recurrence.exceptions, ...leftOut].sort((a, b) => a - b);
  return { event: { ...event, recurrence: { ...event.recurrence, exceptions } }, instances: told, leftOut };
}
