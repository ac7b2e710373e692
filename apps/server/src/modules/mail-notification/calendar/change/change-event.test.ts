// Proves which change of an event is told to whom, and under which sequence.
import { HOUR_MS } from '@keelson/time-zone/units';
import { describe, expect, it } from 'vitest';
import type { Attendee, CalendarEvent, EventTimes } from '../calendar.types.ts';
import { attendee, event, START } from '../calendar-ground.fixture.ts';
import type { CalendarDraft } from '../reading/read-event.ts';
import { type ChangeRequest, changeEvent } from './change-event.ts';

const [ada, bob, cem] = ['ada', 'bob', 'cem'].map((name) => attendee(`${name}@mail.example`)) as [
  Attendee,
  Attendee,
  Attendee,
];
const times: EventTimes = { allDay: false, timeZone: 'Europe/Istanbul', start: START, end: START + HOUR_MS };
const organizer = { address: 'olga@mail.example', name: 'Olga', sentBy: null };
const draft: CalendarDraft = {
  uid: 'one@mail.example',
  method: 'REQUEST',
  sequence: null,
  status: 'CONFIRMED',
  times,
  recurrence: null,
  recurrenceId: null,
  text: { summary: 'Review' },
  organizer,
  attendees: [ada, bob],
};
const empty: CalendarDraft = { ...draft, method: 'CANCEL', times: null, text: {}, organizer: null, attendees: null };

function change(stored: CalendarEvent | null, changes: Partial<CalendarDraft>, more: Partial<ChangeRequest> = {}) {
  const now = new Date(START + 10_000);
  const request = {
    uid: 'one@mail.example',
    now,
    cancelRemoved: true,
    notifyOrganizer: false,
    recipients: null,
    ...more,
  };
  const made = changeEvent(stored, { ...request, draft: { ...draft, ...changes } });
  const names = (list: readonly { readonly address: string }[]) =>
    list.map(({ address }) => address.split('@')[0]).join(' ');
  const told = made.notices.map(
    ({ kind, method, attendees, hasStatus, recipients }) =>
      `${kind} ${method} [${names(attendees)}] to ${names(recipients)}${hasStatus ? '' : ' without status'}`,
  );
  return { event: made.event, sequence: made.event.sequence, told };
}
const stored = event({ sequence: 4, attendees: [ada, bob], organizer });

