// Claims, pages and changes external tasks; they are made and removed by flushes.
import type { Pageable } from '@keelson/contract';
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import { createFilter } from '../../../kernel/records/page.ts';
import { pageRows } from '../interface/page-rows.store.ts';
import { CALL_COLUMNS, CHANGED_AT, FAILED_JOBS, type InstanceRow, JOIN_CALL } from '../runtime/state/instance.store.ts';
import { noteRaised } from '../runtime/waits/raised-incident.store.ts';

export interface ExternalTaskRow {
  readonly instance_id: string;
  readonly number: number;
  readonly token: number;
  readonly topic: string;
  readonly priority: number;
  readonly tenant_identifier: string;
  readonly definition_id: string;
  readonly definition_key: string;
  readonly element_id: string;
  readonly business_key: string | null;
  readonly created_at: Date;
  readonly retries: number | null;
  readonly worker_id: string | null;
  readonly locked_until: Date | null;
  readonly error_message: string | null;
  readonly suspended: boolean;
  readonly parameters: string;
}

/** A locked task with the state of its instance, for the variables that the worker asked for. */
export interface LockedRow extends ExternalTaskRow, Omit<InstanceRow, 'definition_id'> {}

export interface TopicClaim {
  readonly topic: string;
  readonly lockMillis: number;
  readonly processDefinitionKeys: readonly string[] | null;
  readonly businessKey: string | null;
}

export interface ClaimRequest {
  readonly tenantIdentifier: string;
  readonly workerId: string;
  readonly maxTasks: number;
  readonly usePriority: boolean;
  readonly topics: readonly TopicClaim[];
  readonly now: number;
}

const COLUMN_NAMES = [
  'instance_id',
  'number',
  'token',
  'topic',
  'priority',
  'tenant_identifier',
  'definition_id',
  'definition_key',
  'element_id',
  'business_key',
  'created_at',
  'retries',
  'worker_id',
  'locked_until',
  'error_message',
  'suspended',
  'parameters',
];
const COLUMNS = COLUMN_NAMES.map((name) => `e.${name}`).join(', ');
const TOPICS = `jsonb_to_recordset($2::jsonb) AS t(topic text, "lockMillis" int, "processDefinitionKeys" jsonb, "businessKey" text)`;
const ACTIVE = 'NOT e.suspended AND (e.retries IS NULL OR e.retries > 0)';
const IN_TOPIC = 'e.tenant_identifier = $1 AND e.topic = t.topic';
const WANTED = `${ACTIVE} AND (t."businessKey" IS NULL OR e.business_key = t."businessKey")
  AND (t."processDefinitionKeys" IS NULL OR jsonb_typeof(t."processDefinitionKeys") = 'null' OR t."processDefinitionKeys" ? e.definition_key)`;
/** Number of rows of a topic that are looked at beyond those that are wanted: others may be about to lock the first ones. */
const WINDOW = 200;
const FREE = 'e.available_at <= $3 AND (e.locked_until IS NULL OR e.locked_until <= $3)';

