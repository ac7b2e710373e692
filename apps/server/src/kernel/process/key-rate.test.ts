// Proves the rate by key: how much is let through, for how long, and that keys do not share it.
import { expect, it } from 'vitest';
import { createKeyRate } from './key-rate.ts';

it('lets `max` through in a window that begins with the first one, and then says how long to wait', () => {
  const rate = createKeyRate({ max: 2, windowMs: 10_000 });
  const waits: (number | null)[] = [];
  for (const nowMs of [500, 1_000, 2_000, 10_499, 10_500]) {
    const wait = rate.retryAfterSeconds('a', nowMs);
    waits.push(wait);
    if (wait === null) rate.count('a', nowMs);
  }
  expect(waits).toEqual([null, null, 9, 1, null]);
});

it('counts each key by itself', () => {
  const rate = createKeyRate({ max: 1, windowMs: 1_000 });
  rate.count('a', 0);
  expect([rate.retryAfterSeconds('a', 1), rate.retryAfterSeconds('b', 1)]).toEqual([1, null]);
});
