// Bounds how much hashing runs and waits at once, and keeps one address from taking all of it.
import { fail, ServiceError } from '../../../../kernel/request/errors.ts';
import type { Lanes } from '../../../../kernel/worker/lanes.ts';
import { AddressShares, WAITING_MAX } from './address-shares.ts';

const WAIT_MAX_MS = 5_000;

/** Place in the queue for a sign-in that has other work to do before it, or an address without one. */
export interface HashPlace {
  readonly address: string;
  /** Gives the place back when nothing is hashed after all; false, and without effect, once it is used or given back. */
  leave(): boolean;
}

/** Work that waits for a slot. */
interface Waiting {
  readonly address: string;
  readonly refuse: () => void;
}

/**
 * Creates the queue. As many hashes of one address run at once as the operator allows, in turn with other addresses;
 * one more runs where others wait behind a single address.
 */
export function createHashQueue(concurrency: number, { lanes }: { readonly lanes: Lanes }) {
  const turns = lanes.open({
    name: 'password-hash',
    ofOwner: concurrency,
    waitingOfOwnerMax: WAITING_MAX + concurrency,
  });
  const shares = new AddressShares();
  const line = new Set<Waiting>();

  /** New work takes the free slots first. */
  const free = (): number => Math.max(0, concurrency - turns.running - line.size);

  const leave = (one: Waiting): boolean => {
    const wasThere = line.delete(one);
    if (wasThere) shares.remove(one.address, 'waiting');
    return wasThere;
  };

  /** Adds waiting work. Once a second address waits, each keeps at most its share; the newest beyond it are refused. */
  const enterLine = (one: Waiting): void => {
    line.add(one);
    shares.add(one.address, 'waiting');
    if (!shares.areUneven()) return;
    for (const late of [...line].toReversed()) {
      if (shares.hasTooManyWaiting(late.address)) late.refuse();
    }
  };

  return {
    /**
     * Holds a place until `run` or `leave`; 503 where `run` would refuse now. A held place counts as waiting: otherwise
     * all who are let in during their other work would be refused after it.
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
    run<T>(place: string | HashPlace, work: () => Promise<T>): Promise<T> {
      const address = typeof place === 'string' ? place : place.address;
      const expected = typeof place !== 'string' && place.leave();
      const waiting = new AbortController();
      const one: Waiting = {
        address,
        refuse() {
          if (leave(one)) waiting.abort(new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 }));
        },
      };
      const timer = setTimeout(one.refuse, WAIT_MAX_MS).unref();
      let hasBegun = false;
      const begin = (): Promise<T> => {
        hasBegun = true;
        leave(one);
        return work();
      };
      const run = turns.run(address, begin, waiting);
      if (!hasBegun) enterLine(one);
      if (!expected && line.has(one) && shares.held > WAITING_MAX + free()) one.refuse();
      return run.finally(() => clearTimeout(timer));
    },
  };
}

export type HashQueue = ReturnType<typeof createHashQueue>;
