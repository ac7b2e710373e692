// Executes standing orders: closes the covered rows in batches and retires an order when no further ones can appear.

import type { Database } from '../../../kernel/database/database.ts';
import { SESSION_BULK_CLOSE_LOCK } from '../record/session-locks.ts';
import { BATCH_ROWS, closeBulkBatch, findOldestBulkClose, retireBulkClose } from './bulk-close.store.ts';
import { tryWorkLock } from './work-lock.store.ts';

/** Makes one pass over the oldest order; true when no order stands. One process of all does it at a time. */
export async function settleBulkClose(database: Database): Promise<boolean> {
  const order = await findOldestBulkClose(database);
  if (order === null) return true;
  let afterId = 0;
  for (;;) {
    const batch = await database.transaction(async (tx) => {
      if (!(await tryWorkLock(tx, SESSION_BULK_CLOSE_LOCK))) return null;
      return closeBulkBatch(tx, order.id, afterId);
    });
    // Another process does this work.
    if (batch === null) return true;
    if (batch.count < BATCH_ROWS) break;
    afterId = batch.lastId ?? afterId;
  }
  // A session with a lower id may still be uncommitted: the order stands until a pass that began after all such ended.
  if (order.settled) await database.transaction((tx) => retireBulkClose(tx, order.id));
  return false;
}
