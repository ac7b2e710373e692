// Tests the measure of other tests: it counts the work of this thread, whatever else the machine does and however long one waits.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { costOf, costUntil } from './cost.ts';

/** Takes a processor some milliseconds for each round. */
function work(rounds: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < 1_000_000; index += 1) sum = (sum * 31 + index) % 1_000_003;
  }
  return sum;
}

/** Keeps every processor busy until it is stopped. */
async function crowd() {
  const busy = 'const { parentPort } = require("node:worker_threads"); parentPort.postMessage("busy"); for (;;);';
  const workers = Array.from({ length: 2 * availableParallelism() }, () => new Worker(busy, { eval: true }));
  await Promise.all(workers.map((worker) => once(worker, 'message')));
  return () => Promise.all(workers.map((worker) => worker.terminate()));
}

describe('the cost of work', () => {
  it('comes with its result, and is next to nothing for nothing', () => {
    const { result, references } = costOf(() => 'done');
    expect([result, Math.round(references)]).toEqual(['done', 0]);
  });

  it('grows with the work', () => {
    work(10);
    const [once, often] = [costOf(() => work(10)).references, costOf(() => work(100)).references];
    expect(once).toBeGreaterThan(1);
    expect(often / once).toBeGreaterThan(4);
    expect(often / once).toBeLessThan(25);
  });

  it('is about the same while others keep every processor busy', async () => {
    work(20);
    const quiet = costOf(() => work(20)).references;
    const disperse = await crowd();
    try {
      const { references } = costOf(() => work(20));
      expect(references / quiet).toBeGreaterThan(0.3);
      expect(references / quiet).toBeLessThan(3);
    } finally {
      await disperse();
    }
  });

  it('is that of this thread alone: neither waiting nor the work of other threads is in it', async () => {
    const waited = await costUntil(() => delay(300, 'waited'));
    expect(waited.result).toBe('waited');
    const disperse = await crowd();
    try {
      const beside = await costUntil(() => delay(300));
      // In that time one thread alone could have done some hundred.
      expect([waited.references < 10, beside.references < 10]).toEqual([true, true]);
    } finally {
      await disperse();
    }
  });

  it('counts what this thread does before and after it waits', async () => {
    const { references } = await costUntil(async () => {
      work(20);
      await delay(1);
      work(20);
    });
    expect(references / costOf(() => work(40)).references).toBeGreaterThan(0.6);
  });

  it('fails as the work does', async () => {
    expect(() => costOf(() => JSON.parse('{'))).toThrow(SyntaxError);
    await expect(costUntil(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });
});
