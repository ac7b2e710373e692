// Pages what is deployed in a tenant: versions of processes, and deployments with their files.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { type PagedTable, pageRows } from '../interface/page-rows.store.ts';
import { SHARING_TENANT } from '../runtime/definitions/definition.store.ts';
import type { DeploymentProblem } from '../runtime/definitions/deployment-problem.ts';

/** Names of which a definition must have one so that the caller can start it. */
export interface Starter {
  readonly username: string;
  /** Starter's name as names are compared. */
  readonly folded: string;
  readonly groups: readonly string[];
  /** True when the definition need not name the caller. */
  readonly startsAny: boolean;
}

export interface DefinitionSearch {
  readonly tenantIdentifier: string;
  /** Who asks what can be started; null for whoever may start nothing at all. */
  readonly starter: Starter | null;
  readonly key?: string | null;
  readonly name?: string | null;
  readonly versionTag?: string | null;
  readonly deploymentId?: string | null;
  readonly messageStart?: string | null;
  readonly latestOnly?: boolean | null;
  readonly startableByMe?: boolean | null;
  readonly suspended?: boolean | null;
  readonly startableInTasklist?: boolean | null;
}

export interface DeploymentSearch {
  readonly tenantIdentifier: string;
  readonly id?: string | null;
  readonly name?: string | null;
  readonly source?: string | null;
  readonly deployedBy?: string | null;
  readonly deploymentTimeFrom?: string | null;
  readonly deploymentTimeTo?: string | null;
}

export interface DefinitionPageRow {
  readonly id: string;
  readonly tenant_identifier: string;
  readonly key: string;
  readonly version: number;
  readonly name: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly version_tag: string | null;
  readonly deployment_id: string;
  readonly resource_name: string;
  readonly executable: boolean;
  readonly shared: boolean;
  readonly startable: boolean;
  readonly suspended: boolean;
  readonly startable_in_tasklist: boolean;
  readonly has_diagram: boolean;
  readonly run_as: string | null;
  readonly process_model_id: number | null;
  readonly start_form_key: string | null;
  readonly history_time_to_live: string | null;
  readonly history_level: 'none' | 'activity' | 'full' | null;
  readonly message_starts: readonly string[];
  readonly signal_starts: readonly string[];
  readonly timer_starts: readonly string[];
  readonly candidate_starter_users: readonly string[];
  readonly candidate_starter_groups: readonly string[];
  readonly warnings: readonly DeploymentProblem[];
  readonly deployed_at: Date;
}

export interface DeploymentPageRow {
  readonly id: string;
  readonly name: string | null;
  readonly source: string | null;
  readonly deployed_by: string;
  readonly deployed_at: Date;
  readonly unchanged_keys: readonly string[];
  readonly problems: readonly DeploymentProblem[];
  readonly problem_count: number;
  readonly resources: readonly { readonly name: string; readonly size: number; readonly sha256: string }[];
  readonly definitions: readonly {
    readonly id: string;
    readonly key: string;
    readonly version: number;
    readonly name: string | null;
  }[];
  readonly decisions: readonly string[];
  readonly forms: readonly string[];
}

const DEFINITIONS: PagedTable = {
  columns: `d.id, d.tenant_identifier, d.key, d.version, d.name, d.description, d.category, d.version_tag, d.deployment_id, d.run_as, d.process_model_id,
    d.resource_name, d.executable, d.shared, d.startable, d.startable_in_tasklist, d.suspended, d.has_diagram, d.start_form_key, d.history_time_to_live,
    d.history_level, d.message_starts, d.signal_starts, d.timer_starts, d.candidate_starter_users, d.candidate_starter_groups, d.warnings, p.deployed_at`,
  from: 'bpm_definition d JOIN bpm_deployment p ON p.id = d.deployment_id',
  sort: { deploymentTime: 'p.deployed_at', key: 'd.key', name: 'd.name', version: 'd.version' },
  tieBreak: ['d.id'],
};

const DEPLOYMENTS: PagedTable = {
  columns: `p.id, p.name, p.source, p.deployed_by, p.deployed_at, p.unchanged_keys, p.problems, p.problem_count,
    ARRAY(SELECT jsonb_build_object('name', r.name, 'size', octet_length(r.bytes), 'sha256', encode(r.sha256, 'hex'))
      FROM bpm_resource r WHERE r.deployment_id = p.id ORDER BY r.name) AS resources,
    ARRAY(SELECT jsonb_build_object('id', d.id, 'key', d.key, 'version', d.version, 'name', d.name)
      FROM bpm_definition d WHERE d.deployment_id = p.id ORDER BY d.key) AS definitions,
    ARRAY(SELECT d.key FROM bpm_decision d WHERE d.deployment_id = p.id ORDER BY d.key) AS decisions,
    ARRAY(SELECT f.key FROM bpm_form f WHERE f.deployment_id = p.id ORDER BY f.key) AS forms`,
  from: 'bpm_deployment p',
  sort: { deploymentTime: 'p.deployed_at', name: 'p.name' },
  tieBreak: ['p.id'],
};

