// Proves how the event of a request is read: its times in every form, and all that is wrong with it at once.
import type { SvcCalendar } from '@keelson/contract';
import { describe, expect, it } from 'vitest';
import { readEvent } from './read-event.ts';

const whole: SvcCalendar = {
  summary: 'Review',
  startDate: '2026-03-02T10:00:00',
  organizer: { address: 'olga@mail.example' },
  attendees: [{ address: 'ada@mail.example' }],
};
const read = (changes: SvcCalendar = {}) =>
  readEvent({ ...whole, ...changes }, { field: 'calendar', tenantTimeZone: 'Europe/Istanbul' });
const problemsOf = (changes: SvcCalendar) => read(changes).problems.map(({ field, code }) => `${field} ${code}`);
/** Answers start and end as they are told, without their zero milliseconds. */
function times(changes: SvcCalendar): readonly string[] {
  const { draft, problems } = read(changes);
  expect(problems).toEqual([]);
  const { start, end } = draft.times!;
  return [start, end].map((at) => new Date(at).toISOString().replace('.000', ''));
}

describe('the times of an event', () => {
  it.each<[SvcCalendar, string, string]>([
    [{}, '2026-03-02T07:00:00Z', '2026-03-02T08:00:00Z'],
    [{ startDate: '2026-03-02T10:00:00.999Z' }, '2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z'],
    [{ startDate: '2026-03-02t10:00-05:30' }, '2026-03-02T15:30:00Z', '2026-03-02T16:30:00Z'],
    [{ timeZone: 'America/New_York' }, '2026-03-02T15:00:00Z', '2026-03-02T16:00:00Z'],
    [{ endDate: '2026-03-02T10:45:30' }, '2026-03-02T07:00:00Z', '2026-03-02T07:45:30Z'],
    [{ endDate: '2026-03-02T08:00:00Z' }, '2026-03-02T07:00:00Z', '2026-03-02T08:00:00Z'],
    [{ duration: 'PT1H30M' }, '2026-03-02T07:00:00Z', '2026-03-02T08:30:00Z'],
    [{ duration: 'P1W' }, '2026-03-02T07:00:00Z', '2026-03-09T07:00:00Z'],
    [{ startDate: '2026-03-02', allDay: true }, '2026-03-02T00:00:00Z', '2026-03-03T00:00:00Z'],
    [{ startDate: '2026-03-02', allDay: true, endDate: '2026-03-05' }, '2026-03-02T00:00:00Z', '2026-03-05T00:00:00Z'],
    [{ startDate: '2026-02-28', allDay: true, duration: 'P2D' }, '2026-02-28T00:00:00Z', '2026-03-02T00:00:00Z'],
  ])('are read from %j', (changes, start, end) => {
    expect(times(changes)).toEqual([start, end]);
  });

  it('mail-notification 14: are the first of two where autumn has the hour twice, and none where spring leaves it out', () => {
    const timeZone = 'Europe/Berlin';
    expect(times({ timeZone, startDate: '2026-10-25T02:30:00' })[0]).toBe('2026-10-25T00:30:00Z');
    expect(times({ timeZone, startDate: '2026-10-25T02:30:00+01:00' })[0]).toBe('2026-10-25T01:30:00Z');
    expect(problemsOf({ timeZone, startDate: '2026-03-29T02:30:00' })).toEqual(['calendar.startDate CALENDAR_INVALID']);
    expect(times({ timeZone, startDate: '2026-03-29T03:00:00' })[0]).toBe('2026-03-29T01:00:00Z');
    expect(times({ timeZone: 'Australia/Lord_Howe', startDate: '2026-04-05T01:45:00' })[0]).toBe(
      '2026-04-04T14:45:00Z',
    );
  });

  it('has days of the calendar and hours of the clock in a duration', () => {
    const spring = { timeZone: 'Europe/Berlin', startDate: '2026-03-28T12:00:00' };
    expect(times({ ...spring, duration: 'P1D' })).toEqual(['2026-03-28T11:00:00Z', '2026-03-29T10:00:00Z']);
    expect(times({ ...spring, duration: 'PT24H' })).toEqual(['2026-03-28T11:00:00Z', '2026-03-29T11:00:00Z']);
    const gap = { timeZone: 'Europe/Berlin', startDate: '2026-03-28T02:30:00', duration: 'P1D' };
    expect(times(gap)[1]).toBe('2026-03-29T01:30:00Z');
  });

  it.each<[SvcCalendar, string]>([
    [{ startDate: '2026-02-30T10:00:00' }, 'startDate'],
    [{ startDate: '2026-03-02T24:00:00' }, 'startDate'],
    [{ startDate: '0999-03-02T10:00:00' }, 'startDate'],
    [{ startDate: '2026-03-02' }, 'startDate'],
    [{ startDate: '2026-03-02T10:00:00', allDay: true }, 'startDate'],
    [{ startDate: '2026-03-02T10:00:00+19:00' }, 'startDate'],
    [{ endDate: '2026-03-02T10:00:00' }, 'endDate'],
    [{ endDate: '2027-03-04T10:00:00' }, 'endDate'],
    [{ endDate: 'tomorrow' }, 'endDate'],
    [{ endDate: '2026-03-02T11:00:00', duration: 'PT1H' }, 'duration'],
    [{ duration: 'PT0S' }, 'duration'],
    [{ duration: 'P1M' }, 'duration'],
    [{ duration: 'P367D' }, 'duration'],
    [{ duration: '-PT1H' }, 'duration'],
    [{ startDate: '2026-03-02', allDay: true, duration: 'PT24H' }, 'duration'],
    [{ startDate: '9999-12-31T23:30:00Z' }, 'duration'],
  ])('are refused in %j', (changes, field) => {
    expect(problemsOf(changes)).toEqual([`calendar.${field} CALENDAR_INVALID`]);
  });

  it('need a zone that there is, and tell a wrong end even where the start is wrong', () => {
    expect(problemsOf({ timeZone: 'Mars/Olympus' })).toEqual(['calendar.timeZone INVALID_TIME_ZONE']);
    expect(problemsOf({ timeZone: '+03:00' })).toEqual(['calendar.timeZone INVALID_TIME_ZONE']);
    expect(problemsOf({ startDate: 'x', endDate: 'y' })).toEqual([
      'calendar.startDate CALENDAR_INVALID',
      'calendar.endDate CALENDAR_INVALID',
    ]);
  });
});

