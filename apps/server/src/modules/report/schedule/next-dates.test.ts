// Tests the dates of schedules: both clock changes, ends of months, excluded days, intervals.
import { expect, it } from 'vitest';
import { costOf } from '../../../../../../packages/bpmn-core/src/testing/cost.ts';
import { isCron, nextDate, nextDates, type Plan } from './next-dates.ts';

const plan = (more: Partial<Plan>): Plan => ({
  cron: null,
  intervalSeconds: null,
  runDate: null,
  timeZone: 'Europe/Berlin',
  startDate: null,
  endDate: null,
  excludeDateList: [],
  dateCreated: new Date('2026-01-01T00:00:00Z'),
  ...more,
});
const datesOf = (more: Partial<Plan>, after: string, count: number) =>
  nextDates(plan(more), new Date(after), count).map((date) => date.toISOString().replace(':00.000Z', 'Z'));

it('report 20: a time that the clocks leave out comes at the end of the gap, one that they show twice comes once', () => {
  expect(datesOf({ cron: '30 2 * * *' }, '2026-03-28T12:00:00Z', 2)).toEqual([
    '2026-03-29T01:00Z',
    '2026-03-30T00:30Z',
  ]);
  expect(datesOf({ cron: '30 2 * * *' }, '2026-10-24T12:00:00Z', 2)).toEqual([
    '2026-10-25T00:30Z',
    '2026-10-26T01:30Z',
  ]);
  expect(datesOf({ cron: '30 1,2,3 * * *' }, '2026-10-24T12:00:00Z', 4)).toEqual([
    '2026-10-24T23:30Z',
    '2026-10-25T00:30Z',
    '2026-10-25T02:30Z',
    '2026-10-26T00:30Z',
  ]);
});

it('report 34: a pattern over hours or minutes comes at every real instant of both clock changes', () => {
  const hourly = { cron: '0 * * * *' };
  expect(datesOf(hourly, '2026-10-24T23:30:00Z', 3)).toEqual([
    '2026-10-25T00:00Z',
    '2026-10-25T01:00Z',
    '2026-10-25T02:00Z',
  ]);
  expect(datesOf(hourly, '2026-03-29T00:30:00Z', 2)).toEqual(['2026-03-29T01:00Z', '2026-03-29T02:00Z']);
  const quarters = datesOf({ cron: '*/15 * * * *' }, '2026-10-24T23:59:00Z', 12);
  const start = Date.parse('2026-10-25T00:00:00Z');
  expect(quarters.map((date) => (Date.parse(date) - start) / 900_000)).toEqual([...Array(12).keys()]);
});

it('report 20: clocks that change by half an hour are followed as well', () => {
  const timeZone = 'Australia/Lord_Howe';
  expect(datesOf({ cron: '10 2 * * *', timeZone }, '2026-10-03T00:00:00Z', 2)).toEqual([
    '2026-10-03T15:30Z',
    '2026-10-04T15:10Z',
  ]);
  expect(datesOf({ cron: '45 1 * * *', timeZone }, '2026-04-04T00:00:00Z', 2)).toEqual([
    '2026-04-04T14:45Z',
    '2026-04-05T15:15Z',
  ]);
  const quarters = datesOf({ cron: '*/15 * * * *', timeZone }, '2026-04-04T14:29:00Z', 6);
  const start = Date.parse('2026-04-04T14:30:00Z');
  expect(quarters.map((date) => (Date.parse(date) - start) / 900_000)).toEqual([...Array(6).keys()]);
});

it('report 20: months without the day are left out, the last day of each is found, and so is a leap day', () => {
  expect(datesOf({ cron: '0 8 31 * *', timeZone: 'UTC' }, '2026-01-01T00:00:00Z', 3)).toEqual([
    '2026-01-31T08:00Z',
    '2026-03-31T08:00Z',
    '2026-05-31T08:00Z',
  ]);
  expect(datesOf({ cron: '0 8 L * *', timeZone: 'UTC' }, '2028-01-01T00:00:00Z', 2)).toEqual([
    '2028-01-31T08:00Z',
    '2028-02-29T08:00Z',
  ]);
  expect(datesOf({ cron: '0 8 29 2 *', timeZone: 'UTC' }, '2026-01-01T00:00:00Z', 1)).toEqual(['2028-02-29T08:00Z']);
});

it('report 20: excluded days are those of the time zone, whatever the schedule, and many of them cost no time', () => {
  const days = Array.from({ length: 400 }, (_, index) =>
    new Date(Date.parse('2026-01-01T00:00:00Z') + index * 86_400_000).toISOString().slice(0, 10),
  );
  const everyMinute = { cron: '* * * * *', excludeDateList: days };
  const { result, references } = costOf(() => datesOf(everyMinute, '2025-12-31T22:58:00Z', 2));
  expect(result).toEqual(['2025-12-31T22:59Z', '2027-02-04T23:00Z']);
  expect(references).toBeLessThan(5_000);
  expect(datesOf({ intervalSeconds: 3_600, excludeDateList: ['2026-01-02'] }, '2026-01-01T21:30:00Z', 2)).toEqual([
    '2026-01-01T22:00Z',
    '2026-01-02T23:00Z',
  ]);
  const once = { runDate: new Date('2026-01-02T12:00:00Z'), excludeDateList: ['2026-01-02'] };
  expect(datesOf(once, '2026-01-01T00:00:00Z', 2)).toEqual([]);
});

it('report 20: nothing comes before the start or behind the end, and an interval is counted from the start', () => {
  const startDate = new Date('2026-02-01T00:00:30Z');
  const endDate = new Date('2026-02-01T00:04:00Z');
  const after = '2026-01-01T00:00:00Z';
  const found = nextDates(plan({ intervalSeconds: 90, startDate, endDate }), new Date(after), 9);
  expect(found.map((date) => (date.getTime() - startDate.getTime()) / 1_000)).toEqual([0, 90, 180]);
  expect(
    datesOf({ cron: '0 0 * * *', timeZone: 'UTC', startDate: new Date('2026-02-01T00:00:00Z') }, after, 1),
  ).toEqual(['2026-02-01T00:00Z']);
  expect(nextDate(plan({ runDate: new Date(after) }), new Date(after))).toBeNull();
  expect(nextDate(plan({ cron: '0 0 30 2 *' }), new Date(after))).toBeNull();
});

it.each([
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '0 8 ? * *',
  '0 8 * * +1',
  '@daily',
  '0  8 * * *',
  '0 8 * * *\n',
  '',
  '0 8 * * MOND',
])('report 20: %j is no pattern', (pattern) => {
  expect(isCron(pattern)).toBe(false);
});

it.each(['* * * * *', '0 8 * * MON-FRI', '*/15 6-20 1,15 JAN-MAR 5#3', '0 8 15W * *', '0 8 * * 5L'])(
  'report 20: %j is a pattern',
  (pattern) => {
    expect(isCron(pattern)).toBe(true);
  },
);
