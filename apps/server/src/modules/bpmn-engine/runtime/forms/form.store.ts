// Finds versions of deployed forms and the files that they came in.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

/** Which version of a form is meant, and by which deployment. */
export interface FormWanted {
  readonly key: string;
  readonly binding: 'latest' | 'deployment' | 'version';
  /** Version to look for; null where nobody knows it. */
  readonly version: number | null;
  /** The deployment of the process: in its tenant the form is looked for. */
  readonly deploymentId: string;
}

/** A version of a form as deployed; nothing of it ever changes. */
export interface StoredForm {
  readonly tenantIdentifier: string;
  readonly key: string;
  readonly version: number;
  readonly deploymentId: string;
  readonly resourceName: string;
}

interface FormRow {
  readonly tenant_identifier: string;
  readonly version: number;
  readonly deployment_id: string;
  readonly resource_name: string;
}

// What a deployment found unchanged goes on there, also where the one that made it was deleted since.
const FIND = sql(
  'bpm_form_find',
  `SELECT f.tenant_identifier, f.version, f.deployment_id, f.resource_name
   FROM bpm_deployment p JOIN bpm_form f ON f.tenant_identifier = p.tenant_identifier AND f.key = $2
   WHERE p.id = $1::uuid AND CASE $3 WHEN 'latest' THEN NOT f.deleted WHEN 'version' THEN f.version = $4::integer AND NOT f.deleted
     ELSE f.version = (p.forms ->> $2)::integer END
   ORDER BY f.version DESC LIMIT 1`,
);
const FIND_KEYS = sql(
  'bpm_form_keys',
  'SELECT DISTINCT key FROM bpm_form WHERE tenant_identifier = $1 AND key = ANY ($2::text[]) AND NOT deleted',
);
const FIND_FILE = sql('bpm_form_file', 'SELECT bytes FROM bpm_resource WHERE deployment_id = $1 AND name = $2');

export function createFormStore(database: Queryable) {
  return {
    async find({ key, binding, version, deploymentId }: FormWanted): Promise<StoredForm | null> {
      const [row] = await database.rows<FormRow>(FIND, [deploymentId, key, binding, version]);
      if (row === undefined) return null;
      const { tenant_identifier: tenantIdentifier, deployment_id: from, resource_name: resourceName } = row;
      return { tenantIdentifier, key, version: row.version, deploymentId: from, resourceName };
    },
    /** Answers those of the keys that the tenant has. */
    async findKeys(tenant: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
      if (keys.length === 0) return new Set();
      const rows = await database.rows<{ key: string }>(FIND_KEYS, [tenant, keys]);
      return new Set(rows.map(({ key }) => key));
    },
    async findFile({ deploymentId, resourceName }: StoredForm): Promise<Buffer | null> {
      const [row] = await database.rows<{ bytes: Buffer }>(FIND_FILE, [deploymentId, resourceName]);
      return row?.bytes ?? null;
    },
  };
}

export type FormStore = ReturnType<typeof createFormStore>;
