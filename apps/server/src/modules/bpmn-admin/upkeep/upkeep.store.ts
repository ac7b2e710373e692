// Holds the SQL of what ends with a tenant.
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

const mark = sql(
  'bpa_ended_mark',
  'INSERT INTO bpa_ended_tenant (tenant_identifier) VALUES ($1) ON CONFLICT DO NOTHING',
);
const stop = sql(
  'bpa_ended_imports',
  `UPDATE bpa_import SET state = 'CANCELLED' WHERE tenant_identifier = $1 AND state = 'RUNNING'`,
);
const list = sql('bpa_ended_list', 'SELECT tenant_identifier AS tenant FROM bpa_ended_tenant LIMIT 100');
const unmark = sql('bpa_ended_unmark', 'DELETE FROM bpa_ended_tenant WHERE tenant_identifier = $1');

/** What hangs on a process goes before it. */
const remove = ['reference', 'deployment', 'version', 'model', 'process'].map((table) => {
  const key = table === 'process' ? 'id' : 'process_id';
  return sql(
    `bpa_ended_${table}`,
    `DELETE FROM bpa_${table} WHERE ctid = ANY (ARRAY(
       SELECT t.ctid FROM bpa_${table} t WHERE t.${key} IN (SELECT id FROM bpa_process WHERE tenant_identifier = $1) LIMIT $2))`,
  );
});
const removeImports = sql(
  'bpa_ended_remove_imports',
  `DELETE FROM bpa_import WHERE ctid = ANY (ARRAY(SELECT ctid FROM bpa_import WHERE tenant_identifier = $1 LIMIT $2))`,
);

/** A job removes the rows; imports that run stop at their next file. */
export async function markEnded(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.execute(mark, [tenantIdentifier]);
  await tx.execute(stop, [tenantIdentifier]);
}

export async function listEnded(queryable: Queryable): Promise<readonly string[]> {
  return (await queryable.rows<{ tenant: string }>(list)).map(({ tenant }) => tenant);
}

/** Removes everything of a tenant, so many rows a statement. */
export async function removeTenant(database: Database, tenant: string, limit: number): Promise<void> {
  for (const statement of [...remove, removeImports]) {
    while ((await database.execute(statement, [tenant, limit])) === limit);
  }
  await database.execute(unmark, [tenant]);
}
