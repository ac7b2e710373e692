// Proves what the calendar objects of invitations say, read by another parser than the one that writes them.
import { DAY_MS } from '@keelson/time-zone/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attendee, event, readBack, write } from '../calendar-ground.fixture.ts';
import { contentLine, escapedText } from './content-line.ts';

const RUNS = Number(process.env.KEELSON_CALENDAR_RUNS ?? 500);
/** A text takes a millisecond or two, on a busy machine ten times as long. */
const TIMEOUT_MS = 15_000 + RUNS * 20;
const FAMILY = '👨‍👩‍👧‍👦';

const categoriesOf = (read: ReturnType<typeof readBack>['event']) =>
  read.getAllProperties('categories').flatMap((one) => one.getValues());

describe('a line of iCalendar', () => {
  it('mail-notification 14: has at most 75 octets, and no letter is cut in two', () => {
    for (const text of [FAMILY.repeat(40), 'ş'.repeat(300), 'a'.repeat(75), '日本語'.repeat(50)]) {
      const line = contentLine('SUMMARY', escapedText(text));
      for (const part of line.split('\r\n')) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
        expect(part).toBe(Buffer.from(part).toString());
        expect(part).not.toContain('\ufffd');
      }
      expect(line.replaceAll('\r\n ', '')).toBe(`SUMMARY:${text}\r\n`);
    }
  });

  it('stays whole with 75 octets, and is folded with 76', () => {
    expect(contentLine('X', 'a'.repeat(73))).toBe(`X:${'a'.repeat(73)}\r\n`);
    expect(contentLine('X', 'a'.repeat(74))).toBe(`X:${'a'.repeat(73)}\r\n a\r\n`);
  });

  it('escapes what separates, and has the breaks of a text as letters', () => {
    expect(escapedText('a\\b;c,d\r\ne\rf\ng\u2028h')).toBe('a\\\\b\\;c\\,d\\ne\\nf\\ng\\nh');
  });

  it('has quotes, carets and breaks of a parameter in the form of RFC 6868', () => {
    expect(contentLine('X', 'v', { CN: 'Ada "the ^ one"\nx', ROLE: 'CHAIR', RSVP: null })).toBe(
      `X;CN="Ada ^'the ^^ one^'^nx";ROLE=CHAIR:v\r\n`,
    );
  });
});

