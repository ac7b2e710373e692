// Marks a deployment as deleted, with the versions that it made, and removes what would start instances of these.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

/** A version of a process, of whatever tenant its instances are. */
export interface DeployedVersion {
  readonly id: string;
  readonly key: string;
}

const VERSIONS = sql(
  'bpm_deployment_versions',
  `SELECT d.id, d.key FROM bpm_deployment p LEFT JOIN bpm_definition d ON d.deployment_id = p.id
   WHERE p.id = $1::uuid AND p.tenant_identifier = $2 AND p.deleted_at IS NULL ORDER BY d.key`,
);
// What is kept to undo a call runs no more.
const RUNNING = sql(
  'bpm_deployment_running',
  'SELECT id, tenant_identifier FROM bpm_instance WHERE definition_id = ANY ($1::text[]) ORDER BY id LIMIT $2',
);
const COUNT_RUNNING = sql(
  'bpm_deployment_count_running',
  'SELECT count(*)::int AS count FROM bpm_instance WHERE definition_id = ANY ($1::text[])',
);
const DELETE_DEPLOYMENT = sql(
  'bpm_deployment_delete',
  'UPDATE bpm_deployment SET deleted_at = $2 WHERE id = $1::uuid AND deleted_at IS NULL',
);
const DELETE_DEFINITIONS = sql(
  'bpm_deployment_delete_definitions',
  'UPDATE bpm_definition SET deleted = true, starts_armed = false WHERE deployment_id = $1::uuid',
);
const DELETE_DECISIONS = sql(
  'bpm_deployment_delete_decisions',
  'UPDATE bpm_decision SET deleted = true WHERE deployment_id = $1::uuid RETURNING id',
);
const DELETE_FORMS = sql(
  'bpm_deployment_delete_forms',
  'UPDATE bpm_form SET deleted = true WHERE deployment_id = $1::uuid',
);
/** Tables of what waits to start an instance, or is planned of the version as a whole. */
const STARTS: readonly (readonly [table: string, condition: string])[] = [
  ['bpm_subscription', 'starts'],
  ['bpm_job', 'instance_id IS NULL'],
  ['bpm_pending_start', 'true'],
  ['bpm_condition_held', 'true'],
  ['bpm_incident', 'instance_id IS NULL'],
];
const REMOVE_STARTS = STARTS.map(([table, condition]) =>
  sql(`bpm_deployment_remove_${table}`, `DELETE FROM ${table} WHERE definition_id = ANY ($1::text[]) AND ${condition}`),
);

export const deleteDeploymentStore = {
  /** Finds the versions of a deployment; null where the tenant has no such deployment, or none any more. */
  async versions(
    queryable: Queryable,
    tenant: string,
    deploymentId: string,
  ): Promise<readonly DeployedVersion[] | null> {
    const rows = await queryable.rows<{ id: string | null; key: string | null }>(VERSIONS, [deploymentId, tenant]);
    if (rows.length === 0) return null;
    return rows.flatMap(({ id, key }) => (id === null || key === null ? [] : [{ id, key }]));
  },
  running: (queryable: Queryable, definitionIds: readonly string[], most: number) =>
    queryable.rows<{ readonly id: string; readonly tenant_identifier: string }>(RUNNING, [definitionIds, most]),
  async countRunning(queryable: Queryable, definitionIds: readonly string[]): Promise<number> {
    const [row] = await queryable.rows<{ count: number }>(COUNT_RUNNING, [definitionIds]);
    return row?.count ?? 0;
  },
  /** Marks a deployment and all that it made as deleted; answers the decisions among that. */
  async markDeleted(tx: Transaction, deploymentId: string, at: Date): Promise<readonly string[]> {
    await tx.execute(DELETE_DEPLOYMENT, [deploymentId, at]);
    await tx.execute(DELETE_DEFINITIONS, [deploymentId]);
    await tx.execute(DELETE_FORMS, [deploymentId]);
    const rows = await tx.rows<{ id: string }>(DELETE_DECISIONS, [deploymentId]);
    return rows.map(({ id }) => id);
  },
  async removeStarts(tx: Transaction, definitionIds: readonly string[]): Promise<void> {
    for (const statement of REMOVE_STARTS) await tx.execute(statement, [definitionIds]);
  },
};
