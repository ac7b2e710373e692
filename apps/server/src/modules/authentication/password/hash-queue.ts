// Bounds how much hashing runs and waits at once, and keeps one address from taking all of it.
import { ServiceError } from '../../../kernel/errors.ts';

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

  /** As soon as a second address waits, nobody keeps more than the share; the newest ones beyond it go. */
  const enforceShares = (): void => {
    const counts = new Map<string, number>();
    for (const { address } of waiting) counts.set(address, (counts.get(address) ?? 0) + 1);
    if (counts.size < 2) return;
    for (let index = waiting.length - 1; index >= 0; index--) {
      const entry = waiting[index]!;
      const count = counts.get(entry.address)!;
      if (count <= WAITING_PER_ADDRESS) continue;
      counts.set(entry.address, count - 1);
      waiting.splice(index, 1);
      entry.refuse();
    }
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
      enforceShares();
      if (waiting.length > WAITING_MAX && remove(entry)) entry.refuse();
    });

  return {
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
