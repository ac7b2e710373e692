// These tests look at timers by table: dates, durations, intervals, repetitions, the clocks of spring and autumn.
import type { TimerFiring, Value } from '@keelson/bpmn-core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costOf } from '../../../bpmn-core/src/testing/cost.ts';
import { createCalendar } from './calendar.ts';

/** Costs as many references as a usual processor does in a third of a second. */
const AT_ONCE = 700;

const calendar = createCalendar();
const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';

function ms(text: string): number {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) throw new Error(`${text} is no instant`);
  return instant;
}

function iso(instant: number): string {
  return new Date(instant).toISOString().replace('.000Z', 'Z');
}

interface Asked {
  readonly at?: string;
  readonly zone?: string;
  readonly endDate?: Value;
}

type Kind = 'date' | 'duration' | 'cycle';

function ask(timer: Kind, value: Value, { at = '2026-01-15T12:00:00Z', zone, endDate = null }: Asked = {}) {
  return calendar.first({ timer, value, endDate, at: ms(at), timeZone: zone ?? null });
}

function first(timer: Kind, value: Value, asked: Asked = {}): TimerFiring {
  const firing = ask(timer, value, asked);
  if ('problem' in firing) throw new Error(firing.problem);
  return firing;
}

function due(timer: Kind, value: Value, asked: Asked = {}): string {
  return iso(first(timer, value, asked).dueAt);
}

function problem(timer: Kind, value: Value, asked: Asked = {}): string {
  const firing = ask(timer, value, asked);
  return 'problem' in firing ? firing.problem : `no problem: ${iso(firing.dueAt)}`;
}

/** Lists the first firings when each comes in time. */
function series(timer: Kind, value: Value, count: number, asked: Asked = {}): string[] {
  const instants: string[] = [];
  let firing: TimerFiring | null = first(timer, value, asked);
  while (firing !== null && instants.length < count) {
    instants.push(iso(firing.dueAt));
    firing = calendar.next(firing, firing.dueAt, asked.zone ?? null);
  }
  return instants;
}

describe('a date', () => {
  it.each([
    ['2026-03-01T10:00:00Z', undefined, '2026-03-01T10:00:00Z'],
    ['2026-03-01T10:00:00+03:00', BERLIN, '2026-03-01T07:00:00Z'],
    ['2026-03-01T10:00:00-0530', undefined, '2026-03-01T15:30:00Z'],
    ['2026-03-01T10:00:00.25Z', undefined, '2026-03-01T10:00:00.250Z'],
    ['2026-03-01T10:00', BERLIN, '2026-03-01T09:00:00Z'],
    ['2026-07-01T10:00', BERLIN, '2026-07-01T08:00:00Z'],
    ['2026-07-01', BERLIN, '2026-06-30T22:00:00Z'],
    ['20260701T100000Z', undefined, '2026-07-01T10:00:00Z'],
    ['2026-060', undefined, '2026-03-01T00:00:00Z'],
    ['2024-366T12', undefined, '2024-12-31T12:00:00Z'],
    ['2026-W01-1', undefined, '2025-12-29T00:00:00Z'],
    ['2020W537', undefined, '2021-01-03T00:00:00Z'],
    ['2026-12-31T24:00Z', undefined, '2027-01-01T00:00:00Z'],
    [' 2026-03-01T10:00:00Z\n', undefined, '2026-03-01T10:00:00Z'],
    ['2020-01-01T00:00:00Z', undefined, '2020-01-01T00:00:00Z'],
    ['PT5M', undefined, '2026-01-15T12:05:00Z'],
  ])('%s in %s is %s', (text, zone, expected) => {
    expect(due('date', text, zone === undefined ? {} : { zone })).toBe(expected);
  });

  it('may be handed as an instant', () => {
    expect(due('date', new Date('2026-03-01T10:00:00Z'))).toBe('2026-03-01T10:00:00Z');
  });

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-366',
    '2026-W54',
    '2025-W53',
    '2026-03-01T25:00Z',
    '2026-03-01T10:60Z',
    '2026-03-01T10:00:60Z',
    '2026-03-01T24:01Z',
    '2026-03-01T10:00+19:00',
    '0000-01-01',
    '+12026-01-01',
    'tomorrow',
    '',
    '2026-03-01T',
    '10:00',
  ])('%s is no date', (text) => {
    expect(problem('date', text)).toMatch(/is no |has no /);
  });

  it.each([[null], [5], [true], [[]], [{}]])('%j is no date', (value) => {
    expect(problem('date', value)).toBe('the timer has no text');
  });

  it('is none when the instant is not valid', () => {
    expect(problem('date', new Date(Number.NaN))).toBe('the date is not valid');
  });
});

