// Removes what ended instances have left behind where their level of history is none, in the pass that has seen and delivered their end.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { removalStore } from './removal.store.ts';

/** Says whether nothing is kept of the instances of versions that do not say it themselves. */
export type KeepsNothing = () => boolean;

/** Says whether there are versions of which nothing is kept, by their own word. */
export const HAS_UNKEPT = `EXISTS (SELECT FROM bpm_definition WHERE history_level = 'none')`;

// The outermost instance decides for those that it called, which may end after it. One that runs again undoes something.
const ENDED = sql(
  'bpm_unkept_ended',
  `WITH RECURSIVE root AS MATERIALIZED (
     SELECT DISTINCT coalesce(c.root_id, e.instance_id) AS id FROM bpm_history_event e
     LEFT JOIN bpm_call c ON c.called_id = e.instance_id
     WHERE e.xid >= $1::xid8 AND e.xid < $2::xid8 AND e.ended_at IS NOT NULL
   ), unkept AS (
     SELECT r.id FROM root r JOIN bpm_hi_instance h ON h.id = r.id JOIN bpm_definition d ON d.id = h.definition_id
     WHERE h.ended_at IS NOT NULL AND (d.history_level = 'none' OR (d.history_level IS NULL AND $3))
   ), tree AS (
     SELECT id AS root, id FROM unkept UNION SELECT t.root, c.called_id FROM bpm_call c JOIN tree t ON c.caller_id = t.id
   )
   SELECT root, id, EXISTS (SELECT FROM bpm_instance i WHERE i.id = tree.id) AS running FROM tree`,
);

interface TreeRow {
  readonly root: string;
  readonly id: string;
  readonly running: boolean;
}

/**
 * Removes what ended in transactions from `since` up to `to`, which is not among them; `isDefault` says that versions that say nothing
 * keep nothing.
 */
export async function removeUnkept(tx: Transaction, since: string, to: string, isDefault: boolean): Promise<void> {
  const rows = await tx.rows<TreeRow>(ENDED, [since, to, isDefault]);
  const busy = new Set(rows.flatMap(({ root, running }) => (running ? [root] : [])));
  const ids = rows.flatMap(({ root, id }) => (busy.has(root) ? [] : [id]));
  if (ids.length > 0) await removalStore.remove(tx, ids);
}
