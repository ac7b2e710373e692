// Declares report groups, and holds the SQL of what is shown beside their fields.
import { reportGroupSort, reportGroupSortStandard } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';
import { namedUuid } from '../../../kernel/text/named-uuid.ts';
import { groupAdmits, reportAdmits } from '../right/right.store.ts';
import type { Rights } from '../right/rights.ts';

const hidden = { server: true, hidden: true } as const;

export const groups = defineRecord({
  table: 'report_group',
  thing: 'REPORT_GROUP',
  columns: {
    code: column.text({ order: 'r.code COLLATE "C"' }),
    name: column.text(),
    description: column.text({ nullable: true }),
    parentUuid: column.uuid({ nullable: true }),
    displayOrder: column.integer({ standard: 0 }),
    icon: column.text({ nullable: true }),
    enabled: column.flag({ standard: true }),
    authorityList: column.json(typed<Rights>(), { standard: [] }),
    /** Identifiers from the top down to the group itself. */
    path: column.textList(hidden),
    rightsUuid: column.uuid({ ...hidden, nullable: true }),
    level: column.computed(column.integer({ hidden: true }), 'cardinality(r.path)'),
    /** List of rights in force, perhaps that of a group above; null where none has one. */
    rights: column.computed(
      column.json(typed<Rights>(), { hidden: true, nullable: true }),
      'SELECT h.authority_list FROM report_group h WHERE h.uuid = r.rights_uuid',
    ),
  },
  folded: { name: foldText, description: foldText },
  filters: {
    uuidList: { anyOf: 'uuid' },
    code: { equals: 'code' },
    name: { contains: ['name'] },
    searchText: { contains: ['code', 'name', 'description'] },
    parentUuid: { equals: 'parentUuid' },
    belowUuid: { where: 'r.path @> ARRAY[$?::uuid] AND r.uuid <> $?::uuid', of: typed<string>() },
    /** Matches groups at the top; with the answer of `heldRights` also those whose parent is not visible. */
    topOf: { where: `r.parent_uuid IS NULL OR r.parent_uuid IN (${hiddenFrom('$?')})`, of: typed<string>() },
    topOnly: { where: '(r.parent_uuid IS NULL) = $?', of: typed<true>() },
    enabled: { equals: 'enabled' },
    isOwn: { where: '(r.tenant_identifier IS NOT NULL) = $?', of: typed<true>() },
    admitting: { where: groupAdmits('r.rights_uuid', '$?'), of: typed<string>() },
  },
  sort: { properties: reportGroupSort, standard: reportGroupSortStandard },
  unique: {
    uuid: ['REPORT_GROUP_ALREADY_EXISTS', 'report_group_uuid'],
    code: 'REPORT_GROUP_ALREADY_EXISTS',
    name: ['REPORT_GROUP_ALREADY_EXISTS', 'report_group_name'],
  },
  shared: 'REPORT_SYSTEM_RECORD',
  subject: 'code',
});
export type Group = RowOf<typeof groups>;

function hiddenFrom(parameter: string): string {
  return `SELECT p.uuid FROM report_group p WHERE p.tenant_identifier = ${parameter}::jsonb->>'tenant'
    AND NOT p.deleted AND NOT ${groupAdmits('p.rights_uuid', parameter)}`;
}

/** What is shown of a group beside its fields. */
export interface GroupSurroundings {
  readonly uuid: string;
  readonly parentUuid: string | null;
  readonly parentName: string | null;
  readonly pathNameList: readonly string[];
  readonly childCount: number;
  readonly reportCount: number;
}

/** Condition of visibility: records without a tenant are visible in every tenant. */
const visible = (alias: string): string => `(${alias}.tenant_identifier = $1 OR ${alias}.tenant_identifier IS NULL)`;
const seen = (alias: string): string => `($3::jsonb IS NULL OR ${groupAdmits(`${alias}.rights_uuid`, '$3')})`;

