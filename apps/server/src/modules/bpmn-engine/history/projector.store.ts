// Copies what began and ended from the history rows into the table that pages of instances read.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { addClosedTasks } from './finding/closed-task-rows.store.ts';
import { addDecisions, IS_DECISION } from './finding/decision-rows.store.ts';
import { addOperations, IS_OPERATION } from './finding/operation-rows.store.ts';
import { createPassWays, type PassWays } from './pass-ways.store.ts';
import { HAS_UNKEPT, type KeepsNothing, removeUnkept } from './removal/unkept.store.ts';

/** Bound of the rows of a pass. It takes whole transactions only, so it may take some more. */
export const PROJECTION_ROWS = 500;

// The row is the turn to project: of several processes one holds it.
const TAKE_TURN = sql(
  'bpm_projection_take_turn',
  `SELECT projected_to::text AS projected_to, tasks_to::text AS tasks_to, operations_to::text AS operations_to,
     decisions_to::text AS decisions_to FROM bpm_projection FOR UPDATE SKIP LOCKED`,
);
// A position beyond this cluster's transactions comes from another one: all over again.
const BEGIN_PASS = sql(
  'bpm_projection_begin_pass',
  `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
     CASE WHEN $1::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN '0' ELSE $1 END AS since,
     CASE WHEN $2::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN '0' ELSE $2 END AS "tasksSince",
     CASE WHEN $3::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN '0' ELSE $3 END AS "operationsSince",
     CASE WHEN $4::xid8 > pg_snapshot_xmax(pg_current_snapshot()) THEN '0' ELSE $4 END AS "decisionsSince"`,
);
const POSITION = sql('bpm_projection_position', 'SELECT projected_to::text AS projected_to FROM bpm_projection');
const SAVE_POSITION = sql(
  'bpm_projection_save',
  'UPDATE bpm_projection SET projected_to = $1::xid8, tasks_to = $1::xid8, operations_to = $1::xid8, decisions_to = $1::xid8',
);
// What begins and ends in one pass is written once, with its end: an end that comes later writes the row anew, and its index
// entries too where the page is full. The full join leaves no way but a hash, which a batch in memory is meant for; sorted, the
// rows fill the pages of the indexes one after another.
const PROJECT = sql(
  'bpm_projection_pass',
  `WITH batch AS MATERIALIZED (
     SELECT xid, instance_id, revision, at, started_at, ended_at, due_at, priority, end_state, end_element_ids, end_error, tenant_identifier,
       definition_id, start_user_id, start_user_folded, start_element_id, business_key, name, closed_tasks IS NOT NULL AS closes,
       ${IS_OPERATION} AS operates, ${IS_DECISION} AS decides
     FROM bpm_history_event WHERE xid >= $1::xid8 AND xid < $2::xid8
     ORDER BY xid FETCH FIRST ($3) ROWS WITH TIES
   ), first AS (
     SELECT * FROM batch WHERE revision = 1
   ), last AS (
     SELECT DISTINCT ON (instance_id) instance_id, revision, ended_at, end_state, end_element_ids, end_error
     FROM batch WHERE revision > 1 AND ended_at IS NOT NULL ORDER BY instance_id, revision DESC
   ), known AS MATERIALIZED (
     SELECT coalesce(f.instance_id, l.instance_id) AS id, coalesce(f.started_at, f.at) AS started_at, coalesce(l.ended_at, f.ended_at) AS ended_at, f.due_at,
       f.priority, coalesce(l.revision, f.revision) AS revision, coalesce(l.end_state, f.end_state) AS end_state,
       coalesce(l.end_element_ids, f.end_element_ids) AS end_element_ids,
       CASE WHEN l.revision IS NULL THEN f.end_error ELSE l.end_error END AS end_error, f.tenant_identifier, f.definition_id,
       f.start_user_id, f.start_user_folded, f.start_element_id, f.business_key, f.name
     FROM first f FULL JOIN last l ON l.instance_id = f.instance_id
   ), begun AS (
     INSERT INTO bpm_hi_instance AS h (id, started_at, ended_at, due_at, priority, revision, end_state, end_element_ids, end_error,
       tenant_identifier, definition_id, start_user_id, start_user_folded, start_element_id, business_key, name)
     SELECT id, started_at, ended_at, due_at, priority, revision, end_state, end_element_ids, end_error,
       tenant_identifier, definition_id, start_user_id, start_user_folded, start_element_id, business_key, name
     FROM known WHERE started_at IS NOT NULL ORDER BY id
     ON CONFLICT (id) DO UPDATE SET ended_at = excluded.ended_at, revision = excluded.revision, end_state = excluded.end_state,
       end_element_ids = excluded.end_element_ids, end_error = excluded.end_error
     WHERE excluded.ended_at IS NOT NULL AND excluded.revision > h.revision
   ), ended AS (
     UPDATE bpm_hi_instance h SET ended_at = k.ended_at, revision = k.revision, end_state = k.end_state,
       end_element_ids = k.end_element_ids, end_error = k.end_error
     FROM known k WHERE k.started_at IS NULL AND h.id = k.id AND k.revision > h.revision
   )
   SELECT count(*)::int AS rows, max(xid::text::numeric)::text AS last_xid,
     count(*) FILTER (WHERE revision > 1 AND tenant_identifier IS NOT NULL)::int AS changed,
     coalesce(bool_or(closes), false) AS closes, coalesce(bool_or(operates), false) AS operates,
     coalesce(bool_or(decides), false) AS decides, coalesce(bool_or(ended_at IS NOT NULL), false) AS ends, ${HAS_UNKEPT} AS unkept
   FROM batch`,
);
// A later row that names the tenant changes what is known of the instance as a whole; the last one counts. It may name another version
// of the process, by which the instance goes on.
const UPDATE_CHANGED = sql(
  'bpm_projection_changed',
  `UPDATE bpm_hi_instance h SET due_at = e.due_at, priority = e.priority, start_user_id = e.start_user_id,
     start_user_folded = e.start_user_folded, business_key = e.business_key, name = e.name, definition_id = e.definition_id,
     migrated = h.migrated OR h.definition_id <> ANY (e.definitions)
   FROM (
     SELECT DISTINCT ON (instance_id) instance_id, due_at, priority, start_user_id, start_user_folded, business_key, name, definition_id,
       array_agg(definition_id) OVER (PARTITION BY instance_id) AS definitions
     FROM bpm_history_event
     WHERE xid >= $1::xid8 AND xid < $2::xid8 AND revision > 1 AND tenant_identifier IS NOT NULL
     ORDER BY instance_id, revision DESC
   ) e WHERE h.id = e.instance_id`,
);
interface BatchRow {
  readonly rows: number;
  readonly last_xid: string | null;
  readonly changed: number;
  readonly closes: boolean;
  readonly operates: boolean;
  readonly decides: boolean;
  readonly ends: boolean;
  /** Whether there are versions of which nothing is kept after the end of an instance. */
  readonly unkept: boolean;
}

