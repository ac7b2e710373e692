// Finds and pages process instances, running and ended, in one snapshot.
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter, orderBy } from '../../../kernel/records/page.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { CALL_COLUMNS, type CallColumns, FAILED_JOBS, JOIN_CALL } from '../runtime/state/instance.store.ts';

export interface InstanceFilter {
  readonly ids?: readonly string[] | null;
  readonly processDefinitionKeys?: readonly string[] | null;
  readonly processDefinitionId?: string | null;
  readonly businessKey?: string | null;
  readonly rootProcessInstanceId?: string | null;
  readonly superProcessInstanceId?: string | null;
  readonly startUserId?: string | null;
  readonly states?: readonly string[] | null;
  readonly endStates?: readonly string[] | null;
  readonly businessKeyLike?: string | null;
  readonly name?: string | null;
  readonly startTimeFrom?: string | null;
  readonly startTimeTo?: string | null;
  readonly endTimeFrom?: string | null;
  readonly endTimeTo?: string | null;
  readonly dueDateFrom?: string | null;
  readonly dueDateTo?: string | null;
  readonly hasIncident?: boolean | null;
  readonly incidentType?: string | null;
}

export interface InstanceQuery extends InstanceFilter {
  readonly tenantIdentifier: string;
  /** Keeps only those that the user of this folded name started; null: all of the tenant. */
  readonly ownOf: string | null;
  readonly states: readonly string[];
  readonly or: readonly InstanceFilter[];
}

/** Describes one instance of a page; the state bytes are there while it runs. */
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
  /** Is the error of an instance that ended as ERROR, as JSON. */
  readonly end_error: string | null;
  /** Counts all open incidents, those of failed jobs among them. */
  readonly incident_count: number;
  readonly failed_jobs: number;
}

const SHARED =
  'i.id, i.revision, i.started_at, i.due_at, i.priority, i.tenant_identifier, i.definition_id, i.start_user_id, i.start_user_folded, i.business_key, i.name';
const RUNNING = `SELECT ${SHARED}, NULL::timestamptz AS ended_at, NULL::text AS end_state, NULL::text AS end_element_ids,
  NULL::text AS start_element_id, i.state, NULL::text AS end_error, i.suspended FROM bpm_instance i`;
// A called instance that is undone after its end runs again until that is done.
const ENDED = `SELECT ${SHARED}, i.ended_at, i.end_state, i.end_element_ids, i.start_element_id, NULL::bytea AS state,
  i.end_error, false AS suspended
  FROM bpm_hi_instance i WHERE i.ended_at IS NOT NULL AND NOT EXISTS (SELECT FROM bpm_instance r WHERE r.id = i.id)`;
const DEFINITION =
  'd.key AS definition_key, d.name AS definition_name, d.version AS definition_version, d.deployment_id';

/** Is the starter's name as it is compared. */
const STARTER = 'coalesce(i.start_user_folded, i.start_user_id)';

/** Are read for the rows that are shown alone. */
const OUTSIDE = `${CALL_COLUMNS}, ${FAILED_JOBS},
  (SELECT count(*)::int FROM bpm_incident n WHERE n.instance_id = i.id AND n.resolved_at IS NULL) AS incident_count`;

