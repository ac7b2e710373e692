// Keeps last access in memory and writes what is due in few statements.
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Directories } from '../api.ts';
import { endsAt, FLUSH_INTERVAL_MAX_MS, flushIntervalMs, touchIntervalMs } from '../record/lifespan.ts';
import type { SessionRecord } from '../record/session.types.ts';
import { saveTouches, type Touch } from './activity.store.ts';

// One statement writes this many; a process with more due touches needs several in one flush.
const TOUCHES_PER_STATEMENT = 1_000;

interface ActivityParts extends Pick<Kernel, 'database' | 'clock'> {
  readonly directories: () => Directories;
}

export type Activity = ReturnType<typeof createActivity>;

export function createActivity({ database, clock, directories }: ActivityParts) {
  const pending = new Map<number, number>();
  // Last accesses that the last flush wrote: a read that began before its commit shows older values.
  let flushed = new Map<number, number>();
  const usedKeys = new Map<string, number>();
  let soonestMs = FLUSH_INTERVAL_MAX_MS;
  let lastFlushMs = Number.NEGATIVE_INFINITY;
  let inFlight: Promise<number> | null = null;

  const writeKeys = async (): Promise<void> => {
    if (usedKeys.size === 0) return;
    const uses = [...usedKeys].map(([uuid, lastUsedMs]) => ({ uuid, lastUsedMs }));
    await directories().apiKeys.saveUses(uses);
    for (const { uuid, lastUsedMs } of uses) if (usedKeys.get(uuid) === lastUsedMs) usedKeys.delete(uuid);
  };

  const write = async (): Promise<number> => {
    lastFlushMs = clock.now();
    soonestMs = FLUSH_INTERVAL_MAX_MS;
    const taken = await writeDue(database, pending);
    if (taken.size > 0) flushed = taken;
    await writeKeys();
    return taken.size;
  };

  /** Writes the noted uses; those that fail stay noted. Answers the number of sessions written. */
  const flush = (): Promise<number> => {
    inFlight ??= write().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };

  /** Waits for the write under way, successful or not: reads of the database then see earlier uses. */
  const settled = async (): Promise<void> => {
    while (inFlight !== null) await inFlight.catch(() => undefined);
  };

  const flushWhenDue = (): void => {
    if (clock.now() - lastFlushMs < soonestMs) return;
    // Uses that are noted meanwhile go with the next write. The background job reports a failure and tries again.
    const next = inFlight === null ? flush() : inFlight.then(flush);
    next.catch(() => undefined);
  };

  return {
    flush,
    settled,
    /** Interval in which noted uses have to be written: the shorter the idle time of a session, the sooner. */
    flushIntervalMs: () => soonestMs,
    /** Notes a use that is due to be written; starts a write when the last one is long enough ago. */
    note(sessionId: number, lastAccessMs: number, idleMs: number): void {
      soonestMs = Math.min(soonestMs, flushIntervalMs(touchIntervalMs(idleMs)));
      pending.set(sessionId, lastAccessMs);
      flushWhenDue();
    },
    /** Notes a use of an API key. */
    noteKey(keyUuid: string, lastUsedMs: number): void {
      usedKeys.set(keyUuid, lastUsedMs);
      flushWhenDue();
    },
    /** Answers the session with the last access of this process, which the database may not know yet. */
    latest(record: SessionRecord): SessionRecord {
      const lastAccessMs = pending.get(record.id) ?? flushed.get(record.id) ?? record.lastAccessMs;
      if (record.closedMs !== null || lastAccessMs <= record.lastAccessMs) return record;
      return { ...record, lastAccessMs, endsMs: endsAt(record, lastAccessMs) };
    },
  };
}

/**
 * Writes due uses and answers those that the database took; removes them from `pending`, also where the session has
 * ended.
 */
async function writeDue(database: Database, pending: Map<number, number>): Promise<Map<number, number>> {
  const due: Touch[] = [...pending].map(([sessionId, lastAccessMs]) => ({ sessionId, lastAccessMs }));
  due.sort((a, b) => a.sessionId - b.sessionId);
  const taken = new Map<number, number>();
  for (let start = 0; start < due.length; start += TOUCHES_PER_STATEMENT) {
    const batch = due.slice(start, start + TOUCHES_PER_STATEMENT);
    for (const touch of await saveTouches(database, batch)) taken.set(touch.sessionId, touch.lastAccessMs);
    for (const { sessionId, lastAccessMs } of batch) {
      if (pending.get(sessionId) === lastAccessMs) pending.delete(sessionId);
    }
  }
  return taken;
}
