// Ends in the database of an adapter what nobody wants any more.
import type { AdapterConnection } from '../connection/connect-adapter.ts';
import { cancelForeign, terminateForeign } from './foreign-query.store.ts';

/** Whoever cancels waits for it; what does not heed within this time loses its connection. */
const HEED_MS = 1_000;
const ASK_MS = 2_000;

export interface ForeignStatement {
  /** Opens a second connection of the same role, which alone may end what the first one is at. */
  readonly connect: () => Promise<AdapterConnection>;
  readonly victim: AdapterConnection;
  /** Is the process of the server. */
  readonly pid: number;
}

/** Ends it, and the connection. */
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

/** Ends a statement behind which its caller has stopped reading; nobody waits for it. */
export function abandon(statement: ForeignStatement): void {
  void cancel(statement, Promise.resolve()).catch(() => statement.victim.end(true));
}

/** What is answered stops the watch; the connection is never used again either way, as a late cancellation would hit its next user. */
export function cancelOnAbort(statement: ForeignStatement, signal: AbortSignal): () => void {
  const over = Promise.withResolvers<void>();
  const onAbort = (): void => {
    // A database that cannot be asked loses the connection, and notices it by its next row.
    void cancel(statement, over.promise).catch(() => statement.victim.end(true));
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    over.resolve();
    signal.removeEventListener('abort', onAbort);
  };
}