describe('a duration', () => {
  it.each([
    ['PT5S', '2026-01-15T12:00:05Z'],
    ['PT0S', '2026-01-15T12:00:00Z'],
    ['PT0.5S', '2026-01-15T12:00:00.500Z'],
    ['PT1,5H', '2026-01-15T13:30:00Z'],
    ['P1Y2M3DT4H5M6S', '2027-03-18T16:05:06Z'],
    ['P1W', '2026-01-22T12:00:00Z'],
    ['P1W2D', '2026-01-24T12:00:00Z'],
    ['P0.5D', '2026-01-16T00:00:00Z'],
    ['P0.5Y', '2026-07-15T12:00:00Z'],
    ['P0.5W', '2026-01-19T00:00:00Z'],
    ['PT36H', '2026-01-17T00:00:00Z'],
    ['P13M', '2027-02-15T12:00:00Z'],
    ['2026-02-01T00:00:00Z/P1D', '2026-02-02T00:00:00Z'],
    ['P1D/2026-02-05T00:00:00Z', '2026-02-05T00:00:00Z'],
    ['2026-02-01T00:00:00Z/2026-02-05T00:00:00Z', '2026-02-05T00:00:00Z'],
  ])('%s ends at %s', (text, expected) => {
    expect(due('duration', text)).toBe(expected);
  });

  it.each([
    ['2026-01-31T09:00:00Z', 'P1M', '2026-02-28T09:00:00Z'],
    ['2024-01-31T09:00:00Z', 'P1M', '2024-02-29T09:00:00Z'],
    ['2024-02-29T09:00:00Z', 'P1Y', '2025-02-28T09:00:00Z'],
    ['2024-02-29T09:00:00Z', 'P4Y', '2028-02-29T09:00:00Z'],
    ['2025-12-31T23:59:59Z', 'PT1S', '2026-01-01T00:00:00Z'],
    ['2025-12-31T09:00:00Z', 'P2M', '2026-02-28T09:00:00Z'],
  ])('from %s, %s ends at %s', (at, text, expected) => {
    expect(due('duration', text, { at })).toBe(expected);
  });

  it.each([
    'P',
    'PT',
    'P1DT',
    '-P1D',
    'P-1D',
    'P1',
    'PT5',
    '5S',
    'P1S',
    'PT1D',
    'P0.5M',
    'P1H',
    'pt5s',
    '',
    'five minutes',
    'PT5S/PT5S',
    'R3/PT5S',
    'a/b/c',
    '2026-02-05/2026-02-01',
  ])('%s is no duration', (text) => {
    expect(problem('duration', text)).toMatch(/is no |has a part|repeats; that is a cycle|is before/);
  });

  it.each(['P99999999Y', 'P999999999999999D', 'PT999999999999999H', 'P8000Y', 'P999999999999999M'])(
    '%s leads out of the calendar',
    (text) => {
      expect(problem('duration', text)).toBe('the time lies outside of the years 1 to 9999');
    },
  );
});

