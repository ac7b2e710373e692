// Holds the SQL of tenants that are no more: marked when it is told, emptied by a job.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';

const TABLES = [
  'mail_suppression',
  'mail_preference',
  'mail_calendar_event',
  'mail_event_untold',
  'mail_file',
] as const;

const mark = sql(
  'mail_tenant_mark_ended',
  'INSERT INTO mail_ended_tenant (tenant_identifier) VALUES ($1) ON CONFLICT DO NOTHING',
);
const selectMarked = sql(
  'mail_tenant_ended',
  'SELECT tenant_identifier AS tenant FROM mail_ended_tenant ORDER BY 1 LIMIT 100',
);
const removeSome = TABLES.map((table) =>
  sql(
    `${table}_remove_tenant`,
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE tenant_identifier = $1 LIMIT $2))`,
  ),
);
const removeMark = sql('mail_tenant_emptied', 'DELETE FROM mail_ended_tenant WHERE tenant_identifier = $1');

export async function markEnded(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.execute(mark, [tenantIdentifier]);
}

export async function listEnded(queryable: Queryable): Promise<readonly string[]> {
  return (await queryable.rows<{ tenant: string }>(selectMarked)).map(({ tenant }) => tenant);
}

/** Takes so many rows a statement. */
export async function emptyTenant(queryable: Queryable, tenant: string, limit: number): Promise<void> {
  for (const statement of removeSome) while ((await queryable.execute(statement, [tenant, limit])) === limit);
  await queryable.execute(removeMark, [tenant]);
}
