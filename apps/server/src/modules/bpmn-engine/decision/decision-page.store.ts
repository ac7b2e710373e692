// Pages the decisions of a tenant.
import type { Pageable } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import { containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { type PagedTable, pageRows } from '../interface/page-rows.store.ts';
import type { ReadDecision } from '../runtime/definitions/read-decision-files.ts';

export interface DecisionSearch {
  readonly tenantIdentifier: string;
  readonly id?: string;
  readonly key?: string | null;
  readonly name?: string | null;
  readonly latestOnly?: boolean | null;
  readonly versionTag?: string | null;
  readonly deploymentId?: string | null;
}

export interface DecisionPageRow extends Pick<ReadDecision, 'key' | 'name' | 'inputs' | 'outputs'> {
  readonly id: string;
  readonly version: number;
  readonly version_tag: string | null;
  readonly deployment_id: string;
  readonly hit_policy: string | null;
}

const DECISIONS: PagedTable = {
  columns: 'd.id, d.key, d.name, d.version, d.version_tag, d.deployment_id, d.hit_policy, d.inputs, d.outputs',
  from: 'bpm_decision d',
  sort: { key: 'd.key', name: 'd.name', version: 'd.version' },
  tieBreak: ['d.id'],
};

const IS_LATEST = `NOT EXISTS (SELECT 1 FROM bpm_decision n
  WHERE n.tenant_identifier = d.tenant_identifier AND n.key = d.key AND n.version > d.version AND NOT n.deleted)`;

export function createDecisionPageStore(database: Database) {
  return {
    page(search: DecisionSearch, request: Pageable) {
      const filter = createFilter();
      filter.and('d.tenant_identifier = $? AND NOT d.deleted', search.tenantIdentifier);
      addExact(filter, 'd.id', search.id);
      addExact(filter, 'd.key', search.key);
      addExact(filter, 'd.version_tag', search.versionTag);
      addExact(filter, 'd.deployment_id::text', search.deploymentId);
      if (search.name) filter.and('d.name ILIKE $?', containsPattern(search.name));
      if (search.latestOnly === true) filter.and(IS_LATEST);
      return pageRows<DecisionPageRow>(database, DECISIONS, { filter, request });
    },
  };
}

export type DecisionPageStore = ReturnType<typeof createDecisionPageStore>;

function addExact(filter: Filter, column: string, value: string | null | undefined): void {
  if (value !== undefined && value !== null) filter.and(`${column} = $?`, value);
}
