// Bounds how much hashing runs and waits at once, and keeps one address from taking all of it.
import { fail, ServiceError } from '../../../../kernel/request/errors.ts';
import { AddressShares, WAITING_MAX } from './address-shares.ts';

const WAIT_MAX_MS = 5_000;

interface Waiting {
  readonly address: string;
  readonly start: () => void;
  readonly refuse: () => void;
}

/** Is a place in the queue for somebody who has work of his own before it, or an address without one. */
export interface HashPlace {
  readonly address: string;
  /** Gives the place back when nothing is hashed after all; false, and without effect, once it is used or given back. */
  leave(): boolean;
}

/** Holds who waits, first come first served. */
class WaitingLine {
  readonly #entries: Waiting[] = [];
  readonly #shares: AddressShares;

  constructor(shares: AddressShares) {
    this.#shares = shares;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** As soon as a second address waits, nobody keeps more than the share; the newest ones beyond it go. */
  add(entry: Waiting): void {
    this.#entries.push(entry);
    this.#shares.add(entry.address, 'waiting');
    if (!this.#shares.areUneven()) return;
    for (const late of this.#entries.toReversed()) {
      if (this.#shares.hasTooManyWaiting(late.address) && this.remove(late)) late.refuse();
    }
  }

  takeFirst(): Waiting | undefined {
    const entry = this.#entries.shift();
    if (entry !== undefined) this.#shares.remove(entry.address, 'waiting');
    return entry;
  }

  remove(entry: Waiting): boolean {
    const index = this.#entries.indexOf(entry);
    if (index < 0) return false;
    this.#entries.splice(index, 1);
    this.#shares.remove(entry.address, 'waiting');
    return true;
  }
}

export function createHashQueue(concurrency: number) {
  const shares = new AddressShares();
  const waiting = new WaitingLine(shares);
  let running = 0;

  const next = (): void => {
    while (running < concurrency && waiting.length > 0) {
      running++;
      waiting.takeFirst()?.start();
    }
  };

  /** Those who come take the free slots first. */
  const free = (): number => Math.max(0, concurrency - running - waiting.length);

  const waitForSlot = (address: string, expected: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = (): void => reject(new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }));
      const timer = setTimeout(() => {
        if (waiting.remove(entry)) refuse();
      }, WAIT_MAX_MS);
      timer.unref();
      const settle = (action: () => void) => () => {
        clearTimeout(timer);
        action();
      };
      const entry: Waiting = { address, start: settle(resolve), refuse: settle(refuse) };
      waiting.add(entry);
      if (!expected && shares.held > WAITING_MAX + free() && waiting.remove(entry)) entry.refuse();
    });

  return {
    /**
     * Holds a place until it is run with or left; 503 where `run` would refuse now. Those who hold one count as waiting: else
     * all who pass in the time of their work before it would be refused after that work.
     */
    enter(address: string): HashPlace {
      if (shares.isFullFor(address, free())) fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      shares.add(address, 'coming');
      let held = true;
      return {
        address,
        leave() {
          const wasHeld = held;
          held = false;
          if (wasHeld) shares.remove(address, 'coming');
          return wasHeld;
        },
      };
    },
    /** Runs the work when a slot is free; 503 when the queue is full or the wait too long. */
    async run<T>(place: string | HashPlace, work: () => Promise<T>): Promise<T> {
      const address = typeof place === 'string' ? place : place.address;
      const expected = typeof place !== 'string' && place.leave();
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