export interface InstanceCount {
  readonly id: string;
  /** Number of running instances, those that are suspended too. */
  readonly running: number;
  readonly suspended: number;
  readonly incidents: number;
}

const SELECT_DEFINITION = `SELECT ${DEFINITIONS.columns} FROM ${DEFINITIONS.from}`;
const NEWEST_OF_KEY = sql(
  'bpm_definition_newest_of_key',
  `${SELECT_DEFINITION} WHERE d.id IN (SELECT DISTINCT ON (n.tenant_identifier) n.id FROM bpm_definition n
     WHERE n.key = $1 AND NOT n.deleted AND ($3 OR n.tenant_identifier = $2) ORDER BY n.tenant_identifier, n.version DESC)
   ORDER BY d.tenant_identifier <> $2, d.tenant_identifier LIMIT $4`,
);
const BY_IDS = sql(
  'bpm_definition_by_ids',
  `${SELECT_DEFINITION} WHERE d.tenant_identifier = $1 AND NOT d.deleted AND d.id = ANY ($2::text[]) ORDER BY array_position($2::text[], d.id)`,
);
const OF_PROCESS_MODEL = sql(
  'bpm_definition_of_process_model',
  `${SELECT_DEFINITION} WHERE d.tenant_identifier = $1 AND NOT d.deleted AND d.process_model_id = $2
   ORDER BY p.deployed_at DESC, d.key, d.version DESC LIMIT $3`,
);
const FIND_USABLE = sql('bpm_definition_find_usable', `${SELECT_DEFINITION} WHERE ${usableBy('$1')} AND d.id = $2`);
const COUNT_INSTANCES = sql(
  'bpm_definition_count_instances',
  // Materialized, since few definitions are expected: a plan for few counts all instances anew for each of them.
  `WITH i AS MATERIALIZED (
     SELECT definition_id, count(*)::int AS running, count(*) FILTER (WHERE suspended)::int AS suspended FROM bpm_instance
     WHERE tenant_identifier = $1 AND definition_id = ANY ($2::text[]) GROUP BY definition_id
   ), n AS MATERIALIZED (
     SELECT definition_id, count(*)::int AS incidents FROM bpm_incident
     WHERE tenant_identifier = $1 AND definition_id = ANY ($2::text[]) AND resolved_at IS NULL GROUP BY definition_id
   ) SELECT d.id, coalesce(i.running, 0) AS running, coalesce(i.suspended, 0) AS suspended, coalesce(n.incidents, 0) AS incidents
   FROM bpm_definition d LEFT JOIN i ON i.definition_id = d.id LEFT JOIN n ON n.definition_id = d.id
   WHERE ${usableBy('$1')} AND d.id = ANY ($2::text[])`,
);
const FIND_DEPLOYMENT = sql(
  'bpm_deployment_find',
  `SELECT ${DEPLOYMENTS.columns} FROM ${DEPLOYMENTS.from} WHERE p.tenant_identifier = $1 AND p.id = $2::uuid AND p.deleted_at IS NULL`,
);

const FIND_RESOURCE = sql(
  'bpm_resource_find',
  `SELECT r.name, r.bytes, r.sha256 FROM bpm_resource r JOIN bpm_deployment p ON p.id = r.deployment_id
   WHERE p.tenant_identifier = $1 AND p.id = $2::uuid AND p.deleted_at IS NULL AND r.name = $3`,
);

export interface ResourceRow {
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: Buffer;
}

function createFinders(database: Queryable) {
  return {
    /** Finds the newest version of a key in each tenant, at most so many, the own one first. */
    async findNewest(
      key: string,
      own: string,
      everywhere: boolean,
      max: number,
    ): Promise<readonly DefinitionPageRow[]> {
      return database.rows<DefinitionPageRow>(NEWEST_OF_KEY, [key, own, everywhere, max]);
    },
    /** Finds a version of the tenant, or one that every tenant may use. */
    async findUsable(tenant: string, id: string): Promise<DefinitionPageRow | null> {
      const [row] = await database.rows<DefinitionPageRow>(FIND_USABLE, [tenant, id]);
      return row ?? null;
    },
    findByIds: (tenant: string, ids: readonly string[]) => database.rows<DefinitionPageRow>(BY_IDS, [tenant, ids]),
    /** Finds the versions that were deployed from a process of the administration, the newest first. */
    findOfProcessModel: (tenant: string, processModelId: number, max: number) =>
      database.rows<DefinitionPageRow>(OF_PROCESS_MODEL, [tenant, processModelId, max]),
    countInstances: (tenant: string, ids: readonly string[]) =>
      database.rows<InstanceCount>(COUNT_INSTANCES, [tenant, ids]),

    async findDeployment(tenantIdentifier: string, id: string): Promise<DeploymentPageRow | null> {
      const [row] = await database.rows<DeploymentPageRow>(FIND_DEPLOYMENT, [tenantIdentifier, id]);
      return row ?? null;
    },
    async findResource(tenantIdentifier: string, deploymentId: string, name: string): Promise<ResourceRow | null> {
      const [row] = await database.rows<ResourceRow>(FIND_RESOURCE, [tenantIdentifier, deploymentId, name]);
      return row ?? null;
    },
  };
}

