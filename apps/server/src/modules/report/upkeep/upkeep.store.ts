// Holds the SQL of what ends with a tenant.
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

const mark = sql(
  'report_ended_mark',
  'INSERT INTO report_ended_tenant (tenant_identifier) VALUES ($1) ON CONFLICT DO NOTHING',
);
const list = sql('report_ended_list', 'SELECT tenant_identifier AS tenant FROM report_ended_tenant LIMIT 100');
const unmark = sql('report_ended_unmark', 'DELETE FROM report_ended_tenant WHERE tenant_identifier = $1');

const removeOf = (table: string, condition: string) =>
  sql(
    `report_ended_${table}`,
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT t.ctid FROM ${table} t WHERE ${condition} LIMIT $2))`,
  );
/** What hangs on a report or a schedule goes before it. */
const remove = [
  removeOf('report_delivery', 't.tenant_identifier = $1'),
  removeOf('report_schedule_run', 't.tenant_identifier = $1'),
  removeOf('report_schedule', 't.tenant_identifier = $1'),
  removeOf(
    'report_definition_version',
    't.report_id IN (SELECT id FROM report_definition WHERE tenant_identifier = $1)',
  ),
  removeOf('report_definition', 't.tenant_identifier = $1'),
  removeOf('report_group', 't.tenant_identifier = $1'),
  removeOf('report_csv_file', 't.tenant_identifier = $1'),
];

export async function markEnded(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.execute(mark, [tenantIdentifier]);
}

export async function listEnded(queryable: Queryable): Promise<readonly string[]> {
  return (await queryable.rows<{ tenant: string }>(list)).map(({ tenant }) => tenant);
}

/** Removes groups, reports and files of a tenant, so many rows a statement. */
export async function removeTenant(database: Database, tenant: string, limit: number): Promise<void> {
  for (const statement of remove) {
    while ((await database.execute(statement, [tenant, limit])) === limit);
  }
  await database.execute(unmark, [tenant]);
}
