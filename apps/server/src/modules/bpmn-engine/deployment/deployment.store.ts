// Writes deployments, their files and the versions that they make, and which versions are suspended.
import type { OutsideCallable } from '@keelson/bpmn-rules';
import { sql, type Transaction } from '../../../kernel/database/database.ts';

export interface NewDeployment {
  readonly id: string;
  readonly tenantIdentifier: string;
  readonly name: string | null;
  readonly source: string | null;
  readonly deployedBy: string;
  /** Person who deployed it; null where none did. */
  readonly deployedByUuid: string | null;
  readonly deployedAt: number;
  /** Keys of processes, decisions and forms of which no version is made. */
  readonly unchangedKeys: readonly string[];
  /** Ids of decisions by key: those that the deployment makes and those that it finds unchanged. */
  readonly decisions: Readonly<Record<string, string>>;
  /** Versions of forms by key: those that the deployment makes and those that it finds unchanged. */
  readonly forms: Readonly<Record<string, number>>;
  readonly problems: readonly object[];
  readonly problemCount: number;
}

export interface NewDefinition {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly versionTag: string | null;
  readonly resourceName: string;
  readonly executable: boolean;
  readonly startable: boolean;
  readonly hasDiagram: boolean;
  readonly startFormKey: string | null;
  readonly historyTimeToLive: string | null;
  readonly historyLevel: string | null;
  readonly messageStarts: readonly string[];
  readonly signalStarts: readonly string[];
  readonly timerStarts: readonly string[];
  readonly candidateStarterUsers: readonly string[];
  readonly candidateStarterGroups: readonly string[];
  readonly startableInTasklist: boolean;
  readonly searchable: readonly string[];
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly contentSha256: string;
  readonly warnings: readonly object[];
  readonly suspended: boolean;
  readonly processModelId: number | null;
  readonly callable: OutsideCallable;
  /** Id, name and type of each element, by its index; null where it is not executable. */
  readonly elements: readonly (readonly (string | null)[])[] | null;
}

interface NewestRow {
  readonly id: string;
  readonly version: number;
  readonly content_sha256: Buffer;
  readonly deployment_id: string;
  readonly suspended: boolean;
  readonly deleted: boolean;
  readonly last: number;
}

export interface NewestDefinition {
  readonly id: string;
  readonly version: number;
  /** SHA-256 of the content, in hexadecimal digits. */
  readonly contentSha256: string;
  readonly deploymentId: string;
  readonly suspended: boolean;
}

// Numbers of versions that were deleted are not given again as long as events of them are to be delivered.
const NEWEST = sql(
  'bpm_definition_newest',
  `SELECT id, version, content_sha256, deployment_id, suspended, deleted, max(version) OVER () AS last
   FROM bpm_definition WHERE tenant_identifier = $1 AND key = $2 ORDER BY deleted, version DESC LIMIT 1`,
);
const SET_PROCESS_MODEL = sql(
  'bpm_definition_set_process_model',
  'UPDATE bpm_definition SET process_model_id = $2 WHERE id = $1 AND process_model_id IS DISTINCT FROM $2',
);
const INSERT_DEPLOYMENT = sql(
  'bpm_deployment_insert',
  `INSERT INTO bpm_deployment (id, tenant_identifier, name, source, deployed_by, deployed_at, unchanged_keys, problems, problem_count, decisions,
     deployed_by_uuid, forms)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);
const INSERT_RESOURCE = sql(
  'bpm_resource_insert',
  'INSERT INTO bpm_resource (deployment_id, name, bytes, sha256) VALUES ($1, $2, $3, sha256($3))',
);
const INSERT_DEFINITION = sql(
  'bpm_definition_insert',
  `INSERT INTO bpm_definition (id, tenant_identifier, key, version, name, description, category, version_tag, deployment_id,
     resource_name, executable, candidate_starter_users, candidate_starter_groups, content_sha256, warnings,
     startable, has_diagram, start_form_key, history_time_to_live, history_level, message_starts, signal_starts, timer_starts,
     startable_in_tasklist, suspended, process_model_id, callable, elements, searchable)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)`,
);
/** Statements of a deployment or a suspension, in its transaction. */
export const deploymentStore = {
  /** Answers the newest that was not deleted, and the number of the last one that there ever was. */
  async findNewest(
    tx: Transaction,
    tenant: string,
    key: string,
  ): Promise<{ readonly newest: NewestDefinition | null; readonly last: number }> {
    const [row] = await tx.rows<NewestRow>(NEWEST, [tenant, key]);
    if (row === undefined || row.deleted) return { newest: null, last: row?.last ?? 0 };
    const { id, version, suspended, deployment_id: deploymentId, last } = row;
    return {
      newest: { id, version, suspended, deploymentId, contentSha256: row.content_sha256.toString('hex') },
      last,
    };
  },
  /** Sets the process of the administration to which a version belongs: whoever deployed it last says so. */
  setProcessModel: (tx: Transaction, id: string, processModelId: number) =>
    tx.execute(SET_PROCESS_MODEL, [id, processModelId]),
  async saveDeployment(tx: Transaction, deployment: NewDeployment): Promise<void> {
    await tx.execute(INSERT_DEPLOYMENT, [
      deployment.id,
      deployment.tenantIdentifier,
      deployment.name,
      deployment.source,
      deployment.deployedBy,
      new Date(deployment.deployedAt),
      deployment.unchangedKeys,
      JSON.stringify(deployment.problems),
      deployment.problemCount,
      JSON.stringify(deployment.decisions),
      deployment.deployedByUuid,
      JSON.stringify(deployment.forms),
    ]);
  },
  async saveResource(tx: Transaction, deploymentId: string, name: string, bytes: Uint8Array): Promise<void> {
    await tx.execute(INSERT_RESOURCE, [deploymentId, name, Buffer.from(bytes)]);
  },
  async saveDefinition(
    tx: Transaction,
    tenant: string,
    deploymentId: string,
    definition: NewDefinition,
  ): Promise<void> {
    await tx.execute(INSERT_DEFINITION, definitionValues(tenant, deploymentId, definition));
  },
};

function definitionValues(tenant: string, deploymentId: string, definition: NewDefinition): readonly unknown[] {
  return [
    definition.id,
    tenant,
    definition.key,
    definition.version,
    definition.name,
    definition.description,
    definition.category,
    definition.versionTag,
    deploymentId,
    definition.resourceName,
    definition.executable,
    definition.candidateStarterUsers,
    definition.candidateStarterGroups,
    Buffer.from(definition.contentSha256, 'hex'),
    JSON.stringify(definition.warnings),
    definition.startable,
    definition.hasDiagram,
    definition.startFormKey,
    definition.historyTimeToLive,
    definition.historyLevel,
    definition.messageStarts,
    definition.signalStarts,
    definition.timerStarts,
    definition.startableInTasklist,
    definition.suspended,
    definition.processModelId,
    JSON.stringify(definition.callable),
    definition.elements === null ? null : JSON.stringify(definition.elements),
    definition.searchable,
  ];
}
