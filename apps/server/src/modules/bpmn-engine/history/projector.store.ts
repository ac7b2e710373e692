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
// A position lies before the transaction that wrote it. One that does not was written in another cluster, and restored here.
const BEGIN_PASS = sql(
  'bpm_projection_begin_pass',
  `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon,
     projected_to::text::numeric > pg_current_xact_id()::text::numeric - age(xmin) AS restored FROM bpm_projection`,
);
/** Rows of one statement that a restore has brought. */
const SETTLED_ROWS = 20_000;
/** The transaction that has written a row here is not the one of which the row speaks. */
const IS_RESTORED = "xid > '2' AND xmin <> xid::xid";
// What was projected in the other cluster comes before everything that is written here, and what was not is the next to be. No transaction
// has the numbers 1 and 2.
const SETTLE_PROJECTED = sql(
  'bpm_projection_settle_projected',
  `UPDATE bpm_history_event e SET xid = '1' FROM (
     SELECT instance_id, revision FROM bpm_history_event WHERE ${IS_RESTORED} AND xid < $1::xid8 ORDER BY xid LIMIT ${SETTLED_ROWS}
   ) s WHERE e.instance_id = s.instance_id AND e.revision = s.revision`,
);
const SETTLE_ROWS = sql('bpm_projection_settle_rows', `UPDATE bpm_history_event SET xid = '2' WHERE ${IS_RESTORED}`);
const SETTLE_RAISED = sql(
  'bpm_projection_settle_raised',
  `UPDATE bpm_incident_raised SET xid = '2' WHERE ${IS_RESTORED}`,
);
/** Another position that was behind begins anew: its rows are found by what they are, and written once. */
const settled = (column: string): string =>
  `${column} = CASE WHEN ${column} >= projected_to THEN '2'::xid8 ELSE '0' END`;
const SETTLE_POSITION = sql(
  'bpm_projection_settle',
  `UPDATE bpm_projection SET projected_to = '2', ${['tasks_to', 'operations_to', 'decisions_to'].map(settled).join(', ')}`,
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
  readonly horizon: string;
  /** Whether the position comes from another cluster. */
  readonly restored: boolean;
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
    const since = position.projected_to;
    const [pass] = await tx.rows<BegunPass>(BEGIN_PASS);
    if (pass === undefined) throw new Error('the pass did not begin');
    if (pass.restored) return settle(tx, since);
    const { horizon } = pass;
    const { projectedTo, changed, more, ...found } = await beginInstances(tx, { since, horizon }, delivery);
    // By which version each instance runs is known before rows are made that name it.
    if (changed > 0) await tx.execute(UPDATE_CHANGED, [since, projectedTo]);
    const tasksSince = earlier(position.tasks_to, since);
    if (found.closes || tasksSince !== since) await addClosedTasks(tx, tasksSince, projectedTo);
    const operationsSince = earlier(position.operations_to, since);
    if (found.operates || operationsSince !== since) await addOperations(tx, operationsSince, projectedTo);
    const decisionsSince = earlier(position.decisions_to, since);
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

/** Brings rows of another cluster before all others, some at a time, and then the position, from where the next pass goes on. */
async function settle(tx: Transaction, since: string): Promise<Projected> {
  const isThrough = (await tx.execute(SETTLE_PROJECTED, [since])) === 0;
  if (isThrough) for (const statement of [SETTLE_ROWS, SETTLE_RAISED, SETTLE_POSITION]) await tx.execute(statement);
  return { projectedTo: isThrough ? '2' : since, more: true };
}

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
async function beginInstances(
  tx: Transaction,
  { since, horizon }: { readonly since: string; readonly horizon: string },
  delivery: EventDelivery,
) {
  for (let most = PROJECTION_ROWS; ; most *= 4) {
    const [found] = await tx.rows<BatchRow>(PROJECT, [since, horizon, most]);
    const { rows, last_xid: lastXid, changed, ...rest } = found ?? NOTHING;
    const isFull = rows >= most && lastXid !== null;
    const end = isFull ? String(BigInt(lastXid) + 1n) : horizon;
    const projectedTo = await delivery.endOf(tx, { since, to: end });
    if (!isFull || projectedTo !== since) return { ...rest, projectedTo, changed, more: isFull };
  }
}