interface BegunPass {
  readonly since: string;
  /** Place before which closed tasks have their rows already. */
  readonly tasksSince: string;
  /** Place before which operations of people have their rows already. */
  readonly operationsSince: string;
  /** Place from which on decisions are to be projected. */
  readonly decisionsSince: string;
  readonly horizon: string;
}

/** Where a pass begins, for instances and for other rows: the same, unless an earlier version projected in between. */
export interface Position {
  readonly projected_to: string;
  readonly tasks_to: string;
  readonly operations_to: string;
  readonly decisions_to: string;
}

/** Delivery of a pass to other modules and the log of events, which says how far the pass goes. */
export interface EventDelivery {
  endOf(tx: Transaction, pass: { readonly since: string; readonly to: string }): Promise<string>;
  deliver(tx: Transaction, pass: { readonly since: string; readonly to: string }, ways: PassWays): Promise<void>;
}

export interface Projected {
  /** Place up to which every row is projected now. */
  readonly projectedTo: string;
  /** Whether more rows wait for another pass. */
  readonly more: boolean;
}

export const projectorStore = {
  /** Takes the turn to project; null while another process has it. */
  async takeTurn(tx: Transaction): Promise<Position | null> {
    const [row] = await tx.rows<Position>(TAKE_TURN);
    return row ?? null;
  },
  async position(database: Queryable): Promise<string> {
    const [row] = await database.rows<{ projected_to: string }>(POSITION);
    return row?.projected_to ?? '0';
  },
  /** Does one pass from a position on. */
  async project(
    tx: Transaction,
    position: Position,
    delivery: EventDelivery,
    keepsNothing: KeepsNothing,
  ): Promise<Projected> {
    const ways = await createPassWays(tx);
    await ways.narrow();
    const { projected_to: from, tasks_to: tasks, operations_to: operations, decisions_to: decisions } = position;
    const [pass] = await tx.rows<BegunPass>(BEGIN_PASS, [from, tasks, operations, decisions]);
    if (pass === undefined) throw new Error('the pass did not begin');
    const { since } = pass;
    const { projectedTo, changed, more, ...found } = await beginInstances(tx, pass, delivery);
    // By which version each instance runs is known before rows are made that name it.
    if (changed > 0) await tx.execute(UPDATE_CHANGED, [since, projectedTo]);
    const tasksSince = earlier(pass.tasksSince, since);
    if (found.closes || tasksSince !== since) await addClosedTasks(tx, tasksSince, projectedTo);
    const operationsSince = earlier(pass.operationsSince, since);
    if (found.operates || operationsSince !== since) await addOperations(tx, operationsSince, projectedTo);
    const decisionsSince = earlier(pass.decisionsSince, since);
    if (found.decides || decisionsSince !== since) await addDecisions(tx, decisionsSince, projectedTo);
    await delivery.deliver(tx, { since, to: projectedTo }, ways);
    if (found.ends && (found.unkept || keepsNothing())) {
      await ways.narrow();
      await removeUnkept(tx, since, projectedTo, keepsNothing());
    }
    await tx.execute(SAVE_POSITION, [projectedTo]);
    return { projectedTo, more };
  },
};

/** Answers the position that a process of an earlier version left behind where it moved the other one alone. */
function earlier(position: string, since: string): string {
  return BigInt(position) < BigInt(since) ? position : since;
}

const NOTHING: BatchRow = {
  rows: 0,
  last_xid: null,
  changed: 0,
  closes: false,
  operates: false,
  decides: false,
  ends: false,
  unkept: false,
};

/** Projects instances; takes more rows at once where their order leaves nothing of a pass. */
async function beginInstances(tx: Transaction, { since, horizon }: BegunPass, delivery: EventDelivery) {
  for (let most = PROJECTION_ROWS; ; most *= 4) {
    const [found] = await tx.rows<BatchRow>(PROJECT, [since, horizon, most]);
    const { rows, last_xid: lastXid, changed, ...rest } = found ?? NOTHING;
    const isFull = rows >= most && lastXid !== null;
    const end = isFull ? String(BigInt(lastXid) + 1n) : horizon;
    const projectedTo = await delivery.endOf(tx, { since, to: end });
    if (!isFull || projectedTo !== since) return { ...rest, projectedTo, changed, more: isFull };
  }
}
