// Proves that thousands of targets are acted on in slices, in order, whatever one of them does.
import { expect, it } from 'vitest';
import { createFanOut } from './fan-out.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

it('acts on the first slice at once, and on each further one in a turn of its own', async () => {
  const fanOut = createFanOut(() => undefined, 3);
  const done: number[] = [];
  fanOut.deliver(numbers(8), (one) => void done.push(one));
  expect(done).toHaveLength(3);
  await turn();
  expect(done).toHaveLength(6);
  await turn();
  expect(done).toEqual(numbers(8));
});

it('does what was handed over first first, and shares the slice of a turn', async () => {
  const fanOut = createFanOut(() => undefined, 3);
  const done: string[] = [];
  for (const name of ['a', 'b', 'c']) fanOut.deliver([1, 2], (one) => void done.push(name + one));
  expect(done).toEqual(['a1', 'a2', 'b1']);
  await turn();
  expect(done).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'c2']);
});

it('acts on those that there are at the call', async () => {
  const fanOut = createFanOut(() => undefined, 1);
  const targets = new Set([1, 2]);
  const done: number[] = [];
  fanOut.deliver(targets, (one) => void done.push(one));
  targets.add(3);
  for (let count = 0; count < 4; count += 1) await turn();
  expect(done).toEqual([1, 2]);
});

it('tells of a failure and goes on', async () => {
  const errors: unknown[] = [];
  const fanOut = createFanOut((error) => errors.push(error), 2);
  const done: number[] = [];
  fanOut.deliver(numbers(4), (one) => {
    if (one === 1) throw new Error('one');
    done.push(one);
  });
  await turn();
  expect([done, errors.length]).toEqual([[0, 2, 3], 1]);
});

it('is busy until it acts on the last target', async () => {
  const fanOut = createFanOut(() => undefined, 2);
  const seen: boolean[] = [];
  fanOut.deliver(numbers(3), () => void seen.push(fanOut.isBusy));
  expect([seen, fanOut.isBusy]).toEqual([[true, true], true]);
  await turn();
  expect([seen, fanOut.isBusy]).toEqual([[true, true, false], false]);
});
