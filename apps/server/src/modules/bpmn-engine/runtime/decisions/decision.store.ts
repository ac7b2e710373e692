// Finds versions of decisions and the files that they came in.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import type { StoredDecision } from './decision.types.ts';

interface DecisionRow {
  readonly id: string;
  readonly key: string;
  readonly version: number;
  readonly version_tag: string | null;
  readonly deployment_id: string;
  readonly resource_name: string;
}

const COLUMNS = 'd.id, d.key, d.version, d.version_tag, d.deployment_id, d.resource_name';

const FIND_LATEST = sql(
  'bpm_decision_latest',
  `SELECT ${COLUMNS} FROM bpm_decision d WHERE d.tenant_identifier = $1 AND d.key = $2 AND NOT d.deleted ORDER BY d.version DESC LIMIT 1`,
);
const FIND_VERSION = sql(
  'bpm_decision_of_version',
  `SELECT ${COLUMNS} FROM bpm_decision d WHERE d.tenant_identifier = $1 AND d.key = $2 AND d.version = $3 AND NOT d.deleted`,
);
const FIND_TAGGED = sql(
  'bpm_decision_tagged',
  `SELECT ${COLUMNS} FROM bpm_decision d WHERE d.tenant_identifier = $1 AND d.key = $2 AND d.version_tag = $3 AND NOT d.deleted
   ORDER BY d.version DESC LIMIT 1`,
);
const FIND_IN_DEPLOYMENT = sql(
  'bpm_decision_in_deployment',
  `SELECT ${COLUMNS} FROM bpm_deployment p JOIN bpm_decision d ON d.id = p.decisions ->> $2
   WHERE p.id = $3 AND d.tenant_identifier = $1`,
);
const FIND_KEYS = sql(
  'bpm_decision_keys',
  'SELECT DISTINCT key FROM bpm_decision WHERE tenant_identifier = $1 AND key = ANY ($2::text[]) AND NOT deleted',
);
const FIND_FILE = sql('bpm_decision_file', 'SELECT bytes FROM bpm_resource WHERE deployment_id = $1 AND name = $2');

export function createDecisionStore(database: Queryable) {
  async function one(statement: ReturnType<typeof sql>, values: readonly unknown[]): Promise<StoredDecision | null> {
    const [row] = await database.rows<DecisionRow>(statement, values);
    return row === undefined ? null : toDecision(row);
  }
  return {
    findLatest: (tenant: string, key: string) => one(FIND_LATEST, [tenant, key]),
    findVersion: (tenant: string, key: string, version: number) => one(FIND_VERSION, [tenant, key, version]),
    findTagged: (tenant: string, key: string, tag: string) => one(FIND_TAGGED, [tenant, key, tag]),
    /** Finds the version that a deployment holds of a key, made by it or found unchanged; also one whose own deployment was deleted since. */
    findInDeployment: (tenant: string, key: string, deploymentId: string) =>
      one(FIND_IN_DEPLOYMENT, [tenant, key, deploymentId]),
    /** Answers those of the keys that the tenant has. */
    async findKeys(tenant: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
      if (keys.length === 0) return new Set();
      const rows = await database.rows<{ key: string }>(FIND_KEYS, [tenant, keys]);
      return new Set(rows.map(({ key }) => key));
    },
    async findFile({ deploymentId, resourceName }: StoredDecision): Promise<Buffer | null> {
      const [row] = await database.rows<{ bytes: Buffer }>(FIND_FILE, [deploymentId, resourceName]);
      return row?.bytes ?? null;
    },
  };
}

export type DecisionStore = ReturnType<typeof createDecisionStore>;

function toDecision(row: DecisionRow): StoredDecision {
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    versionTag: row.version_tag,
    deploymentId: row.deployment_id,
    resourceName: row.resource_name,
  };
}
