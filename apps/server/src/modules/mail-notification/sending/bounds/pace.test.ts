// Tests that a request of many mails lets others have their turn, and ends in time.
import { expect, it } from 'vitest';
import { createPace } from './pace.ts';

it('gives up its turn after each fifty mails, and no more often', async () => {
  const pace = createPace(() => 0);
  const turns = Array.from({ length: 120 }, () => pace());
  expect(turns.flatMap((turn, index) => (turn === null ? [] : [index + 1]))).toEqual([50, 100]);
  await Promise.all(turns);
});

it('is refused after 20 seconds', () => {
  let now = 0;
  const pace = createPace(() => now);
  now = 20_000;
  expect(pace()).toBeNull();
  now = 20_001;
  expect(() => pace()).toThrow('TEMPLATE_RENDER_LIMIT_EXCEEDED');
});
