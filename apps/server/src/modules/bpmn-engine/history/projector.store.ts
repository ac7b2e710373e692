// Copies what began and ended from the history rows into the table that pages of instances read.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

/** A pass takes so many rows. It takes whole transactions only, so it may take some more. */
export const PROJECTION_ROWS = 500;

// The row is the turn to project: of several processes one holds it.
const TAKE_TURN = sql(
  'bpm_projection_take_turn',
  'SELECT projected_to::text AS projected_to FROM bpm_projection FOR UPDATE SKIP LOCKED',
);
// Tables grow faster than the planner's statistics of them: rows are found by key and read in the order of the index, however
// many wait. A position beyond this cluster's transactions comes from another one: all over again.
const WAYS = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin', 'sort'];
const BEGIN_PASS = sql(
  'bpm_projection_begin_pass',
  `SELECT ${WAYS.map((way) => `set_config('enable_${way}', 'off', true)`).join(', ')},
     pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
     CASE WHEN $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN '0' ELSE $1 END AS since`,
);
// Whoever is told something asks in his own way.
const ALLOW_ALL_WAYS = sql(
  'bpm_projection_all_ways',
  `SELECT set_config(name, reset_val, true) FROM pg_settings WHERE name IN (${WAYS.map((way) => `'enable_${way}'`).join(', ')})`,
);
const POSITION = sql('bpm_projection_position', 'SELECT projected_to::text AS projected_to FROM bpm_projection');
const SAVE_POSITION = sql('bpm_projection_save', 'UPDATE bpm_projection SET projected_to = $1::xid8');
// Where nobody is told of incidents, they are forgotten on the way.
const SAVE_POSITION_UNHEARD = sql(
  'bpm_projection_save_unheard',
  `WITH unheard AS (DELETE FROM bpm_incident_raised WHERE xid < $1::xid8) UPDATE bpm_projection SET projected_to = $1::xid8`,
);
const INSERT_BEGUN = sql(
  'bpm_projection_begun',
  `WITH batch AS (
     SELECT xid, instance_id, revision, at, ended_at, due_at, priority, end_state, end_element_ids, end_error, tenant_identifier,
       definition_id, start_user_id, start_user_folded, start_element_id, business_key, name
     FROM bpm_history_event WHERE xid >= $1::xid8 AND xid < $2::xid8
     ORDER BY xid FETCH FIRST ($3) ROWS WITH TIES
   ), begun AS (
     INSERT INTO bpm_hi_instance (id, started_at, ended_at, due_at, priority, revision, end_state, end_element_ids, end_error,
       tenant_identifier, definition_id, start_user_id, start_user_folded, start_element_id, business_key, name)
     SELECT instance_id, at, ended_at, due_at, priority, revision, end_state, end_element_ids, end_error,
       tenant_identifier, definition_id, start_user_id, start_user_folded, start_element_id, business_key, name
     FROM batch WHERE revision = 1
     ON CONFLICT (id) DO NOTHING
   )
   SELECT count(*)::int AS rows, max(xid::text::numeric)::text AS last_xid,
     count(*) FILTER (WHERE revision > 1 AND tenant_identifier IS NOT NULL)::int AS changed FROM batch`,
);
// A later row that names the tenant changes what is known of the instance as a whole; the last one counts.
const UPDATE_CHANGED = sql(
  'bpm_projection_changed',
  `UPDATE bpm_hi_instance h SET due_at = e.due_at, priority = e.priority, start_user_id = e.start_user_id,
     start_user_folded = e.start_user_folded, business_key = e.business_key, name = e.name
   FROM (
     SELECT DISTINCT ON (instance_id) instance_id, due_at, priority, start_user_id, start_user_folded, business_key, name FROM bpm_history_event
     WHERE xid >= $1::xid8 AND xid < $2::xid8 AND revision > 1 AND tenant_identifier IS NOT NULL
     ORDER BY instance_id, revision DESC
   ) e WHERE h.id = e.instance_id`,
);
const UPDATE_ENDED = sql(
  'bpm_projection_ended',
  `UPDATE bpm_hi_instance h SET ended_at = e.ended_at, revision = e.revision, end_state = e.end_state,
     end_element_ids = e.end_element_ids, end_error = e.end_error
   FROM bpm_history_event e WHERE e.xid >= $1::xid8 AND e.xid < $2::xid8 AND e.revision > 1 AND e.ended_at IS NOT NULL
     AND h.id = e.instance_id`,
);

interface BatchRow {
  readonly rows: number;
  readonly last_xid: string | null;
  readonly changed: number;
}

interface BegunPass {
  readonly since: string;
  readonly horizon: string;
}

/** Says how far a pass goes, and tells other modules of it. */
export interface Telling {
  /** Whether any module listens. */
  isHeard(): boolean;
  endOf(tx: Transaction, pass: { readonly since: string; readonly to: string }): Promise<string>;
  tell(tx: Transaction, pass: { readonly since: string; readonly to: string }): Promise<void>;
}

export interface Projected {
  /** Every row with a smaller xid is projected now. */
  readonly projectedTo: string;
  /** More rows wait for another pass. */
  readonly more: boolean;
}

export const projectorStore = {
  /** Is null while another process projects. */
  async takeTurn(tx: Transaction): Promise<string | null> {
    const [row] = await tx.rows<{ projected_to: string }>(TAKE_TURN);
    return row?.projected_to ?? null;
  },
  async position(database: Queryable): Promise<string> {
    const [row] = await database.rows<{ projected_to: string }>(POSITION);
    return row?.projected_to ?? '0';
  },
  /** Does one pass from a position on. */
  async project(tx: Transaction, position: string, telling: Telling): Promise<Projected> {
    const [pass] = await tx.rows<BegunPass>(BEGIN_PASS, [position]);
    if (pass === undefined) throw new Error('the pass did not begin');
    const { since } = pass;
    const { projectedTo, rows, changed, more } = await beginInstances(tx, pass, telling);
    if (changed > 0) await tx.execute(UPDATE_CHANGED, [since, projectedTo]);
    if (rows > 0) await tx.execute(UPDATE_ENDED, [since, projectedTo]);
    if (telling.isHeard()) {
      await tx.execute(ALLOW_ALL_WAYS);
      await telling.tell(tx, { since, to: projectedTo });
    }
    await tx.execute(telling.isHeard() ? SAVE_POSITION : SAVE_POSITION_UNHEARD, [projectedTo]);
    return { projectedTo, more };
  },
};

/** Takes more rows at once where the order of an instance leaves nothing of a pass. */
async function beginInstances(tx: Transaction, { since, horizon }: BegunPass, telling: Telling) {
  for (let most = PROJECTION_ROWS; ; most *= 4) {
    const [found] = await tx.rows<BatchRow>(INSERT_BEGUN, [since, horizon, most]);
    const { rows = 0, last_xid: lastXid = null, changed = 0 } = found ?? {};
    const isFull = rows >= most && lastXid !== null;
    const end = isFull ? String(BigInt(lastXid) + 1n) : horizon;
    const projectedTo = await telling.endOf(tx, { since, to: end });
    if (!isFull || projectedTo !== since) return { projectedTo, rows, changed, more: isFull };
  }
}
