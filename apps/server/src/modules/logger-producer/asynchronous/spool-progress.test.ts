// Tests that a flush waits for what was there, and for nothing that came later.
import { expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createSpoolProgress } from './spool-progress.ts';

it('is done when each source has let go of what it held, whatever comes meanwhile', async () => {
  const progress = createSpoolProgress(createManualClock());
  const [own, adopted] = [{}, {}];
  progress.release(own, 5);
  const emptied = progress.emptied(
    [
      { key: own, records: 3 },
      { key: adopted, records: 2 },
    ],
    60_000,
  );
  progress.release(own, 10);
  progress.release(adopted, 1);
  progress.release(adopted, 1);
  expect(await emptied).toBe(0);
  expect(await progress.emptied([{ key: own, records: 0 }], 60_000)).toBe(0);
});

it('answers what is left when the time is over', async () => {
  const progress = createSpoolProgress(createManualClock());
  const own = {};
  const emptied = progress.emptied([{ key: own, records: 3 }], 1);
  progress.release(own, 1);
  expect(await emptied).toBe(2);
});

it('tells how many left within the last ten seconds', () => {
  const clock = createManualClock();
  const progress = createSpoolProgress(clock);
  expect(progress.perSecond()).toBe(0);
  for (let second = 0; second < 12; second++) {
    progress.release(progress, 100);
    clock.advance(1_000);
  }
  expect(progress.perSecond()).toBe(100);
  clock.advance(60_000);
  expect(progress.perSecond()).toBe(0);
});
