// Reads which tenants are held, and puts jobs of theirs by.
import { type Database, sql } from '../../../../kernel/database/database.ts';

const LIST = sql('bpm_held_tenant_list', 'SELECT tenant_identifier FROM bpm_held_tenant');
// Whoever lets the tenant go on waits for this row, and finds the job.
const PUT_BY = sql(
  'bpm_job_put_by',
  `WITH tenant AS (SELECT FROM bpm_held_tenant WHERE tenant_identifier = $4 FOR SHARE)
   UPDATE bpm_job SET held = true, leased_by = NULL, lease_token = NULL, attempts = GREATEST(0, attempts - 1)
   WHERE id = $1 AND number = $2 AND lease_token = $3 AND EXISTS (SELECT FROM tenant)`,
);

export function createHeldTenantStore(database: Database) {
  return {
    async list(): Promise<ReadonlySet<string>> {
      const rows = await database.rows<{ tenant_identifier: string }>(LIST);
      return new Set(rows.map((row) => row.tenant_identifier));
    },
    putBy: async (
      job: { readonly id: string; readonly number: number; readonly tenant_identifier: string },
      leaseToken: string,
    ): Promise<boolean> =>
      (await database.execute(PUT_BY, [job.id, job.number, leaseToken, job.tenant_identifier])) > 0,
  };
}
