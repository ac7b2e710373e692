// Serialises changes of a tenant's groups and reports.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { REPORT_TENANT_LOCK_CLASS } from '../report-locks.ts';

const lock = sql('report_tenant_lock', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');

/** Takes the lock, before every other one of the transaction, so that no two wait for each other. */
export async function lockTenantReports(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.rows(lock, [REPORT_TENANT_LOCK_CLASS, tenantIdentifier]);
}

/**
 * Makes the function that runs work under the lock of the caller's tenant, which serialises changes of reports and
 * groups.
 */
export function aloneInTenant(database: Database) {
  return <T>({ caller }: Act, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await lockTenantReports(tx, caller.tenantIdentifier);
      return work(tx);
    });
}
