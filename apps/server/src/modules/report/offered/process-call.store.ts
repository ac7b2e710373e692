// Holds the SQL of runs that elements of processes wait for.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

const add = sql(
  'report_process_call_add',
  'INSERT INTO report_process_call (execution_uuid, tenant_identifier, job_id) VALUES ($1, $2, $3)',
);
const take = sql(
  'report_process_call_take',
  'DELETE FROM report_process_call WHERE execution_uuid = $1 AND tenant_identifier = $2 RETURNING job_id AS "jobId"',
);

export async function addProcessCall(
  tx: Transaction,
  call: { readonly executionUuid: string; readonly tenantIdentifier: string; readonly jobId: string },
): Promise<void> {
  await tx.execute(add, [call.executionUuid, call.tenantIdentifier, call.jobId]);
}

/** Takes the call that waits for a run; null where there is none. */
export async function takeProcessCall(
  tx: Transaction,
  run: { readonly executionUuid: string; readonly tenantIdentifier: string },
): Promise<string | null> {
  const [row] = await tx.rows<{ jobId: string }>(take, [run.executionUuid, run.tenantIdentifier]);
  return row?.jobId ?? null;
}
