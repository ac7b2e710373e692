// Drops snapshot tables that are over, and those that no row knows.
import type { Kernel } from '../../../kernel/module.ts';
import { dropTable, listOverSnapshots, listUnknownTables, removeSnapshot, tableOf } from './snapshot.store.ts';

/** A table that somebody reads is dropped by the next pass. */
const LOCK_MS = 200;
const SNAPSHOTS_PER_PASS = 100;

export function createDropSnapshots({ clock, database, log }: Pick<Kernel, 'clock' | 'database' | 'log'>) {
  /** One table a transaction: its lock keeps nobody waiting for the others. */
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
    /** Is for the start: tables of a database that was restored, or whose rows went another way. */
    async dropUnknown(): Promise<void> {
      for (const table of await listUnknownTables(database)) await drop(table);
    },
  };
}
