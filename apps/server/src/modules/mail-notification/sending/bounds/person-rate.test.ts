// Tests how much one person may send within a minute.
import { MINUTE_MS } from '@keelson/time-zone/units';
import { expect, it } from 'vitest';
import { createPersonRate } from './person-rate.ts';

it('lets so many pass in a minute, of each person for itself, and says how long to wait', () => {
  let now = 0;
  const rate = createPersonRate(() => now);
  for (let count = 0; count < 3; count += 1) expect(rate('ada', 1, 3)).toBeNull();
  now = 15_000;
  expect(rate('ada', 1, 3)).toBe(45);
  expect(rate('bob', 1, 3)).toBeNull();
  now = MINUTE_MS;
  expect(rate('ada', 1, 3)).toBeNull();
});

it('lets a piece pass that is larger than the bound, and takes it from the minutes after it', () => {
  let now = 0;
  const rate = createPersonRate(() => now);
  expect(rate('ada', 10, 3)).toBeNull();
  expect(rate('ada', 1, 3)).toBe(180);
  now = 2 * MINUTE_MS;
  expect(rate('ada', 1, 3)).toBe(60);
  now = 3 * MINUTE_MS;
  expect(rate('ada', 1, 3)).toBeNull();
  expect(rate('ada', 1, 3)).toBeNull();
  expect(rate('ada', 1, 3)).toBe(60);
});

it('begins anew where the clock has gone back, and holds for a bound that was changed meanwhile', () => {
  let now = MINUTE_MS;
  const rate = createPersonRate(() => now);
  expect(rate('ada', 3, 3)).toBeNull();
  expect(rate('ada', 1, 5)).toBeNull();
  now = 0;
  expect(rate('ada', 1, 1)).toBeNull();
});