export function createRepositoryStore(database: Queryable) {
  return {
    ...createFinders(database),

    pageDefinitions(search: DefinitionSearch, request: Pageable) {
      const filter = createFilter();
      const own = filter.parameter(search.tenantIdentifier);
      filter.and(usableBy(own));
      addExact(filter, 'd.key', search.key);
      addExact(filter, 'd.version_tag', search.versionTag);
      addExact(filter, 'd.deployment_id::text', search.deploymentId);
      addExact(filter, 'd.suspended', search.suspended);
      addExact(filter, 'd.startable_in_tasklist', search.startableInTasklist);
      if (search.messageStart) filter.and('$? = ANY (d.message_starts)', search.messageStart);
      if (search.name) filter.and('d.name ILIKE $?', containsPattern(search.name));
      if (typeof search.startableByMe === 'boolean') {
        filter.and(`${startableBy(filter, search.starter)} = $?`, search.startableByMe);
      }
      if (search.latestOnly === true) filter.and(latestCondition(own, search.startableByMe === true));
      return pageRows<DefinitionPageRow>(database, DEFINITIONS, { filter, request });
    },

    pageDeployments(search: DeploymentSearch, request: Pageable) {
      const filter = createFilter();
      filter.and('p.tenant_identifier = $? AND p.deleted_at IS NULL', search.tenantIdentifier);
      addExact(filter, 'p.id::text', search.id);
      addExact(filter, 'p.deployed_by', search.deployedBy);
      if (search.name) filter.and('p.name ILIKE $?', containsPattern(search.name));
      if (search.source) filter.and('p.source ILIKE $?', containsPattern(search.source));
      addRange(filter, 'p.deployed_at', search.deploymentTimeFrom, search.deploymentTimeTo);
      return pageRows<DeploymentPageRow>(database, DEPLOYMENTS, { filter, request });
    },
  };
}

export type RepositoryStore = ReturnType<typeof createRepositoryStore>;

function addExact(filter: Filter, column: string, value: unknown): void {
  if (value !== undefined && value !== null) filter.and(`${column} = $?`, value);
}

/** Writes the condition on `d` for the tenant of a parameter; what was deleted is nobody's. */
function usableBy(tenant: string): string {
  return `NOT d.deleted AND (d.tenant_identifier = ${tenant} OR (d.shared AND d.tenant_identifier = '${SHARING_TENANT}'))`;
}

/**
 * Writes the condition of the latest version: a suspended one can be started by nobody, so what a start by key takes is the newest of
 * those that are not. What is shared is taken where the own tenant has nothing of that key.
 */
function latestCondition(own: string, amongActive: boolean): string {
  const among = amongActive ? ' AND NOT n.suspended' : '';
  return `NOT EXISTS (SELECT 1 FROM bpm_definition n WHERE n.tenant_identifier = d.tenant_identifier AND n.key = d.key
      AND n.version > d.version AND NOT n.deleted AND (n.shared OR n.tenant_identifier = ${own})${among})
    AND (d.tenant_identifier = ${own} OR NOT EXISTS (SELECT 1 FROM bpm_definition o
      WHERE o.tenant_identifier = ${own} AND o.key = d.key AND NOT o.deleted))`;
}

/** Folds the name `u` of a model as far as the database can. */
const FOLDED = "lower(translate(normalize(u, NFKC), 'İIı', 'iii'))";

function startableBy(filter: Filter, starter: Starter | null): string {
  if (starter === null) return 'FALSE';
  const possible = 'd.startable AND NOT d.suspended';
  if (starter.startsAny) return `(${possible})`;
  const username = filter.parameter(starter.username);
  const folded = filter.parameter(starter.folded);
  const groups = filter.parameter(starter.groups);
  return `(${possible} AND ((cardinality(d.candidate_starter_users) = 0 AND cardinality(d.candidate_starter_groups) = 0)
    OR EXISTS (SELECT FROM unnest(d.candidate_starter_users) u WHERE u = ${username} OR ${FOLDED} = ${folded}) OR d.candidate_starter_groups && ${groups}::text[]))`;
}
