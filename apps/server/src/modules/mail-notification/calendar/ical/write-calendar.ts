// Writes an event as the iCalendar object of an invitation (RFC 5545 and 5546).

import { timeZoneOf } from '@keelson/time-zone';
import type { Attendee, CalendarEvent, CalendarMethod, Organizer, Reminder } from '../calendar.types.ts';
import { contentLine, escapedText, type LineParameters } from './content-line.ts';
import { icalDate, icalInstant, icalLocal, mailtoAddress } from './ical-values.ts';
import { writeTimeZone } from './write-time-zone.ts';

const PRODUCT = '-//Keelson//Mail notification//EN';

export interface CalendarObject {
  readonly method: CalendarMethod;
  readonly event: CalendarEvent;
  /** Attendees that the object lists; of a cancellation for some of them, these alone. */
  readonly attendees: readonly Attendee[];
  /** False where people are removed from an event that goes on: the object then has no status. */
  readonly hasStatus: boolean;
  /** Instances that are sent along with their series (RFC 5546, 3.2.2). */
  readonly instances: readonly CalendarEvent[];
}

const textLine = (name: string, text: string | null): string => (text ? contentLine(name, escapedText(text)) : '');
const addressLine = (name: string, address: string | null, parameters = {}): string =>
  address ? contentLine(name, address, parameters) : '';
/** Writes a word of the interface for iCalendar, which has dashes in place of underscores. */
const word = (text: string): string => text.replaceAll('_', '-');

/**
 * Says whether the event belongs to a series, whose times follow the clock of its zone; single events are written in
 * UTC.
 */
function isOfSeries({ recurrence, recurrenceId }: CalendarEvent): boolean {
  return recurrence !== null || recurrenceId !== null;
}

/** Answers how the times of an event are written: with which parameters, and in which form. */
function timeForm(event: CalendarEvent): { readonly parameters: LineParameters; text(at: number): string } {
  const { allDay, timeZone } = event.times;
  if (allDay) return { parameters: { VALUE: 'DATE' }, text: icalDate };
  if (!isOfSeries(event)) return { parameters: {}, text: icalInstant };
  const clock = timeZoneOf(timeZone);
  return { parameters: { TZID: timeZone }, text: (at) => icalLocal(clock.localOf(at)) };
}

function timeLines(event: CalendarEvent): string {
  const { times, recurrence, recurrenceId } = event;
  const { parameters, text } = timeForm(event);
  const line = (name: string, ...at: readonly number[]) => contentLine(name, at.map(text).join(','), parameters);
  return [
    recurrenceId === null ? '' : line('RECURRENCE-ID', recurrenceId),
    line('DTSTART', times.start),
    line('DTEND', times.end),
    recurrence === null ? '' : contentLine('RRULE', recurrence.rule),
    recurrence === null || recurrence.exceptions.length === 0 ? '' : line('EXDATE', ...recurrence.exceptions),
  ].join('');
}

function zoneLines(event: CalendarEvent, instances: readonly CalendarEvent[]): string {
  const { allDay, timeZone } = event.times;
  if (!isOfSeries(event) || allDay) return '';
  const starts = [event, ...instances].flatMap(({ times: { start }, recurrenceId }) => [start, recurrenceId ?? start]);
  return writeTimeZone(timeZone, Math.min(...starts));
}

function organizerLine({ address, name, sentBy }: Organizer): string {
  const sender = sentBy === null ? null : mailtoAddress(sentBy);
  return contentLine('ORGANIZER', mailtoAddress(address), { CN: name, 'SENT-BY': sender });
}

function attendeeLine(method: CalendarMethod, attendee: Attendee): string {
  const { address, name, role, userType, participationStatus, rsvp } = attendee;
  return contentLine('ATTENDEE', mailtoAddress(address), {
    CUTYPE: userType,
    ROLE: word(role),
    PARTSTAT: word(participationStatus),
    RSVP: method === 'REQUEST' && rsvp ? 'TRUE' : null,
    CN: name,
  });
}

/**
 * Writes a line for each category that ends in a backslash: some parsers take the comma behind its escape for an
 * escaped comma.
 */
function categoryLines(categories: readonly string[]): string {
  const lines: string[][] = [[]];
  for (const category of categories) {
    lines.at(-1)?.push(escapedText(category));
    if (category.endsWith('\\')) lines.push([]);
  }
  return lines.map((line) => (line.length === 0 ? '' : contentLine('CATEGORIES', line.join(',')))).join('');
}

function textLines({ text }: CalendarEvent): string {
  return [
    textLine('SUMMARY', text.summary),
    textLine('DESCRIPTION', text.description),
    // Outlook reads this property; RFC 5545 has no markup.
    text.htmlDescription === null
      ? ''
      : contentLine('X-ALT-DESC', escapedText(text.htmlDescription), { FMTTYPE: 'text/html' }),
    textLine('LOCATION', text.location),
    addressLine('URL', text.url),
    // RFC 7986, 5.11.
    addressLine('CONFERENCE', text.conferenceUrl, { VALUE: 'URI' }),
    categoryLines(text.categories),
    contentLine('TRANSP', text.transparency),
    contentLine('CLASS', text.classification),
    text.priority === null ? '' : contentLine('PRIORITY', String(text.priority)),
  ].join('');
}

function alarmLines({ minutesBefore, action, description }: Reminder, summary: string, recipient: string): string {
  return [
    contentLine('BEGIN', 'VALARM'),
    contentLine('ACTION', action),
    contentLine('TRIGGER', `-PT${minutesBefore}M`),
    textLine('DESCRIPTION', description ?? summary),
    // A mail alarm has a subject and an attendee (RFC 5545, 3.6.6).
    action === 'EMAIL' ? textLine('SUMMARY', summary) + contentLine('ATTENDEE', mailtoAddress(recipient)) : '',
    contentLine('END', 'VALARM'),
  ].join('');
}

/** Writes the lines that are the same for all once; the answered function makes the text of one recipient. */
function eventLines({ method, event, attendees, hasStatus }: Omit<CalendarObject, 'instances'>) {
  const { uid, sequence, status, stamp, dateCreated, text } = event;
  const before = [
    contentLine('BEGIN', 'VEVENT'),
    contentLine('UID', escapedText(uid)),
    contentLine('SEQUENCE', String(sequence)),
    contentLine('DTSTAMP', icalInstant(stamp.getTime())),
    contentLine('CREATED', icalInstant(dateCreated.getTime())),
    contentLine('LAST-MODIFIED', icalInstant(stamp.getTime())),
    timeLines(event),
    hasStatus ? contentLine('STATUS', status) : '',
    textLines(event),
    organizerLine(event.organizer),
    ...attendees.map((attendee) => attendeeLine(method, attendee)),
  ].join('');
  const reminders = method === 'REQUEST' ? text.reminders : [];
  const after = contentLine('END', 'VEVENT');
  return (recipient: string): string =>
    before + reminders.map((reminder) => alarmLines(reminder, text.summary, recipient)).join('') + after;
}

/** Writes the calendar; the answered function makes the text of one recipient. */
export function writeCalendar({ instances, ...object }: CalendarObject): (recipient: string) => string {
  const { method, event } = object;
  const before = [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('PRODID', PRODUCT),
    contentLine('VERSION', '2.0'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', method),
    zoneLines(event, instances),
  ].join('');
  const changed = instances.map((one) => ({ method, event: one, attendees: one.attendees, hasStatus: true }));
  const events = [object, ...changed].map(eventLines);
  const after = contentLine('END', 'VCALENDAR');
  return (recipient) => before + events.map((lines) => lines(recipient)).join('') + after;
}
