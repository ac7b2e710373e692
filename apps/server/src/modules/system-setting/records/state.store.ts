// Holds the SQL of the one row of the module's state: what of the past is forgotten, and the keys that all processes share.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

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
