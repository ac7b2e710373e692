// Holds the SQL of the tree of groups: recomputing paths and inherited rights, and the visible tree.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { admittedLists, reportAdmits } from '../right/right.store.ts';

const plant = sql(
  'report_group_plant',
  `WITH RECURSIVE tree AS (
     SELECT uuid, ARRAY[uuid] AS path, CASE WHEN authority_list <> '[]' THEN uuid END AS rights
     FROM report_group WHERE tenant_identifier = $1 AND parent_uuid IS NULL AND NOT deleted
     UNION ALL
     SELECT c.uuid, t.path || c.uuid, CASE WHEN c.authority_list <> '[]' THEN c.uuid ELSE t.rights END
     FROM tree t JOIN report_group c ON c.parent_uuid = t.uuid AND NOT c.deleted
   ), planted AS (
     UPDATE report_group g SET path = t.path, rights_uuid = t.rights FROM tree t
     WHERE g.uuid = t.uuid AND (g.path IS DISTINCT FROM t.path OR g.rights_uuid IS DISTINCT FROM t.rights)
   )
   SELECT coalesce(max(cardinality(path)), 0) AS depth,
     ARRAY(SELECT g.uuid FROM report_group g WHERE g.tenant_identifier = $1 AND NOT g.deleted
       AND g.uuid NOT IN (SELECT uuid FROM tree)) AS lost
   FROM tree`,
);

/**
 * Recomputes path and inherited rights of every group, after parents or lists have changed; the caller holds the lock
 * of the tenant. `lost` names groups that cannot be reached from the top, as they form a cycle.
 */
export async function plantTree(
  tx: Transaction,
  tenantIdentifier: string,
): Promise<{ readonly depth: number; readonly lost: readonly string[] }> {
  const [row] = await tx.rows<{ depth: number; lost: string[] }>(plant, [tenantIdentifier]);
  return row!;
}

/** A group in the tree; `rank` is that of the caller's permission: 1 READ, 2 EXECUTE, 3 WRITE. */
export interface TreeRow {
  readonly uuid: string;
  readonly code: string;
  readonly name: string;
  /** The group above it, visible or not. */
  readonly parentUuid: string | null;
  readonly level: number;
  readonly displayOrder: number;
  readonly icon: string | null;
  readonly enabled: boolean;
  readonly version: number;
  readonly reportCount: number;
  readonly rank: number;
}

/** Condition of visibility: records without a tenant are visible in every tenant. */
const visible = (alias: string): string => `(${alias}.tenant_identifier = $1 OR ${alias}.tenant_identifier IS NULL)`;

const tree = sql(
  'report_group_tree',
  `WITH lists AS MATERIALIZED (${admittedLists('$2')}),
   reports AS (SELECT d.report_group_uuid AS uuid, count(*)::int AS count FROM report_definition d
     WHERE ${visible('d')} AND NOT d.deleted AND d.report_group_uuid IS NOT NULL
       AND ($2::jsonb IS NULL OR ${reportAdmits('d.authority_list', '$2')}) GROUP BY 1)
   SELECT g.uuid, g.code, g.name, g.parent_uuid AS "parentUuid", cardinality(g.path) AS level,
     g.display_order AS "displayOrder", g.icon, g.enabled, g.version,
     CASE WHEN g.tenant_identifier IS NULL THEN 2 WHEN $2::jsonb IS NULL OR g.rights_uuid IS NULL THEN 3 ELSE lists.rank END AS rank,
     coalesce(reports.count, 0) AS "reportCount"
   FROM report_group g LEFT JOIN lists ON lists.uuid = g.rights_uuid LEFT JOIN reports ON reports.uuid = g.uuid
   WHERE ${visible('g')} AND NOT g.deleted
     AND ($2::jsonb IS NULL OR g.rights_uuid IS NULL OR lists.uuid IS NOT NULL)
   ORDER BY g.display_order, g.name_folded, g.id`,
);

/** Lists the visible groups, siblings in their order; `held` is null for callers who see everything. */
export async function listTree(
  queryable: Queryable,
  tenantIdentifier: string,
  held: string | null,
): Promise<readonly TreeRow[]> {
  return queryable.rows<TreeRow>(tree, [tenantIdentifier, held]);
}