// The path begins below the lowest invisible group.
const describe = sql(
  'report_group_surroundings',
  `WITH children AS (SELECT c.parent_uuid AS uuid, count(*)::int AS count FROM report_group c
     WHERE c.tenant_identifier = $1 AND c.parent_uuid = ANY($2) AND NOT c.deleted AND ${seen('c')} GROUP BY 1),
   reports AS (SELECT d.report_group_uuid AS uuid, count(*)::int AS count FROM report_definition d
     WHERE ${visible('d')} AND d.report_group_uuid = ANY($2) AND NOT d.deleted
       AND ($3::jsonb IS NULL OR ${reportAdmits('d.authority_list', '$3')}) GROUP BY 1)
   SELECT r.uuid, shown.names AS "pathNameList", shown.parent_uuid AS "parentUuid", shown.parent_name AS "parentName",
     coalesce(children.count, 0) AS "childCount", coalesce(reports.count, 0) AS "reportCount"
   FROM report_group r LEFT JOIN children USING (uuid) LEFT JOIN reports USING (uuid)
   CROSS JOIN LATERAL (
     SELECT array_agg(a.name ORDER BY a.place) AS names,
       (array_agg(a.name) FILTER (WHERE a.uuid = r.parent_uuid))[1] AS parent_name,
       (array_agg(a.uuid) FILTER (WHERE a.uuid = r.parent_uuid))[1] AS parent_uuid
     FROM (SELECT g.name, g.uuid, p.place,
         bool_and(p.uuid = r.uuid OR ${seen('g')}) OVER (ORDER BY p.place DESC) AS is_shown
       FROM unnest(r.path) WITH ORDINALITY p(uuid, place) JOIN report_group g ON g.uuid = p.uuid) a
     WHERE a.is_shown) shown
   WHERE ${visible('r')} AND r.uuid = ANY($2)`,
);

/** Answers the surroundings of groups, by uuid; `held` is null for callers who see everything. */
export async function describeGroups(
  queryable: Queryable,
  tenantIdentifier: string,
  uuids: readonly string[],
  held: string | null,
): Promise<ReadonlyMap<string, GroupSurroundings>> {
  if (uuids.length === 0) return new Map();
  const rows = await queryable.rows<GroupSurroundings>(describe, [tenantIdentifier, uuids, held]);
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Counts the direct content of a group, visible or not. */
const counted = sql(
  'report_group_contents',
  `SELECT (SELECT count(*)::int FROM report_group WHERE parent_uuid = $1 AND NOT deleted) AS groups,
     (SELECT count(*)::int FROM report_definition WHERE report_group_uuid = $1 AND NOT deleted) AS reports`,
);

export async function countContents(
  queryable: Queryable,
  uuid: string,
): Promise<{ readonly groups: number; readonly reports: number }> {
  const [row] = await queryable.rows<{ groups: number; reports: number }>(counted, [uuid]);
  return row!;
}

const below = sql(
  'report_group_below',
  `SELECT uuid, cardinality(path) AS level FROM report_group
   WHERE tenant_identifier = $1 AND path @> ARRAY[$2::uuid] AND uuid <> $2 AND NOT deleted ORDER BY 2 DESC, id`,
);

/** Lists all groups below one, the deepest first. */
export async function listBelow(
  queryable: Queryable,
  { tenantIdentifier, uuid }: { readonly tenantIdentifier: string; readonly uuid: string },
): Promise<readonly { readonly uuid: string; readonly level: number }[]> {
  return queryable.rows(below, [tenantIdentifier, uuid]);
}

const count = sql(
  'report_group_count',
  'SELECT count(*)::int AS count FROM report_group WHERE tenant_identifier = $1 AND NOT deleted',
);

export async function countGroups(queryable: Queryable, tenantIdentifier: string): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(count, [tenantIdentifier]);
  return row!.count;
}

const living = sql(
  'report_group_is_living',
  'SELECT FROM report_group WHERE tenant_identifier = $1 AND uuid = $2 AND NOT deleted',
);

export async function isLivingGroup(queryable: Queryable, tenantIdentifier: string, uuid: string): Promise<boolean> {
  return (await queryable.rows(living, [tenantIdentifier, uuid])).length > 0;
}

/** The same in every installation. */
const PLATFORM_GROUP = namedUuid('report.ready', 'platform');

const shipPlatform = sql(
  'report_group_ship_platform',
  `INSERT INTO report_group (uuid, version, code, name, name_folded, display_order, icon, enabled, authority_list, path, created_by,
     updated_by, date_created, date_updated, deleted)
   VALUES ($1, 0, 'platform', 'Platform', 'platform', 1000, 'platform', true, '[]', ARRAY[$1::uuid], 'system', 'system', $2, $2, false)
   ON CONFLICT (uuid) DO NOTHING`,
);

/** Makes the group of the ready reports where it is missing, after the groups of tenants; answers its uuid. */
export async function shipPlatformGroup(tx: Transaction, now: Date): Promise<string> {
  await tx.execute(shipPlatform, [PLATFORM_GROUP, now]);
  return PLATFORM_GROUP;
}
