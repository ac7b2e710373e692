// Reads versions of processes and the files that they came in, as the database has them.
import type { OutsideCallable } from '@keelson/bpmn-rules';
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { Definition } from './definition.types.ts';

/** Tenant whose definitions can be shared with every other one. */
export const SHARING_TENANT = 'default';

/** A file of a deployment, and the key of the process in it that was asked for. */
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

/**
 * Condition of definitions that a tenant starts and calls: what was not deleted of its own, and of what the tenant `default` shares with
 * all; of one key the own come first, whatever their state.
 */
const USABLE = `NOT d.deleted AND (d.tenant_identifier = $1 OR (d.shared AND d.tenant_identifier = '${SHARING_TENANT}'))`;
const OWN_FIRST = 'd.tenant_identifier <> $1';

// The catalogue's number and the row come from one snapshot, so a number that still stands proves that the row does.
const FIND_LATEST = sql(
  'bpm_definition_latest',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c WHERE ${USABLE} AND d.key = $2
   ORDER BY ${OWN_FIRST}, d.suspended, d.version DESC LIMIT 1`,
);
const FIND_VERSION = sql(
  'bpm_definition_version',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c
   WHERE ${USABLE} AND d.key = $2 AND d.version = $3 ORDER BY ${OWN_FIRST} LIMIT 1`,
);
const FIND_BY_ID = sql(
  'bpm_definition_by_id',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c WHERE ${USABLE} AND d.id = $2`,
);
const FIND_RESOURCE = sql(
  'bpm_resource_of_definition',
  `SELECT r.name, r.bytes, d.key FROM bpm_definition d
   JOIN bpm_resource r ON r.deployment_id = d.deployment_id AND r.name = d.resource_name WHERE d.id = $1`,
);
const FIND_ANYWHERE = sql(
  'bpm_definition_meta',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c WHERE d.id = $1`,
);
const FIND_IN_DEPLOYMENT = sql(
  'bpm_definition_in_deployment',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c
   WHERE ${USABLE} AND d.key = $2 AND d.deployment_id = $3 ORDER BY d.version DESC LIMIT 1`,
);
const FIND_TAGGED = sql(
  'bpm_definition_tagged',
  `SELECT ${COLUMNS} FROM bpm_definition d, bpm_catalogue c
   WHERE ${USABLE} AND d.key = $2 AND d.version_tag = $3
     AND ($4::int IS NULL OR d.version = $4) ORDER BY ${OWN_FIRST}, d.suspended, d.version DESC LIMIT 1`,
);
// Models and expressions that a file names lie beside it in its deployment; larger files are no such thing.
const FIND_TEXTS = sql(
  'bpm_resource_texts',
  'SELECT name, bytes FROM bpm_resource WHERE deployment_id = $1 AND name <> $2',
);

const FIND_CALLABLES = sql(
  'bpm_definition_callables',
  `SELECT DISTINCT ON (d.key) d.key, d.callable FROM bpm_definition d WHERE ${USABLE} AND d.key = ANY ($2::text[])
   ORDER BY d.key, ${OWN_FIRST}, d.suspended, d.version DESC`,
);
const FIND_SEARCHABLE = sql(
  'bpm_definition_searchable',
  `SELECT w.name FROM unnest($2::text[]) w (name)
   WHERE EXISTS (SELECT FROM bpm_definition d WHERE ${USABLE} AND d.searchable @> ARRAY[w.name])`,
);
const LOCK_CATALOGUE = sql('bpm_catalogue_lock', 'SELECT number FROM bpm_catalogue FOR SHARE');

/** Locks the catalogue and answers its number, which stays until the transaction has ended. */
export async function lockCatalogue(tx: Transaction): Promise<number> {
  const [row] = await tx.rows<{ number: number }>(LOCK_CATALOGUE);
  if (row === undefined) throw new Error('the catalogue has no number');
  return row.number;
}

export function createDefinitionStore(database: Queryable) {
  async function one(statement: ReturnType<typeof sql>, values: readonly unknown[]): Promise<Definition | null> {
    const [row] = await database.rows<DefinitionRow>(statement, values);
    return row === undefined ? null : toDefinition(row);
  }
  return {
    /** Finds the newest version that is not suspended, else the newest. */
    findLatest: (tenant: string, key: string) => one(FIND_LATEST, [tenant, key]),
    findVersion: (tenant: string, key: string, version: number) => one(FIND_VERSION, [tenant, key, version]),
    findById: (tenant: string, id: string) => one(FIND_BY_ID, [tenant, id]),
    /** Finds the version that a deployment holds of a key; null where that deployment has none. */
    findInDeployment: (tenant: string, key: string, deploymentId: string) =>
      one(FIND_IN_DEPLOYMENT, [tenant, key, deploymentId]),
    /** Finds the newest of this tag that is not suspended, or the version of this number where it has the tag. */
    findTagged: (tenant: string, key: string, tag: string, version: number | null = null) =>
      one(FIND_TAGGED, [tenant, key, tag, version]),
    /** Reads the other files of a deployment, by name. */
    async findTexts(deploymentId: string, except: string): Promise<ReadonlyMap<string, string>> {
      const rows = await database.rows<StoredResource>(FIND_TEXTS, [deploymentId, except]);
      return new Map(rows.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)]));
    },
    /** Finds what those of the keys that are deployed offer to a call; `unknown` where that was not kept yet. */
    async findCallables(
      tenant: string,
      keys: readonly string[],
    ): Promise<ReadonlyMap<string, OutsideCallable | 'unknown'>> {
      if (keys.length === 0) return new Map();
      const rows = await database.rows<{ key: string; callable: OutsideCallable | null }>(FIND_CALLABLES, [
        tenant,
        keys,
      ]);
      return new Map(rows.map(({ key, callable }) => [key, callable ?? 'unknown']));
    },
    /** Answers those of the names that a version which the tenant can use declares as searchable. */
    async findSearchable(tenant: string, names: readonly string[]): Promise<ReadonlySet<string>> {
      const rows = await database.rows<{ name: string }>(FIND_SEARCHABLE, [tenant, names]);
      return new Set(rows.map(({ name }) => name));
    },
    /** Finds a version of whatever tenant, deleted or not: for instances, whose tenant has been checked. */
    findAnywhere: (id: string) => one(FIND_ANYWHERE, [id]),
    async findResource(definitionId: string): Promise<StoredResource | null> {
      const [row] = await database.rows<StoredResource>(FIND_RESOURCE, [definitionId]);
      return row ?? null;
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
