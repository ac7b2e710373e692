// Makes rows of the decisions that instances have made, for the pages of decisions.
import type { HistoryEvent, HistoryRecord, MadeDecision } from '@keelson/bpmn-core';
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { versionAt } from '../../interface/activity-rows.store.ts';
import { readRecord } from '../../runtime/state/instance-history.ts';

/** Number of records that are read at once. */
const RECORDS_AT_ONCE = 500;

/** Condition of rows that may hold a decision: whoever reads their record knows. */
export const IS_DECISION = `record ~ '"D",[0-9]+,\\{'`;

const FIND = sql(
  'bpm_hi_decision_find',
  `SELECT xid::text AS xid, instance_id, revision, record FROM bpm_history_event
   WHERE xid >= $1::xid8 AND xid < $2::xid8 AND ${IS_DECISION} ORDER BY xid FETCH FIRST (${RECORDS_AT_ONCE}) ROWS WITH TIES`,
);
// Where the activity of a decision has begun in an earlier record, as one behind a job has, that record says at which element: of an
// instance that was migrated `FIND_BEGUN` has read it. Of a tenant that was deleted meanwhile nothing is left.
const ADD = sql(
  'bpm_hi_decision_add',
  `INSERT INTO bpm_hi_decision (instance_id, revision, number, at, node, tenant_identifier, definition_id, decision_key)
   SELECT v.id, v.revision, v.number, v.at, coalesce(v.node, b.node), h.tenant_identifier,
     ${versionAt('coalesce(b.revision, v.revision)')}, v.key
   FROM unnest($1::uuid[], $2::integer[], $3::integer[], $4::timestamptz[], $5::integer[], $6::integer[], $7::text[])
     AS v(id, revision, number, at, activity, node, key)
   JOIN bpm_hi_instance h ON h.id = v.id
   LEFT JOIN LATERAL (
     SELECT a.node, e.revision FROM bpm_history_event e CROSS JOIN LATERAL bpm_history_activities(e.record) a
     WHERE v.node IS NULL AND e.instance_id = v.id AND e.revision < v.revision AND a.number = v.activity AND a.node IS NOT NULL
     ORDER BY e.revision DESC LIMIT 1
   ) b ON true
   ON CONFLICT DO NOTHING`,
);

// Of instances that were migrated: where the activity began, and how the elements went on since.
const FIND_BEGUN = sql(
  'bpm_hi_decision_begun',
  `SELECT v.place::int AS place, e.record FROM unnest($1::uuid[], $2::integer[], $3::integer[]) WITH ORDINALITY v(id, revision, activity, place)
   JOIN bpm_hi_instance h ON h.id = v.id AND h.migrated
   JOIN bpm_history_event e ON e.instance_id = v.id AND e.revision < v.revision
     AND (e.record ~ ('"a",' || v.activity || ',') OR strpos(e.record, '"M",') > 0)
   ORDER BY v.place, e.revision`,
);

interface FoundRow {
  readonly xid: string;
  readonly instance_id: string;
  readonly revision: number;
  readonly record: string;
}

export interface DecisionInRecord {
  /** Number of decisions of the record, from 0. */
  readonly number: number;
  /** Time of the decision in epoch milliseconds. */
  readonly at: number;
  readonly activity: number;
  /** Index of the element in the model by which the instance runs then; null where the activity began before. */
  readonly node: number | null;
  readonly made: MadeDecision;
}

/** Follows the elements of activities by their numbers. */
function follow(nodes: Map<number, number>, event: HistoryEvent): void {
  if (event[0] === 'a') nodes.set(event[1], event[2]);
  else if (event[0] === 'M') {
    const [, , pairs] = event;
    const moved = new Map<number, number>();
    for (let at = 0; at < pairs.length; at += 2) moved.set(pairs[at]!, pairs[at + 1]!);
    for (const [activity, node] of nodes) nodes.set(activity, moved.get(node) ?? node);
  }
}

export function decisionsIn({ at: lastAt, events }: HistoryRecord): readonly DecisionInRecord[] {
  const decisions: DecisionInRecord[] = [];
  const nodes = new Map<number, number>();
  let at = lastAt;
  for (const event of events) {
    follow(nodes, event);
    if (event[0] === '@') [, at] = event;
    else if (event[0] === 'D') {
      const [, activity, made] = event;
      decisions.push({ number: decisions.length, at, activity, node: nodes.get(activity) ?? null, made });
    }
  }
  return decisions;
}

/** Adds the rows of transactions from `since` up to `to`, which is not among them. */
export async function addDecisions(tx: Transaction, since: string, to: string): Promise<void> {
  for (let from = since; ; ) {
    const rows = await tx.rows<FoundRow>(FIND, [from, to]);
    const last = rows.at(-1);
    if (last === undefined) return;
    await add(tx, rows);
    if (rows.length < RECORDS_AT_ONCE) return;
    from = String(BigInt(last.xid) + 1n);
  }
}

async function add(tx: Transaction, rows: readonly FoundRow[]): Promise<void> {
  const found = rows.flatMap((row) => decisionsIn(readRecord(row.record)).map((decision) => ({ ...row, ...decision })));
  if (found.length === 0) return;
  const begun = await nodesBegun(tx, found);
  const column = <T>(value: (decision: FoundRow & DecisionInRecord) => T) => found.map(value);
  await tx.execute(ADD, [
    column(({ instance_id: id }) => id),
    column(({ revision }) => revision),
    column(({ number }) => number),
    column(({ at }) => new Date(at)),
    column(({ activity }) => activity),
    found.map(({ node }, place) => node ?? begun.get(place) ?? null),
    column(({ made }) => made.decisionKey.toWellFormed()),
  ]);
}

/** Answers, by their places, the elements of decisions of migrated instances whose activities had begun in earlier records. */
async function nodesBegun(
  tx: Transaction,
  found: readonly (FoundRow & DecisionInRecord)[],
): Promise<ReadonlyMap<number, number>> {
  const late = found.flatMap((decision, place) => (decision.node === null ? [{ ...decision, place }] : []));
  if (late.length === 0) return new Map();
  const rows = await tx.rows<{ place: number; record: string }>(FIND_BEGUN, [
    late.map(({ instance_id: id }) => id),
    late.map(({ revision }) => revision),
    late.map(({ activity }) => activity),
  ]);
  const begun = new Map<number, number>();
  for (const [ordinal, records] of Map.groupBy(rows, (row) => row.place)) {
    const { activity, place } = late[ordinal - 1]!;
    const nodes = new Map<number, number>();
    for (const { record } of records) for (const event of readRecord(record).events) follow(nodes, event);
    const node = nodes.get(activity);
    if (node !== undefined) begun.set(place, node);
  }
  return begun;
}
