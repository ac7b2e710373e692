// Orders that the running instances of a version are suspended or activated, and finds them.
import { type Database, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { NewJob } from '../waits/job.types.ts';

const WITH_INSTANCES = sql(
  'bpm_definition_with_instances',
  `SELECT d.id FROM unnest($1::text[]) AS d(id) WHERE EXISTS (SELECT FROM bpm_instance i WHERE i.definition_id = d.id)`,
);
// A version has one such job. Whoever is at it finds that it was ordered anew, and begins again.
const ORDER = sql(
  'bpm_job_order_instances',
  `INSERT INTO bpm_job (id, number, kind, tenant_identifier, definition_id, created_at, due_at, priority, retries, exclusive, suspended, payload)
   VALUES ($1, 0, $2, $3, $4, $5, $6, $7, $8, true, false, $9)
   ON CONFLICT (id, number) DO UPDATE SET payload = excluded.payload, due_at = excluded.due_at, retries = excluded.retries,
     suspended = false`,
);
const PAGE = sql(
  'bpm_definition_instances',
  `SELECT id FROM bpm_instance WHERE definition_id = $1 AND suspended <> $2 AND ($3::uuid IS NULL OR id > $3) ORDER BY id LIMIT $4`,
);
const OURS = 'id = $1 AND number = 0 AND lease_token = $2';
const REACH = sql('bpm_job_reach_instance', `UPDATE bpm_job SET payload = $4 WHERE ${OURS} AND payload = $3`);
const REMOVE = sql('bpm_job_remove_instances', `DELETE FROM bpm_job WHERE ${OURS} AND payload = $3`);
const PAYLOAD = sql('bpm_job_payload', `SELECT payload FROM bpm_job WHERE ${OURS}`);

/** Finds those of the versions of which something runs. */
export async function withInstances(tx: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  return (await tx.rows<{ id: string }>(WITH_INSTANCES, [ids])).map(({ id }) => id);
}

export async function orderInstances(tx: Transaction, job: NewJob): Promise<void> {
  const { id, kind, tenantIdentifier, definitionId, createdAt, dueAt, priority, retries, payload } = job;
  const times = [new Date(createdAt), new Date(dueAt)];
  await tx.execute(ORDER, [id, kind, tenantIdentifier, definitionId, ...times, priority, retries, payload]);
}

interface PageOfVersion {
  readonly definitionId: string;
  readonly after: string | null;
  readonly max: number;
}

export function createDefinitionInstancesStore(database: Database) {
  const isDone = async (statement: ReturnType<typeof sql>, values: readonly unknown[]) =>
    (await database.execute(statement, values)) > 0;
  return {
    /** Pages the running instances of a version that are not in this state yet. */
    async page({ definitionId, after, max }: PageOfVersion, suspended: boolean): Promise<readonly string[]> {
      const rows = await database.rows<{ id: string }>(PAGE, [definitionId, suspended, after, max]);
      return rows.map(({ id }) => id);
    },
    /** Notes how far a job has come; false where it was ordered anew, or is another process's now. */
    reach: (id: string, leaseToken: string, from: string, to: string) => isDone(REACH, [id, leaseToken, from, to]),
    remove: (id: string, leaseToken: string, payload: string) => isDone(REMOVE, [id, leaseToken, payload]),
    /** Reads the payload of a job; null where it is not this process's any more. */
    async payload(id: string, leaseToken: string): Promise<string | null> {
      const [row] = await database.rows<{ payload: string }>(PAYLOAD, [id, leaseToken]);
      return row?.payload ?? null;
    },
  };
}

export type DefinitionInstancesStore = ReturnType<typeof createDefinitionInstancesStore>;
