// Bounds how much hashing runs and waits at once, and keeps one address from taking all of it.
import { fail, ServiceError } from '../../../../kernel/request/errors.ts';

/** More waiting sign-ins than this would wait longer than anybody does. */
const WAITING_MAX = 64;
/** Bounds what one address may hold of the queue while another waits. */
const WAITING_PER_ADDRESS = 8;
const WAIT_MAX_MS = 5_000;

interface Waiting {
  readonly address: string;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Is a place in the queue for somebody who has work of his own before it, or an address without one. */
export interface HashPlace {
  readonly address: string;
  /** Gives the place back when nothing is hashed after all; without effect once something is, and when repeated. */
  leave(): void;
}

export function createHashQueue(concurrency: number) {
  const waiting: Waiting[] = [];
  const coming = new Map<HashPlace, string>();
  let running = 0;

  const next = (): void => {
    while (running < concurrency && waiting.length > 0) {
      running++;
      waiting.shift()?.start();
    }
  };

  const remove = (entry: Waiting): boolean => {
    const index = waiting.indexOf(entry);
    if (index < 0) return false;
    waiting.splice(index, 1);
    return true;
  };

  /** Those who come take the free slots first. */
  const free = (): number => Math.max(0, concurrency - running - waiting.length);

  const waitForSlot = (address: string, expected: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => reject(new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }));
      const timer = setTimeout(() => {
        if (remove(entry)) refuse();
      }, WAIT_MAX_MS);
      timer.unref();
      const settle = (action: () => void) => () => {
        clearTimeout(timer);
        action();
      };
      const entry: Waiting = { address, start: settle(resolve), refuse: settle(refuse) };
      waiting.push(entry);
      enforceShares(waiting);
      if (!expected && waiting.length + coming.size > WAITING_MAX + free() && remove(entry)) entry.refuse();
    });

  return {
    /**
     * Holds a place until it is run with or left; 503 where `run` would refuse now. Those who hold one count as waiting: else
     * all who pass in the time of their work before it would be refused after that work.
     */
    enter(address: string): HashPlace {
      const others = [...waiting.map((entry) => entry.address), ...coming.values()];
      if (isFullFor(others, address, free())) fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      const place: HashPlace = { address, leave: () => void coming.delete(place) };
      coming.set(place, address);
      return place;
    },
    /** Runs the work when a slot is free; 503 when the queue is full or the wait too long. */
    async run<T>(place: string | HashPlace, work: () => Promise<T>): Promise<T> {
      const address = typeof place === 'string' ? place : place.address;
      const expected = typeof place !== 'string' && coming.delete(place);
      if (running < concurrency && waiting.length === 0) running++;
      else await waitForSlot(address, expected);
      try {
        return await work();
      } finally {
        running--;
        next();
      }
    },
  };
}

export type HashQueue = ReturnType<typeof createHashQueue>;

function countByAddress(addresses: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const address of addresses) counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}

/** As soon as a second address waits, nobody keeps more than the share; the newest ones beyond it go. */
function enforceShares(waiting: Waiting[]): void {
  const counts = countByAddress(waiting.map(({ address }) => address));
  if (counts.size < 2) return;
  for (let index = waiting.length - 1; index >= 0; index--) {
    const entry = waiting[index]!;
    const count = counts.get(entry.address)!;
    if (count <= WAITING_PER_ADDRESS) continue;
    counts.set(entry.address, count - 1);
    waiting.splice(index, 1);
    entry.refuse();
  }
}

/** Tells whether one more of the address would be too many, after the shares are enforced. */
function isFullFor(others: readonly string[], address: string, free: number): boolean {
  if (others.length < WAITING_PER_ADDRESS + free) return false;
  const counts = countByAddress(others);
  counts.set(address, (counts.get(address) ?? 0) + 1);
  if (counts.size === 1) return others.length >= WAITING_MAX + free;
  if (counts.get(address)! > WAITING_PER_ADDRESS + free) return true;
  const kept = [...counts.values()].reduce((sum, count) => sum + Math.min(count, WAITING_PER_ADDRESS), 0);
  return kept > WAITING_MAX + free;
}
