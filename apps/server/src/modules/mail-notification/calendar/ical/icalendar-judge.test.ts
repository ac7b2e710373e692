// Has Python's icalendar read the calendar objects of invitations, where it is installed: a second opinion beside ical.js.
import { HOUR_MS } from '@keelson/time-zone/units';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attendee, event, START, write } from '../calendar-ground.fixture.ts';
import { judge, python } from './icalendar-judge.fixture.ts';

/** Another program reads all of them, which takes longer than a test may on a busy machine. */
const TIMEOUT_MS = 120_000;

describe.skipIf(python === '')(
  'the calendar object of an invitation, read by icalendar (needs KEELSON_ICALENDAR_PYTHON)',
  () => {
    it('mail-notification 14: says what it says to ical.js', () => {
      const start = Date.UTC(2026, 2, 2);
      const texts = [
        write(event({ text: { reminders: [{ minutesBefore: 5, action: 'DISPLAY', description: null }] } })),
        write(event({ times: { allDay: true, timeZone: 'UTC', start, end: start + 48 * HOUR_MS } })),
        write(event({ status: 'CANCELLED' }), { method: 'CANCEL' }),
      ];
      const people = [
        ['mailto:ada@mail.example', 'Ada'],
        ['mailto:bob@mail.example', null],
      ];
      const timed = { start: '2026-03-02T07:00:00+00:00', end: '2026-03-02T08:00:00+00:00', attendees: people };
      expect(judge(texts)).toMatchObject([
        { method: 'REQUEST', summary: 'Review', alarms: 1, ...timed },
        { method: 'REQUEST', start: '2026-03-02', end: '2026-03-04' },
        { method: 'CANCEL', ...timed },
      ]);
    });

    it('mail-notification 15: holds each text as it was written, whatever it is', { timeout: TIMEOUT_MS }, () => {
      const line = fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 200 })
        .filter((text) => !/[\p{Cc}\u2028\u2029]/u.test(text));
      const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n'));
      const samples = fc.sample(fc.record({ summary: line, description: lines, location: line, name: line }), 2_000);
      const texts = samples.map(({ name, ...text }) =>
        write(event({ text, attendees: [attendee('ada@mail.example', { name })] })),
      );
      for (const [index, found] of judge(texts).entries()) {
        const { name, ...text } = samples[index]!;
        expect(found).toMatchObject({ ...text, attendees: [['mailto:ada@mail.example', name]] });
        expect(found.start).toBe(new Date(START).toISOString().replace('.000Z', '+00:00'));
      }
    });
  },
);
