// Deletes what an ended instance has left behind, with the instances that it called.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';

const TREE = sql(
  'bpm_removal_tree',
  `WITH RECURSIVE tree AS (
     SELECT $1::uuid AS id UNION SELECT c.called_id FROM bpm_call c JOIN tree t ON c.caller_id = t.id
   ) SELECT id FROM tree`,
);
// The outermost instance may still undo what a called one did: it counts, too.
const RUNNING = sql(
  'bpm_removal_running',
  `SELECT 1 FROM bpm_instance WHERE id = ANY ($1::uuid[])
     OR id IN (SELECT root_id FROM bpm_call WHERE called_id = ANY ($1::uuid[])) LIMIT 1`,
);
const OF_INSTANCE: readonly (readonly [table: string, column: string])[] = [
  ['bpm_comment', 'instance_id'],
  ['bpm_attachment', 'instance_id'],
  ['bpm_incident', 'instance_id'],
  ['bpm_variable', 'instance_id'],
  ['bpm_external_done', 'instance_id'],
  ['bpm_call', 'called_id'],
  ['bpm_hi_task', 'instance_id'],
  ['bpm_hi_decision', 'instance_id'],
  ['bpm_operation', 'instance_id'],
  ['bpm_history_event', 'instance_id'],
  ['bpm_hi_instance', 'id'],
];
const REMOVE = OF_INSTANCE.map(([table, column]) =>
  sql(`bpm_removal_${table}`, `DELETE FROM ${table} WHERE ${column} = ANY ($1::uuid[])`),
);

const KNOWN = sql(
  'bpm_removal_known',
  'SELECT id FROM bpm_hi_instance WHERE id = ANY ($2::uuid[]) AND tenant_identifier = $1',
);

export const removalStore = {
  /** Finds the instances among these that the tenant has or had. */
  async known(tx: Transaction, tenant: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await tx.rows<{ id: string }>(KNOWN, [tenant, ids]);
    return new Set(rows.map(({ id }) => id));
  },
  /** Answers the instance with those that it called, and those that they called. */
  async tree(tx: Transaction, instanceId: string): Promise<readonly string[]> {
    const rows = await tx.rows<{ id: string }>(TREE, [instanceId]);
    return rows.map(({ id }) => id);
  },
  isRunning: async (tx: Transaction, ids: readonly string[]) => (await tx.rows(RUNNING, [ids])).length > 0,
  async remove(tx: Transaction, ids: readonly string[]): Promise<void> {
    for (const statement of REMOVE) await tx.execute(statement, [ids]);
  },
};