describe('when the clocks change', () => {
  // In Berlin 02:00 to 03:00 is left out on 2026-03-29 and comes twice on 2026-10-25; in New York on 03-08 and 11-01.
  it.each<[Kind, string, string, string, string]>([
    ['date', BERLIN, '2026-01-01T00:00:00Z', '2026-03-29T01:59:59', '2026-03-29T00:59:59Z'],
    ['date', BERLIN, '2026-01-01T00:00:00Z', '2026-03-29T02:30:00', '2026-03-29T01:30:00Z'],
    ['date', BERLIN, '2026-01-01T00:00:00Z', '2026-03-29T03:00:00', '2026-03-29T01:00:00Z'],
    ['date', BERLIN, '2026-01-01T00:00:00Z', '2026-10-25T02:30:00', '2026-10-25T00:30:00Z'],
    ['date', BERLIN, '2026-01-01T00:00:00Z', '2026-10-25T03:00:00', '2026-10-25T02:00:00Z'],
    ['date', NEW_YORK, '2026-01-01T00:00:00Z', '2026-03-08T02:30:00', '2026-03-08T07:30:00Z'],
    ['date', NEW_YORK, '2026-01-01T00:00:00Z', '2026-11-01T01:30:00', '2026-11-01T05:30:00Z'],
    ['date', 'Australia/Lord_Howe', '2026-01-01T00:00:00Z', '2026-10-04T02:15:00', '2026-10-03T15:45:00Z'],
    ['duration', BERLIN, '2026-03-28T11:00:00Z', 'P1D', '2026-03-29T10:00:00Z'],
    ['duration', BERLIN, '2026-03-28T11:00:00Z', 'PT24H', '2026-03-29T11:00:00Z'],
    ['duration', BERLIN, '2026-03-28T01:30:00Z', 'P1D', '2026-03-29T01:30:00Z'],
    ['duration', BERLIN, '2026-10-24T10:00:00Z', 'P1D', '2026-10-25T11:00:00Z'],
    ['duration', BERLIN, '2026-10-24T10:00:00Z', 'PT24H', '2026-10-25T10:00:00Z'],
    ['duration', BERLIN, '2026-10-24T00:30:00Z', 'P1D', '2026-10-25T00:30:00Z'],
    ['duration', BERLIN, '2026-02-28T11:00:00Z', 'P1M', '2026-03-28T11:00:00Z'],
    ['duration', BERLIN, '2026-03-15T11:00:00Z', 'P1M', '2026-04-15T10:00:00Z'],
    ['duration', NEW_YORK, '2026-03-07T12:00:00Z', 'P1DT1H', '2026-03-08T12:00:00Z'],
    ['cycle', BERLIN, '2026-03-29T00:00:00Z', '0 30 2 * * ?', '2026-03-29T01:00:00Z'],
    ['cycle', BERLIN, '2026-03-29T01:00:00Z', '0 30 2 * * ?', '2026-03-30T00:30:00Z'],
    ['cycle', BERLIN, '2026-10-24T23:00:00Z', '0 30 2 * * ?', '2026-10-25T00:30:00Z'],
    ['cycle', BERLIN, '2026-10-25T00:30:00Z', '0 30 2 * * ?', '2026-10-26T01:30:00Z'],
    ['cycle', BERLIN, '2026-10-25T00:30:00Z', '0 30 * * * ?', '2026-10-25T01:30:00Z'],
    ['cycle', BERLIN, '2026-03-29T00:30:00Z', '0 30 * * * ?', '2026-03-29T01:30:00Z'],
  ])('%s in %s from %s: %s is %s', (timer, zone, at, text, expected) => {
    expect(due(timer, text, { at, zone })).toBe(expected);
  });

  it('a day that a zone leaves out is made up at its end, once', () => {
    const asked = { at: '2011-12-29T11:00:00Z', zone: 'Pacific/Apia' };
    expect(series('cycle', '0 0 12 * * ?', 3, asked)).toEqual([
      '2011-12-29T22:00:00Z',
      '2011-12-30T10:00:00Z',
      '2011-12-30T22:00:00Z',
    ]);
  });

  it('a daily cycle keeps the time on the wall', () => {
    expect(series('cycle', 'R3/P1D', 9, { at: '2026-03-27T08:00:00Z', zone: BERLIN })).toEqual([
      '2026-03-28T08:00:00Z',
      '2026-03-29T07:00:00Z',
      '2026-03-30T07:00:00Z',
    ]);
  });
});

