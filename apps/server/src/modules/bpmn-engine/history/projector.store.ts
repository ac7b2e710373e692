// Copies what began and ended from the history rows into the table that pages of instances read.
import { type Queryable, sql, type Transaction } from '../../../kernel/database.ts';

/** Rows of one pass; page 4.12. Whole transactions only, so a pass may take some more. */
export const PROJECTION_ROWS = 500;

// The row is the turn to project: of several processes one holds it.
const TAKE_TURN = sql(
  'bpm_projection_take_turn',
  'SELECT projected_to::text AS projected_to FROM bpm_projection FOR UPDATE SKIP LOCKED',
);
// The table grows faster than the planner's statistics of it: ended instances are found by key, whatever these say.
const FIND_BY_KEY = sql('bpm_projection_find_by_key', 'SET LOCAL enable_seqscan = off');
const POSITION = sql('bpm_projection_position', 'SELECT projected_to::text AS projected_to FROM bpm_projection');
const SAVE_POSITION = sql('bpm_projection_save', 'UPDATE bpm_projection SET projected_to = $1::xid8');
const PROJECT = sql(
  'bpm_projection_pass',
  `WITH s AS MATERIALIZED (
     SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon,
       CASE WHEN $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN '0'::xid8 ELSE $1::xid8 END AS since
   ), batch AS (
     SELECT xid, instance_id, revision, at, ended_at, due_at, priority, end_state, end_element_ids, tenant_identifier,
       definition_id, start_user_id, start_element_id, business_key, name
     FROM bpm_history_event, s WHERE xid >= s.since AND xid < s.horizon
     ORDER BY xid FETCH FIRST ${PROJECTION_ROWS} ROWS WITH TIES
   ), begun AS (
     INSERT INTO bpm_hi_instance AS h (id, started_at, ended_at, due_at, priority, revision, end_state, end_element_ids,
       tenant_identifier, definition_id, start_user_id, start_element_id, business_key, name)
     SELECT b.instance_id, b.at, e.ended_at, b.due_at, b.priority, coalesce(e.revision, b.revision), e.end_state,
       e.end_element_ids, b.tenant_identifier, b.definition_id, b.start_user_id, b.start_element_id, b.business_key, b.name
     FROM batch b LEFT JOIN batch e ON e.instance_id = b.instance_id AND e.ended_at IS NOT NULL
     WHERE b.revision = 1
     ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, revision = excluded.revision,
       end_state = excluded.end_state, end_element_ids = excluded.end_element_ids
     WHERE h.ended_at IS NULL AND excluded.ended_at IS NOT NULL
   ), finished AS (
     UPDATE bpm_hi_instance h SET ended_at = e.ended_at, revision = e.revision, end_state = e.end_state, end_element_ids = e.end_element_ids
     FROM batch e WHERE h.id = e.instance_id AND e.ended_at IS NOT NULL AND e.revision > 1
       AND NOT EXISTS (SELECT 1 FROM batch b WHERE b.instance_id = e.instance_id AND b.revision = 1)
   )
   SELECT (SELECT count(*)::int FROM batch) AS rows, (SELECT xid::text FROM batch ORDER BY xid DESC LIMIT 1) AS last_xid,
     s.horizon::text AS horizon FROM s`,
);

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
    await tx.execute(FIND_BY_KEY);
    const [row] = await tx.rows<{ rows: number; last_xid: string | null; horizon: string }>(PROJECT, [since]);
    if (row === undefined) throw new Error('the projection answered nothing');
    const more = row.rows >= PROJECTION_ROWS && row.last_xid !== null;
    const projectedTo = more ? String(BigInt(row.last_xid as string) + 1n) : row.horizon;
    await tx.execute(SAVE_POSITION, [projectedTo]);
    return { projectedTo, more };
  },
};
