// Proves that the time zones of calendar objects show what the zone data of the runtime show, to another parser.

import { timeZoneOf } from '@keelson/time-zone';
import { HOUR_MS } from '@keelson/time-zone/units';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { writeTimeZone } from './write-time-zone.ts';

const YEARS = 10;
const SHIFTS_MS = [HOUR_MS / 2, HOUR_MS];

/** Answers local times that the written zone takes for other instants than the runtime does. */
function differences(timeZone: string, year: number): readonly string[] {
  const text = writeTimeZone(timeZone, Date.UTC(year, 0, 1));
  const zone = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text) as unknown[]));
  const clock = timeZoneOf(timeZone);
  const found: string[] = [];
  for (let at = Date.UTC(year, 0, 2); at < Date.UTC(year + YEARS, 0, 1); at += 37 * HOUR_MS) {
    const local = new Date(clock.localOf(at));
    // Of an hour that there is twice nobody can say which one is meant.
    if (SHIFTS_MS.some((shift) => [at - shift, at + shift].some((one) => clock.localOf(one) === clock.localOf(at))))
      continue;
    const [shownYear, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
    const [hour, minute] = [local.getUTCHours(), local.getUTCMinutes()];
    const shown = { year: shownYear, month, day, hour, minute, second: 0, isDate: false };
    const time = new ICAL.Time(shown, ICAL.Timezone.localTimezone);
    if (zone.utcOffset(time) * 1_000 !== clock.offsetAt(at))
      found.push(`${local.toISOString()} ${zone.utcOffset(time)}`);
  }
  return found;
}

describe('a time zone in a calendar object', () => {
  it.each([
    'Europe/Istanbul',
    'Europe/Berlin',
    'Europe/Dublin',
    'America/New_York',
    'America/Santiago',
    'Asia/Kolkata',
    'Asia/Jerusalem',
    'Africa/Casablanca',
    'Australia/Lord_Howe',
    'Pacific/Auckland',
    'America/St_Johns',
    'Africa/Cairo',
    'UTC',
  ])('mail-notification 27: %s shows the time of the zone over ten years', (timeZone) => {
    expect(differences(timeZone, 2026)).toEqual([]);
  });

  it('mail-notification 27: shows the rules of before where they have changed', () => {
    expect(differences('Europe/Istanbul', 2014)).toEqual([]);
    expect(differences('America/New_York', 2005)).toEqual([]);
  });

  it('mail-notification 27: is standard time alone where the clocks never change', () => {
    expect(writeTimeZone('Europe/Istanbul', Date.UTC(2026, 5, 1)).split('\r\n')).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Istanbul',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'TZOFFSETFROM:+0300',
      'TZOFFSETTO:+0300',
      'END:STANDARD',
      'END:VTIMEZONE',
      '',
    ]);
  });

  it('mail-notification 27: follows a rule where the clocks do', () => {
    const text = writeTimeZone('Europe/Berlin', Date.UTC(2026, 5, 1));
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r\n');
    expect(text).toContain('RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r\n');
    expect(text.match(/BEGIN:(STANDARD|DAYLIGHT)/g)).toHaveLength(2);
    expect(writeTimeZone('America/New_York', Date.UTC(2026, 5, 1))).toContain('BYMONTH=3;BYDAY=2SU\r\n');
  });
});
