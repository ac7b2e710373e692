// Deployments, their files and the versions of processes in the database.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { Definition } from '../../interface/part-id.ts';

export interface NewDeployment {
  readonly id: string;
  readonly tenantIdentifier: string;
  readonly name: string | null;
  readonly source: string | null;
  readonly deployedBy: string;
  readonly deployedAt: number;
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
  readonly candidateStarterUsers: readonly string[];
  readonly candidateStarterGroups: readonly string[];
  readonly contentSha256: Uint8Array;
  readonly warnings: readonly object[];
}

export interface StoredResource {
  readonly name: string;
  readonly bytes: Buffer;
  readonly key: string;
}

interface DefinitionRow {
  readonly id: string;
  readonly tenant_identifier: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly deployment_id: string;
  readonly executable: boolean;
  readonly suspended: boolean;
  readonly candidate_starter_users: string[];
  readonly candidate_starter_groups: string[];
  readonly catalogue_number: number;
}

const COLUMNS = `d.id, d.tenant_identifier, d.key, d.version, d.name, d.deployment_id, d.executable, d.suspended,
  d.candidate_starter_users, d.candidate_starter_groups, c.number AS catalogue_number`;

// The catalogue's number and the row come from one snapshot, so a number that still stands proves that the row does.
const FIND_LATEST = sql(
  'bpm_definition_latest',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c WHERE d.tenant_identifier = $1 AND d.key = $2
   ORDER BY d.suspended, d.version DESC LIMIT 1`,
);
const FIND_VERSION = sql(
  'bpm_definition_version',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c WHERE d.tenant_identifier = $1 AND d.key = $2 AND d.version = $3`,
);
const FIND_BY_ID = sql(
  'bpm_definition_by_id',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c WHERE d.tenant_identifier = $1 AND d.id = $2`,
);
const FIND_RESOURCE = sql(
  'bpm_resource_of_definition',
  `SELECT r.name, r.bytes, d.key FROM bpm_definition d
   JOIN bpm_resource r ON r.deployment_id = d.deployment_id AND r.name = d.resource_name WHERE d.id = $1`,
);
const FIND_META = sql(
  'bpm_definition_meta',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c WHERE d.id = $1`,
);
const NEWEST_CONTENT = sql(
  'bpm_definition_newest_content',
  `SELECT version, content_sha256, deployment_id FROM bpm_definition WHERE tenant_identifier = $1 AND key = $2 ORDER BY version DESC LIMIT 1`,
);
const INSERT_DEPLOYMENT = sql(
  'bpm_deployment_insert',
  'INSERT INTO bpm_deployment (id, tenant_identifier, name, source, deployed_by, deployed_at) VALUES ($1, $2, $3, $4, $5, $6)',
);
const INSERT_RESOURCE = sql(
  'bpm_resource_insert',
  'INSERT INTO bpm_resource (deployment_id, name, bytes, sha256) VALUES ($1, $2, $3, sha256($3))',
);
const INSERT_DEFINITION = sql(
  'bpm_definition_insert',
  `INSERT INTO bpm_definition (id, tenant_identifier, key, version, name, description, category, version_tag, deployment_id,
     resource_name, executable, candidate_starter_users, candidate_starter_groups, content_sha256, warnings)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
);
// Also the lock under which deployments and suspensions run one after another.
const RAISE_CATALOGUE = sql('bpm_catalogue_raise', 'UPDATE bpm_catalogue SET number = number + 1');
const SET_SUSPENDED_BY_ID = sql(
  'bpm_definition_set_suspended_by_id',
  'UPDATE bpm_definition SET suspended = $3 WHERE tenant_identifier = $1 AND id = $2',
);
const SET_SUSPENDED_BY_KEY = sql(
  'bpm_definition_set_suspended_by_key',
  'UPDATE bpm_definition SET suspended = $3 WHERE tenant_identifier = $1 AND key = $2',
);

export function createDefinitionStore(database: Queryable) {
  async function one(statement: ReturnType<typeof sql>, values: readonly unknown[]): Promise<Definition | null> {
    const [row] = await database.rows<DefinitionRow>(statement, values);
    return row === undefined ? null : toDefinition(row);
  }
  return {
    /** The newest version that is not suspended, else the newest. */
    findLatest: (tenant: string, key: string) => one(FIND_LATEST, [tenant, key]),
    findVersion: (tenant: string, key: string, version: number) => one(FIND_VERSION, [tenant, key, version]),
    findById: (tenant: string, id: string) => one(FIND_BY_ID, [tenant, id]),
    /** Whatever tenant it belongs to: for instances, whose tenant has been checked. */
    findAnywhere: (id: string) => one(FIND_META, [id]),
    async findResource(definitionId: string): Promise<StoredResource | null> {
      const [row] = await database.rows<StoredResource>(FIND_RESOURCE, [definitionId]);
      return row ?? null;
    },
    async findNewestContent(tx: Transaction, tenant: string, key: string) {
      const [row] = await tx.rows<{ version: number; content_sha256: Buffer; deployment_id: string }>(NEWEST_CONTENT, [
        tenant,
        key,
      ]);
      return row === undefined
        ? null
        : { version: row.version, contentSha256: row.content_sha256, deploymentId: row.deployment_id };
    },
    async raiseCatalogue(tx: Transaction): Promise<void> {
      await tx.execute(RAISE_CATALOGUE);
    },
    async saveDeployment(tx: Transaction, deployment: NewDeployment): Promise<void> {
      const { id, tenantIdentifier, name, source, deployedBy, deployedAt } = deployment;
      await tx.execute(INSERT_DEPLOYMENT, [id, tenantIdentifier, name, source, deployedBy, new Date(deployedAt)]);
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
    /** Number of versions that the selection names. */
    setSuspended(
      tx: Transaction,
      tenant: string,
      by: 'id' | 'key',
      value: string,
      suspended: boolean,
    ): Promise<number> {
      return tx.execute(by === 'id' ? SET_SUSPENDED_BY_ID : SET_SUSPENDED_BY_KEY, [tenant, value, suspended]);
    },
  };
}

export type DefinitionStore = ReturnType<typeof createDefinitionStore>;

function toDefinition(row: DefinitionRow): Definition {
  return {
    id: row.id,
    tenantIdentifier: row.tenant_identifier,
    key: row.key,
    version: row.version,
    name: row.name,
    deploymentId: row.deployment_id,
    executable: row.executable,
    suspended: row.suspended,
    candidateStarterUsers: row.candidate_starter_users,
    candidateStarterGroups: row.candidate_starter_groups,
    catalogueNumber: row.catalogue_number,
  };
}

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
    Buffer.from(definition.contentSha256),
    JSON.stringify(definition.warnings),
  ];
}
