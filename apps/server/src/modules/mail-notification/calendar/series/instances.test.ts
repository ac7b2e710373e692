// Proves when the instances of a series are, held against another implementation of the same rules.
import { DAY_MS } from '@keelson/time-zone/units';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { instancesOf, isInstance } from './instances.ts';
import { readRule } from './recurrence-rule.ts';

const START = Date.UTC(2026, 2, 2, 9);
const WANTED = 60;

const times = (changes: object = {}) => ({
  allDay: false,
  timeZone: 'UTC',
  start: START,
  end: START + 3_600_000,
  ...changes,
});

function ours(recurrenceRule: string, changes: object = {}): readonly string[] {
  const found: string[] = [];
  for (const at of instancesOf({ times: times(changes), recurrenceRule })) {
    found.push(new Date(at).toISOString().slice(0, 16));
    if (found.length === WANTED) break;
  }
  return found;
}

function theirs(recurrenceRule: string): readonly string[] {
  const iterator = ICAL.Recur.fromString(recurrenceRule).iterator(ICAL.Time.fromJSDate(new Date(START), true));
  const found: string[] = [];
  for (let next = iterator.next(); next && found.length < WANTED; next = iterator.next()) {
    found.push(next.toJSDate().toISOString().slice(0, 16));
  }
  return found;
}

describe('the instances of a series', () => {
  it.each([
    'FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=3;COUNT=20',
    'FREQ=DAILY;UNTIL=20260401T090000Z',
    'FREQ=DAILY;BYMONTH=3,6',
    'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYMONTHDAY=2,-1',
    'FREQ=MONTHLY;BYDAY=1MO',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1',
    'FREQ=MONTHLY;INTERVAL=5;BYDAY=1MO,-1FR',
    'FREQ=YEARLY',
    'FREQ=YEARLY;BYMONTH=3,9',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=1MO',
    'FREQ=YEARLY;BYDAY=9MO',
    'FREQ=YEARLY;BYYEARDAY=61,-1',
    'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2',
  ])('mail-notification 27: of %s are those that another implementation finds', (rule) => {
    const found = ours(rule);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(theirs(rule));
  });

  it('mail-notification 27: of weeks by their number are days of those weeks', () => {
    const found = ours('FREQ=YEARLY;BYWEEKNO=10');
    expect(found.slice(0, 3)).toEqual(['2026-03-02T09:00', '2027-03-08T09:00', '2028-03-06T09:00']);
  });

  it('mail-notification 27: stay at the time of the wall when the clocks change, and end with the last moment', () => {
    const timeZone = 'Europe/Berlin';
    const start = Date.UTC(2026, 2, 27, 8);
    const rule = 'FREQ=DAILY;UNTIL=20260330T070000Z';
    expect(ours(rule, { timeZone, start })).toEqual([
      '2026-03-27T08:00',
      '2026-03-28T08:00',
      '2026-03-29T07:00',
      '2026-03-30T07:00',
    ]);
    expect(ours('FREQ=DAILY;UNTIL=20260330T085959', { timeZone, start })).toHaveLength(3);
    expect(ours('FREQ=DAILY;UNTIL=20260330', { timeZone, start: Date.UTC(2026, 2, 27), allDay: true })).toHaveLength(4);
  });

  it('mail-notification 27: end after 730, and where a rule names no day there is', () => {
    expect([...instancesOf({ times: times(), recurrenceRule: 'FREQ=DAILY' })]).toHaveLength(730);
    expect([...instancesOf({ times: times(), recurrenceRule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' })]).toEqual([]);
    expect([
      ...instancesOf({ times: times(), recurrenceRule: 'FREQ=DAILY;INTERVAL=1000;BYMONTH=2;BYMONTHDAY=30' }),
    ]).toEqual([]);
    const series = { times: times(), recurrenceRule: 'FREQ=WEEKLY' };
    expect([START, START + 7 * DAY_MS, START + DAY_MS, START - 7 * DAY_MS].map((at) => isInstance(series, at))).toEqual(
      [true, true, false, false],
    );
  });
});

describe('a rule of recurrence', () => {
  it.each([
    '',
    'DAILY',
    'FREQ=HOURLY',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;FREQ=DAILY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;COUNT=99999',
    'FREQ=DAILY;COUNT=2;UNTIL=20260401',
    'FREQ=DAILY;UNTIL=20260230',
    'FREQ=DAILY;UNTIL=2026-03-01',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYYEARDAY=1',
    'FREQ=MONTHLY;BYWEEKNO=1',
    'FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=YEARLY;BYMONTH=-1',
    'FREQ=YEARLY;BYDAY=54MO',
    'FREQ=YEARLY;BYDAY=0MO',
    'FREQ=DAILY;X-A=1',
    'FREQ=DAILY\r\nATTENDEE:mailto:eve@mail.example',
  ])('is refused as %j', (text) => {
    expect(readRule(text)).toMatchObject({ problem: expect.any(String) });
  });
});
