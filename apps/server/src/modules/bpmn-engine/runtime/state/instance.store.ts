// Reads the rows of running instances; they are written by flushes.
import { type Database, type Queryable, sql } from '../../../../kernel/database/database.ts';

export interface InstanceRow {
  readonly revision: number;
  readonly definition_id: string;
  readonly state: Buffer;
}

const FIND = sql('bpm_instance_find', 'SELECT revision, definition_id, state FROM bpm_instance WHERE id = $1');
const FIND_LOCKED = sql(
  'bpm_instance_find_locked',
  'SELECT revision, definition_id, state FROM bpm_instance WHERE id = $1 FOR UPDATE',
);

export function createInstanceStore(database: Database) {
  return {
    async find(id: string): Promise<InstanceRow | null> {
      const [row] = await database.rows<InstanceRow>(FIND, [id]);
      return row ?? null;
    },
    /** Holds the row until the transaction ends: nobody else moves the instance meanwhile. */
    async findLocked(tx: Queryable, id: string): Promise<InstanceRow | null> {
      const [row] = await tx.rows<InstanceRow>(FIND_LOCKED, [id]);
      return row ?? null;
    },
  };
}

export type InstanceStore = ReturnType<typeof createInstanceStore>;
