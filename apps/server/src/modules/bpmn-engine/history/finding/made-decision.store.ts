// Pages the decisions that instances of a tenant have made, and reads the records of the history that say what each was.
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../../kernel/database/database.ts';
import { addRange, createFilter, type Filter } from '../../../../kernel/records/page.ts';
import { type PagedTable, pageRows } from '../../interface/page-rows.store.ts';

export interface MadeDecisionQuery {
  readonly tenantIdentifier: string;
  /** Folded name of the user whose instances alone are shown; null: all of the tenant. */
  readonly ownOf: string | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionId?: string | null;
  readonly processDefinitionKeys?: readonly string[] | null;
  readonly decisionKeys?: readonly string[] | null;
  readonly timeFrom?: string | null;
  readonly timeTo?: string | null;
}

/** Place of one record of the history. */
export interface RecordPlace {
  readonly instance_id: string;
  readonly revision: number;
}

export interface MadeDecisionRow extends RecordPlace {
  readonly number: number;
  readonly definition_id: string;
  readonly definition_key: string | null;
  readonly element_id: string | null;
}

const TABLE: PagedTable = {
  columns: `m.instance_id, m.revision, m.number, m.definition_id, d.key AS definition_key, d.elements->m.node->>0 AS element_id`,
  // Each has one of these at most: what asks nothing of them does not read them.
  from: `bpm_hi_decision m LEFT JOIN bpm_definition d ON d.id = m.definition_id LEFT JOIN bpm_hi_instance h ON h.id = m.instance_id`,
  sort: { time: 'm.at' },
  tieBreak: ['m.instance_id', 'm.revision', 'm.number'],
};

const RECORDS = sql(
  'bpm_hi_decision_records',
  `SELECT e.instance_id, e.revision, e.record FROM unnest($1::uuid[], $2::integer[]) AS v(id, revision)
   JOIN bpm_history_event e ON e.instance_id = v.id AND e.revision = v.revision`,
);

function filterOf(query: MadeDecisionQuery): Filter {
  const filter = createFilter();
  filter.and('m.tenant_identifier = $?', query.tenantIdentifier);
  if (query.ownOf !== null) filter.and('coalesce(h.start_user_folded, h.start_user_id) = $?', query.ownOf);
  if (query.processInstanceId) filter.and('m.instance_id = $?::uuid', query.processInstanceId);
  if (query.processDefinitionId) filter.and('m.definition_id = $?', query.processDefinitionId);
  if (query.processDefinitionKeys) {
    const versions = `SELECT v.id FROM bpm_definition v WHERE v.key = ANY ($?::text[])`;
    filter.and(`m.definition_id = ANY (ARRAY(${versions}))`, query.processDefinitionKeys);
  }
  if (query.decisionKeys) filter.and('m.decision_key = ANY ($?::text[])', query.decisionKeys);
  addRange(filter, 'm.at', query.timeFrom, query.timeTo);
  return filter;
}

export function createMadeDecisionStore(database: Database) {
  return {
    page: (query: MadeDecisionQuery, request: Pageable) =>
      pageRows<MadeDecisionRow>(database, TABLE, { filter: filterOf(query), request }),
    /** Reads records; those that were deleted meanwhile are left out. */
    records: (places: readonly RecordPlace[]) =>
      database.rows<RecordPlace & { readonly record: string }>(RECORDS, [
        places.map(({ instance_id: id }) => id),
        places.map(({ revision }) => revision),
      ]),
  };
}

export type MadeDecisionStore = ReturnType<typeof createMadeDecisionStore>;
