// Writes the definition of a time zone into a calendar object (RFC 5545, 3.6.5), from the zone data of the runtime.

import { timeZoneOf } from '@keelson/time-zone';
import { DAY_MS } from '@keelson/time-zone/units';
import { LRUCache } from 'lru-cache';
import { contentLine } from './content-line.ts';
import { icalLocal } from './ical-values.ts';
import { isOf, type Transition, transitionsOf, type YearlyChange, yearlyChangesOf } from './zone-transitions.ts';

const YEAR_MS = 366 * DAY_MS;
/**
 * Time before the start of a series from which on changes are looked for: a clock in force then began within it, or
 * never changes.
 */
const BEFORE_MS = 400 * DAY_MS;
/** Years over which a rule is checked: twice through all weekdays of a date. */
const RULE_YEARS = 30;
/** Years for which each change is written where the clocks follow no rule: later ones are not known. */
const LISTED_YEARS = 11;
const WEEK = 7;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1_000;
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hour = '', minute = '', second = ''] = parts.map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hour}${minute}${second === '00' ? '' : second}`;
}

function ruleText({ month, weekday, firstDay }: YearlyChange): string {
  const name = WEEKDAYS[weekday]!;
  const begin = `FREQ=YEARLY;BYMONTH=${month}`;
  if (firstDay === -1) return `${begin};BYDAY=-1${name}`;
  if (firstDay % WEEK === 1) return `${begin};BYDAY=${(firstDay - 1) / WEEK + 1}${name}`;
  const days = Array.from({ length: WEEK }, (_, index) => firstDay + index);
  return `${begin};BYMONTHDAY=${days.join(',')};BYDAY=${name}`;
}

/** Writes a change to another offset: daylight time where the clock goes forward, otherwise standard time. */
function observance({ at, before, after }: Transition, rule: YearlyChange | null): string {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    contentLine('BEGIN', kind),
    contentLine('DTSTART', icalLocal(at + before)),
    contentLine('TZOFFSETFROM', offsetText(before)),
    contentLine('TZOFFSETTO', offsetText(after)),
    rule === null ? '' : contentLine('RRULE', ruleText(rule)),
    contentLine('END', kind),
  ].join('');
}

/** Writes an offset that was in force before all known changes. */
function always(offset: number): string {
  return observance({ at: -offset, before: offset, after: offset }, null);
}

function observances(timeZone: string, from: number): string {
  const clock = timeZoneOf(timeZone);
  const all = transitionsOf(clock, from - BEFORE_MS, from + RULE_YEARS * YEAR_MS);
  const [first] = all;
  if (first === undefined) return always(clock.offsetAt(from));
  const begin = first.at > from ? always(first.before) : '';
  const rules = yearlyChangesOf(all);
  if (rules === null) {
    const listed = all.filter(({ at }) => at < from + LISTED_YEARS * YEAR_MS);
    return begin + listed.map((transition) => observance(transition, null)).join('');
  }
  const ruleOf = (transition: Transition) => rules.find((rule) => isOf(rule, transition)) ?? null;
  // From behind the last change that fits no rule, all changes follow the rules.
  const ruled = all.findLastIndex((transition) => ruleOf(transition) === null) + 1;
  const single = all.slice(0, ruled).map((transition) => observance(transition, null));
  return begin + [...single, ...all.slice(ruled, ruled + 2).map((one) => observance(one, ruleOf(one)))].join('');
}

const written = new LRUCache<string, string>({ max: 200 });

/** Writes the zone from `from` on: by a rule where the clocks follow one, else over the next eleven years. */
export function writeTimeZone(timeZone: string, from: number): string {
  const year = new Date(from).getUTCFullYear();
  const key = `${timeZone} ${year}`;
  const known = written.get(key);
  if (known !== undefined) return known;
  const text = [
    contentLine('BEGIN', 'VTIMEZONE'),
    contentLine('TZID', timeZone),
    observances(timeZone, Date.UTC(year, 0, 1)),
    contentLine('END', 'VTIMEZONE'),
  ].join('');
  written.set(key, text);
  return text;
}
