// Tests the bars of time of other tests: they hold on a quiet machine, and give a busy one its time.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doneWithin, plainProgram, plainRequest, stretchedBar } from './stretched-bar.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

const takes = (ms: number) => async () => void vi.advanceTimersByTime(ms);
/** Answers a request that takes as long as was said last. */
const changing = (ms: number) => {
  const machine = { ms };
  return { machine, plain: plainRequest(async () => void vi.advanceTimersByTime(machine.ms)) };
};

describe('a bar of time', () => {
  it.each([0, 1, 10])('is what it is where a request takes %i ms', async (ms) => {
    expect(await stretchedBar(1_000, plainRequest(takes(ms)))).toBe(1_000);
  });

  it.each([
    [1_000, 40, 4_000],
    [250, 40, 1_000],
    [6_000, 15, 9_000],
  ])('of %i ms is longer where a request takes %i ms, by as much', async (barMs, ms, expected) => {
    expect(await stretchedBar(barMs, plainRequest(takes(ms)))).toBeCloseTo(expected);
  });

  it('is stretched by programs, too, which begin and end', async () => {
    vi.useRealTimers();
    expect(await stretchedBar(1, plainProgram)).toBeGreaterThanOrEqual(1);
    expect(await stretchedBar(1, { ...plainProgram, quietMs: 0.1 })).toBeGreaterThan(1);
  });
});

describe('work behind a bar', () => {
  it('answers its result where it is quick enough', async () => {
    expect(await doneWithin(1_000, changing(1).plain, () => takes(999)().then(() => 'done'))).toBe('done');
  });

  it('is reported with its time and its bar where it is not', async () => {
    const late = doneWithin(1_000, changing(1).plain, takes(1_001));
    await expect(late).rejects.toThrow('It took 1001 ms, and the bar is 1000 ms.');
  });

  it('is given the time of a machine that was busy before, or has become so meanwhile', async () => {
    await doneWithin(1_000, changing(20).plain, takes(1_900));
    const { machine, plain } = changing(1);
    await doneWithin(1_000, plain, async () => {
      machine.ms = 20;
      await takes(1_900)();
    });
    await expect(doneWithin(1_000, plain, takes(2_100))).rejects.toThrow('the bar is 2000 ms');
  });

  it('is done again as often as it may be, and no oftener than it takes to be quick enough', async () => {
    const times = [3_000, 2_000, 10, 10];
    const work = vi.fn(async () => void vi.advanceTimersByTime(times.shift()!));
    await doneWithin(1_000, changing(1).plain, work, 4);
    expect(work).toHaveBeenCalledTimes(3);
    await expect(doneWithin(1_000, changing(1).plain, takes(2_000), 2)).rejects.toThrow(/2000 ms.+2000 ms/);
  });

  it('fails as it does itself', async () => {
    const broken = doneWithin(1_000, changing(1).plain, () => Promise.reject(new Error('broken')), 3);
    await expect(broken).rejects.toThrow('broken');
  });
});
