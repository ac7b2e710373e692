// Pages incidents and keeps operators' notes to them; they are raised and resolved with what they stand for.
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../kernel/database/database.ts';
import { containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { pageRows } from '../interface/page-rows.store.ts';

export interface IncidentRow {
  readonly id: string;
  readonly number: number;
  readonly type: string;
  readonly tenant_identifier: string;
  readonly instance_id: string | null;
  readonly token: number | null;
  readonly definition_id: string | null;
  readonly element_id: string | null;
  readonly code: string;
  readonly message: string;
  readonly detail: string | null;
  readonly created_at: Date;
  readonly resolved_at: Date | null;
  readonly annotation: string | null;
}

/** An incident with what people know its place by. */
export interface ShownIncident extends IncidentRow {
  readonly element_name: string | null;
  readonly definition_key: string | null;
  readonly business_key: string | null;
}

export interface IncidentGroupRow {
  readonly definition_key: string | null;
  readonly element_id: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly count: number;
  readonly newest: Date;
}

const COLUMNS = `n.id, n.number, n.type, n.tenant_identifier, n.instance_id, n.token, n.definition_id, n.element_id, n.code, n.message,
  n.detail, n.created_at, n.resolved_at, n.annotation`;
/** Business key of an incident's instance: it may change while the instance runs; the ended ones have theirs in their own table. */
const BUSINESS_KEY = 'coalesce(i.business_key, h.business_key)';
const PLACED = `bpm_incident n LEFT JOIN bpm_definition d ON d.id = n.definition_id
  LEFT JOIN bpm_instance i ON i.id = n.instance_id LEFT JOIN bpm_hi_instance h ON h.id = n.instance_id`;
const PAGED = {
  columns: `${COLUMNS}, d.key AS definition_key, ${BUSINESS_KEY} AS business_key,
    (SELECT e ->> 1 FROM jsonb_array_elements(d.elements) e WHERE e ->> 0 = n.element_id LIMIT 1) AS element_name`,
  from: PLACED,
  sort: { createTime: 'n.created_at', type: 'n.type' },
  tieBreak: ['n.id', 'n.number'],
};
const OF_PLACE = 'id = $1 AND number = $2 AND tenant_identifier = $3';
const FIND = sql('bpm_incident_find', `SELECT ${COLUMNS} FROM bpm_incident n WHERE ${OF_PLACE}`);
const ANNOTATE = sql('bpm_incident_annotate', `UPDATE bpm_incident SET annotation = $4 WHERE ${OF_PLACE}`);

export interface IncidentPlace {
  readonly id: string;
  readonly number: number;
  readonly tenantIdentifier: string;
}

export interface IncidentQuery {
  readonly tenantIdentifier: string;
  readonly types?: readonly string[] | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionId?: string | null;
  readonly processDefinitionKey?: string | null;
  readonly businessKey?: string | null;
  readonly elementId?: string | null;
  readonly code?: string | null;
  readonly message?: string | null;
  readonly resolved?: boolean | null;
}

/** Columns of a group, which are the store's own text. */
const GROUPED = {
  PROCESS_DEFINITION_KEY: { column: 'd.key', name: 'definition_key' },
  ELEMENT_ID: { column: 'n.element_id', name: 'element_id' },
  CODE: { column: 'n.code', name: 'code' },
  MESSAGE: { column: 'n.message', name: 'message' },
} as const;
export type IncidentGrouping = keyof typeof GROUPED;

function filterOf(query: IncidentQuery): Filter {
  const filter = createFilter();
  filter.and('n.tenant_identifier = $?', query.tenantIdentifier);
  filter.and(query.resolved === true ? 'n.resolved_at IS NOT NULL' : 'n.resolved_at IS NULL');
  if (query.types) filter.and('n.type = ANY ($?::text[])', query.types);
  if (query.processInstanceId) filter.and('n.instance_id::text = $?', query.processInstanceId);
  if (query.processDefinitionId) filter.and('n.definition_id = $?', query.processDefinitionId);
  if (query.processDefinitionKey) filter.and('d.key = $?', query.processDefinitionKey);
  if (query.businessKey) filter.and(`${BUSINESS_KEY} = $?`, query.businessKey);
  if (query.elementId) filter.and('n.element_id = $?', query.elementId);
  if (query.code) filter.and('n.code = $?', query.code);
  if (query.message) filter.and('n.message ILIKE $?', containsPattern(query.message));
  return filter;
}

/** Writes the text that finds the open incidents that are waits of their instances, whose parameters the caller goes on numbering. */
export function incidentSelectionOf(query: IncidentQuery) {
  const filter = filterOf({ ...query, resolved: false });
  filter.and('n.type <> ALL ($?::text[])', ['FAILED_JOB', 'FAILED_EXTERNAL_TASK']);
  return { filter, text: `SELECT n.id, n.number FROM ${PLACED} WHERE ${filter.where}` };
}

export function createIncidentStore(database: Database) {
  return {
    async find({ id, number, tenantIdentifier }: IncidentPlace): Promise<IncidentRow | null> {
      const [row] = await database.rows<IncidentRow>(FIND, [id, number, tenantIdentifier]);
      return row ?? null;
    },
    annotate: async ({ id, number, tenantIdentifier }: IncidentPlace, annotation: string | null): Promise<boolean> =>
      (await database.execute(ANNOTATE, [id, number, tenantIdentifier, annotation])) > 0,
    page: (query: IncidentQuery, request: Pageable) =>
      pageRows<ShownIncident>(database, PAGED, { filter: filterOf(query), request }),
    /** Counts incidents by group, at most so many groups, the largest first. */
    groups(query: IncidentQuery, by: readonly IncidentGrouping[], max: number): Promise<readonly IncidentGroupRow[]> {
      const filter = filterOf(query);
      const parts = Object.entries(GROUPED).map(([grouping, { column, name }]) => ({
        shown: `${by.some((wanted) => wanted === grouping) ? column : 'NULL'} AS ${name}`,
        column: by.some((wanted) => wanted === grouping) ? [column] : [],
      }));
      const keys = parts.flatMap(({ column }) => column).join(', ');
      const text = `SELECT ${parts.map(({ shown }) => shown).join(', ')}, count(*)::int AS count, max(n.created_at) AS newest
        FROM ${PLACED} WHERE ${filter.where} GROUP BY ${keys} ORDER BY count(*) DESC, newest DESC, ${keys}
        LIMIT ${filter.parameter(max)}`;
      return database.rows<IncidentGroupRow>({ name: '', text }, filter.values);
    },
  };
}

export type IncidentStore = ReturnType<typeof createIncidentStore>;
