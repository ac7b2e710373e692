// Holds the SQL of what was deployed from which version.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

export interface DeployedVersion {
  readonly processId: number;
  readonly versionNumber: number;
  readonly definitionId: string;
  readonly definitionKey: string;
  readonly definitionVersion: number;
  readonly deploymentId: string;
}

const insert = sql(
  'bpa_deployment_insert',
  `INSERT INTO bpa_deployment (process_id, version_number, definition_id, definition_key, definition_version, deployment_id,
     deployed_by, deployed_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT (process_id, version_number, definition_id) DO NOTHING`,
);
const list = sql(
  'bpa_deployment_versions',
  `SELECT definition_id AS "definitionId", max(version_number) AS "versionNumber" FROM bpa_deployment
   WHERE process_id = $1 GROUP BY definition_id`,
);

/** Links a deployment; an unchanged repetition is linked already. */
export async function insertDeployment(
  tx: Transaction,
  deployed: DeployedVersion,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  const { processId, versionNumber, definitionId, definitionKey, definitionVersion, deploymentId } = deployed;
  const values = [processId, versionNumber, definitionId, definitionKey, definitionVersion, deploymentId];
  await tx.execute(insert, [...values, by, now]);
}

/** Answers the newest version that is deployed as each definition. */
export async function findDeployedVersions(
  queryable: Queryable,
  processId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await queryable.rows<{ definitionId: string; versionNumber: number }>(list, [processId]);
  return new Map(rows.map(({ definitionId, versionNumber }) => [definitionId, versionNumber]));
}
