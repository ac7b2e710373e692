// Holds the SQL that selects the records of an export.
import { type Queryable, sql } from '../../../kernel/database/database.ts';

const selectReports = sql(
  'report_transfer_reports',
  `SELECT r.uuid FROM report_definition r
   WHERE r.tenant_identifier = $1 AND NOT r.deleted AND ($3::uuid[] IS NULL OR r.uuid = ANY($3))
     AND ($2::uuid IS NULL OR r.report_group_uuid IN (
       SELECT g.uuid FROM report_group g WHERE g.path @> ARRAY[$2::uuid] AND NOT g.deleted))
   ORDER BY r.code COLLATE "C" LIMIT $4`,
);
const selectGroups = sql(
  'report_transfer_groups',
  `WITH lowest AS (
     SELECT g.path FROM report_group g WHERE g.tenant_identifier = $1 AND NOT g.deleted AND CASE
       WHEN $3::uuid[] IS NOT NULL THEN g.uuid IN (SELECT r.report_group_uuid FROM report_definition r WHERE r.uuid = ANY($3))
       ELSE $2::uuid IS NULL OR g.path @> ARRAY[$2::uuid] END)
   SELECT g.uuid, g.code, p.code AS "parentCode" FROM report_group g LEFT JOIN report_group p ON p.uuid = g.parent_uuid
   WHERE g.tenant_identifier = $1 AND g.uuid IN (SELECT unnest(path) FROM lowest)
   ORDER BY cardinality(g.path), g.code COLLATE "C" LIMIT $4`,
);

/** What is exported of a tenant: a group with its descendants, some reports, or both null for all. */
export interface ExportedPart {
  readonly tenantIdentifier: string;
  readonly groupUuid: string | null;
  readonly reportUuids: readonly string[] | null;
  readonly limit: number;
}

const valuesOf = ({ tenantIdentifier, groupUuid, reportUuids, limit }: ExportedPart) => [
  tenantIdentifier,
  groupUuid,
  reportUuids,
  limit,
];

/** Lists identifiers in the order of the codes, without shipped reports. */
export async function listExportedReports(queryable: Queryable, part: ExportedPart): Promise<readonly string[]> {
  return (await queryable.rows<{ uuid: string }>(selectReports, valuesOf(part))).map(({ uuid }) => uuid);
}

export interface ExportedGroup {
  readonly uuid: string;
  readonly code: string;
  readonly parentCode: string | null;
}

/** Lists the groups of the reports, and those above, upper ones first. */
export function listExportedGroups(queryable: Queryable, part: ExportedPart): Promise<readonly ExportedGroup[]> {
  return queryable.rows<ExportedGroup>(selectGroups, valuesOf(part));
}
