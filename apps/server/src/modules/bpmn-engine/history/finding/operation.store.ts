// Pages what people did to the instances of a tenant.
import type { Pageable } from '@keelson/contract';
import type { Database } from '../../../../kernel/database/database.ts';
import { addRange, createFilter, type Filter } from '../../../../kernel/records/page.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { type PagedTable, pageRows } from '../../interface/page-rows.store.ts';

export interface OperationQuery {
  readonly tenantIdentifier: string;
  /** Folded name of the user who did what is shown; null: all of the tenant. */
  readonly ownOf: string | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionId?: string | null;
  readonly processDefinitionKeys?: readonly string[] | null;
  readonly operations?: readonly string[] | null;
  readonly actor?: string | null;
  readonly success?: boolean | null;
  readonly timeFrom?: string | null;
  readonly timeTo?: string | null;
}

export interface OperationRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly kind: string;
  readonly instance_id: string | null;
  readonly definition_id: string;
  readonly definition_key: string | null;
  readonly task_number: number | null;
  readonly element_id: string | null;
  readonly success: boolean;
  readonly code: string | null;
  readonly detail: string | null;
  readonly tenant_identifier: string;
}

const TABLE: PagedTable = {
  columns: `o.id::text AS id, o.at, o.actor, o.kind, o.instance_id, o.definition_id, d.key AS definition_key, o.task_number,
    coalesce(o.element_id, t.element_id, c.elements->h.node->>0) AS element_id, o.revision IS NOT NULL AS success, o.code, o.detail,
    o.tenant_identifier`,
  // Each has at most one of these: what asks nothing of them does not read them.
  from: `bpm_operation o LEFT JOIN bpm_definition d ON d.id = o.definition_id
    LEFT JOIN bpm_task t ON t.instance_id = o.instance_id AND t.number = o.task_number
    LEFT JOIN bpm_hi_task h ON h.instance_id = o.instance_id AND h.number = o.task_number
    LEFT JOIN bpm_definition c ON c.id = h.definition_id`,
  sort: { time: 'o.at' },
  tieBreak: ['o.id'],
};

function filterOf(query: OperationQuery): Filter {
  const filter = createFilter();
  filter.and('o.tenant_identifier = $?', query.tenantIdentifier);
  if (query.ownOf !== null) filter.and('o.actor_folded = $?', query.ownOf);
  if (query.actor) filter.and('o.actor_folded = $?', foldName(query.actor));
  if (query.processInstanceId) filter.and('o.instance_id = $?::uuid', query.processInstanceId);
  if (query.processDefinitionId) filter.and('o.definition_id = $?', query.processDefinitionId);
  if (query.processDefinitionKeys) {
    const versions = `SELECT v.id FROM bpm_definition v WHERE v.key = ANY ($?::text[])`;
    filter.and(`o.definition_id = ANY (ARRAY(${versions}))`, query.processDefinitionKeys);
  }
  if (query.operations) filter.and('o.kind = ANY ($?::text[])', query.operations);
  if (query.success != null) filter.and('(o.revision IS NOT NULL) = $?', query.success);
  addRange(filter, 'o.at', query.timeFrom, query.timeTo);
  return filter;
}

export function createOperationStore(database: Database) {
  return {
    page: (query: OperationQuery, request: Pageable) =>
      pageRows<OperationRow>(database, TABLE, { filter: filterOf(query), request }),
  };
}

export type OperationStore = ReturnType<typeof createOperationStore>;
