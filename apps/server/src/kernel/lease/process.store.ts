// Writes heartbeats and reads who is alive, by the clock of the database.
import { type Database, sql } from '../database/database.ts';
import type { DedicatedConnection } from '../database/database.types.ts';

export interface ProcessRow {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly started_at: Date;
  readonly heartbeat_at: Date;
}

/** Seconds of silence after which a process counts as dead; a heartbeat comes each second. */
export const SILENT_SECONDS = 5;

/** Says in SQL that a process is alive, of a row of `kernel_process`. */
export const ALIVE_PROCESS = `heartbeat_at > clock_timestamp() - interval '${SILENT_SECONDS} seconds'`;
const BEAT = sql(
  'kernel_process_beat',
  `WITH beat AS (
     INSERT INTO kernel_process AS p (id, started_at, heartbeat_at, host, pid)
     VALUES ($1, clock_timestamp(), clock_timestamp(), $2, $3)
     ON CONFLICT (id) DO UPDATE SET heartbeat_at = clock_timestamp() RETURNING id
   ), swept AS (
     DELETE FROM kernel_process WHERE heartbeat_at < clock_timestamp() - interval '1 hour'
   )
   SELECT id FROM beat UNION SELECT id FROM kernel_process WHERE ${ALIVE_PROCESS}`,
);
const LIST = sql(
  'kernel_process_list',
  `SELECT id, host, pid, started_at, heartbeat_at FROM kernel_process WHERE ${ALIVE_PROCESS} ORDER BY started_at, id`,
);
const LEAVE = sql('kernel_process_leave', 'DELETE FROM kernel_process WHERE id = $1');

/**
 * Writes the SQL condition that a row which a process holds is free all the same, since that process is dead. `holder`
 * is the column that names it.
 */
export function heldByNobody(holder: string): string {
  return `(${holder} IS NULL OR NOT EXISTS (SELECT 1 FROM kernel_process p WHERE p.id = ${holder} AND p.${ALIVE_PROCESS}))`;
}

/**
 * Creates the store; heartbeats use a connection of their own, since a process whose requests wait for a full pool is
 * not dead.
 */
export function createProcessStore(database: Database, connection: Pick<DedicatedConnection, 'run'>) {
  return {
    /** Writes a heartbeat and answers the ids of all living processes. */
    async beat({ id, host, pid }: Pick<ProcessRow, 'id' | 'host' | 'pid'>): Promise<readonly string[]> {
      const rows = await connection.run(BEAT, [id, host, pid]);
      return rows.map(([alive]) => alive as string);
    },
    list: () => database.rows<ProcessRow>(LIST),
    leave: (id: string) => connection.run(LEAVE, [id]),
  };
}
