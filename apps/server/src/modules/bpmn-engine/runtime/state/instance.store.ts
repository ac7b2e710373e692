// Reads the rows of running instances, and of the calls between instances; both are written by flushes.
import { type Database, type Queryable, sql } from '../../../../kernel/database/database.ts';

/** Joins the call that an instance answers; `i` is the instance. Its columns are null for an instance that nobody called. */
export const JOIN_CALL = 'LEFT JOIN bpm_call c ON c.called_id = i.id';
export const CALL_COLUMNS = 'c.caller_id, c.caller_wait, c.caller_token, c.root_id, c.depth';

/** Counts the jobs that have failed for good; `i` is the instance. */
export const FAILED_JOBS = `(SELECT count(*)::int FROM bpm_incident n
  WHERE n.instance_id = i.id AND n.resolved_at IS NULL AND n.type IN ('FAILED_JOB', 'FAILED_EXTERNAL_TASK')) AS failed_jobs`;

export interface CallColumns {
  readonly caller_id: string | null;
  readonly caller_wait: number | null;
  readonly caller_token: number | null;
  readonly root_id: string | null;
  readonly depth: number | null;
}

export interface InstanceRow extends CallColumns {
  readonly revision: number;
  readonly definition_id: string;
  readonly state: Buffer;
  readonly failed_jobs: number;
  readonly changed_at: Date;
}

/** Time of the last commit of the instance `i`, which the history has. */
export const CHANGED_AT = `coalesce((SELECT e.at FROM bpm_history_event e WHERE e.instance_id = i.id AND e.revision = i.revision),
  i.started_at) AS changed_at`;

const COLUMNS = `i.revision, i.definition_id, i.state, ${CALL_COLUMNS}, ${FAILED_JOBS}, ${CHANGED_AT}`;
const FIND = sql('bpm_instance_find', `SELECT ${COLUMNS} FROM bpm_instance i ${JOIN_CALL} WHERE i.id = $1`);
const FIND_LOCKED = sql(
  'bpm_instance_find_locked',
  `SELECT ${COLUMNS} FROM bpm_instance i ${JOIN_CALL} WHERE i.id = $1 FOR UPDATE OF i`,
);
const CALLED_BY = sql(
  'bpm_call_called_by',
  `SELECT c.called_id FROM bpm_call c JOIN bpm_instance i ON i.id = c.called_id
   WHERE c.caller_id = $1 AND ($2::int IS NULL OR c.caller_wait = $2) ORDER BY c.called_id`,
);
const FIND_KEPT = sql(
  'bpm_call_find_kept',
  `SELECT kept_revision AS revision, kept_definition_id AS definition_id, kept_state AS state, 0 AS failed_jobs, ${CALL_COLUMNS},
     coalesce((SELECT e.at FROM bpm_history_event e WHERE e.instance_id = c.called_id AND e.revision = c.kept_revision), now()) AS changed_at
   FROM bpm_call c WHERE called_id = $1 AND kept_state IS NOT NULL`,
);

export function createInstanceStore(database: Database) {
  async function one(queryable: Queryable, statement: ReturnType<typeof sql>, id: string): Promise<InstanceRow | null> {
    const [row] = await queryable.rows<InstanceRow>(statement, [id]);
    return row ?? null;
  }
  return {
    find: (id: string) => one(database, FIND, id),
    /** Finds a row and holds it until the transaction ends: nobody else moves the instance meanwhile. */
    findLocked: (tx: Queryable, id: string) => one(tx, FIND_LOCKED, id),
    /** Finds what a called instance that has ended left to be undone; null where there is nothing. */
    findKept: (id: string) => one(database, FIND_KEPT, id),
    /** Lists the running instances that this one called, by one of its waits or by any. */
    async calledBy(id: string, wait: number | null): Promise<readonly string[]> {
      const rows = await database.rows<{ called_id: string }>(CALLED_BY, [id, wait]);
      return rows.map((row) => row.called_id);
    },
  };
}

export type InstanceStore = ReturnType<typeof createInstanceStore>;