function claimBy(name: string, order: string) {
  return sql(
    name,
    `WITH chosen AS (
       SELECT e.instance_id, e.number, w."lockMillis" FROM (
         SELECT e.instance_id, e.number, t."lockMillis" FROM ${TOPICS} CROSS JOIN LATERAL (
           SELECT e.instance_id, e.number, e.created_at, e.priority FROM bpm_external_task e
           -- As one CASE: the planner would take so many conditions together for rare, and sort all rows of the topic.
           WHERE ${IN_TOPIC} AND CASE WHEN ${WANTED} AND ${FREE} THEN true ELSE false END
           ORDER BY ${order} LIMIT $4 + ${WINDOW}
         ) e ORDER BY ${order} LIMIT $4 + ${WINDOW}
       ) w JOIN bpm_external_task e ON e.instance_id = w.instance_id AND e.number = w.number
       -- Asked again of the row as it is once it is locked.
       WHERE ${ACTIVE} AND ${FREE}
       ORDER BY ${order} LIMIT $4 FOR UPDATE OF e SKIP LOCKED
     ), locked AS (
       UPDATE bpm_external_task e SET worker_id = $5, locked_until = $3::timestamptz + c."lockMillis" * interval '1 millisecond'
       FROM chosen c WHERE e.instance_id = c.instance_id AND e.number = c.number RETURNING ${COLUMNS}
     )
     SELECT e.*, i.revision, i.state, ${CALL_COLUMNS}, ${FAILED_JOBS}, ${CHANGED_AT} FROM locked e JOIN bpm_instance i ON i.id = e.instance_id ${JOIN_CALL}
     ORDER BY ${order}`,
  );
}
const CLAIM_OLDEST = claimBy('bpm_external_claim_oldest', 'e.created_at, e.instance_id, e.number');
const CLAIM_PRIORITY = claimBy('bpm_external_claim_priority', 'e.priority DESC, e.created_at, e.instance_id, e.number');
// When the next task becomes free by itself: after a failure, or because its lock runs out.
const NEXT_FREE = sql(
  'bpm_external_next_free',
  `SELECT min(GREATEST(e.available_at, COALESCE(e.locked_until, e.available_at))) AS at
   FROM ${TOPICS} JOIN bpm_external_task e ON ${IN_TOPIC} AND ${WANTED}`,
);
const OWN = `UPDATE bpm_external_task SET`;
const HELD = `WHERE instance_id = $1 AND number = $2 AND tenant_identifier = $3 AND worker_id = $4 AND locked_until > $5`;
const FAIL = sql(
  'bpm_external_fail',
  `${OWN} retries = $6, error_message = $7, error_details = $8, available_at = $9, worker_id = NULL, locked_until = NULL ${HELD}
   RETURNING definition_id, element_id, token`,
);
const EXTEND = sql('bpm_external_extend', `${OWN} locked_until = $6 ${HELD}`);
const UNLOCK = sql('bpm_external_unlock', `${OWN} worker_id = NULL, locked_until = NULL ${HELD}`);
const RETRIES = sql(
  'bpm_external_retries',
  `${OWN} retries = $4 WHERE instance_id = $1 AND number = $2 AND tenant_identifier = $3`,
);
const FIND = sql(
  'bpm_external_find',
  `SELECT ${COLUMNS} FROM bpm_external_task e WHERE e.instance_id = $1 AND e.number = $2 AND e.tenant_identifier = $3`,
);
const RAISE = sql(
  'bpm_external_raise',
  `INSERT INTO bpm_incident (id, number, type, tenant_identifier, instance_id, token, definition_id, element_id, code, message, detail, created_at)
   VALUES ($1, $2, 'FAILED_EXTERNAL_TASK', $3, $1, $4, $5, $6, 'FAILED_EXTERNAL_TASK', $7, $8, $9)
   ON CONFLICT (id, number) DO UPDATE SET message = excluded.message, detail = excluded.detail, created_at = excluded.created_at,
     resolved_at = NULL`,
);
const RESOLVE = sql(
  'bpm_external_resolve',
  'UPDATE bpm_incident SET resolved_at = $3 WHERE id = $1 AND number = $2 AND resolved_at IS NULL',
);
const TOUCH = sql('bpm_external_touch', 'UPDATE bpm_instance SET revision = revision + 1 WHERE id = $1');
const FIND_DONE = sql(
  'bpm_external_find_done',
  'SELECT 1 FROM bpm_external_done WHERE instance_id = $1 AND number = $2 AND tenant_identifier = $3 AND worker_id = $4',
);
const REMOVE_DONE = sql(
  'bpm_external_remove_done',
  `DELETE FROM bpm_external_done WHERE (instance_id, number) IN (
     SELECT instance_id, number FROM bpm_external_done WHERE done_at <= $1 ORDER BY done_at LIMIT 5000)`,
);

export interface Held {
  readonly instanceId: string;
  readonly number: number;
  readonly tenantIdentifier: string;
  readonly workerId: string;
  readonly now: number;
}

export interface ExternalTaskQuery {
  readonly tenantIdentifier: string;
  readonly ids?: readonly string[] | null;
  readonly topic?: string | null;
  readonly workerId?: string | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionKeys?: readonly string[] | null;
  readonly locked?: boolean | null;
  readonly failed?: boolean | null;
  readonly now: number;
}

const PAGED = {
  columns: COLUMNS,
  from: 'bpm_external_task e',
  sort: { createTime: 'e.created_at', priority: 'e.priority', lockedUntil: 'e.locked_until' },
  tieBreak: ['e.instance_id', 'e.number'],
};

function heldValues({ instanceId, number, tenantIdentifier, workerId, now }: Held): readonly unknown[] {
  return [instanceId, number, tenantIdentifier, workerId, new Date(now)];
}

