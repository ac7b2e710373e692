// Writes and reads jobs outside of a flush: those that others order, and what became of an attempt.
import { type Database, type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { JobKind, NewJob } from './job.types.ts';
import { noteRaised } from './raised-incident.store.ts';

/** Columns that a claim reads. */
export const JOB_COLUMNS =
  'id, number, kind, tenant_identifier, instance_id, definition_id, element_id, due_at, retries, attempts, retry_cycle, cycle, payload';
/** Condition of jobs that may be claimed at all. */
export const JOB_READY = 'retries > 0 AND NOT suspended AND NOT held AND NOT ordered';

export interface JobRow {
  readonly id: string;
  readonly number: number;
  readonly kind: JobKind;
  readonly tenant_identifier: string;
  readonly instance_id: string | null;
  readonly definition_id: string | null;
  readonly element_id: string | null;
  readonly due_at: Date;
  readonly retries: number;
  readonly attempts: number;
  readonly retry_cycle: string | null;
  readonly cycle: string | null;
  readonly payload: string | null;
}

const INSERT = sql(
  'bpm_job_save',
  `INSERT INTO bpm_job (id, number, kind, tenant_identifier, instance_id, definition_id, element_id, created_at, due_at, priority,
     retries, retry_cycle, exclusive, suspended, cycle, payload)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
);
const DONE = sql('bpm_job_remove_done', 'DELETE FROM bpm_job WHERE id = $1 AND number = $2 AND lease_token = $3');
const RETRY = sql(
  'bpm_job_retry',
  `UPDATE bpm_job SET retries = $4, due_at = $5, exception = $6, failed_element_id = $7, leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND number = $2 AND lease_token = $3`,
);
const EARLIEST_DUE = sql(
  'bpm_job_earliest_due',
  `SELECT number FROM bpm_job WHERE id = $1 AND number = ANY ($2::int[]) AND due_at <= $3 AND ${JOB_READY}
   ORDER BY due_at, number LIMIT 1`,
);
// The instance that did not take it may go on meanwhile: whoever activates it waits for this row, or this statement for him.
const HOLD = sql(
  'bpm_job_hold',
  `WITH held AS (SELECT FROM bpm_instance WHERE id = $4 AND suspended FOR SHARE)
   UPDATE bpm_job SET suspended = EXISTS (SELECT FROM held), leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND number = $2 AND lease_token = $3`,
);
const RAISE = sql(
  'bpm_incident_raise_job',
  `INSERT INTO bpm_incident (id, number, type, tenant_identifier, instance_id, definition_id, element_id, code, message, detail, created_at)
   SELECT id, number, 'FAILED_JOB', tenant_identifier, instance_id, definition_id, coalesce(failed_element_id, element_id), $3, $4, $5, $6
   FROM bpm_job WHERE id = $1 AND number = $2
   ON CONFLICT (id, number) DO UPDATE SET element_id = excluded.element_id, code = excluded.code, message = excluded.message,
     detail = excluded.detail, created_at = excluded.created_at, resolved_at = NULL`,
);
// A number that is none of a wait is of no job either; an attempt that is just ending has lost its lease and changes nothing.
const SETTLE = sql(
  'bpm_job_settle',
  `UPDATE bpm_job SET kind = 'SETTLED', ordered = false, payload = $3, due_at = $4, retries = GREATEST(1, retries), attempts = 0,
     exception = NULL, leased_by = NULL, lease_token = NULL
   WHERE id = $1 AND number = $2 AND kind = 'WORK'`,
);
const ORDERED = sql(
  'bpm_job_ordered',
  `UPDATE bpm_job SET ordered = true, leased_by = NULL, lease_token = NULL WHERE id = $1 AND number = $2 AND lease_token = $3`,
);
// What memories of other processes know of the instance is old: it has an incident.
const TOUCH_INSTANCE = sql('bpm_instance_touch', 'UPDATE bpm_instance SET revision = revision + 1 WHERE id = $1');

export async function saveJob(tx: Queryable, job: NewJob): Promise<void> {
  await tx.execute(INSERT, [
    job.id,
    job.number,
    job.kind,
    job.tenantIdentifier,
    job.instanceId,
    job.definitionId,
    job.elementId,
    new Date(job.createdAt),
    new Date(job.dueAt),
    job.priority,
    job.retries,
    job.retryCycle,
    job.isExclusive,
    job.isSuspended,
    job.cycle,
    job.payload,
  ]);
}

/** Hands in the result of a call that was ordered, as a job that is due; answers false where nobody waits for it. */
export async function settleJob(
  tx: Transaction,
  { id, number }: Pick<JobRow, 'id' | 'number'>,
  payload: string,
  now: number,
): Promise<boolean> {
  return (await tx.execute(SETTLE, [id, number, payload, new Date(now)])) > 0;
}

export interface FailedAttempt {
  readonly row: Pick<JobRow, 'id' | 'number' | 'instance_id'>;
  readonly leaseToken: string;
  readonly retries: number;
  readonly dueAt: number;
  readonly code: string;
  readonly message: string;
  /** Element of the instance that the job is for; null where none is known. */
  readonly failedElementId: string | null;
  readonly detail: string | null;
  readonly at: number;
}

export function createJobStore(database: Database) {
  return {
    /** Removes a job that this process holds; answers whether it still did. */
    remove: async (queryable: Queryable, { id, number }: Pick<JobRow, 'id' | 'number'>, leaseToken: string) =>
      (await queryable.execute(DONE, [id, number, leaseToken])) > 0,
    /** Lets a job wait until the result is handed in of what it has ordered. */
    ordered: ({ id, number }: Pick<JobRow, 'id' | 'number'>, leaseToken: string) =>
      database.execute(ORDERED, [id, number, leaseToken]),
    /** Finds which of these jobs of an instance has been due longest, whoever holds it; null where none is to be done yet. */
    async findEarliestDue(id: string, numbers: readonly number[], now: number): Promise<number | null> {
      const [row] = await database.rows<{ number: number }>(EARLIEST_DUE, [id, numbers, new Date(now)]);
      return row?.number ?? null;
    },
    /** Lets a job wait until the instance that did not take it goes on: its own, or one that called it. */
    hold: ({ id, number }: Pick<JobRow, 'id' | 'number'>, leaseToken: string, suspendedId: string | null) =>
      database.transaction((tx) => tx.execute(HOLD, [id, number, leaseToken, suspendedId])),
    /** Notes an attempt that failed; without further retries an incident stands for it. */
    async fail(failed: FailedAttempt): Promise<void> {
      const { row, leaseToken, retries, dueAt, code, message, failedElementId, detail, at } = failed;
      const failure = [`${code}: ${message}`, failedElementId];
      const values = [row.id, row.number, leaseToken, retries, new Date(dueAt), ...failure];
      await database.transaction(async (tx: Transaction) => {
        const isOurs = (await tx.execute(RETRY, values)) > 0;
        if (!isOurs || retries > 0) return;
        await tx.execute(RAISE, [row.id, row.number, code, message, detail, new Date(at)]);
        if (row.instance_id !== null) await tx.execute(TOUCH_INSTANCE, [row.instance_id]);
        await noteRaised(tx, row.id, row.number);
      });
    },
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
