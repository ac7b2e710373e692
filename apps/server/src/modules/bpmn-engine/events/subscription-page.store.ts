// Pages what instances and definitions wait for.
import type { Pageable } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import { createFilter } from '../../../kernel/records/page.ts';
import { pageRows } from '../interface/page-rows.store.ts';

export interface SubscriptionQuery {
  readonly tenantIdentifier: string;
  readonly types?: readonly string[] | null;
  readonly name?: string | null;
  readonly processInstanceId?: string | null;
  readonly processDefinitionId?: string | null;
  readonly start?: boolean | null;
}

export interface SubscriptionPageRow {
  readonly id: string;
  readonly number: number;
  readonly kind: 'm' | 's' | 'c';
  readonly starts: boolean;
  readonly name: string | null;
  readonly shown_key: string | null;
  readonly instance_id: string | null;
  readonly token: number;
  readonly definition_id: string;
  readonly element_id: string;
  readonly created_at: Date;
}

const COLUMNS =
  's.id, s.number, s.kind, s.starts, s.name, s.shown_key, s.instance_id, s.token, s.definition_id, s.element_id, s.created_at';

const PAGED = {
  columns: COLUMNS,
  from: 'bpm_subscription s',
  sort: { createTime: 's.created_at', name: 's.name' },
  tieBreak: ['s.id', 's.number'],
};

export function createSubscriptionPageStore(database: Database) {
  return {
    page(query: SubscriptionQuery, request: Pageable) {
      const filter = createFilter();
      filter.and('s.tenant_identifier = $?', query.tenantIdentifier);
      // A message that can be found by several keys is one subscription.
      filter.and('s.part = 0');
      if (query.types) {
        filter.and(
          's.kind = ANY ($?::text[]::"char"[])',
          query.types.map((type) => type.charAt(0).toLowerCase()),
        );
      }
      if (query.name) filter.and('s.name = $?', query.name);
      if (query.processInstanceId) filter.and('s.instance_id::text = $?', query.processInstanceId);
      if (query.processDefinitionId) filter.and('s.definition_id = $?', query.processDefinitionId);
      if (typeof query.start === 'boolean') filter.and('s.starts = $?', query.start);
      return pageRows<SubscriptionPageRow>(database, PAGED, { filter, request });
    },
  };
}

export type SubscriptionPageStore = ReturnType<typeof createSubscriptionPageStore>;