export function createExternalTaskStore(database: Database) {
  return {
    claim({ tenantIdentifier, topics, now, maxTasks, workerId, usePriority }: ClaimRequest): Promise<LockedRow[]> {
      const values = [tenantIdentifier, JSON.stringify(topics), new Date(now), maxTasks, workerId];
      return database.rows<LockedRow>(usePriority ? CLAIM_PRIORITY : CLAIM_OLDEST, values);
    },
    /** Answers when the next lock runs out, in epoch milliseconds; null where no task of these topics is there at all. */
    async nextFree(tenant: string, topics: readonly TopicClaim[]): Promise<number | null> {
      const [row] = await database.rows<{ at: Date | null }>(NEXT_FREE, [tenant, JSON.stringify(topics)]);
      return row?.at?.getTime() ?? null;
    },
    async find(instanceId: string, number: number, tenant: string): Promise<ExternalTaskRow | null> {
      const [row] = await database.rows<ExternalTaskRow>(FIND, [instanceId, number, tenant]);
      return row ?? null;
    },
    /** Whether this worker has completed the task, not long ago. */
    async isDone({ instanceId, number, tenantIdentifier, workerId }: Omit<Held, 'now'>): Promise<boolean> {
      const rows = await database.rows(FIND_DONE, [instanceId, number, tenantIdentifier, workerId]);
      return rows.length > 0;
    },
    removeDone: (before: number) => database.execute(REMOVE_DONE, [new Date(before)]),
    /** Notes that a task failed; false where the lock is lost. Without retries left an incident stands for it. */
    fail(
      held: Held,
      {
        retries,
        message,
        details,
        availableAt,
      }: {
        readonly retries: number;
        readonly message: string;
        readonly details: string | null;
        readonly availableAt: number;
      },
    ): Promise<boolean> {
      const { instanceId, number, tenantIdentifier, now } = held;
      const values = [...heldValues(held), retries, message, details, new Date(availableAt)];
      return database.transaction(async (tx) => {
        const [row] = await tx.rows<Pick<ExternalTaskRow, 'definition_id' | 'element_id' | 'token'>>(FAIL, values);
        if (row === undefined) return false;
        if (retries > 0) return true;
        const { token, definition_id: definitionId, element_id: elementId } = row;
        await tx.execute(RAISE, [
          instanceId,
          number,
          tenantIdentifier,
          token,
          definitionId,
          elementId,
          message,
          details,
          new Date(now),
        ]);
        await tx.execute(TOUCH, [instanceId]);
        await noteRaised(tx, instanceId, number);
        return true;
      });
    },
    extend: async (held: Held, until: number) =>
      (await database.execute(EXTEND, [...heldValues(held), new Date(until)])) > 0,
    unlock: async (held: Held) => (await database.execute(UNLOCK, heldValues(held))) > 0,
    /** Sets the retries of a task; false where there is no such task. */
    setRetries(instanceId: string, number: number, tenant: string, { retries, now }: { retries: number; now: number }) {
      return database.transaction(async (tx: Transaction) => {
        if ((await tx.execute(RETRIES, [instanceId, number, tenant, retries])) === 0) return false;
        const isResolved = (await tx.execute(RESOLVE, [instanceId, number, new Date(now)])) > 0;
        if (isResolved) await tx.execute(TOUCH, [instanceId]);
        return true;
      });
    },
    page: (query: ExternalTaskQuery, request: Pageable) => pageExternalTasks(database, query, request),
  };
}

export type ExternalTaskStore = ReturnType<typeof createExternalTaskStore>;

function pageExternalTasks(database: Database, query: ExternalTaskQuery, request: Pageable) {
  const filter = createFilter();
  filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  if (query.ids) filter.and(`(e.instance_id::text || '-x' || e.number) = ANY ($?::text[])`, query.ids);
  if (query.topic) filter.and('e.topic = $?', query.topic);
  if (query.workerId) filter.and('e.worker_id = $?', query.workerId);
  if (query.processInstanceId) filter.and('e.instance_id::text = $?', query.processInstanceId);
  if (query.processDefinitionKeys) filter.and('e.definition_key = ANY ($?::text[])', query.processDefinitionKeys);
  const now = new Date(query.now);
  if (query.locked === true) filter.and('e.locked_until > $?', now);
  if (query.locked === false) filter.and('(e.locked_until IS NULL OR e.locked_until <= $?)', now);
  if (typeof query.failed === 'boolean') filter.and(query.failed ? 'e.retries = 0' : 'e.retries IS DISTINCT FROM 0');
  return pageRows<ExternalTaskRow>(database, PAGED, { filter, request });
}
