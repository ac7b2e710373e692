// These tests look at cron texts by table: what they mean and what is refused.
import { describe, expect, it } from 'vitest';
import { readCron } from './cron.ts';
import { cronAfter } from './cron-search.ts';
import { zoneOf } from './zone.ts';

function after(text: string, at: string): string | null {
  const instant = cronAfter(readCron(text), zoneOf('UTC'), Date.parse(at));
  return instant === null ? null : new Date(instant).toISOString().replace('.000Z', 'Z');
}

describe('a cron text', () => {
  it.each([
    ['0 0/5 * * * ?', '2026-01-15T12:00:00Z', '2026-01-15T12:05:00Z'],
    ['*/10 * * * * *', '2026-01-15T12:00:00Z', '2026-01-15T12:00:10Z'],
    ['*/10 * * * * *', '2026-01-15T11:59:59.999Z', '2026-01-15T12:00:00Z'],
    ['10 * * * * ?', '2026-01-15T23:59:10Z', '2026-01-16T00:00:10Z'],
    ['0 0 9-17 ? * MON-FRI', '2026-01-16T17:00:00Z', '2026-01-19T09:00:00Z'],
    ['0 0 22-2 * * ?', '2026-01-16T02:00:00Z', '2026-01-16T22:00:00Z'],
    ['0 0 0 ? * FRI-MON', '2026-01-12T00:00:00Z', '2026-01-16T00:00:00Z'],
    ['0 0 0 ? * 1', '2026-01-15T00:00:00Z', '2026-01-18T00:00:00Z'],
    ['0 0 0 ? * 7', '2026-01-15T00:00:00Z', '2026-01-17T00:00:00Z'],
    ['0 0 0 ? * sat,sun', '2026-01-17T00:00:00Z', '2026-01-18T00:00:00Z'],
    ['0 0 0 L * ?', '2026-02-01T00:00:00Z', '2026-02-28T00:00:00Z'],
    ['0 0 0 L-2 * ?', '2024-02-01T00:00:00Z', '2024-02-27T00:00:00Z'],
    ['0 0 0 ? * 6L', '2026-01-15T00:00:00Z', '2026-01-30T00:00:00Z'],
    ['0 0 0 ? * 6L', '2026-07-01T00:00:00Z', '2026-07-31T00:00:00Z'],
    ['0 0 0 ? * L', '2026-01-15T00:00:00Z', '2026-01-17T00:00:00Z'],
    ['0 0 0 ? * 6#3', '2026-01-01T00:00:00Z', '2026-01-16T00:00:00Z'],
    ['0 0 0 ? * MON#5', '2026-01-01T00:00:00Z', '2026-03-30T00:00:00Z'],
    ['0 0 0 31 * ?', '2026-01-31T00:00:00Z', '2026-03-31T00:00:00Z'],
    ['0 0 0 29 2 ?', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 0 29 FEB ?', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00Z'],
    ['0 0 0 ? 2 1#5', '2004-03-01T00:00:00Z', '2032-02-29T00:00:00Z'],
    ['0 0 0 ? 2 1#5', '2088-03-01T00:00:00Z', '2128-02-29T00:00:00Z'],
    ['0 0 12 1 JAN,JUL ? 2026-2028', '2027-07-01T12:00:00Z', '2028-01-01T12:00:00Z'],
    ['0 0 12 1 1 ? 2150', '2026-01-01T00:00:00Z', '2150-01-01T12:00:00Z'],
    ['0 0 12 1 1/3 ?', '2026-01-02T00:00:00Z', '2026-04-01T12:00:00Z'],
    ['0 0 12 1 1 ? *', '2026-01-02T00:00:00Z', '2027-01-01T12:00:00Z'],
    ['59 59 23 31 12 ?', '2026-12-31T23:59:58Z', '2026-12-31T23:59:59Z'],
  ])('%s after %s comes at %s', (text, at, expected) => {
    expect(after(text, at)).toBe(expected);
  });

  it.each([
    ['0 0 0 30 2 ?', '2026-01-01T00:00:00Z'],
    ['0 0 0 1 1 ? 2020', '2026-01-01T00:00:00Z'],
    ['0 0 0 L-30 2 ?', '2026-01-01T00:00:00Z'],
  ])('%s after %s never comes', (text, at) => {
    expect(after(text, at)).toBeNull();
  });

  it.each([
    ['', /no cycle/],
    ['* * * * *', /6 or 7 fields/],
    ['@daily', /6 or 7 fields/],
    ['* * * * * * * *', /6 or 7 fields/],
    ['60 * * * * ?', /60 is no second/],
    ['* 60 * * * ?', /60 is no minute/],
    ['* * 24 * * ?', /24 is no hour/],
    ['0 0 0 0 * ?', /0 is no day of month/],
    ['0 0 0 32 * ?', /32 is no day of month/],
    ['0 0 0 1 13 ?', /13 is no month/],
    ['0 0 0 1 FOO ?', /FOO is no month/],
    ['0 0 0 ? * 0', /0 is no day of week/],
    ['0 0 0 ? * 8', /8 is no day of week/],
    ['0 0 0 ? * MON#6', /at most five/],
    ['0 0 0 ? * MON#0', /at most five/],
    ['0 0 0 ? * #2', /is no day of week/],
    ['0 0 0 15W * ?', /15W is no day of month/],
    ['0 0 0 LW * ?', /LW is no day of month/],
    ['0 0 0 L-31 * ?', /is no day of month/],
    ['0 0 0 ? * ?', /left open/],
    ['0 0 0 1 * MON', /cannot both be restricted/],
    ['? 0 0 1 * ?', /is no second/],
    ['*/0 * * * * ?', /no step/],
    ['*/60 * * * * ?', /no step/],
    ['*/x * * * * ?', /no step/],
    ['1/2/3 * * * * ?', /is no second/],
    ['1-2-3 * * * * ?', /is no second/],
    ['1- * * * * ?', /nothing is no second/],
    ['1,,2 * * * * ?', /nothing is no second/],
    ['-1 * * * * ?', /nothing is no second/],
    ['1.5 * * * * ?', /1.5 is no second/],
    ['0 0 0 1 1 ? 1969', /1969 is no year/],
    ['0 0 0 1 1 ? 2030-2026', /no range of years/],
    ['0 0 0 1 1 ? ?', /is no year/],
  ])('%s is refused', (text, message) => {
    expect(() => readCron(text)).toThrow(message);
  });
});
