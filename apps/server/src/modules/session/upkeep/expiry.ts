// Marks sessions that have run out, with an event each.
import { SESSION_EXPIRY_LOCK } from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import { sessionEvents } from '../session.events.ts';
import { markSessionsRunOut, SWEPT_MAX } from './expiry.store.ts';
import { tryWorkLock } from './work-lock.store.ts';

export interface SessionExpiry {
  /** Works off all that is due; answers how many sessions were marked. One process of all does it at a time. */
  sweep(): Promise<number>;
}

export interface SessionExpiryDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
}

export function createSessionExpiry({ database, clock, events }: SessionExpiryDependencies): SessionExpiry {
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
    async sweep() {
      let total = 0;
      for (;;) {
        const marked = await sweepBatch();
        total += marked;
        if (marked < SWEPT_MAX) return total;
      }
    },
  };
}
