// Holds how often a number is counted for the metrics, and what is shown while it cannot be.
import { expect, it } from 'vitest';
import { createCountedGauge } from './counted-gauge.ts';
import { createMetrics } from './metrics.ts';

it('counts at most every 15 seconds, and keeps the last number while it cannot', async () => {
  const metrics = createMetrics();
  let nowMs = 0;
  let counted = 0;
  let away = true;
  createCountedGauge({ metrics, nowMs: () => nowMs }, { name: 'things_open', help: 'Things.' }, async () => {
    counted += 1;
    if (away) throw new Error('away');
    return 40 + counted;
  });
  const shown = async () => /^keelson_things_open (\S+)$/m.exec(await metrics.text())?.[1];
  // What was never counted is 0 in the library's text; it counted once and failed.
  await shown();
  expect(counted).toBe(1);
  away = false;
  nowMs = 14_999;
  await shown();
  expect(counted).toBe(1);
  nowMs = 15_000;
  expect([await shown(), counted]).toEqual(['42', 2]);
  away = true;
  nowMs = 30_000;
  expect([await shown(), counted]).toEqual(['42', 3]);
  metrics.stop();
});
