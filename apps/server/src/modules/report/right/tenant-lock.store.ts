// Lets one at a time change the groups and reports of a tenant.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { REPORT_TENANT_LOCK_CLASS } from '../report-locks.ts';

const lock = sql('report_tenant_lock', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');

/** Comes before every other lock of the transaction, so that no two wait for each other. */
export async function lockTenantReports(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.rows(lock, [REPORT_TENANT_LOCK_CLASS, tenantIdentifier]);
}
