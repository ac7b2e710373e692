// Proves that hashing is bounded, fair between addresses, and told as 503 when it is too much.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLanes } from '../../../../kernel/worker/lanes.ts';
import { createHashQueue } from './hash-queue.ts';

const queueOf = (concurrency: number) => createHashQueue(concurrency, { lanes: createLanes() });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

interface Held {
  readonly outcome: Promise<string>;
  release(): void;
  readonly started: () => boolean;
}

function hold(queue: ReturnType<typeof createHashQueue>, address: string): Held {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  const outcome = queue
    .run(address, async () => {
      started = true;
      await promise;
      return 'done';
    })
    .catch((error: unknown) => (error as { code: string }).code);
  return { outcome, release: resolve, started: () => started };
}

function isFull(queue: ReturnType<typeof createHashQueue>, address: string): boolean {
  try {
    queue.enter(address).leave();
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', options: { retryAfterSeconds: 1 } });
    return true;
  }
}

/** Takes the slot that no address alone can take, so that the next address waits. */
const takeSpareSlot = (queue: ReturnType<typeof createHashQueue>): Held => hold(queue, 'spare');

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

it('no more run at once than allowed, first come first served', async () => {
  const queue = queueOf(1);
  const [first, second, third] = [hold(queue, 'a'), hold(queue, 'a'), hold(queue, 'a')];
  await settle();
  expect([first.started(), second.started(), third.started()]).toEqual([true, false, false]);
  first.release();
  await first.outcome;
  await settle();
  expect([second.started(), third.started()]).toEqual([true, false]);
});

it('authentication 20: the 65th that waits is refused with Retry-After', async () => {
  const queue = queueOf(1);
  const all = Array.from({ length: 65 }, () => hold(queue, 'a'));
  const refused = queue.run('a', async () => 'done');
  await expect(refused).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', options: { retryAfterSeconds: 1 } });
  for (const held of all) {
    held.release();
    await expect(held.outcome).resolves.toBe('done');
  }
});

it('one address keeps at most 8 places once another waits, its newest ones go', async () => {
  const queue = queueOf(1);
  const greedy = Array.from({ length: 20 }, () => hold(queue, 'greedy'));
  const spare = takeSpareSlot(queue);
  const other = hold(queue, 'other');
  const dropped = await Promise.all(greedy.slice(9).map(({ outcome }) => outcome));
  expect(dropped).toEqual(Array(11).fill('SERVICE_UNAVAILABLE'));
  const kept = [...greedy.slice(0, 9), other, spare];
  for (const { release } of kept) release();
  expect(await Promise.all(kept.map(({ outcome }) => outcome))).toEqual(Array(11).fill('done'));
});

it('authentication 20: another address hashes at once while one has all that it may have, and then they take turns', async () => {
  const queue = queueOf(2);
  const greedy = Array.from({ length: 6 }, () => hold(queue, 'greedy'));
  const others = [hold(queue, 'b'), hold(queue, 'b'), hold(queue, 'c')];
  const begun = () => [...greedy, ...others].map(({ started }) => Number(started())).join('');
  expect(begun()).toBe('110000100');
  for (const [held, after] of [
    [greedy[0]!, '111000100'],
    [others[0]!, '111000110'],
    [greedy[1]!, '111000111'],
  ] as const) {
    held.release();
    await held.outcome;
    await settle();
    expect(begun()).toBe(after);
  }
  for (const { release } of [...greedy, ...others]) release();
  await Promise.all([...greedy, ...others].map(({ outcome }) => outcome));
});

it('whoever has waited and run holds nothing of the queue any more', async () => {
  const queue = queueOf(1);
  for (let time = 0; time < 2; time++) {
    // One runs, eight of the address wait, which is its share beside the other one.
    const all = [...Array.from({ length: 1 + 8 }, () => hold(queue, 'a')), hold(queue, 'b')];
    for (const held of all) {
      held.release();
      await expect(held.outcome).resolves.toBe('done');
    }
  }
});

it('whoever waits 5 s is refused and runs no more', async () => {
  const queue = queueOf(1);
  const first = hold(queue, 'a');
  const second = hold(queue, 'a');
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(second.outcome).resolves.toBe('SERVICE_UNAVAILABLE');
  first.release();
  await first.outcome;
  await settle();
  expect(second.started()).toBe(false);
});

it('a failing hash gives its slot back', async () => {
  const queue = queueOf(1);
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
});

it('tells beforehand what it would refuse: a full queue, and beyond its share whoever shares it', async () => {
  const queue = queueOf(1);
  const holds = [...Array.from({ length: 1 + 63 }, () => hold(queue, 'a')), takeSpareSlot(queue)];
  await settle();
  expect(isFull(queue, 'a')).toBe(false);
  holds.push(hold(queue, 'a'));
  await settle();
  expect(isFull(queue, 'a')).toBe(true);
  // Another address takes part of what one alone held.
  expect(isFull(queue, 'b')).toBe(false);
  holds.push(hold(queue, 'b'));
  await settle();
  expect([isFull(queue, 'a'), isFull(queue, 'b'), isFull(queue, 'c')]).toEqual([true, false, false]);
  for (let address = 0; address < 55; address++) holds.push(hold(queue, `other ${address}`));
  await settle();
  expect([isFull(queue, 'b'), isFull(queue, 'c')]).toEqual([true, true]);
  for (const { release } of holds) release();
  await Promise.all(holds.map(({ outcome }) => outcome));
  expect(isFull(queue, 'a')).toBe(false);
});

it('authentication 20: whoever has a place is not refused after the work before it, and nobody gets a place too many', async () => {
  const queue = queueOf(2);
  const places = Array.from({ length: 2 + 64 }, () => queue.enter('a'));
  expect(isFull(queue, 'a')).toBe(true);
  await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
  const outcomes = places.slice(1).map((place) => queue.run(place, async () => 'done'));
  // Who left without hashing makes room for one, however often he leaves.
  places[0]!.leave();
  places[0]!.leave();
  const late = queue.enter('a');
  expect(isFull(queue, 'a')).toBe(true);
  await expect(queue.run(places[0]!, async () => 'done')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  late.leave();
  expect(await Promise.all(outcomes)).toEqual(Array(65).fill('done'));
  for (const place of places) place.leave();
  expect(isFull(queue, 'a')).toBe(false);
});
