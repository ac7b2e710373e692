// Holds the SQL of the one row of the module's state: the forgotten revisions, and the keys that all processes share.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

const forgetTombstones = sql(
  'system_setting_tombstone_forget',
  `WITH gone AS (
     DELETE FROM system_setting_value WHERE removed AND date_updated < $1 RETURNING revision
   )
   UPDATE system_setting_state s SET forgotten_revision = greatest(s.forgotten_revision, g.newest)
   FROM (SELECT max(revision) AS newest FROM gone) g WHERE s.id = 1 AND g.newest IS NOT NULL`,
);
const readKeyKnowledge = sql(
  'system_setting_key_knowledge_read',
  'SELECT key_checks AS checks, writing_keys AS writing FROM system_setting_state WHERE id = 1',
);
const addKeyKnowledge = sql(
  'system_setting_key_knowledge_add',
  `UPDATE system_setting_state SET key_checks = $1::jsonb || key_checks,
     writing_keys = CASE WHEN $2 = ANY (writing_keys) THEN writing_keys ELSE writing_keys || $2::text END WHERE id = 1`,
);
const replaceWritingKeys = sql(
  'system_setting_writing_keys_replace',
  `UPDATE system_setting_state SET writing_keys = array(
     SELECT id FROM unnest(writing_keys) id WHERE id <> ALL ($1::text[])) || $2::text WHERE id = 1`,
);

const removeWritingKey = sql(
  'system_setting_writing_key_remove',
  'UPDATE system_setting_state SET writing_keys = array_remove(writing_keys, $1) WHERE id = 1 AND $1 = ANY (writing_keys)',
);

export async function removeTombstones(queryable: Queryable, before: Date): Promise<void> {
  await queryable.execute(forgetTombstones, [before]);
}

export interface KeyKnowledge {
  /** Check values by key id: equal bytes have equal ones. */
  readonly checks: Readonly<Record<string, string>>;
  /** Keys that may have sealed something that still exists. */
  readonly writing: readonly string[];
}

export async function loadKeyKnowledge(queryable: Queryable): Promise<KeyKnowledge> {
  const [row] = await queryable.rows<KeyKnowledge>(readKeyKnowledge);
  return row!;
}

/** Adds keys without changing known ids, and the key that writes from now on. */
export async function addKeys(queryable: Queryable, checks: KeyKnowledge['checks'], writing: string): Promise<void> {
  await queryable.execute(addKeyKnowledge, [JSON.stringify(checks), writing]);
}

/** Forgets all keys but the writing one. */
export async function forgetOtherKeys(queryable: Queryable, ids: readonly string[], writing: string): Promise<void> {
  await queryable.execute(replaceWritingKeys, [ids, writing]);
}

/** Forgets a key; answers whether it had written. */
export async function forgetWritingKey(queryable: Queryable, id: string): Promise<boolean> {
  return (await queryable.execute(removeWritingKey, [id])) > 0;
}
