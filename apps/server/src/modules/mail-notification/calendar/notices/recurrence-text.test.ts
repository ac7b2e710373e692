// The text of a series says its recurrence in both languages, with dates as the reader writes them.
import { expect, it } from 'vitest';
import type { CalendarEvent } from '../calendar.types.ts';
import { recurrenceTexts } from './recurrence-text.ts';

const istanbul = 'Europe/Istanbul';
const eventOf = (rule: string | null, exceptions: readonly string[] = [], allDay = false) =>
  ({
    times: { allDay, timeZone: istanbul, start: Date.parse('2026-03-02T07:00:00Z'), end: 0 },
    recurrence: rule === null ? null : { rule, exceptions: exceptions.map((date) => Date.parse(date)) },
  }) as unknown as CalendarEvent;
const texts = (rule: string, exceptions: readonly string[] = [], reading = { locale: 'en', timeZone: istanbul }) => {
  const { en, tr } = recurrenceTexts(eventOf(rule, exceptions), reading)!;
  return [en, tr];
};

it.each([
  ['FREQ=DAILY;COUNT=1', 'Every day, once', 'Her gün, 1 kez'],
  ['FREQ=DAILY;INTERVAL=2', 'Every 2 days', '2 günde bir'],
  ['FREQ=WEEKLY;COUNT=4', 'Every week on Monday, 4 times', 'Her hafta pazartesi günü, 4 kez'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR',
    'Every 2 weeks on Monday, Wednesday, and Friday',
    '2 haftada bir pazartesi, çarşamba ve cuma günleri',
  ],
  ['FREQ=MONTHLY', 'Every month on day 2', 'Her ay ayın 2. günü'],
  ['FREQ=MONTHLY;BYMONTHDAY=1,-1', 'Every month on day 1 and the last day', 'Her ay ayın 1. ve son günü'],
  ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday', 'Her ay ikinci salı günü'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'Every month on the last Friday', 'Her ay son cuma günü'],
  [
    'FREQ=YEARLY;BYMONTH=1,7;BYDAY=1MO',
    'Every year on the first Monday in January and July',
    'Her yıl ilk pazartesi günü ocak ve temmuz aylarında',
  ],
  ['FREQ=YEARLY', 'Every year', 'Her yıl'],
  [
    'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231T205959Z',
    'Every week on Monday, until December 31, 2026',
    'Her hafta pazartesi günü, 31 Aralık 2026 tarihine kadar',
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1',
    'By the rule FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1',
    'FREQ=MONTHLY;BYDAY=MO,FR;BYSETPOS=-1 kuralıyla',
  ],
])('mail-notification 27: %s is told', (rule, en, tr) => {
  expect(texts(rule)).toEqual([en, tr]);
});

it('mail-notification 27: days that are left out are named, and counted where they are many', () => {
  const rule = 'FREQ=WEEKLY;COUNT=20';
  expect(texts(rule, ['2026-03-09T07:00:00Z', '2026-03-16T07:00:00Z'])).toEqual([
    'Every week on Monday, 20 times, not on March 9, 2026 and March 16, 2026',
    'Her hafta pazartesi günü, 20 kez, 9 Mart 2026 ve 16 Mart 2026 hariç',
  ]);
  const many = Array.from({ length: 11 }, (_, week) => new Date(Date.UTC(2026, 2, 9 + 7 * week, 7)).toISOString());
  expect(texts(rule, many)[0]).toBe('Every week on Monday, 20 times, with 11 exceptions');
});

it('mail-notification 27: days are those of the clock of the event, which is named to whoever has another', () => {
  const reading = { locale: 'en-GB', timeZone: 'America/New_York' };
  expect(texts('FREQ=WEEKLY;UNTIL=20261231T005959Z', [], reading)[0]).toBe(
    'Every week on Monday (Europe/Istanbul), until 30 December 2026',
  );
  const days = recurrenceTexts(eventOf('FREQ=WEEKLY;UNTIL=20261231', [], true), reading);
  expect(days?.en).toBe('Every week on Monday, until 31 December 2026');
});

it('mail-notification 27: an event that happens once has none', () => {
  expect(recurrenceTexts(eventOf(null), { locale: 'en', timeZone: 'UTC' })).toBeNull();
});
