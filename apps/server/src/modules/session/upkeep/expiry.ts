// Marks sessions that have run out, with an event each.

import type { Kernel } from '../../../kernel/module.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import { SESSION_EXPIRY_LOCK } from '../record/session-locks.ts';
import { sessionEvents } from '../session.events.ts';
import { markSessionsRunOut, SWEPT_MAX } from './expiry.store.ts';
import { tryWorkLock } from './work-lock.store.ts';

export function createExpiry({ database, clock, events }: Pick<Kernel, 'database' | 'clock' | 'events'>) {
  const sweepBatch = (): Promise<number> =>
    database.transaction(async (tx) => {
      if (!(await tryWorkLock(tx, SESSION_EXPIRY_LOCK))) return 0;
      const swept = await markSessionsRunOut(tx, clock.now());
      for (const { identifier, tenantIdentifier, username, reason } of swept) {
        const actor: Actor = { username: 'system', tenantIdentifier, ipAddress: null, requestId: null };
        await events.record(tx, sessionEvents.expired, actor, identifier, { reason, username });
      }
      return swept.length;
    });

  return {
    /** Marks all sessions that are due; answers how many. One process of all does it at a time. */
    async sweep(): Promise<number> {
      let total = 0;
      for (;;) {
        const marked = await sweepBatch();
        total += marked;
        if (marked < SWEPT_MAX) return total;
      }
    },
  };
}
