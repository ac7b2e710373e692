// Keeps the tables of sessions small and the ledger short and right: one process of all does each at a time.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { removeSignalsBefore } from '../entry/signal.store.ts';
import {
  SESSION_COUNT_FOLD_LOCK,
  SESSION_COUNT_RECOUNT_LOCK,
  SESSION_HISTORY_LOCK,
  SESSION_SIGNAL_DELETION_LOCK,
} from '../record/session-locks.ts';
import { foldCounts, recountSessions } from '../search/ledger.store.ts';
import { historyRetentionMs, type SessionSettings } from '../session.settings.ts';
import { deleteSessionHistory, findTenantsWithHistory, HISTORY_DELETED_MAX } from './history.store.ts';
import { tryWorkLock } from './work-lock.store.ts';

// Twice the time that a suspended process may sleep before it drops its whole cache.
const SIGNAL_RETENTION_MS = 600_000;

export function createUpkeep({
  database,
  clock,
  settings,
}: Pick<Kernel, 'database' | 'clock'> & { readonly settings: SessionSettings }) {
  const alone = <T>(
    lock: { readonly class: number; readonly key: number },
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T | null> => database.transaction(async (tx) => ((await tryWorkLock(tx, lock)) ? await work(tx) : null));

  return {
    /** Folds the ledger, so that sums read few rows. */
    async fold(): Promise<void> {
      await alone(SESSION_COUNT_FOLD_LOCK, foldCounts);
    },
    /** Counts the open sessions anew; answers by how many the ledger was wrong, null while another process counts. */
    recount: (): Promise<number | null> => alone(SESSION_COUNT_RECOUNT_LOCK, recountSessions),
    /** Deletes sessions that ended longer ago than their tenant keeps; answers how many. */
    async deleteHistory(): Promise<number> {
      let total = 0;
      for (const tenantIdentifier of await findTenantsWithHistory(database)) {
        const beforeMs = clock.now() - historyRetentionMs(settings, tenantIdentifier);
        let deleted = HISTORY_DELETED_MAX;
        while (deleted === HISTORY_DELETED_MAX) {
          deleted =
            (await alone(SESSION_HISTORY_LOCK, (tx) => deleteSessionHistory(tx, tenantIdentifier, beforeMs))) ?? 0;
          total += deleted;
        }
      }
      return total;
    },
    async deleteSignals(): Promise<void> {
      const beforeMs = clock.now() - SIGNAL_RETENTION_MS;
      await alone(SESSION_SIGNAL_DELETION_LOCK, (tx) => removeSignalsBefore(tx, beforeMs));
    },
  };
}
