// Finds the activities of all instances of some versions that began within a time.
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../../kernel/database/database.ts';
import { createFilter, orderBy } from '../../../../kernel/records/page.ts';
import { ACTIVITIES, ACTIVITY_ASSIGNEE, ACTIVITY_STATE, FLUSH_LAG } from '../../interface/activity-rows.store.ts';

export interface ActivitySpan {
  readonly tenantIdentifier: string;
  /** Folded name of the user whose instances alone are shown; null: all of the tenant. */
  readonly ownOf: string | null;
  readonly definitionIds: readonly string[];
  readonly from: Date;
  /** End of the time, which is no part of it. */
  readonly to: Date;
}

export interface ActivityFilter {
  readonly elementId?: string | null;
  readonly elementTypes?: readonly string[] | null;
  readonly states?: readonly string[] | null;
  readonly assignee?: string | null;
}

/** Place of one activity. */
export interface ActivityPlace {
  readonly instance_id: string;
  readonly number: number;
}

// Those that had not ended before the time began, and had begun before it ended. One that runs again after its end is in both.
const INSTANCES = `
  SELECT i.id, i.definition_id FROM bpm_hi_instance i WHERE i.tenant_identifier = $1 AND i.definition_id = ANY ($2::text[])
    AND i.ended_at IS NOT NULL AND i.started_at < $5 AND i.ended_at >= $4 AND ($3::text IS NULL OR coalesce(i.start_user_folded, i.start_user_id) = $3)
  UNION SELECT i.id, i.definition_id FROM bpm_instance i WHERE i.tenant_identifier = $1 AND i.definition_id = ANY ($2::text[])
    AND i.started_at < $5 AND ($3::text IS NULL OR coalesce(i.start_user_folded, i.start_user_id) = $3)`;
const ROWS = `(${INSTANCES}) i JOIN bpm_history_event e ON e.instance_id = i.id
  AND e.at >= $4 AND e.at < $5::timestamptz + interval '${FLUSH_LAG}'`;

const VERSIONS = sql('bpm_activity_versions', 'SELECT id FROM bpm_definition WHERE key = $1');
const COUNT = sql('bpm_activity_count', `SELECT count(*)::int AS count FROM (SELECT FROM ${ROWS} LIMIT $6) r`);
const FOUND = `
  SELECT e.instance_id, a.number, m.element->>0 AS element_id, m.element->>2 AS element_type, ${ACTIVITY_ASSIGNEE} AS assignee,
    w.began_at, w.ended_at, ${ACTIVITY_STATE} AS state
  FROM ${ROWS} ${ACTIVITIES} LEFT JOIN (
    SELECT d.id, x.place - 1 AS node, x.element
    FROM bpm_definition d CROSS JOIN LATERAL jsonb_array_elements(d.elements) WITH ORDINALITY x(element, place) WHERE d.id = ANY ($2::text[])
  ) n ON n.id = i.definition_id AND n.node = a.node
  LEFT JOIN bpm_hi_instance h ON h.id = i.id AND h.migrated
  CROSS JOIN LATERAL (
    SELECT CASE WHEN h.migrated THEN (
      SELECT d.elements->a.node FROM bpm_definition d WHERE d.id = bpm_definition_at(e.instance_id, e.revision)
    ) ELSE n.element END AS element
  ) m
  WHERE a.node IS NOT NULL`;

const SORT_COLUMNS = {
  startTime: 'f.began_at',
  endTime: 'f.ended_at',
  elementId: 'f.element_id',
  elementType: 'f.element_type',
};

const valuesOf = ({ tenantIdentifier, definitionIds, ownOf, from, to }: ActivitySpan) => [
  tenantIdentifier,
  definitionIds,
  ownOf,
  from,
  to,
];

export function createActivityPageStore(database: Database) {
  return {
    /** Answers the ids of all versions with the key. */
    async versions(key: string): Promise<readonly string[]> {
      return (await database.rows<{ id: string }>(VERSIONS, [key])).map(({ id }) => id);
    },
    /** Counts the rows of the history that have to be read, up to the bound. */
    async countRows(span: ActivitySpan, most: number): Promise<number> {
      const [row] = await database.rows<{ count: number }>(COUNT, [...valuesOf(span), most]);
      return row?.count ?? 0;
    },
    /** Reads the places of a page and the exact total by one statement. */
    async page(span: ActivitySpan, wanted: ActivityFilter, request: Pageable) {
      const filter = createFilter([...valuesOf(span)]);
      filter.and('f.began_at >= $4 AND f.began_at < $5');
      if (wanted.elementId) filter.and('f.element_id = $?', wanted.elementId);
      if (wanted.elementTypes) filter.and('f.element_type = ANY ($?::text[])', wanted.elementTypes);
      if (wanted.states) filter.and('f.state = ANY ($?::text[])', wanted.states);
      if (wanted.assignee) filter.and('f.assignee = $?', wanted.assignee);
      const order = orderBy(request.sort, SORT_COLUMNS, ['f.instance_id', 'f.number']);
      const limit = filter.parameter(request.pageSize);
      const offset = filter.parameter(request.pageNumber * request.pageSize);
      const text = `WITH found AS MATERIALIZED (SELECT * FROM (${FOUND}) f WHERE ${filter.where})
        SELECT counted.total, shown.* FROM (SELECT count(*)::int AS total FROM found) counted
        LEFT JOIN (SELECT row_number() OVER (ORDER BY ${order}) AS place, f.instance_id, f.number FROM found f
          ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) shown ON TRUE ORDER BY shown.place`;
      const rows = await database.rows<ActivityPlace & { total: number; place: number | null }>(
        { name: '', text },
        filter.values,
      );
      return { places: rows.filter(({ place }) => place !== null), total: rows[0]?.total ?? 0 };
    },
  };
}

export type ActivityPageStore = ReturnType<typeof createActivityPageStore>;
