// Proves that dates are written as the language itself writes them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoDate } from './iso-date.ts';

it('a date is written as toISOString writes it, whichever was written before', () => {
  const near = fc.integer({ min: -2_000, max: 2_000 });
  const far = fc.date({ noInvalidDate: true }).map((date) => date.getTime());
  fc.assert(
    fc.property(fc.array(fc.oneof(near, far)), (dates) => {
      for (const ms of dates) {
        expect(isoDate(ms)).toBe(new Date(ms).toISOString());
        expect(isoDate(new Date(ms))).toBe(new Date(ms).toISOString());
      }
    }),
  );
  expect(isoDate(1_500.7)).toBe(new Date(1_500.7).toISOString());
  expect(() => isoDate(Number.NaN)).toThrow(RangeError);
});
