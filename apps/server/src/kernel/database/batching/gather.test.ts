// Proves how long a statement waits for those who arrive beside it.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { gather } from './gather.ts';

/** Answers how many turns pass while as many arrive as `arrivals` says of each; a turn that it does not name brings nobody. */
async function turnsFor(arrivals: readonly number[]): Promise<number> {
  let waiting = 1;
  let turns = 0;
  let isOver = false;
  const over = gather(() => waiting).then(() => {
    isOver = true;
  });
  while (!isOver) {
    waiting += arrivals[turns] ?? 0;
    await turn();
    turns += 1;
  }
  await over;
  return turns;
}

it('whoever is alone waits for the end of the turn and no longer', async () => {
  expect(await turnsFor([])).toBe(1);
});

it('who arrives in the same turn comes along, and so does who arrives in the next one', async () => {
  expect(await turnsFor([3])).toBe(2);
  expect(await turnsFor([0, 3])).toBe(1);
});

it('an endless load is not waited for', async () => {
  expect(await turnsFor(Array<number>(100).fill(1))).toBe(2);
});
