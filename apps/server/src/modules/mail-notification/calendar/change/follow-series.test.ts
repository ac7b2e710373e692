// Proves which instances of a series go on beside it when it changes, and with whom.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { describe, expect, it } from 'vitest';
import type { CalendarEvent } from '../calendar.types.ts';
import { attendee, event, START } from '../calendar-ground.fixture.ts';
import { followSeries } from './follow-series.ts';

const NOW = new Date(START + HOUR_MS);
const people = (...names: readonly string[]) => names.map((name) => attendee(`${name}@mail.example`));
const times = { allDay: false, timeZone: 'Europe/Istanbul', start: START, end: START + HOUR_MS };
const recurrence = { rule: 'FREQ=DAILY;COUNT=9', exceptions: [] };
const series = event({ times, recurrence, attendees: people('ada', 'bob') });
const instance = (day: number, changes: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...series,
  recurrence: null,
  recurrenceId: START + day * DAY_MS,
  ...changes,
});
const instances = [instance(1), instance(2)];

function kept(changes: Partial<CalendarEvent>, of: readonly CalendarEvent[] = instances) {
  return followSeries(series, { ...series, stamp: NOW, ...changes }, of);
}
const days = (changes: Partial<CalendarEvent>) =>
  kept(changes).map(({ recurrenceId }) => (recurrenceId! - START) / DAY_MS);

describe('the instances of a series that were changed for themselves', () => {
  it('mail-notification 27: stay with a longer series, another text, and exceptions that do not name them', () => {
    expect(days({})).toEqual([1, 2]);
    expect(days({ times: { ...times, end: times.end + HOUR_MS } })).toEqual([1, 2]);
    expect(days({ recurrence: { ...recurrence, exceptions: [START + 3 * DAY_MS] } })).toEqual([1, 2]);
    expect(days({ recurrence: { ...recurrence, exceptions: [START + DAY_MS] } })).toEqual([2]);
    expect(kept({})).toEqual(instances);
  });

  it('mail-notification 27: go where the series names its instances anew', () => {
    expect(days({ times: { ...times, start: START - HOUR_MS } })).toEqual([]);
    expect(days({ times: { ...times, timeZone: 'Africa/Nairobi' } })).toEqual([]);
    expect(days({ times: { ...times, allDay: true } })).toEqual([]);
    expect(days({ recurrence: { ...recurrence, rule: 'FREQ=DAILY;COUNT=8' } })).toEqual([]);
    expect(days({ recurrence: null })).toEqual([]);
  });

  it('mail-notification 27: have whom the series has, with their own answers, unless their list is their own', () => {
    const [ada, bob] = people('ADA', 'bob');
    const answered = instance(1, { attendees: [bob!, { ...ada!, participationStatus: 'DECLINED' }] });
    const own = instance(2, { attendees: people('ada', 'bob', 'dan') });
    const over = instance(3, { status: 'CANCELLED' });
    const [one, ...others] = kept({ attendees: people('ada', 'cem') }, [answered, own, over]);
    expect(one?.attendees.map(({ address, participationStatus }) => [address, participationStatus])).toEqual([
      ['ada@mail.example', 'DECLINED'],
      ['cem@mail.example', 'NEEDS_ACTION'],
    ]);
    expect([one?.sequence, one?.stamp]).toEqual([answered.sequence, NOW]);
    expect(others).toEqual([own, over]);
  });
});
