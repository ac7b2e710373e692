// Pages incidents and keeps operators' notes to them; they are raised and resolved with what they stand for.
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../kernel/database/database.ts';
import { createFilter } from '../../../kernel/records/page.ts';
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

const COLUMNS = `n.id, n.number, n.type, n.tenant_identifier, n.instance_id, n.token, n.definition_id, n.element_id, n.code, n.message,
  n.detail, n.created_at, n.resolved_at, n.annotation`;
const PAGED = {
  columns: COLUMNS,
  from: 'bpm_incident n',
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
  readonly elementId?: string | null;
  readonly resolved?: boolean | null;
}

export function createIncidentStore(database: Database) {
  return {
    async find({ id, number, tenantIdentifier }: IncidentPlace): Promise<IncidentRow | null> {
      const [row] = await database.rows<IncidentRow>(FIND, [id, number, tenantIdentifier]);
      return row ?? null;
    },
    annotate: async ({ id, number, tenantIdentifier }: IncidentPlace, annotation: string | null): Promise<boolean> =>
      (await database.execute(ANNOTATE, [id, number, tenantIdentifier, annotation])) > 0,
    page(query: IncidentQuery, request: Pageable) {
      const filter = createFilter();
      filter.and('n.tenant_identifier = $?', query.tenantIdentifier);
      filter.and(query.resolved === true ? 'n.resolved_at IS NOT NULL' : 'n.resolved_at IS NULL');
      if (query.types) filter.and('n.type = ANY ($?::text[])', query.types);
      if (query.processInstanceId) filter.and('n.instance_id::text = $?', query.processInstanceId);
      if (query.processDefinitionId) filter.and('n.definition_id = $?', query.processDefinitionId);
      if (query.elementId) filter.and('n.element_id = $?', query.elementId);
      return pageRows<IncidentRow>(database, PAGED, { filter, request });
    },
  };
}

export type IncidentStore = ReturnType<typeof createIncidentStore>;
