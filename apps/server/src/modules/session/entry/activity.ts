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
  // Holds what the last flush wrote: a read that began before its commit shows older values.
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

  /** Writes what was noted; what fails stays noted. Answers the number of sessions written. */
  const flush = (): Promise<number> => {
    inFlight ??= write().finally(() => {
      inFlight = null;
    });
    return inFlight;
  };

  /** Waits for the writing that is in flight, successful or not: reads of the database then see what was used before. */
  const settled = async (): Promise<void> => {
    while (inFlight !== null) await inFlight.catch(() => undefined);
  };

  const flushWhenDue = (): void => {
    if (clock.now() - lastFlushMs < soonestMs) return;
    // What is noted while one is in flight goes with the next. A failure is told by the background job, which tries again.
    const next = inFlight === null ? flush() : inFlight.then(flush);
    next.catch(() => undefined);
  };

  return {
    flush,
    settled,
    /** Tells how soon what is noted has to be written: the shorter the idle time of a session, the sooner. */
    flushIntervalMs: () => soonestMs,
    /** Notes a use that is due to be written; begins to write when the last writing is long enough ago. */
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

/** Answers what the database took; removes from `pending` what it was told, also where the session has ended. */
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
