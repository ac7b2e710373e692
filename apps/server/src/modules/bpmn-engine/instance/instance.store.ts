// Finds and pages process instances, running and ended, in one snapshot.
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../kernel/database/database.ts';
import { type Filter, orderBy } from '../../../kernel/records/page.ts';
import { placed } from '../interface/page-rows.store.ts';
import { SHARING_TENANT } from '../runtime/definitions/definition.store.ts';
import { CALL_COLUMNS, type CallColumns, CHANGED_AT, FAILED_JOBS, JOIN_CALL } from '../runtime/state/instance.store.ts';
import { filterOf, type InstanceQuery, isKept } from './instance-filter.store.ts';

/** One instance of a page; the state bytes are there while it runs. */
export interface InstancePageRow extends CallColumns {
  readonly id: string;
  readonly revision: number;
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly due_at: Date | null;
  readonly priority: number | null;
  readonly end_state: string | null;
  readonly end_element_ids: string | null;
  readonly tenant_identifier: string;
  readonly definition_id: string;
  readonly definition_key: string;
  readonly definition_name: string | null;
  readonly definition_version: number;
  readonly deployment_id: string;
  readonly start_user_id: string | null;
  readonly start_element_id: string | null;
  readonly business_key: string | null;
  readonly name: string | null;
  readonly state: Buffer | null;
  /** The error of an instance that ended as ERROR, as JSON. */
  readonly end_error: string | null;
  /** Number of all open incidents, those of failed jobs among them. */
  readonly incident_count: number;
  readonly failed_jobs: number;
  readonly changed_at: Date;
}

const SHARED =
  'i.id, i.revision, i.started_at, i.due_at, i.priority, i.tenant_identifier, i.definition_id, i.start_user_id, i.start_user_folded, i.business_key, i.name';
/** Rows of running instances as `i`, with the columns that filters name. */
export const RUNNING = `SELECT ${SHARED}, NULL::timestamptz AS ended_at, NULL::text AS end_state, NULL::text AS end_element_ids,
  NULL::text AS start_element_id, i.state, NULL::text AS end_error, i.suspended FROM bpm_instance i`;
const EVER_ENDED = `SELECT ${SHARED}, i.ended_at, i.end_state, i.end_element_ids, i.start_element_id, NULL::bytea AS state,
  i.end_error, false AS suspended
  FROM bpm_hi_instance i WHERE i.ended_at IS NOT NULL`;
// A called instance that is undone after its end runs again until that is done.
export const ENDED = `${EVER_ENDED} AND NOT EXISTS (SELECT FROM bpm_instance r WHERE r.id = i.id)`;
const REOPENED = `${EVER_ENDED} AND i.id IN (SELECT k.called_id FROM bpm_call k JOIN bpm_instance r ON r.id = k.called_id
  WHERE k.kept_revision IS NOT NULL AND k.kept_state IS NULL)`;
/** Rows of ended instances with the columns that totals are kept by. */
const KEPT = `SELECT NULL::uuid AS id, t.tenant_identifier, t.definition_id, t.end_state, t.number, 'epoch'::timestamptz AS ended_at,
  false AS suspended FROM bpm_hi_total t`;
export const JOIN_DEFINITION = 'JOIN bpm_definition d ON d.id = i.definition_id';
const DEFINITION =
  'd.key AS definition_key, d.name AS definition_name, d.version AS definition_version, d.deployment_id';

/** Columns that are read for the rows that are shown alone. */
const OUTSIDE = `${CALL_COLUMNS}, ${FAILED_JOBS}, ${CHANGED_AT},
  (SELECT count(*)::int FROM bpm_incident n WHERE n.instance_id = i.id AND n.resolved_at IS NULL) AS incident_count`;

const SORT_COLUMNS = {
  startTime: 'i.started_at',
  endTime: 'i.ended_at',
  dueDate: 'i.due_at',
  businessKey: 'i.business_key',
  processDefinitionKey: 'd.key',
  priority: 'i.priority',
};

const FIND_ENDED = sql(
  'bpm_hi_instance_find',
  `SELECT i.*, ${DEFINITION}, ${OUTSIDE} FROM (${ENDED} AND i.id = $1) i
   ${JOIN_DEFINITION} ${JOIN_CALL}`,
);

/** Says whether the page may show rows of running, and of ended instances. */
function tablesOf({ states }: InstanceQuery) {
  return { running: states.includes('ACTIVE') || states.includes('SUSPENDED'), ended: states.includes('ENDED') };
}

