// Holds the SQL of the history of ended sessions: its tenants, and its deletion.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { spentHashSql } from '../record/session.store.ts';

/** A batch holds its row locks for tens of milliseconds. */
export const HISTORY_DELETED_MAX = 5_000;

// The statement walks from tenant to tenant through the index: there are few tenants and many sessions.
const findTenants = sql(
  'session_history_tenants',
  `WITH RECURSIVE tenant AS (
     (SELECT tenant_identifier AS name FROM session_entry WHERE closed_date IS NOT NULL ORDER BY tenant_identifier LIMIT 1)
     UNION ALL
     SELECT (SELECT tenant_identifier FROM session_entry
       WHERE closed_date IS NOT NULL AND tenant_identifier > tenant.name ORDER BY tenant_identifier LIMIT 1)
     FROM tenant WHERE tenant.name IS NOT NULL)
   SELECT name FROM tenant WHERE name IS NOT NULL`,
);

// The data of an identifier is deleted; that it was used is kept.
const deleteHistory = sql(
  'session_history_delete',
  `WITH gone AS (
     DELETE FROM session_entry WHERE id = ANY (ARRAY(
       SELECT id FROM session_entry WHERE tenant_identifier = $1 AND closed_date < $2
       ORDER BY closed_date LIMIT ${HISTORY_DELETED_MAX} FOR UPDATE SKIP LOCKED))
     RETURNING identifier),
   spent AS (
     INSERT INTO session_spent_identifier (identifier_hash) SELECT ${spentHashSql('identifier')} FROM gone
     ON CONFLICT DO NOTHING)
   SELECT count(*)::int AS count FROM gone`,
);

/** Finds the tenants that have ended sessions. */
export async function findTenantsWithHistory(queryable: Queryable): Promise<string[]> {
  return (await queryable.rows<{ name: string }>(findTenants)).map(({ name }) => name);
}

/** Deletes at most `HISTORY_DELETED_MAX` sessions of a tenant that ended before; answers how many. */
export async function deleteSessionHistory(
  tx: Transaction,
  tenantIdentifier: string,
  beforeMs: number,
): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(deleteHistory, [tenantIdentifier, new Date(beforeMs)]);
  return row?.count ?? 0;
}
