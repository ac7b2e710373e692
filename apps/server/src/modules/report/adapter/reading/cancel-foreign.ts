// Ends statements in the database of an adapter whose results are not wanted any more.
import type { AdapterConnection } from '../connection/connect-adapter.ts';
import { cancelForeign, terminateForeign } from './foreign-query.store.ts';

/** Time for a statement to end after its cancellation, which the caller waits for; then it loses its connection. */
const HEED_MS = 1_000;
const ASK_MS = 2_000;

export interface ForeignStatement {
  /** Opens a second connection of the same role, which alone may cancel statements of the first. */
  readonly connect: () => Promise<AdapterConnection>;
  readonly victim: AdapterConnection;
  /** Process of the server. */
  readonly pid: number;
}

/** Cancels the statement and ends the connection. */
async function cancel({ connect, victim, pid }: ForeignStatement, over: Promise<void>): Promise<void> {
  const { client, end } = await connect();
  const timer = Promise.withResolvers<'LATE'>();
  try {
    await cancelForeign(client, pid, ASK_MS);
    const heeding = setTimeout(() => timer.resolve('LATE'), HEED_MS);
    const late = await Promise.race([over, timer.promise]);
    clearTimeout(heeding);
    if (late === 'LATE') await terminateForeign(client, pid, ASK_MS);
  } finally {
    await Promise.all([end(true), victim.end(true)]);
  }
}

/** Cancels a statement that its caller has stopped reading, without waiting. */
export function abandon(statement: ForeignStatement): void {
  void cancel(statement, Promise.resolve()).catch(() => statement.victim.end(true));
}

/**
 * Watches the signal; the answered function stops that. The connection is never used again either way, as a late
 * cancellation would hit its next user.
 */
export function cancelOnAbort(statement: ForeignStatement, signal: AbortSignal): () => void {
  const over = Promise.withResolvers<void>();
  const onAbort = (): void => {
    // Where the database cannot be reached, the connection is closed, which the server notices with the next row.
    void cancel(statement, over.promise).catch(() => statement.victim.end(true));
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    over.resolve();
    signal.removeEventListener('abort', onAbort);
  };
}
