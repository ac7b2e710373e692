// Pages closed tasks of a tenant.
import type { Pageable } from '@keelson/contract';
import type { Database } from '../../../../kernel/database/database.ts';
import { addRange, createFilter, type Filter } from '../../../../kernel/records/page.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { type PagedTable, pageRows } from '../../interface/page-rows.store.ts';

export interface ClosedTaskQuery {
  readonly tenantIdentifier: string;
  /** Folded name of the user who had the shown tasks at their end; null: all of the tenant. */
  readonly ownOf: string | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionId?: string | null;
  readonly processDefinitionKeys?: readonly string[] | null;
  readonly taskDefinitionKeys?: readonly string[] | null;
  readonly businessKey?: string | null;
  readonly assignee?: string | null;
  readonly states?: readonly string[] | null;
  readonly createTimeFrom?: string | null;
  readonly createTimeTo?: string | null;
  readonly endTimeFrom?: string | null;
  readonly endTimeTo?: string | null;
}

export interface ClosedTaskRow {
  readonly instance_id: string;
  readonly number: number;
  readonly priority: number;
  readonly created_at: Date;
  readonly ended_at: Date;
  readonly claimed_at: Date | null;
  readonly due_at: Date | null;
  readonly cancelled: boolean;
  readonly tenant_identifier: string;
  readonly definition_id: string;
  readonly definition_key: string;
  readonly definition_name: string | null;
  readonly element_id: string;
  readonly name: string | null;
  readonly assignee: string | null;
  readonly candidate_groups: readonly string[] | null;
  readonly business_key: string | null;
}

const ASSIGNEE = 'coalesce(t.assignee_folded, t.assignee)';
/** Element of a task as `[id, name, type]`. */
const ELEMENT = 'd.elements->t.node';

const TABLE: PagedTable = {
  columns: `t.instance_id, t.number, t.priority, t.created_at, t.ended_at, t.claimed_at, t.due_at, t.cancelled, t.tenant_identifier,
    t.definition_id, d.key AS definition_key, d.name AS definition_name, coalesce(${ELEMENT}->>0, '') AS element_id,
    CASE WHEN t.element_named THEN ${ELEMENT}->>1 ELSE t.name END AS name, t.assignee, t.candidate_groups, h.business_key`,
  // Each task has one of both: what asks nothing of them does not read them.
  from: `bpm_hi_task t LEFT JOIN bpm_definition d ON d.id = t.definition_id LEFT JOIN bpm_hi_instance h ON h.id = t.instance_id`,
  sort: { endTime: 't.ended_at', createTime: 't.created_at', priority: 't.priority' },
  tieBreak: ['t.instance_id', 't.number'],
};

function filterOf(query: ClosedTaskQuery): Filter {
  const filter = createFilter();
  const tenant = filter.parameter(query.tenantIdentifier);
  filter.and(`t.tenant_identifier = ${tenant}`);
  const isOf = (name: string) => filter.and(`t.assignee IS NOT NULL AND ${ASSIGNEE} = $?`, name);
  if (query.ownOf !== null) isOf(query.ownOf);
  if (query.assignee) isOf(foldName(query.assignee));
  if (query.processInstanceId) filter.and('t.instance_id = $?::uuid', query.processInstanceId);
  if (query.processDefinitionId) filter.and('t.definition_id = $?', query.processDefinitionId);
  if (query.processDefinitionKeys) {
    const versions = `SELECT v.id FROM bpm_definition v WHERE v.key = ANY ($?::text[])`;
    filter.and(`t.definition_id = ANY (ARRAY(${versions}))`, query.processDefinitionKeys);
  }
  if (query.taskDefinitionKeys) filter.and(`${ELEMENT}->>0 = ANY ($?::text[])`, query.taskDefinitionKeys);
  if (query.businessKey) {
    const instances = `SELECT i.id FROM bpm_hi_instance i WHERE i.tenant_identifier = ${tenant} AND i.business_key = $?`;
    filter.and(`t.instance_id = ANY (ARRAY(${instances}))`, query.businessKey);
  }
  if (query.states) {
    filter.and(
      't.cancelled = ANY ($?::boolean[])',
      query.states.map((state) => state === 'CANCELLED'),
    );
  }
  addRange(filter, 't.created_at', query.createTimeFrom, query.createTimeTo);
  addRange(filter, 't.ended_at', query.endTimeFrom, query.endTimeTo);
  return filter;
}

export function createClosedTaskStore(database: Database) {
  return {
    page: (query: ClosedTaskQuery, request: Pageable) =>
      pageRows<ClosedTaskRow>(database, TABLE, { filter: filterOf(query), request }),
  };
}

export type ClosedTaskStore = ReturnType<typeof createClosedTaskStore>;
