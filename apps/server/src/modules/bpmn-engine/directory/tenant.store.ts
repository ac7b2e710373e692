// Holds the SQL of what becomes of a tenant's rows when the tenant is deactivated, active again or deleted.
import { type Database, sql } from '../../../kernel/database/database.ts';

/** Bound of the jobs and other small rows that one statement changes. */
const ROWS_AT_ONCE = 1_000;
/** Bound of the instances whose rows one transaction removes. */
const INSTANCES_AT_ONCE = 200;

const HOLD = sql(
  'bpm_held_tenant_save',
  'INSERT INTO bpm_held_tenant (tenant_identifier) VALUES ($1) ON CONFLICT DO NOTHING',
);
const RESUME = sql('bpm_held_tenant_remove', 'DELETE FROM bpm_held_tenant WHERE tenant_identifier = $1');
const setHeld = (name: string, held: boolean) =>
  sql(
    name,
    `UPDATE bpm_job x SET held = ${held} FROM (SELECT id, number FROM bpm_job
       WHERE tenant_identifier = $1 AND held = ${!held} LIMIT ${ROWS_AT_ONCE} FOR UPDATE) v
     WHERE x.id = v.id AND x.number = v.number`,
  );
const HOLD_JOBS = setHeld('bpm_job_hold_tenant', true);
const RESUME_JOBS = setHeld('bpm_job_resume_tenant', false);

const OUTERMOST = sql(
  'bpm_directory_outermost',
  `SELECT i.id FROM bpm_instance i WHERE i.tenant_identifier = $1 AND i.started_at <= $2 AND ($3::uuid IS NULL OR i.id > $3)
     AND NOT EXISTS (SELECT FROM bpm_call c WHERE c.called_id = i.id) ORDER BY i.id LIMIT $4`,
);
const INSTANCES = sql(
  'bpm_directory_instances',
  `SELECT id FROM bpm_hi_instance WHERE tenant_identifier = $1 AND started_at <= $2 LIMIT ${INSTANCES_AT_ONCE}`,
);

const OF_INSTANCES: readonly (readonly [table: string, column: string])[] = [
  ['bpm_comment', 'instance_id'],
  ['bpm_attachment', 'instance_id'],
  ['bpm_history_event', 'instance_id'],
  ['bpm_task', 'instance_id'],
  ['bpm_task_link', 'instance_id'],
  ['bpm_external_task', 'instance_id'],
  ['bpm_external_done', 'instance_id'],
  ['bpm_hi_task', 'instance_id'],
  ['bpm_hi_decision', 'instance_id'],
  ['bpm_variable', 'instance_id'],
  ['bpm_call', 'called_id'],
  ['bpm_instance', 'id'],
  ['bpm_hi_instance', 'id'],
];
const REMOVE_OF_INSTANCES = OF_INSTANCES.map(([table, column]) =>
  sql(`bpm_directory_remove_${table}`, `DELETE FROM ${table} WHERE ${column} = ANY ($1::uuid[])`),
);

/** Rows that name their tenant and when they were made; some are of instances, some of nobody. */
const OF_TENANT: readonly (readonly [table: string, madeAt: string])[] = [
  ['bpm_job', 'created_at'],
  ['bpm_subscription', 'created_at'],
  ['bpm_message', 'created_at'],
  ['bpm_message_id', 'claimed_at'],
  ['bpm_pending_start', 'created_at'],
  ['bpm_condition_held', 'held_since'],
  ['bpm_unique_key', 'since'],
  ['bpm_event_untold', 'refused_at'],
  ['bpm_incident', 'created_at'],
  ['bpm_incident_raised', 'raised_at'],
  ['bpm_operation', 'at'],
];
const REMOVE_OF_TENANT = OF_TENANT.map(([table, madeAt]) =>
  sql(
    `bpm_directory_clear_${table}`,
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table}
       WHERE tenant_identifier = $1 AND ${madeAt} <= $2 LIMIT ${ROWS_AT_ONCE}))`,
  ),
);

const DEPLOYMENTS = 'SELECT id FROM bpm_deployment WHERE tenant_identifier = $1 AND deployed_at <= $2';
// Starts that looked a definition up meanwhile look again.
const RAISE_CATALOGUE = sql('bpm_directory_raise_catalogue', 'UPDATE bpm_catalogue SET number = number + 1');
const REMOVE_DEFINITIONS = [
  sql('bpm_directory_remove_definitions', `DELETE FROM bpm_definition WHERE deployment_id IN (${DEPLOYMENTS})`),
  sql('bpm_directory_remove_decisions', `DELETE FROM bpm_decision WHERE deployment_id IN (${DEPLOYMENTS})`),
  sql('bpm_directory_remove_forms', `DELETE FROM bpm_form WHERE deployment_id IN (${DEPLOYMENTS})`),
  sql('bpm_directory_remove_resources', `DELETE FROM bpm_resource WHERE deployment_id IN (${DEPLOYMENTS})`),
  sql('bpm_directory_remove_deployments', `DELETE FROM bpm_deployment WHERE id IN (${DEPLOYMENTS})`),
];

export function createTenantStore(database: Database) {
  const some = (statement: ReturnType<typeof sql>) => async (tenant: string, before: Date) =>
    (await database.execute(statement, [tenant, before])) > 0;
  return {
    hold: (tenant: string) => database.execute(HOLD, [tenant]),
    /** Resumes the tenant's jobs, after those that are put by right now: they are there for `resumeJobs`. */
    resume: (tenant: string) => database.execute(RESUME, [tenant]),
    /** Holds some of the tenant's jobs; false when none was left. */
    holdJobs: async (tenant: string) => (await database.execute(HOLD_JOBS, [tenant])) > 0,
    resumeJobs: async (tenant: string) => (await database.execute(RESUME_JOBS, [tenant])) > 0,
    /** Pages the running instances that nobody called. */
    outermost: (wanted: { tenant: string; before: Date; after: string | null; max: number }) =>
      database.rows<{ readonly id: string }>(OUTERMOST, [wanted.tenant, wanted.before, wanted.after, wanted.max]),
    /** Finds some of the instances that the tenant has or had. */
    async instances(tenant: string, before: Date): Promise<readonly string[]> {
      const rows = await database.rows<{ id: string }>(INSTANCES, [tenant, before]);
      return rows.map(({ id }) => id);
    },
    removeInstances: (ids: readonly string[]) =>
      database.transaction(async (tx) => {
        for (const statement of REMOVE_OF_INSTANCES) await tx.execute(statement, [ids]);
      }),
    /** Removals of a tenant's rows; each removes some of one table, and answers false when none was left. */
    removals: REMOVE_OF_TENANT.map(some),
    removeDefinitions: (tenant: string, before: Date) =>
      database.transaction(async (tx) => {
        await tx.execute(RAISE_CATALOGUE);
        for (const statement of REMOVE_DEFINITIONS) await tx.execute(statement, [tenant, before]);
      }),
  };
}

export type TenantStore = ReturnType<typeof createTenantStore>;
