// What clocks of time zones show is told from the data base that the program brings along.
import { describe, expect, it } from 'vitest';
import { findTimeZone, isTimeZone, timeZoneOf } from './time-zone.ts';
import { HOUR_MS } from './units.ts';

const at = (text: string) => Date.parse(text);

describe('the clock of a time zone', () => {
  it('agrees with itself at each instant that its clocks show once', () => {
    const zones = ['Europe/Istanbul', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Casablanca'];
    for (const zone of zones.map(timeZoneOf)) {
      for (let instant = at('2025-01-01Z'); instant < at('2027-01-01Z'); instant += 5 * HOUR_MS) {
        const back = zone.shownInstantOf(zone.localOf(instant))!;
        expect(back <= instant && instant - back <= HOUR_MS).toBe(true);
        expect(zone.localOf(back)).toBe(zone.localOf(instant));
      }
    }
  });

  it('takes the first of two times in autumn, and moves on what spring leaves out', () => {
    const berlin = timeZoneOf('Europe/Berlin');
    expect(berlin.instantOf(at('2026-10-25T02:30:00Z'))).toBe(at('2026-10-25T02:30:00+02:00'));
    expect(berlin.instantOf(at('2026-03-29T02:30:00Z'))).toBe(at('2026-03-29T03:30:00+02:00'));
    expect(berlin.shownInstantOf(at('2026-03-29T02:30:00Z'))).toBeNull();
    expect(berlin.shownInstantOf(at('2026-10-25T02:30:00Z'))).toBe(at('2026-10-25T02:30:00+02:00'));
  });

  it('finds the first instant of a new offset, also where a day is left out', () => {
    const berlin = timeZoneOf('Europe/Berlin');
    expect(berlin.transitionBetween(at('2026-03-01Z'), at('2026-04-10Z'))).toBe(at('2026-03-29T01:00:00Z'));
    const apia = timeZoneOf('Pacific/Apia');
    const change = apia.transitionBetween(at('2011-12-28Z'), at('2012-01-02Z'));
    expect(apia.offsetAt(change) - apia.offsetAt(change - 1)).toBe(24 * HOUR_MS);
  });

  it('knows offsets of seconds, the first years, and those before them', () => {
    const istanbul = timeZoneOf('Europe/Istanbul');
    expect(istanbul.offsetAt(at('1800-01-01T00:00:00Z'))).toBe((HOUR_MS * 29 * 4) / 60 - 8_000);
    for (const year of ['0001', '0099', '0000', '-000001']) {
      expect(timeZoneOf('UTC').offsetAt(at(`${year}-06-01T00:00:00Z`)), year).toBe(0);
    }
  });

  it('answers milliseconds within a second as they are', () => {
    expect(timeZoneOf('Asia/Kolkata').localOf(at('2026-01-01T00:00:00.123Z'))).toBe(at('2026-01-01T05:30:00.123Z'));
    expect(timeZoneOf('Asia/Kolkata').localOf(-1)).toBe(5.5 * HOUR_MS - 1);
  });
});

describe('a name of a time zone', () => {
  it('is one of the data base; an offset is a clock, but no name', () => {
    expect(['Europe/Istanbul', 'UTC', 'europe/istanbul'].filter((name) => !isTimeZone(name))).toEqual([]);
    expect(['+03:00', '', 'Mars/Phobos', 'x'.repeat(65), '03:00'].filter(isTimeZone)).toEqual([]);
    expect(findTimeZone('+03:00')?.offsetAt(0)).toBe(3 * HOUR_MS);
    expect(findTimeZone('Mars/Phobos')).toBeNull();
    expect(() => timeZoneOf('Mars/Phobos')).toThrow('Mars/Phobos is no time zone');
  });
});