describe('an event of a request', () => {
  it('says of a REQUEST what is missing, and of a CANCEL its uid alone', () => {
    const missing = readEvent({}, { field: 'calendar', tenantTimeZone: 'UTC' }).problems;
    expect(missing.map(({ field, code }) => [field, code])).toEqual(
      ['summary', 'startDate', 'organizer', 'attendees'].map((field) => [`calendar.${field}`, 'REQUIRED']),
    );
    const cancel = (more: SvcCalendar) =>
      readEvent({ method: 'CANCEL', ...more }, { field: 'c', tenantTimeZone: 'UTC' });
    expect(cancel({}).problems.map(({ field }) => field)).toEqual(['c.uid']);
    expect(cancel({ uid: 'a' }).problems).toEqual([]);
    expect(cancel({ uid: 'a', endDate: '2026-03-02T10:00:00' }).problems.map(({ field }) => field)).toEqual([
      'c.startDate',
    ]);
  });

  it('tells all that is wrong at once', () => {
    expect(
      problemsOf({
        summary: 'a\r\nATTENDEE:mailto:eve@mail.example',
        description: 'a\u0007',
        htmlDescription: 'a\u0085b',
        location: 'a\u2028b',
        categories: ['fine', 'a\nb'],
        startDate: 'x',
        organizer: { address: 'olga@mail', name: 'a\tb', sentBy: 'a@x.org, b@x.org' },
        attendees: [
          { address: 'ada@mail.example' },
          { address: 'ADA@mail.example', name: 'a\u0000' },
          { address: 'a b@x.org' },
        ],
        reminders: [{ minutesBefore: 1, action: 'DISPLAY', description: 'a\nb' }],
      }).sort(),
    ).toEqual(
      [
        'summary CONTROL_CHARACTER',
        'description CONTROL_CHARACTER',
        'htmlDescription CONTROL_CHARACTER',
        'location CONTROL_CHARACTER',
        'categories[1] CONTROL_CHARACTER',
        'startDate CALENDAR_INVALID',
        'organizer.address INVALID_EMAIL_ADDRESS',
        'organizer.name CONTROL_CHARACTER',
        'organizer.sentBy INVALID_EMAIL_ADDRESS',
        'attendees[1].address DUPLICATE',
        'attendees[1].name CONTROL_CHARACTER',
        'attendees[2].address INVALID_EMAIL_ADDRESS',
        'reminders[0].description CONTROL_CHARACTER',
      ]
        .map((problem) => `calendar.${problem}`)
        .sort(),
    );
  });

  it('keeps breaks and tabs where a text has lines, and holds only what is given', () => {
    const { draft } = read({ description: 'a\r\n\tb', location: null });
    expect(draft.text).toEqual({ summary: 'Review', description: 'a\r\n\tb' });
    expect(draft.attendees).toEqual([
      {
        address: 'ada@mail.example',
        name: null,
        role: 'REQ_PARTICIPANT',
        userType: 'INDIVIDUAL',
        rsvp: true,
        participationStatus: 'NEEDS_ACTION',
      },
    ]);
  });
});
