// Copies what began and ended from the history rows into the table that pages of instances read.
import { type Queryable, sql, type Transaction } from '../../../kernel/database.ts';

/** Rows of one pass; page 4.12. Whole transactions only, so a pass may take some more. */
export const PROJECTION_ROWS = 500;

// The row is the turn to project: of several processes one holds it.
const TAKE_TURN = sql(
  'bpm_projection_take_turn',
  'SELECT projected_to::text AS projected_to FROM bpm_projection FOR UPDATE SKIP LOCKED',
);
// Tables grow faster than the planner's statistics of them: rows are found by key, whatever these say.
const FIND_BY_KEY = [
  sql('bpm_projection_no_seqscan', 'SET LOCAL enable_seqscan = off'),
  sql('bpm_projection_no_hashjoin', 'SET LOCAL enable_hashjoin = off'),
  sql('bpm_projection_no_mergejoin', 'SET LOCAL enable_mergejoin = off'),
];
const POSITION = sql('bpm_projection_position', 'SELECT projected_to::text AS projected_to FROM bpm_projection');
const SAVE_POSITION = sql('bpm_projection_save', 'UPDATE bpm_projection SET projected_to = $1::xid8');
const INSERT_BEGUN = sql(
  'bpm_projection_begun',
  `WITH s AS MATERIALIZED (
     SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon,
       CASE WHEN $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN '0'::xid8 ELSE $1::xid8 END AS since
   ), batch AS (
     SELECT xid, instance_id, revision, at, ended_at, due_at, priority, end_state, end_element_ids, tenant_identifier,
       definition_id, start_user_id, start_element_id, business_key, name
     FROM bpm_history_event, s WHERE xid >= s.since AND xid < s.horizon
     ORDER BY xid FETCH FIRST ${PROJECTION_ROWS} ROWS WITH TIES
   ), begun AS (
     INSERT INTO bpm_hi_instance (id, started_at, ended_at, due_at, priority, revision, end_state, end_element_ids,
       tenant_identifier, definition_id, start_user_id, start_element_id, business_key, name)
     SELECT instance_id, at, ended_at, due_at, priority, revision, end_state, end_element_ids,
       tenant_identifier, definition_id, start_user_id, start_element_id, business_key, name
     FROM batch WHERE revision = 1
     ON CONFLICT (id) DO NOTHING
   )
   SELECT (SELECT count(*)::int FROM batch) AS rows, (SELECT xid::text FROM batch ORDER BY xid DESC LIMIT 1) AS last_xid,
     s.horizon::text AS horizon, s.since::text AS since FROM s`,
);
const UPDATE_ENDED = sql(
  'bpm_projection_ended',
  `UPDATE bpm_hi_instance h SET ended_at = e.ended_at, revision = e.revision, end_state = e.end_state,
     end_element_ids = e.end_element_ids
   FROM bpm_history_event e WHERE e.xid >= $1::xid8 AND e.xid < $2::xid8 AND e.revision > 1 AND e.ended_at IS NOT NULL
     AND h.id = e.instance_id`,
);

interface Pass {
  readonly rows: number;
  readonly last_xid: string | null;
  readonly horizon: string;
  /** Where it really began. */
  readonly since: string;
}

export interface Projected {
  /** Every row with a smaller xid is projected now. */
  readonly projectedTo: string;
  /** More rows wait for another pass. */
  readonly more: boolean;
}

export const projectorStore = {
  /** Null while another process projects. */
  async takeTurn(tx: Transaction): Promise<string | null> {
    const [row] = await tx.rows<{ projected_to: string }>(TAKE_TURN);
    return row?.projected_to ?? null;
  },
  async position(database: Queryable): Promise<string> {
    const [row] = await database.rows<{ projected_to: string }>(POSITION);
    return row?.projected_to ?? '0';
  },
  /** One pass from a position on. A position beyond this cluster's transactions comes from another one: all over again. */
  async project(tx: Transaction, since: string): Promise<Projected> {
    for (const setting of FIND_BY_KEY) await tx.execute(setting);
    const [row] = await tx.rows<Pass>(INSERT_BEGUN, [since]);
    if (row === undefined) throw new Error('the projection answered nothing');
    const more = row.rows >= PROJECTION_ROWS && row.last_xid !== null;
    const projectedTo = more ? String(BigInt(row.last_xid as string) + 1n) : row.horizon;
    if (row.rows > 0) await tx.execute(UPDATE_ENDED, [row.since, projectedTo]);
    await tx.execute(SAVE_POSITION, [projectedTo]);
    return { projectedTo, more };
  },
};
