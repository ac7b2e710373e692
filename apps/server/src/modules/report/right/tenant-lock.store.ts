// Lets one at a time change the groups and reports of a tenant.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { REPORT_TENANT_LOCK_CLASS } from '../report-locks.ts';

const lock = sql('report_tenant_lock', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');

/** Comes before every other lock of the transaction, so that no two wait for each other. */
export async function lockTenantReports(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.rows(lock, [REPORT_TENANT_LOCK_CLASS, tenantIdentifier]);
}

/** Answers what runs work while nobody else changes reports or groups of the caller's tenant. */
export function aloneInTenant(database: Database) {
  return <T>({ caller }: Act, work: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction(async (tx) => {
      await lockTenantReports(tx, caller.tenantIdentifier);
      return work(tx);
    });
}
