// Drops expired snapshot tables, and those without a row.
import type { Kernel } from '../../../kernel/module.ts';
import { dropTable, listOverSnapshots, listUnknownTables, removeSnapshot, tableOf } from './snapshot.store.ts';

/** Limit of waiting for readers of a table, which the next pass drops. */
const LOCK_MS = 200;
const SNAPSHOTS_PER_PASS = 100;

export function createDropSnapshots({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  /** Drops one table in a transaction of its own, so that its lock holds up no other. */
  async function drop(table: string): Promise<boolean> {
    try {
      await database.transaction((tx) => dropTable(tx, table, LOCK_MS));
      return true;
    } catch (error) {
      log.warn({ err: error, table }, 'a snapshot of a report could not be dropped and is tried again');
      return false;
    }
  }

  return {
    async dropOver(): Promise<void> {
      for (const id of await listOverSnapshots(database, new Date(clock.now()), SNAPSHOTS_PER_PASS)) {
        if (await drop(tableOf(id))) await removeSnapshot(database, id);
      }
    },
    /** Drops tables without a row at the start, as of a restored database. */
    async dropUnknown(): Promise<void> {
      for (const table of await listUnknownTables(database)) await drop(table);
    },
  };
}
