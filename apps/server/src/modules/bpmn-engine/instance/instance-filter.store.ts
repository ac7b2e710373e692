// Writes the conditions that a query of instances has; `i` is the instance, `d` its definition, `c` the call that it answers.
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { addVariableConditions, type VariableCondition } from '../runtime/searchable/searchable-variable.store.ts';

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
  readonly currentElementId?: string | null;
  readonly variables?: readonly VariableCondition[] | null;
}

export interface InstanceQuery extends InstanceFilter {
  /** Are the versions of the keys that are asked for. */
  readonly definitionIds?: readonly string[];
  readonly tenantIdentifier: string;
  /** Folded name of the user whose started instances alone are shown; null: all of the tenant. */
  readonly ownOf: string | null;
  readonly states: readonly string[];
  readonly or: readonly InstanceFilter[];
}

/** Name of the starter as it is compared. */
const STARTER = 'coalesce(i.start_user_folded, i.start_user_id)';

/**
 * Writes the condition of instances with a token at an element, by the rows that the statistics of a version count: tokens at joins have
 * none.
 */
const STANDING = (tenant: string, element: string) => {
  const at = `tenant_identifier = ${tenant} AND element_id = ${element}`;
  return `SELECT instance_id FROM bpm_task WHERE ${at}
    UNION ALL SELECT instance_id FROM bpm_external_task WHERE ${at}
    UNION ALL SELECT instance_id FROM bpm_subscription WHERE ${at} AND NOT starts
    UNION ALL SELECT instance_id FROM bpm_job WHERE ${at} AND instance_id = id
    UNION ALL SELECT instance_id FROM bpm_incident WHERE ${at} AND resolved_at IS NULL AND instance_id IS NOT NULL
      AND type NOT IN ('FAILED_JOB', 'FAILED_EXTERNAL_TASK')
    UNION ALL SELECT k.caller_id FROM bpm_call k JOIN bpm_instance r ON r.id = k.called_id
      WHERE r.tenant_identifier = ${tenant} AND k.caller_element_id = ${element}`;
};

const OPEN_INCIDENT = 'SELECT FROM bpm_incident n WHERE n.instance_id = i.id AND n.resolved_at IS NULL';

function addFilters(filter: Filter, wanted: InstanceFilter, { tenantIdentifier, states }: InstanceQuery): void {
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
  if (wanted.currentElementId) {
    const place = STANDING(filter.parameter(tenantIdentifier), filter.parameter(wanted.currentElementId));
    filter.and(`i.ended_at IS NULL AND i.id IN (${place})`);
  }
  const hasRunning = states.some((state) => state !== 'ENDED');
  const ended = states.includes('ENDED') ? (hasRunning ? null : true) : false;
  addVariableConditions(filter, wanted.variables, { instanceId: 'i.id', tenantIdentifier, ended });
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

/** Makes the conditions of a whole query, whose parameters the caller goes on numbering. */
export function filterOf(query: InstanceQuery): Filter {
  const filter = createFilter();
  filter.and('i.tenant_identifier = $?', query.tenantIdentifier);
  if (query.ownOf !== null) filter.and(`${STARTER} = $?`, query.ownOf);
  if (query.definitionIds) filter.and('i.definition_id = ANY ($?::text[])', query.definitionIds);
  addFilters(filter, query, query);
  if (query.or.length > 0) {
    const branches = query.or.map((wanted) => {
      const branch = filter.branch();
      addFilters(branch, wanted, query);
      return branch.where;
    });
    filter.and(branches.map((branch) => `(${branch})`).join(' OR '));
  }
  return filter;
}

/** Filters by which totals of ended instances are kept. */
const KEPT_BY = new Set<string>(['tenantIdentifier', 'states', 'endStates', 'processDefinitionId', 'definitionIds']);

/** Whether a query asks for nothing but what totals are kept by. */
export function isKept({ ownOf, or, ...filters }: InstanceQuery): boolean {
  const asked = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null && value !== '');
  return ownOf === null && or.length === 0 && asked.every(([name]) => KEPT_BY.has(name));
}
