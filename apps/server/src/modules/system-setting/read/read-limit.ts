// Counts anonymous reads of one address in a minute.

import type { Clock } from '../../../kernel/database/clock.ts';
import { fail } from '../../../kernel/request/errors.ts';

const WINDOW_MS = 60_000;
/** Addresses that are remembered in one window; an attacker with more only gets the share of each. */
const ADDRESSES_MAX = 100_000;

export type ReadLimit = ReturnType<typeof createReadLimit>;

export function createReadLimit(clock: Clock, limit: () => number) {
  let counts = new Map<string, number>();
  let windowEnds = 0;
  return {
    /** Fails with RATE_LIMITED, with the seconds until the window ends. */
    take(remoteAddress: string): void {
      const now = clock.now();
      if (now >= windowEnds || counts.size >= ADDRESSES_MAX) {
        counts = new Map();
        windowEnds = now + WINDOW_MS;
      }
      const count = (counts.get(remoteAddress) ?? 0) + 1;
      counts.set(remoteAddress, count);
      if (count > limit()) fail('RATE_LIMITED', { retryAfterSeconds: Math.ceil((windowEnds - now) / 1_000) });
    },
  };
}
