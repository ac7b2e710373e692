// Proves the numbers that bars are judged by: medians, percentiles, ratios, and what holds.
import { expect, it } from 'vitest';
import { formatFigure, holds, numberText } from './bar.ts';
import { median, medianRatio, percentile } from './statistics.ts';

it('a median lies between the two middle ones, a percentile between its neighbours', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(percentile([10, 20, 30, 40, 50], 95)).toBeCloseTo(48);
  expect(percentile([7], 99)).toBe(7);
  expect(percentile([], 50)).toBeNaN();
});

it('a ratio is that of each round with its own reference, so a slow round slows both', () => {
  expect(medianRatio([70, 7, 80], [100, 10, 100])).toBeCloseTo(0.7);
});

it('a figure holds within its bounds alone, and what was never measured does not', () => {
  const figure = { bar: 'session B1', what: 'of a bare route', value: 60, unit: '%' };
  expect(holds({ ...figure, atLeast: 60 })).toBe(true);
  expect(holds({ ...figure, atLeast: 60.1 })).toBe(false);
  expect(holds({ ...figure, atMost: 59.9 })).toBe(false);
  expect(holds({ ...figure, value: Number.NaN, atLeast: 0 })).toBe(false);
  expect(formatFigure({ ...figure, atLeast: 61, reference: 'bare 100/s' })).toBe(
    'session B1  of a bare route: 60.0 %  (at least 61: MISSED)  [bare 100/s]',
  );
});

it('numbers are told with three digits', () => {
  expect([0.123, 12.34, 1234.5].map(numberText)).toEqual(['0.12', '12.3', '1235']);
});
