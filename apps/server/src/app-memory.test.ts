// Proves that memory is given back after the start and at rest, once, and never under load.
import { expect, it } from 'vitest';
import { createRestingMemory } from './app-memory.ts';

const MEBIBYTE = 1_048_576;

function createWatched() {
  const state = { utilization: 0, heap: 100 * MEBIBYTE, collections: 0 };
  const memory = createRestingMemory({
    utilization: () => state.utilization,
    heapBytes: () => state.heap,
    async collect() {
      state.collections += 1;
      state.heap = 70 * MEBIBYTE;
    },
  });
  const look = async (times: number) => {
    for (let time = 0; time < times; time += 1) await memory.look();
    return state.collections;
  };
  return { state, memory, look };
}

it('what a start leaves is collected without a look, and a rest after it does not collect the same again', async () => {
  const { state, memory, look } = createWatched();
  await memory.collect();
  expect(await look(20)).toBe(1);
  state.heap = 120 * MEBIBYTE;
  expect(await look(1)).toBe(2);
});

it('a program that rests collects at the third look, and not again before it holds much more', async () => {
  const { state, look } = createWatched();
  expect(await look(2)).toBe(0);
  expect(await look(1)).toBe(1);
  expect(await look(20)).toBe(1);
  state.heap = 110 * MEBIBYTE;
  expect(await look(20)).toBe(1);
  state.heap = 120 * MEBIBYTE;
  expect(await look(1)).toBe(2);
});

it('a program at work collects nothing, and after it rests three times', async () => {
  const { state, look } = createWatched();
  await look(2);
  state.utilization = 0.3;
  expect(await look(50)).toBe(0);
  state.utilization = 0.02;
  expect(await look(2)).toBe(0);
  expect(await look(1)).toBe(1);
});

it('the collector of this process takes what nobody holds', async () => {
  const garbage = Array.from({ length: 400_000 }, (_, at) => ({ at, text: `garbage ${at}` }));
  expect(garbage).toHaveLength(400_000);
  garbage.length = 0;
  const before = process.memoryUsage().heapUsed;
  const memory = createRestingMemory();
  // A test runner is not at rest: the looks follow one another at once, between which nothing runs.
  await expect
    .poll(async () => [await memory.look(), process.memoryUsage().heapUsed][1], { timeout: 10_000, interval: 20 })
    .toBeLessThan(before - 10 * MEBIBYTE);
});