describe('a change of an event', () => {
  it('mail-notification 14: raises the sequence when it is moved, or somebody is removed, and for nothing else', () => {
    expect(change(null, {})).toMatchObject({ sequence: 0, told: ['request REQUEST [ada bob] to ada bob'] });
    const sequences = (changes: Partial<CalendarDraft>) => change(stored, changes).sequence - 4;
    expect(sequences({})).toBe(0);
    expect(sequences({ text: { summary: 'Other', description: 'new', priority: 1 } })).toBe(0);
    expect(sequences({ attendees: [ada, bob, cem] })).toBe(0);
    expect(sequences({ times: { ...times, timeZone: 'UTC' } })).toBe(0);
    expect(sequences({ times: { ...times, start: START - 1_000 } })).toBe(1);
    expect(sequences({ times: { ...times, end: times.end + 1_000 } })).toBe(1);
    expect(sequences({ times: { ...times, allDay: true } })).toBe(1);
    expect(sequences({ status: 'TENTATIVE' })).toBe(1);
    expect(sequences({ attendees: [ada] })).toBe(1);
    expect(sequences({ attendees: [ada, cem] })).toBe(1);
  });

  it('mail-notification 14: invites who is new, tells the others, and takes back from who is removed', () => {
    expect(change(stored, { attendees: [ada, cem] }).told).toEqual([
      'update REQUEST [ada cem] to ada',
      'request REQUEST [ada cem] to cem',
      'cancel CANCEL [bob] to bob without status',
    ]);
    expect(change(stored, { attendees: [ada] }, { cancelRemoved: false }).told).toEqual([
      'update REQUEST [ada] to ada',
    ]);
  });

  it('renews the stamp by a second at least, because it has seconds', () => {
    const now = new Date(START);
    const one = change(stored, {}, { now });
    expect(one.event.stamp.getTime() - START).toBe(1_000);
    expect(change(one.event, {}, { now }).event.stamp.getTime() - START).toBe(2_000);
    expect(change(stored, {}, { now: new Date(START + 5_000) }).event.stamp.getTime() - START).toBe(5_000);
    expect(change(stored, {}).event.dateCreated).toEqual(stored.dateCreated);
  });

  it('keeps what was answered until the event is moved', () => {
    const answered = event({ attendees: [{ ...ada, participationStatus: 'ACCEPTED' }, bob], organizer });
    const partstat = (changes: Partial<CalendarDraft>) =>
      change(answered, changes).event.attendees[0]?.participationStatus;
    expect(partstat({ text: { summary: 'Other' } })).toBe('ACCEPTED');
    expect(partstat({ attendees: [ada] })).toBe('ACCEPTED');
    expect(partstat({ times: { ...times, start: START - 1_000 } })).toBe('NEEDS_ACTION');
  });

  it('is not told to the organizer unless that is asked for', () => {
    const olga = attendee('OLGA@mail.example', { role: 'CHAIR' });
    const one = change(null, { attendees: [olga, ada] });
    expect(one.told).toEqual(['request REQUEST [OLGA ada] to ada']);
    expect(one.event.attendees[0]?.participationStatus).toBe('ACCEPTED');
    expect(change(null, {}, { notifyOrganizer: true }).told).toEqual(['request REQUEST [ada bob] to ada bob olga']);
    expect(change(stored, {}, { notifyOrganizer: true }).told).toEqual(['update REQUEST [ada bob] to ada bob olga']);
  });

  it('is told to those whom the request names instead, by whether they were invited before', () => {
    const one = change(stored, { attendees: [ada, cem] }, { recipients: [cem, ada] });
    expect(one.told).toEqual([
      'update REQUEST [ada cem] to ada',
      'request REQUEST [ada cem] to cem',
      'cancel CANCEL [bob] to bob without status',
    ]);
    expect(change(stored, empty, { recipients: [bob] }).told).toEqual(['cancel CANCEL [ada bob] to bob']);
    expect(change(null, { attendees: [attendee('olga@mail.example')] }).told).toEqual([]);
  });

  it('begins where the caller says it was', () => {
    expect(change(null, { sequence: 7 }).sequence).toBe(7);
    expect(change(null, { sequence: 7, method: 'CANCEL' }).sequence).toBe(8);
  });

  it('is refused where the caller saw another sequence, or names another organizer', () => {
    expect(() => change(stored, { sequence: 3 })).toThrow('CALENDAR_SEQUENCE_STALE');
    expect(change(stored, { sequence: 4 }).sequence).toBe(4);
    expect(() => change(stored, { organizer: { ...organizer, address: 'oya@mail.example' } })).toThrow(
      'CALENDAR_ORGANIZER_CHANGED',
    );
    expect(change(stored, { organizer: { ...organizer, name: 'O.' } }).event.organizer.name).toBe('O.');
  });
});

describe('an event that is called off', () => {
  it('mail-notification 14: is reported once to all, with what it was, under a sequence of its own', () => {
    const one = change(stored, empty);
    expect(one).toMatchObject({ sequence: 5, told: ['cancel CANCEL [ada bob] to ada bob'] });
    expect(one.event).toMatchObject({ status: 'CANCELLED', times, text: { summary: 'Review' } });
    expect(change(one.event, empty)).toMatchObject({ event: one.event, told: [] });
    expect(change(one.event, { ...empty, sequence: 1 }).told).toEqual([]);
    expect(() => change(one.event, {})).toThrow('CALENDAR_EVENT_CANCELLED');
  });

  it('says what is given in the place of what was known, and is told to whoever is named besides', () => {
    const one = change(stored, { ...empty, text: { description: 'Ill' }, attendees: [cem] });
    expect(one.event.text).toMatchObject({ summary: 'Review', description: 'Ill' });
    expect(one.told).toEqual(['cancel CANCEL [ada bob cem] to ada bob cem']);
  });

  it('is not found where nobody has invited and the request does not describe it', () => {
    expect(() => change(null, empty)).toThrow('CALENDAR_EVENT_NOT_FOUND');
    expect(() => change(null, { method: 'CANCEL', attendees: null })).toThrow('CALENDAR_EVENT_NOT_FOUND');
    expect(change(null, { method: 'CANCEL' })).toMatchObject({
      event: { status: 'CANCELLED' },
      told: ['cancel CANCEL [ada bob] to ada bob'],
    });
  });
});