const OPEN_INCIDENT = 'SELECT FROM bpm_incident n WHERE n.instance_id = i.id AND n.resolved_at IS NULL';

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
   JOIN bpm_definition d ON d.id = i.definition_id ${JOIN_CALL}`,
);

function addFilters(filter: Filter, wanted: InstanceFilter): void {
  const exact = (column: string, value: unknown) => {
    if (value !== undefined && value !== null) filter.and(`${column} = $?`, value);
  };
  if (wanted.ids) filter.and('i.id::text = ANY ($?::text[])', wanted.ids);
  if (wanted.processDefinitionKeys) filter.and('d.key = ANY ($?::text[])', wanted.processDefinitionKeys);
  exact('i.definition_id', wanted.processDefinitionId);
  exact('i.business_key', wanted.businessKey);
  exact('COALESCE(c.root_id, i.id)::text', wanted.rootProcessInstanceId);
  exact('c.caller_id::text', wanted.superProcessInstanceId);
  if (wanted.startUserId) filter.and(`${STARTER} = $?`, foldName(wanted.startUserId));
  if (wanted.states) filter.and(statesCondition(wanted.states));
  if (wanted.endStates) filter.and('i.end_state = ANY ($?::text[])', wanted.endStates);
  if (wanted.businessKeyLike) filter.and('i.business_key ILIKE $?', containsPattern(wanted.businessKeyLike));
  if (wanted.name) filter.and('i.name ILIKE $?', containsPattern(wanted.name));
  if (wanted.hasIncident != null) filter.and(`${wanted.hasIncident ? '' : 'NOT '}EXISTS (${OPEN_INCIDENT})`);
  if (wanted.incidentType) filter.and(`EXISTS (${OPEN_INCIDENT} AND n.type = $?)`, wanted.incidentType);
  addRange(filter, 'i.started_at', wanted.startTimeFrom, wanted.startTimeTo);
  addRange(filter, 'i.ended_at', wanted.endTimeFrom, wanted.endTimeTo);
  addRange(filter, 'i.due_at', wanted.dueDateFrom, wanted.dueDateTo);
}

function statesCondition(states: readonly string[]): string {
  const wanted = [
    ...(states.includes('ACTIVE') ? ['i.ended_at IS NULL AND NOT i.suspended'] : []),
    ...(states.includes('SUSPENDED') ? ['i.suspended'] : []),
    ...(states.includes('ENDED') ? ['i.ended_at IS NOT NULL'] : []),
  ];
  return wanted.length === 0 ? 'FALSE' : wanted.join(' OR ');
}

/** Names only the tables that the states can be in. */
function sourceOf(query: InstanceQuery): string {
  const running = query.states.includes('ACTIVE') || query.states.includes('SUSPENDED');
  if (running && query.states.includes('ENDED')) return `(${RUNNING} UNION ALL ${ENDED})`;
  return query.states.includes('ENDED') ? `(${ENDED})` : `(${RUNNING})`;
}

export function createInstancePageStore(database: Database) {
  return {
    async findEnded(id: string): Promise<InstancePageRow | null> {
      const [row] = await database.rows<InstancePageRow>(FIND_ENDED, [id]);
      return row ?? null;
    },
    /** Reads rows and the exact total by one statement, hence from one snapshot. */
    async page(query: InstanceQuery, request: Pageable): Promise<{ rows: InstancePageRow[]; total: number }> {
      const filter = createFilter();
      filter.and('i.tenant_identifier = $?', query.tenantIdentifier);
      if (query.ownOf !== null) filter.and(`${STARTER} = $?`, query.ownOf);
      addFilters(filter, query);
      if (query.or.length > 0) {
        const branches = query.or.map((wanted) => {
          const branch = filter.branch();
          addFilters(branch, wanted);
          return branch.where;
        });
        filter.and(branches.map((branch) => `(${branch})`).join(' OR '));
      }
      const order = orderBy(request.sort, SORT_COLUMNS, ['i.id']);
      const limit = filter.parameter(request.pageSize);
      const offset = filter.parameter(request.pageNumber * request.pageSize);
      const from = `FROM ${sourceOf(query)} i JOIN bpm_definition d ON d.id = i.definition_id ${JOIN_CALL}
        WHERE ${filter.where}`;
      const text = `SELECT counted.total, shown.* FROM (SELECT count(*) AS total ${from}) counted
        LEFT JOIN (SELECT row_number() OVER (ORDER BY ${order}) AS place, i.*, ${DEFINITION}, ${OUTSIDE} ${from}
          ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) shown ON TRUE ORDER BY shown.place`;
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
