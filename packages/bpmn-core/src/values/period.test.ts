// These tests look at periods: what they add to a moment, and which texts are none.
import { describe, expect, it } from 'vitest';
import { parseInstant } from './instant.ts';
import { addPeriod } from './period.ts';

const from = parseInstant('2026-01-31T10:00:00Z')!;
const after = (text: string) => {
  const at = addPeriod(text, from);
  return at === null ? null : new Date(at).toISOString();
};

describe('a period', () => {
  it.each([
    ['P7D', '2026-02-07T10:00:00.000Z'],
    ['P1M', '2026-02-28T10:00:00.000Z'],
    ['P1Y1M', '2027-02-28T10:00:00.000Z'],
    ['P2W', '2026-02-14T10:00:00.000Z'],
    ['PT36H', '2026-02-01T22:00:00.000Z'],
    ['P1DT1H1M1.5S', '2026-02-01T11:01:01.500Z'],
  ])('%s leads to %s', (text, at) => {
    expect(after(text)).toBe(at);
  });

  it.each(['P', 'PT', 'P7', '7D', 'P-7D', 'p7d', '', '2026-01-31', 'P999999999Y', 'P99999999999999999999D'])(
    'is none that is written %j',
    (text) => {
      expect(after(text)).toBeNull();
    },
  );
});