describe('a cycle', () => {
  it('R4/PT5S fires four times, the first after the duration', () => {
    expect(series('cycle', 'R4/PT5S', 99)).toEqual([
      '2026-01-15T12:00:05Z',
      '2026-01-15T12:00:10Z',
      '2026-01-15T12:00:15Z',
      '2026-01-15T12:00:20Z',
    ]);
  });

  it('counts what is still to come', () => {
    expect(first('cycle', 'R4/PT5S').remaining).toBe(3);
    expect(first('cycle', 'R1/PT5S').remaining).toBe(0);
    expect(first('cycle', 'R/PT5S').remaining).toBeNull();
    expect(first('cycle', 'R-1/PT5S').remaining).toBeNull();
    expect(first('duration', 'PT5S')).toEqual({ dueAt: ms('2026-01-15T12:00:05Z'), remaining: 0, cycle: null });
  });

  it.each<[string, readonly string[]]>([
    ['R3/2026-02-01T00:00:00Z/P1D', ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', '2026-02-03T00:00:00Z']],
    ['R3/P1D/2026-02-03T00:00:00Z', ['2026-02-01T00:00:00Z', '2026-02-02T00:00:00Z', '2026-02-03T00:00:00Z']],
    ['R2/2026-02-01T00:00:00Z/2026-02-01T06:00:00Z', ['2026-02-01T00:00:00Z', '2026-02-01T06:00:00Z']],
    ['R/PT6H/2026-01-16T00:00:00Z', ['2026-01-15T12:00:00Z', '2026-01-15T18:00:00Z', '2026-01-16T00:00:00Z']],
    ['R3/2026-01-31T00:00:00Z/P1M', ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z']],
    ['R3/P1M/2026-03-31T00:00:00Z', ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z']],
    ['R2/2024-02-29T00:00:00Z/P1Y', ['2024-02-29T00:00:00Z', '2025-02-28T00:00:00Z']],
  ])('%s fires at %j and then no more', (text, expected) => {
    expect(series('cycle', text, 99)).toEqual(expected);
  });

  it('a cycle that is counted makes up every missed firing in order', () => {
    let firing: TimerFiring | null = first('cycle', 'R3/PT5S');
    const late = ms('2026-06-01T00:00:00Z');
    const instants: string[] = [];
    for (; firing !== null; firing = calendar.next(firing, late, null)) instants.push(iso(firing.dueAt));
    expect(instants).toEqual(['2026-01-15T12:00:05Z', '2026-01-15T12:00:10Z', '2026-01-15T12:00:15Z']);
  });

  it('a cycle without end makes up one firing and goes on on its grid', () => {
    const firing = first('cycle', 'R/PT5S');
    const next = calendar.next(firing, ms('2026-06-01T00:00:02Z'), null);
    expect(iso(next?.dueAt ?? 0)).toBe('2026-06-01T00:00:05Z');
    const onGrid = calendar.next(firing, ms('2026-01-15T12:00:10Z'), null);
    expect(iso(onGrid?.dueAt ?? 0)).toBe('2026-01-15T12:00:15Z');
    const monthly = first('cycle', 'R/2026-01-31T10:00:00Z/P1M');
    expect(iso(calendar.next(monthly, ms('2027-02-10T00:00:00Z'), null)?.dueAt ?? 0)).toBe('2027-02-28T10:00:00Z');
  });

  it('a cycle with a start that has passed is due at once, then on its grid', () => {
    const firing = first('cycle', 'R/2026-01-01T00:00:00Z/P1D');
    expect(iso(firing.dueAt)).toBe('2026-01-01T00:00:00Z');
    expect(iso(calendar.next(firing, ms('2026-01-15T12:00:00Z'), null)?.dueAt ?? 0)).toBe('2026-01-16T00:00:00Z');
  });

  it('ends with its end date, which still counts', () => {
    const asked = { endDate: '2026-01-15T12:00:10Z' };
    expect(series('cycle', 'R/PT5S', 99, asked)).toEqual(['2026-01-15T12:00:05Z', '2026-01-15T12:00:10Z']);
    expect(series('cycle', 'R9/PT5S', 99, asked)).toHaveLength(2);
    expect(series('cycle', '*/5 * * * * ?', 99, { endDate: new Date('2026-01-15T12:00:10Z') })).toHaveLength(2);
  });

  it('is refused when its end date comes before the first firing', () => {
    expect(problem('cycle', 'R/PT5S', { endDate: '2026-01-15T12:00:04Z' })).toBe(
      'the timer would fire after its end date',
    );
    expect(problem('duration', 'PT5S', { endDate: '2020-01-01' })).toBe('the timer would fire after its end date');
    expect(problem('cycle', 'R/PT5S', { endDate: 'soon' })).toBe('soon is no date');
  });

  it.each([
    'R',
    'R4',
    'R4/',
    'R0/PT5S',
    'R-2/PT5S',
    'R4.5/PT5S',
    'Rx/PT5S',
    'R4/PT0S',
    'R4/P0D',
    'R4/PT5S/PT5S',
    'R4/PT5S/2026-01-01/2026-02-02',
    'R4/2026-02-02/2026-01-01',
    'R4/2026-02-02',
    'R99999999999999999999/PT5S',
    'PT5S',
    'r4/PT5S',
    'R/PT1H/2020-01-01',
    'R2/9999-12-31T23:59:59Z/P1Y/',
  ])('%s is no cycle', (text) => {
    expect(problem('cycle', text)).not.toMatch(/^no problem/);
  });

  it('ends where the calendar ends', () => {
    expect(series('cycle', 'R/9999-12-01T00:00:00Z/P20D', 99)).toEqual([
      '9999-12-01T00:00:00Z',
      '9999-12-21T00:00:00Z',
    ]);
    expect(series('cycle', 'R5/9999-12-01T00:00:00Z/P20D', 99)).toHaveLength(2);
  });
});

describe('hostile timers', () => {
  const LATE = 9e14;

  it.each<[Kind, string]>([
    ['cycle', 'R999999999999/PT0.001S'],
    ['cycle', 'R999999999999/P1M/9999-12-31'],
    ['cycle', 'R/0001-01-01T00:00:00Z/PT0.001S'],
    ['cycle', 'R/0001-01-01T00:00:00Z/P1M'],
    ['cycle', 'R/P1D/9999-12-31T00:00:00Z'],
    ['cycle', '0 0 0 30 2 ?'],
    ['cycle', '0 0 0 ? 2 SUN#5'],
    ['cycle', '59 59 23 31 12 ? 2199'],
    ['cycle', `${'*,'.repeat(400)}* * * * * ?`],
    ['date', '9'.repeat(1_000_000)],
    ['duration', `P${'9'.repeat(1_000_000)}Y`],
    ['duration', `PT${'1,'.repeat(400)}S`],
    ['cycle', `R${'9'.repeat(1_000_000)}/PT5S`],
    ['cycle', '* '.repeat(500_000)],
    ['cycle', `R/${'/'.repeat(900)}`],
  ])('%s of row %# is answered at once', (timer, text) => {
    const { result: firing, references: asking } = costOf(() => ask(timer, text, { zone: BERLIN }));
    if ('problem' in firing) expect(firing.problem.length).toBeLessThan(300);
    else {
      const { result: next, references } = costOf(() => calendar.next(firing, LATE, BERLIN));
      expect(next?.dueAt ?? LATE).toBeGreaterThan(firing.dueAt);
      expect(references).toBeLessThan(AT_ONCE);
    }
    expect(asking).toBeLessThan(AT_ONCE);
  });

  it('a zone that does not exist is a problem', () => {
    expect(problem('date', '2026-01-01', { zone: 'Mars/Olympus' })).toBe('Mars/Olympus is no time zone');
    expect(problem('date', '2026-01-01', { zone: 'x'.repeat(1_000_000) })).toMatch(/is no time zone$/);
    expect(() => createCalendar('Mars/Olympus')).toThrow('is no time zone');
  });
});

describe('every cycle', () => {
  const zones = fc.constantFrom('UTC', BERLIN, NEW_YORK, 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca');
  const instants = fc.integer({ min: ms('1975-01-01T00:00:00Z'), max: ms('2090-01-01T00:00:00Z') });
  const durations = fc
    .tuple(fc.nat(3), fc.nat(13), fc.nat(40), fc.nat(30), fc.nat(90), fc.integer({ min: 1, max: 90 }))
    .map(
      ([years, months, days, hours, minutes, seconds]) =>
        `P${years}Y${months}M${days}DT${hours}H${minutes}M${seconds}S`,
    );

  it('comes later each time, and later than now when it has no end', () => {
    fc.assert(
      fc.property(zones, instants, durations, fc.nat(4e11), fc.boolean(), (zone, at, duration, late, isCounted) => {
        const text = `R${isCounted ? 5 : ''}/${duration}`;
        const firing = calendar.first({ timer: 'cycle', value: text, endDate: null, at, timeZone: zone });
        if ('problem' in firing) throw new Error(firing.problem);
        const next = calendar.next(firing, firing.dueAt + late, zone);
        expect(firing.dueAt).toBeGreaterThan(at);
        expect(next?.dueAt).toBeGreaterThan(firing.dueAt);
        if (!isCounted) expect(next?.dueAt).toBeGreaterThan(firing.dueAt + late);
      }),
    );
  });

  it('keeps its grid: skipping what was missed lands where going step by step does', () => {
    fc.assert(
      fc.property(zones, instants, durations, fc.integer({ min: 1, max: 12 }), (zone, at, duration, steps) => {
        const start = calendar.first({ timer: 'cycle', value: `R/${duration}`, endDate: null, at, timeZone: zone });
        if ('problem' in start) throw new Error(start.problem);
        let firing: TimerFiring = start;
        for (let step = 0; step < steps; step++) firing = calendar.next(firing, firing.dueAt, zone)!;
        expect(calendar.next(start, firing.dueAt - 1, zone)).toEqual(firing);
      }),
    );
  });

  const fields = fc.tuple(
    fc.constantFrom('0', '*/10', '5,35', '59'),
    fc.constantFrom('0', '*', '*/15', '10-20', '30'),
    fc.constantFrom('*', '2', '0-6', '*/6', '1,2,3'),
    fc.constantFrom('* * ?', '1 * ?', 'L * ?', '? * MON-FRI', '? * 1#2', '? * 6L', '31 * ?', '29 2 ?'),
  );

  it('every cycle of cron comes later each time and nothing lies between two firings', () => {
    fc.assert(
      fc.property(zones, instants, fields, (zone, at, [second, minute, hour, rest]) => {
        const value = `${second} ${minute} ${hour} ${rest}`;
        const firing = calendar.first({ timer: 'cycle', value, endDate: null, at, timeZone: zone });
        if ('problem' in firing) throw new Error(firing.problem);
        expect(firing.dueAt).toBeGreaterThan(at);
        const between = Math.floor((at + firing.dueAt) / 2);
        const again = calendar.first({ timer: 'cycle', value, endDate: null, at: between, timeZone: zone });
        expect(again).toEqual(firing);
      }),
    );
  });
});
