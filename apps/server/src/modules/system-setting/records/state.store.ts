// SQL of the revision: one row that every writer locks, so that revisions become visible in the order of their numbers.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

/** Processes listen to it; the payload is the revision alone. */
export const SETTING_CHANNEL = 'keelson_setting';

const lockRevision = sql(
  'system_setting_revision_lock',
  'SELECT revision FROM system_setting_state WHERE id = 1 FOR UPDATE',
);
const raiseRevision = sql(
  'system_setting_revision_raise',
  `UPDATE system_setting_state SET revision = $1::bigint WHERE id = 1 RETURNING pg_notify('${SETTING_CHANNEL}', revision::text)`,
);
const forgetTombstones = sql(
  'system_setting_tombstone_forget',
  `WITH gone AS (
     DELETE FROM system_setting_value WHERE removed AND date_updated < $1 RETURNING revision
   )
   UPDATE system_setting_state s SET forgotten_revision = greatest(s.forgotten_revision, g.newest)
   FROM (SELECT max(revision) AS newest FROM gone) g WHERE s.id = 1 AND g.newest IS NOT NULL`,
);
const readKeyChecks = sql(
  'system_setting_key_check_read',
  'SELECT key_checks AS checks FROM system_setting_state WHERE id = 1',
);
const addKeyChecks = sql(
  'system_setting_key_check_add',
  'UPDATE system_setting_state SET key_checks = $1::jsonb || key_checks WHERE id = 1',
);

/** Waits for whoever writes; answers the revision that this writer's changes will have. */
export async function takeRevision(tx: Transaction): Promise<number> {
  const [row] = await tx.rows<{ revision: number }>(lockRevision);
  return row!.revision + 1;
}

/** Once by a writer that changed something: goes with its last statement, and other processes hear of it after the commit. */
export async function publishRevision(tx: Transaction, revision: number): Promise<void> {
  tx.beforeCommit(() => ({ statement: raiseRevision, values: [revision] }));
}

export async function removeTombstones(queryable: Queryable, before: Date): Promise<void> {
  await queryable.execute(forgetTombstones, [before]);
}

export async function loadKeyChecks(queryable: Queryable): Promise<Readonly<Record<string, string>>> {
  const [row] = await queryable.rows<{ checks: Record<string, string> }>(readKeyChecks);
  return row!.checks;
}

/** Keeps what is there under the same id. */
export async function saveKeyChecks(queryable: Queryable, checks: Readonly<Record<string, string>>): Promise<void> {
  await queryable.execute(addKeyChecks, [JSON.stringify(checks)]);
}
