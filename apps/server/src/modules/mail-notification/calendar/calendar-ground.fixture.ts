// Gives tests of calendars an event, its written form, and what another parser reads of it.
import { HOUR_MS } from '@keelson/time-zone/units';
import ICAL from 'ical.js';
import type { Attendee, CalendarEvent, EventText } from './calendar.types.ts';
import { type CalendarObject, writeCalendar } from './ical/write-calendar.ts';
import { standardText } from './reading/read-event.ts';

export const START = Date.UTC(2026, 2, 2, 7);

export function attendee(address: string, more: Partial<Attendee> = {}): Attendee {
  const standard = { role: 'REQ_PARTICIPANT', userType: 'INDIVIDUAL', rsvp: true } as const;
  return { address, name: null, ...standard, participationStatus: 'NEEDS_ACTION', ...more };
}

export function event({ text, ...more }: Partial<Omit<CalendarEvent, 'text'>> & { text?: Partial<EventText> } = {}) {
  return {
    uid: 'one@mail.example',
    recurrence: null,
    recurrenceId: null,
    sequence: 0,
    status: 'CONFIRMED',
    times: { allDay: false, timeZone: 'Europe/Istanbul', start: START, end: START + HOUR_MS },
    text: { ...standardText, summary: 'Review', ...text },
    organizer: { address: 'olga@mail.example', name: 'Olga', sentBy: null },
    attendees: [attendee('ada@mail.example', { name: 'Ada' }), attendee('bob@mail.example')],
    dateCreated: new Date(START),
    stamp: new Date(START),
    ...more,
  } satisfies CalendarEvent;
}

export function write(one: CalendarEvent, changes: Partial<CalendarObject> = {}, recipient = 'ada@mail.example') {
  const standard = { method: 'REQUEST', attendees: one.attendees, hasStatus: true, instances: [] } as const;
  const object = { ...standard, event: one, ...changes };
  return writeCalendar(object)(recipient);
}

/** Reads the one event of a calendar object with ical.js; throws where it is none. */
export function readBack(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  const found = calendar.getFirstSubcomponent('vevent');
  if (found === null) throw new Error('the calendar has no event');
  const value = (name: string) => found.getFirstPropertyValue(name) as unknown;
  const parameters = (name: string) =>
    found.getAllProperties(name).map((one) => ({ value: one.getFirstValue() as unknown, ...one.jCal[1] }));
  return { calendar, event: found, value, text: (name: string) => String(value(name)), parameters };
}
