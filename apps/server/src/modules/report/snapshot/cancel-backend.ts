// Cancels the statement of a connection in the database itself when its result is not wanted any more.
import type { Database } from '../../../kernel/database/database.ts';
import { cancelStatement, terminateBackend } from './backend.store.ts';

/** Time for a statement to end after its cancellation; then it loses its connection, which is not used again anyway. */
const HEED_MS = 1_000;

/**
 * Cancels by a second connection once the signal fires. The connection is closed afterwards and never used again: a
 * late cancellation would hit its next user. The answered function stops the watch.
 */
export function cancelOnAbort(database: Database, pid: number, signal: AbortSignal): () => void {
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    // Where the database does not answer, the statement has ended with the connection.
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
