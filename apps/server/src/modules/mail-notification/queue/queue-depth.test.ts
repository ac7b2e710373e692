// Tests when it is known that too many mails wait.
import { expect, it } from 'vitest';
import { createQueueDepth } from './queue-depth.ts';

function depthOf(max: number) {
  let now = 0;
  let waiting = 0;
  let counts = 0;
  const database = {
    rows: async () => {
      counts += 1;
      if (waiting < 0) throw new Error('away');
      return [{ number: waiting }];
    },
  };
  const depth = createQueueDepth({ database } as never, () => now, max);
  return {
    isFull: depth.isFull,
    counts: () => counts,
    wait(count: number) {
      waiting = count;
    },
    pass(ms: number) {
      now += ms;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('is counted before the first mail, and again after five seconds behind the back of whoever asks', async () => {
  const { isFull, counts, wait, pass } = depthOf(10);
  wait(11);
  expect([await isFull(), counts()]).toEqual([true, 1]);
  wait(10);
  pass(4_999);
  expect([await isFull(), counts()]).toEqual([true, 1]);
  pass(1);
  expect([await isFull(), counts()]).toEqual([true, 2]);
  await turn();
  expect([await isFull(), counts()]).toEqual([false, 2]);
});

it('is not counted while it could not be reached, and stays what it was while the database is away', async () => {
  const { isFull, counts, wait, pass } = depthOf(5_000_000);
  expect(await isFull()).toBe(false);
  pass(60_000);
  expect([await isFull(), counts()]).toEqual([false, 1]);
  wait(-1);
  pass(120_000);
  expect(await isFull()).toBe(false);
  await turn();
  expect([await isFull(), counts()]).toEqual([false, 2]);
});
