// Pages what instances and definitions wait for.
import type { Pageable } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import { createFilter, orderBy } from '../../../kernel/records/page.ts';

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

const SORT_COLUMNS = { createTime: 's.created_at', name: 's.name' };
const COLUMNS =
  's.id, s.number, s.kind, s.starts, s.name, s.shown_key, s.instance_id, s.token, s.definition_id, s.element_id, s.created_at';

export function createSubscriptionPageStore(database: Database) {
  return {
    /** Reads rows and the exact total by one statement, hence from one snapshot. */
    async page(query: SubscriptionQuery, request: Pageable): Promise<{ rows: SubscriptionPageRow[]; total: number }> {
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
      const order = orderBy(request.sort, SORT_COLUMNS, ['s.id', 's.number']);
      const limit = filter.parameter(request.pageSize);
      const offset = filter.parameter(request.pageNumber * request.pageSize);
      const from = `FROM bpm_subscription s WHERE ${filter.where}`;
      const text = `SELECT counted.total, shown.* FROM (SELECT count(*)::int AS total ${from}) counted
        LEFT JOIN (SELECT row_number() OVER (ORDER BY ${order}) AS place, ${COLUMNS} ${from}
          ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) shown ON TRUE ORDER BY shown.place`;
      const rows = await database.rows<SubscriptionPageRow & { total: number; place: number | null }>(
        { name: '', text },
        filter.values,
      );
      return { rows: rows.filter((row) => row.place !== null), total: rows[0]?.total ?? 0 };
    },
  };
}

export type SubscriptionPageStore = ReturnType<typeof createSubscriptionPageStore>;
