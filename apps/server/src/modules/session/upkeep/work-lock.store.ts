// Holds the SQL of the locks by which one process of all does a piece of background work.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

const tryLock = sql('session_work_lock', 'SELECT pg_try_advisory_xact_lock($1, $2) AS locked');

/** Takes the lock until the transaction ends; false while another process does this work. */
export async function tryWorkLock(
  tx: Transaction,
  lock: { readonly class: number; readonly key: number },
): Promise<boolean> {
  const [row] = await tx.rows<{ locked: boolean }>(tryLock, [lock.class, lock.key]);
  return row?.locked === true;
}