describe('the calendar object of an invitation', () => {
  it('says who, when and what', () => {
    const text = {
      description: 'Line one,\nline two; \\ end',
      htmlDescription: '<p>One, <b>two</b></p>',
      location: 'Room 1; upstairs',
      url: 'https://example.org/a,b?c=d',
      conferenceUrl: 'https://meet.example.org/x',
      categories: ['Work, hard', 'Team'],
      priority: 1,
      classification: 'PRIVATE',
      transparency: 'TRANSPARENT',
    } as const;
    const written = write(event({ text, sequence: 3 }));
    const read = readBack(written);
    expect(read.calendar.getFirstPropertyValue('method')).toBe('REQUEST');
    expect(read.text('uid')).toBe('one@mail.example');
    expect([read.text('dtstart'), read.text('dtend')]).toEqual(['2026-03-02T07:00:00Z', '2026-03-02T08:00:00Z']);
    expect([read.value('sequence'), read.text('dtstamp')]).toEqual([3, '2026-03-02T07:00:00Z']);
    expect([read.text('summary'), read.text('description')]).toEqual(['Review', text.description]);
    expect([read.text('location'), read.text('url')]).toEqual([text.location, text.url]);
    expect([read.text('conference'), read.value('priority')]).toEqual([text.conferenceUrl, 1]);
    expect(read.event.getFirstProperty('categories')?.getValues()).toEqual(['Work, hard', 'Team']);
    expect([read.text('class'), read.text('transp'), read.text('status')]).toEqual([
      'PRIVATE',
      'TRANSPARENT',
      'CONFIRMED',
    ]);
    expect(written).toContain('X-ALT-DESC;FMTTYPE=text/html:<p>One\\, <b>two</b></p>\r\n');
    expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('names people with their parts, and who sends for the organizer', () => {
    const attendees = [
      attendee('ada@mail.example', { name: 'Ada "A." Şen, Dr.', role: 'CHAIR', participationStatus: 'ACCEPTED' }),
      attendee('room.1@mail.example', { userType: 'ROOM', rsvp: false, role: 'NON_PARTICIPANT' }),
      attendee('o+x&y=%/z@mail.example'),
    ];
    const organizer = { address: 'olga@mail.example', name: 'Olga', sentBy: 'no-reply@mail.example' };
    const read = readBack(write(event({ attendees, organizer })));
    expect(read.parameters('organizer')).toEqual([
      { value: 'mailto:olga@mail.example', cn: 'Olga', 'sent-by': 'mailto:no-reply@mail.example' },
    ]);
    const standard = { cutype: 'INDIVIDUAL', partstat: 'NEEDS-ACTION', rsvp: 'TRUE', role: 'REQ-PARTICIPANT' };
    expect(read.parameters('attendee')).toEqual([
      { ...standard, value: 'mailto:ada@mail.example', cn: 'Ada "A." Şen, Dr.', role: 'CHAIR', partstat: 'ACCEPTED' },
      { value: 'mailto:room.1@mail.example', cutype: 'ROOM', partstat: 'NEEDS-ACTION', role: 'NON-PARTICIPANT' },
      { ...standard, value: 'mailto:o+x%26y%3D%25%2Fz@mail.example' },
    ]);
  });

  it('has days as days, the end being the first day after them', () => {
    const start = Date.UTC(2026, 2, 2);
    const times = { allDay: true, timeZone: 'America/New_York', start, end: start + 2 * DAY_MS };
    const written = write(event({ times }));
    expect(written).toContain('DTSTART;VALUE=DATE:20260302\r\n');
    expect(written).toContain('DTEND;VALUE=DATE:20260304\r\n');
    expect(readBack(written).text('dtend')).toBe('2026-03-04');
  });

  it('reminds whoever gets it, and a cancellation reminds nobody', () => {
    const reminders = [
      { minutesBefore: 15, action: 'DISPLAY', description: null },
      { minutesBefore: 1_440, action: 'EMAIL', description: 'Tomorrow' },
    ] as const;
    const one = event({ text: { reminders } });
    const alarms = readBack(write(one, {}, 'bob@mail.example')).event.getAllSubcomponents('valarm');
    const shown = alarms.map((alarm) =>
      ['action', 'description', 'summary', 'attendee'].map((name) => alarm.getFirstPropertyValue(name)),
    );
    expect(shown).toEqual([
      ['DISPLAY', 'Review', null, null],
      ['EMAIL', 'Tomorrow', 'Review', 'mailto:bob@mail.example'],
    ]);
    expect(String(alarms[1]?.getFirstPropertyValue('trigger'))).toBe('-PT1440M');
    expect(write(one, { method: 'CANCEL' })).not.toContain('VALARM');
  });

  it('leaves out its status where the event goes on without who is told', () => {
    const cancelled = event({ status: 'CANCELLED' });
    expect(readBack(write(cancelled, { method: 'CANCEL' })).text('status')).toBe('CANCELLED');
    expect(write(cancelled, { method: 'CANCEL', hasStatus: false })).not.toContain('STATUS');
  });

  it('mail-notification 15: tells categories apart, whatever letter they end with', () => {
    for (const categories of [
      ['a\\', ' '],
      ['a,', 'b\\', 'c'],
      ['\\', '\\'],
      ['a', 'b'],
    ]) {
      const written = write(event({ text: { categories } }));
      expect(categoriesOf(readBack(written).event)).toEqual(categories);
    }
    expect(write(event({ text: { categories: ['a', 'b'] } }))).toContain('CATEGORIES:a,b\r\n');
  });

  it('mail-notification 15: holds each text as it was written, whatever it is', { timeout: TIMEOUT_MS }, () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
      .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
    const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n'));
    fc.assert(
      fc.property(
        line,
        lines,
        line,
        // A parameter has no backslash as an escape (RFC 5545, 3.1); ical.js reads it as one all the same.
        line.filter((text) => !/\\[nN;,\\]/.test(text)),
        fc.array(line, { minLength: 1, maxLength: 3 }),
        (summary, description, location, name, categories) => {
          const one = event({
            text: { summary, description, location, categories },
            attendees: [attendee('ada@mail.example', { name })],
          });
          const written = write(one);
          const read = readBack(written);
          expect([read.value('summary'), read.value('description'), read.value('location')]).toEqual([
            summary,
            description,
            location,
          ]);
          expect(categoriesOf(read.event)).toEqual(categories);
          expect(read.event.getFirstProperty('attendee')?.getParameter('cn')).toBe(name);
          expect(read.event.getAllProperties('attendee')).toHaveLength(1);
          for (const part of written.split('\r\n')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(75);
        },
      ),
      { numRuns: RUNS },
    );
  });
});
