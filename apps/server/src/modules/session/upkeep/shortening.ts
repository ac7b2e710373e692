// Shortens open sessions to timeouts that were lowered since they began.

import type { Kernel } from '../../../kernel/module.ts';
import type { Signals } from '../entry/signals.ts';
import { SESSION_TIMEOUT_LOCK } from '../record/session-locks.ts';
import { type SessionSettings, sessionTimeouts, timeoutKinds } from '../session.settings.ts';
import { findTenantsOfSessions, SHORTENED_MAX, type ShorterTimeouts, shortenSessions } from './shortening.store.ts';
import { tryWorkLock } from './work-lock.store.ts';

// A process that does not know a change yet begins sessions by the old value, so that each change is applied once more.
const PASSES_PER_CHANGE = 2;

/** Timeouts of one tenant and kind, and how often they were applied. */
interface Applied {
  readonly timeouts: string;
  readonly passes: number;
}

export function createShortening({
  database,
  signals,
  settings,
}: Pick<Kernel, 'database'> & { readonly signals: Signals; readonly settings: SessionSettings }) {
  const applied = new Map<string, Applied>();

  /** Shortens one batch; null while another process does this work. */
  const shortenBatch = (shorter: ShorterTimeouts, aboveId: number) =>
    database.transaction(async (tx) => {
      if (!(await tryWorkLock(tx, SESSION_TIMEOUT_LOCK))) return null;
      const changed = await shortenSessions(tx, shorter, aboveId);
      if (changed.length > 0) {
        const keys = changed.map(({ identifier }) => identifier);
        await signals.publish(tx, { scope: 'SESSION', effect: 'REFRESH', keys });
      }
      return changed;
    });

  const shorten = async (shorter: ShorterTimeouts): Promise<{ readonly count: number; readonly done: boolean }> => {
    let count = 0;
    let aboveId = 0;
    for (;;) {
      const changed = await shortenBatch(shorter, aboveId);
      if (changed === null) return { count, done: false };
      count += changed.length;
      aboveId = changed.at(-1)?.id ?? aboveId;
      if (changed.length < SHORTENED_MAX) return { count, done: true };
    }
  };

  return {
    /** Shortens all sessions that are due; answers how many. Costs one small read while nothing changes. */
    async run(): Promise<number> {
      let total = 0;
      for (const tenantIdentifier of await findTenantsOfSessions(database)) {
        for (const kind of timeoutKinds) {
          const key = `${kind} ${tenantIdentifier}`;
          const timeouts = sessionTimeouts(settings, tenantIdentifier, kind);
          const text = `${timeouts.idleTimeoutMs} ${timeouts.absoluteTimeoutMs}`;
          const before = applied.get(key);
          const now = before?.timeouts === text ? before : { timeouts: text, passes: 0 };
          if (now.passes >= PASSES_PER_CHANGE) continue;
          const { count, done } = await shorten({ tenantIdentifier, kind, ...timeouts });
          total += count;
          if (done) applied.set(key, { ...now, passes: now.passes + 1 });
        }
      }
      return total;
    },
  };
}
