// Makes rows of what people did to instances by their flushes, for the pages of operations.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { versionAt } from '../../interface/activity-rows.store.ts';
import { readRecord } from '../../runtime/state/instance-history.ts';
import { type ReadOperation, readOperation } from './operation-rows.ts';

/** Number of records that are read at once. */
const RECORDS_AT_ONCE = 500;

// Version, time and actor stand before the letter of the command: those of the engine itself have no actor. Starts, completions of
// tasks that nobody else had, messages, signals and what workers bring are not among them.
const ACTOR = '^\\[1,[0-9]+,("(?:[^"\\\\]|\\\\.)*")';
const COMMANDS = '[kuUEBfvTSipdDzaxRWJMGr]';
// Somebody else had it whom it was taken from: names of both are JSON, as they were written.
const OF_ANOTHER = `SELECT FROM jsonb_array_elements(closed_tasks::jsonb) c(task)
  WHERE c.task->>2 = 'COMPLETED' AND to_json(c.task->>7)::text <> substring(record from '${ACTOR}')`;
/** Condition of rows that may be of what a person did: whoever reads their record knows. */
export const IS_OPERATION = `(record ~ '${ACTOR},"${COMMANDS}"'
  OR (closed_tasks IS NOT NULL AND record ~ '${ACTOR},"c"' AND EXISTS (${OF_ANOTHER})))`;

const FIND = sql(
  'bpm_operation_find',
  `SELECT xid::text AS xid, instance_id, revision, at, record FROM bpm_history_event
   WHERE xid >= $1::xid8 AND xid < $2::xid8 AND ${IS_OPERATION} ORDER BY xid FETCH FIRST (${RECORDS_AT_ONCE}) ROWS WITH TIES`,
);
// Of a tenant that was deleted meanwhile nothing is left.
const ADD = sql(
  'bpm_operation_add',
  `INSERT INTO bpm_operation (instance_id, revision, at, kind, task_number, tenant_identifier, definition_id, actor, actor_folded,
     element_id, detail)
   SELECT v.id, v.revision, v.at, v.kind, v.task, h.tenant_identifier, r.definition_id, v.actor, v.folded,
     coalesce(d.elements->v.node->>0, i.element_id), v.detail
   FROM unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::text[], $5::integer[], $6::integer[], $7::integer[], $8::text[], $9::text[],
     $10::text[]) AS v(id, revision, at, kind, task, node, wait, actor, folded, detail)
   JOIN bpm_hi_instance h ON h.id = v.id
   CROSS JOIN LATERAL (SELECT ${versionAt('v.revision')} AS definition_id) r LEFT JOIN bpm_definition d ON d.id = r.definition_id
   LEFT JOIN bpm_incident i ON i.id = v.id AND i.number = v.wait
   ON CONFLICT DO NOTHING`,
);

interface FoundRow {
  readonly xid: string;
  readonly instance_id: string;
  readonly revision: number;
  readonly at: Date;
  readonly record: string;
}

/** Adds the rows of transactions from `since` up to `to`, which is not among them. */
export async function addOperations(tx: Transaction, since: string, to: string): Promise<void> {
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
  const found = rows.flatMap((row) => {
    const done = readOperation(readRecord(row.record));
    return done === null ? [] : [{ ...row, ...done }];
  });
  if (found.length === 0) return;
  const column = <T>(value: (operation: FoundRow & ReadOperation) => T) => found.map(value);
  await tx.execute(ADD, [
    column(({ instance_id: id }) => id),
    column(({ revision }) => revision),
    column(({ at }) => at),
    column(({ kind }) => kind),
    column(({ task }) => task),
    column(({ node }) => node),
    column(({ wait }) => wait),
    column(({ actor }) => actor),
    column(({ actor }) => foldName(actor)),
    column(({ reason }) => reason),
  ]);
}
