// Runs work of a start in one process at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';

const tryLock = sql('kernel_run_alone', 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked');
// The transaction that holds the lock is idle while others work.
const stayIdle = sql('kernel_run_alone_stay', 'SET LOCAL idle_in_transaction_session_timeout = 0');

/** Interval in which a process looks whether another one has finished. */
const LOCK_POLL_MS = 100;

export interface AloneOptions {
  readonly lock: { readonly class: number; readonly key: number };
  /** Longest wait for other processes; after it the call throws a sentence with `what`. */
  readonly waitMaxMs: number;
  readonly what: string;
}

/**
 * The lock belongs to a transaction that does nothing else, so that it works behind a transaction pooler and so that nobody
 * holds a snapshot while waiting: CREATE INDEX CONCURRENTLY would wait for that one for ever. It ends with its connection.
 */
export async function runAlone(
  database: Database,
  { lock, waitMaxMs, what }: AloneOptions,
  work: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + waitMaxMs;
  const run = (): Promise<boolean> =>
    database.transaction(async (holder) => {
      const [row] = await holder.rows<{ locked: boolean }>(tryLock, [lock.class, lock.key]);
      if (row?.locked !== true) return false;
      await holder.execute(stayIdle);
      await work();
      return true;
    });
  while (!(await run())) {
    if (performance.now() > deadline) throw new Error(`${what} for ${Math.round(waitMaxMs / 60_000)} minutes`);
    await sleep(LOCK_POLL_MS);
  }
}
