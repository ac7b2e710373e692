// Pages jobs and lets operators change them; a job that a living process does is left alone.
import type { Pageable } from '@keelson/contract';
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import { heldByNobody } from '../../../kernel/lease/process.store.ts';
import { addRange, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { pageRows } from '../interface/page-rows.store.ts';
import { JOB_COLUMNS, type JobRow } from '../runtime/waits/job.store.ts';
import type { JobKind } from '../runtime/waits/job.types.ts';

export interface ShownJob extends JobRow {
  readonly created_at: Date;
  readonly priority: number;
  readonly suspended: boolean;
  readonly exception: string | null;
  readonly failed_element_id: string | null;
  /** Process that holds the job; null where it is dead. */
  readonly leased_by: string | null;
}

export interface JobPlace {
  readonly id: string;
  readonly number: number;
  readonly tenantIdentifier: string;
}

export interface JobQuery {
  readonly tenantIdentifier: string;
  readonly kinds: readonly JobKind[] | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionId?: string | null;
  readonly elementId?: string | null;
  readonly failed?: boolean | null;
  readonly suspended?: boolean | null;
  readonly dueFrom?: string | null;
  readonly dueTo?: string | null;
}

const OWN = JOB_COLUMNS.split(', ')
  .map((column) => `j.${column}`)
  .join(', ');
const FREE = heldByNobody('j.leased_by');
const COLUMNS = `${OWN}, j.created_at, j.priority, j.suspended, j.exception, j.failed_element_id, CASE WHEN ${FREE} THEN NULL ELSE j.leased_by END AS leased_by`;
const PAGED = {
  columns: COLUMNS,
  from: 'bpm_job j',
  sort: { due: 'j.due_at', createTime: 'j.created_at', priority: 'j.priority', retries: 'j.retries' },
  tieBreak: ['j.id', 'j.number'],
};
const OF_PLACE = 'j.id = $1 AND j.number = $2 AND j.tenant_identifier = $3';
const FIND = sql('bpm_job_show', `SELECT ${COLUMNS} FROM bpm_job j WHERE ${OF_PLACE}`);
const TAKE = sql(
  'bpm_job_take',
  `UPDATE bpm_job j SET leased_by = $4, lease_token = gen_random_uuid(), attempts = j.attempts + 1, retries = GREATEST(1, j.retries)
   WHERE ${OF_PLACE} AND ${FREE} RETURNING ${OWN}, j.lease_token`,
);
const UPDATE = sql(
  'bpm_job_update',
  `UPDATE bpm_job j SET due_at = COALESCE($4, j.due_at), retries = COALESCE($5, j.retries), priority = COALESCE($6, j.priority),
     suspended = COALESCE($7, j.suspended), leased_by = NULL, lease_token = NULL
   WHERE ${OF_PLACE} AND ${FREE}`,
);
const REMOVE = sql('bpm_job_remove', `DELETE FROM bpm_job j WHERE ${OF_PLACE} AND ${FREE}`);
const RESOLVE = sql(
  'bpm_job_resolve',
  'UPDATE bpm_incident SET resolved_at = $3 WHERE id = $1 AND number = $2 AND resolved_at IS NULL',
);
const TOUCH = sql('bpm_job_touch_instance', 'UPDATE bpm_instance SET revision = revision + 1 WHERE id = $1');

export interface JobChange {
  readonly dueAt: Date | null;
  readonly retries: number | null;
  readonly priority: number | null;
  readonly suspended: boolean | null;
}

function filterOf(query: JobQuery): Filter {
  const filter = createFilter();
  filter.and('j.tenant_identifier = $?', query.tenantIdentifier);
  if (query.kinds) filter.and('j.kind = ANY ($?::text[])', query.kinds);
  if (query.processInstanceId) filter.and('j.instance_id::text = $?', query.processInstanceId);
  if (query.processDefinitionId) filter.and('j.definition_id = $?', query.processDefinitionId);
  if (query.elementId) filter.and('j.element_id = $?', query.elementId);
  if (typeof query.failed === 'boolean') filter.and(query.failed ? 'j.retries = 0' : 'j.retries > 0');
  if (typeof query.suspended === 'boolean') filter.and('j.suspended = $?', query.suspended);
  addRange(filter, 'j.due_at', query.dueFrom, query.dueTo);
  return filter;
}

/** Writes the text that finds the jobs of a query, whose parameters the caller goes on numbering. */
export function jobSelectionOf(query: JobQuery) {
  const filter = filterOf(query);
  return { filter, text: `SELECT j.id, j.number FROM bpm_job j WHERE ${filter.where}` };
}

export function createManagedJobStore(database: Database) {
  const values = ({ id, number, tenantIdentifier }: JobPlace) => [id, number, tenantIdentifier];
  /** Resolves the incident of a job, which the instance is known to be without from then on. */
  async function resolve(tx: Transaction, { id, number }: JobPlace, now: number): Promise<void> {
    if ((await tx.execute(RESOLVE, [id, number, new Date(now)])) > 0) await tx.execute(TOUCH, [id]);
  }
  async function update(
    tx: Transaction,
    place: JobPlace,
    { dueAt, retries, priority, suspended }: JobChange,
    now: number,
  ): Promise<boolean> {
    const changed = await tx.execute(UPDATE, [...values(place), dueAt, retries, priority, suspended]);
    if (changed > 0 && retries !== null) await resolve(tx, place, now);
    return changed > 0;
  }
  return {
    async find(place: JobPlace): Promise<ShownJob | null> {
      const [row] = await database.rows<ShownJob>(FIND, values(place));
      return row ?? null;
    },
    /** Leases a job for this process, whatever its date; null where it is gone or being done. */
    async take(place: JobPlace, processId: string): Promise<(JobRow & { readonly lease_token: string }) | null> {
      const [row] = await database.rows<JobRow & { lease_token: string }>(TAKE, [...values(place), processId]);
      return row ?? null;
    },
    /** Changes a job; false where it is gone or being done. */
    update: (place: JobPlace, change: JobChange, now: number): Promise<boolean> =>
      database.transaction((tx) => update(tx, place, change, now)),
    updateIn: update,
    exists: async (tx: Transaction, place: JobPlace) => (await tx.rows(FIND, values(place))).length > 0,
    remove: (place: JobPlace, now: number): Promise<boolean> =>
      database.transaction(async (tx) => {
        const removed = await tx.execute(REMOVE, values(place));
        if (removed > 0) await resolve(tx, place, now);
        return removed > 0;
      }),
    /** Resolves the incident of a job after an attempt that an operator asked for has succeeded. */
    resolve: (place: JobPlace, now: number) => database.transaction((tx) => resolve(tx, place, now)),
    page: (query: JobQuery, request: Pageable) =>
      pageRows<ShownJob>(database, PAGED, { filter: filterOf(query), request }),
  };
}

export type ManagedJobStore = ReturnType<typeof createManagedJobStore>;
