// Bounds how much hashing runs and waits at once, and keeps one address from taking all of it.
import { ServiceError } from '../../../../kernel/request/errors.ts';

/** More waiting sign-ins than this would wait longer than anybody does. */
const WAITING_MAX = 64;
/** What one address may hold of the queue while another waits. */
const WAITING_PER_ADDRESS = 8;
const WAIT_MAX_MS = 5_000;

interface Waiting {
  readonly address: string;
  readonly start: () => void;
  readonly refuse: () => void;
}

export interface HashQueue {
  /** Runs the work when a slot is free; 503 when the queue is full or the wait too long. */
  run<T>(address: string, work: () => Promise<T>): Promise<T>;
  /** Whether `run` would refuse right now, for callers who have work of their own before it. */
  isFull(address: string): boolean;
}

export function createHashQueue(concurrency: number): HashQueue {
  const waiting: Waiting[] = [];
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

  const waitForSlot = (address: string): Promise<void> =>
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
      if (waiting.length > WAITING_MAX && remove(entry)) entry.refuse();
    });

  return {
    isFull: (address) => isFullFor(waiting, address),
    async run(address, work) {
      if (running < concurrency && waiting.length === 0) running++;
      else await waitForSlot(address);
      try {
        return await work();
      } finally {
        running--;
        next();
      }
    },
  };
}

function countByAddress(waiting: readonly Waiting[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { address } of waiting) counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}

/** As soon as a second address waits, nobody keeps more than the share; the newest ones beyond it go. */
function enforceShares(waiting: Waiting[]): void {
  const counts = countByAddress(waiting);
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

/** As it would be with one more of the address, after the shares are enforced. */
function isFullFor(waiting: readonly Waiting[], address: string): boolean {
  if (waiting.length < WAITING_PER_ADDRESS) return false;
  const counts = countByAddress(waiting);
  counts.set(address, (counts.get(address) ?? 0) + 1);
  if (counts.size === 1) return waiting.length >= WAITING_MAX;
  if (counts.get(address)! > WAITING_PER_ADDRESS) return true;
  const kept = [...counts.values()].reduce((sum, count) => sum + Math.min(count, WAITING_PER_ADDRESS), 0);
  return kept > WAITING_MAX;
}
