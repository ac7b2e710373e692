// Ends what a connection is at in the database itself, as soon as nobody wants it any more.
import type { Database } from '../../../kernel/database/database.ts';
import { cancelStatement, terminateBackend } from './backend.store.ts';

/** A statement that does not heed its cancellation within this loses its connection, which nobody uses again anyway. */
const HEED_MS = 1_000;

/**
 * Cancels by a second connection once the signal fires. The connection is closed after it, never used again: a late cancellation
 * would hit its next user. What is answered stops the watch.
 */
export function cancelOnAbort(database: Database, pid: number, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    // A database that does not answer has ended the statement with the connection.
    void cancelStatement(database, pid).catch(() => undefined);
    timer = setTimeout(() => void terminateBackend(database, pid).catch(() => undefined), HEED_MS);
  };
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  };
}