/**
 * Writes the count of a query. Ended instances are counted without a look at those that run, or are known by the totals that are kept of
 * them; those few that run again after their end are taken off.
 */
function totalText(query: InstanceQuery, where: string): string {
  const { running, ended } = tablesOf(query);
  // Every instance has a definition: only its key is worth a join of so many rows.
  const definition = where.includes('d.key') ? JOIN_DEFINITION : '';
  const from = (source: string) => `FROM (${source}) i ${definition} ${JOIN_CALL} WHERE ${where}`;
  const count = (source: string) => `(SELECT count(*) ${from(source)})`;
  const total = isKept(query) ? `(SELECT coalesce(sum(i.number), 0)::bigint ${from(KEPT)})` : count(EVER_ENDED);
  const parts = [...(running ? [count(RUNNING)] : []), ...(ended ? [`${total} - ${count(REOPENED)}`] : [])];
  return parts.length === 0 ? '0' : parts.join(' + ');
}

/**
 * Writes the rows that a page is taken from. In the order of their start each table gives as many as the page can need, so that an index
 * gives them; in any other order all of them are sorted.
 */
function rowsText(query: InstanceQuery, filter: Filter, { sort, pageNumber, pageSize }: Pageable): string {
  const { where } = filter;
  const { running, ended } = tablesOf(query);
  const broken = query.endStates?.includes('COMPLETED') === false ? " AND i.end_state <> 'COMPLETED'" : '';
  const tables = [...(running || !ended ? [RUNNING] : []), ...(ended ? [`${ENDED}${broken}`] : [])];
  const walks = sort.properties.length === 1 && sort.properties[0] === 'startTime';
  const order = walks
    ? `ORDER BY i.started_at ${sort.direction}, i.id ${sort.direction} LIMIT ${filter.parameter((pageNumber + 1) * pageSize)}`
    : '';
  return tables
    .map((table) => `(SELECT i.* FROM (${table}) i ${JOIN_DEFINITION} ${JOIN_CALL} WHERE ${where} ${order})`)
    .join(' UNION ALL ');
}

const VERSIONS = sql(
  'bpm_instance_page_versions',
  `SELECT id FROM bpm_definition WHERE key = ANY ($1::text[]) AND (tenant_identifier = $2 OR tenant_identifier = '${SHARING_TENANT}')`,
);

/** Asks for the versions in place of their keys: the statistics of the versions say whether an index is worth its while. */
async function byVersions(database: Database, query: InstanceQuery): Promise<InstanceQuery> {
  const { processDefinitionKeys, ...rest } = query;
  if (!processDefinitionKeys) return query;
  const versions = await database.rows<{ id: string }>(VERSIONS, [processDefinitionKeys, query.tenantIdentifier]);
  return { ...rest, definitionIds: versions.map(({ id }) => id) };
}

export function createInstancePageStore(database: Database) {
  return {
    async findEnded(id: string): Promise<InstancePageRow | null> {
      const [row] = await database.rows<InstancePageRow>(FIND_ENDED, [id]);
      return row ?? null;
    },
    /** Reads rows and the exact total by one statement, hence from one snapshot. */
    async page(asked: InstanceQuery, request: Pageable): Promise<{ rows: InstancePageRow[]; total: number }> {
      const query = await byVersions(database, asked);
      const filter = filterOf(query);
      const order = orderBy(request.sort, SORT_COLUMNS, ['i.id']);
      const limit = filter.parameter(request.pageSize);
      const offset = filter.parameter(request.pageNumber * request.pageSize);
      const page = `SELECT i.*, ${DEFINITION} FROM (${rowsText(query, filter, request)}) i ${JOIN_DEFINITION}
        ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
      const text = `SELECT counted.total, i.*, ${OUTSIDE} FROM (SELECT (${totalText(query, filter.where)})::bigint AS total) counted
        LEFT JOIN (${placed(page)}) i ON TRUE ${JOIN_CALL} ORDER BY i.place`;
      const rows = await database.rows<InstancePageRow & { total: number; place: number | null }>(
        { name: '', text },
        filter.values,
      );
      return { rows: rows.filter((row) => row.place !== null), total: rows[0]?.total ?? 0 };
    },
  };
}

export type InstancePageStore = ReturnType<typeof createInstancePageStore>;

const COUNT_RUNNING = sql('bpm_instance_count', 'SELECT count(*)::int AS number FROM bpm_instance');

/** Counts the running instances of all tenants. */
export async function countRunningInstances(database: Database): Promise<number> {
  const [row] = await database.rows<{ number: number }>(COUNT_RUNNING);
  return row?.number ?? 0;
}
