// Declares reports, and holds the SQL of the versions that are kept of them.
import {
  type ReportOutputFormat,
  reportDataSourceTypes,
  reportOutputFormats,
  reportSort,
  reportSortStandard,
  reportStatuses,
} from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../kernel/records/record/define-record.ts';
import { foldText } from '../../../kernel/text/fold-text.ts';
import type { ReportDefinition } from '../report.types.ts';
import { groupAdmits, reportAdmits } from '../right/right.store.ts';
import type { Rights } from '../right/rights.ts';
import type { ShippedReport } from '../shipped-texts.ts';

/** Versions of a report that are kept, with the current one. */
const VERSIONS_KEPT = 50;

export const standardLayout: ReportDefinition['layout'] = {
  pageSize: 'A4',
  orientation: 'PORTRAIT',
  margins: { top: 15, right: 15, bottom: 15, left: 15 },
  title: null,
  subtitle: null,
  headerTemplate: null,
  footerTemplate: null,
  logo: null,
  repeatHeader: true,
  zebra: true,
  fontFamily: 'DEJAVU_SANS',
  locale: null,
  timeZone: null,
};

const inGroup = (condition: string): string =>
  `r.report_group_uuid IN (SELECT g.uuid FROM report_group g WHERE NOT g.deleted AND ${condition})`;

export const reports = defineRecord({
  table: 'report_definition',
  thing: 'REPORT',
  columns: {
    code: column.text({ order: 'r.code COLLATE "C"' }),
    name: column.text(),
    description: column.text({ nullable: true }),
    reportGroupUuid: column.uuid({ nullable: true }),
    status: column.choice(reportStatuses, { standard: 'DRAFT' }),
    enabled: column.flag({ standard: true, readOnly: 'Changed by activate and deactivate.' }),
    reportDataSourceType: column.choice(reportDataSourceTypes),
    dataAdapterCode: column.text(),
    query: column.json(typed<ReportDefinition['query']>()),
    parameterList: column.json(typed<ReportDefinition['parameterList']>(), { standard: [] }),
    columnList: column.json(typed<ReportDefinition['columnList']>(), { standard: [] }),
    rowGroupList: column.json(typed<ReportDefinition['rowGroupList']>(), { standard: [] }),
    chartList: column.json(typed<ReportDefinition['chartList']>(), { standard: [] }),
    layout: column.json(typed<ReportDefinition['layout']>(), { standard: standardLayout }),
    logo: column.bytes({ server: true, hidden: true, nullable: true }),
    outputFormatList: column.json(typed<readonly ReportOutputFormat[]>(), { standard: reportOutputFormats }),
    defaultOutputFormat: column.choice(reportOutputFormats, { standard: 'PDF' }),
    rowLimit: column.integer({ standard: 100_000 }),
    timeoutSeconds: column.integer({ standard: 300 }),
    truncateMode: column.choice(['TRUNCATE', 'FAIL'], { standard: 'TRUNCATE' }),
    csvDelimiter: column.choice([',', ';', '\t', '|'], { nullable: true }),
    csvBom: column.flag({ standard: true }),
    csvFormulaEscape: column.flag({ standard: true }),
    csvNumberStyle: column.choice(['PLAIN', 'LOCALE'], { standard: 'PLAIN' }),
    cacheMode: column.choice(['NONE', 'FIXED'], { standard: 'NONE' }),
    cacheSeconds: column.integer({ standard: 0 }),
    authorityList: column.json(typed<Rights>(), { standard: [] }),
    /** Set for ready reports alone. */
    shipped: column.json(typed<ShippedReport>(), { server: true, hidden: true, nullable: true }),
    groupName: column.computed(
      column.text({ nullable: true, hidden: true }),
      'SELECT g.name FROM report_group g WHERE g.uuid = r.report_group_uuid',
    ),
    /** Rights in force in its group; null where it is in no group, or no group above has a list. */
    groupRights: column.computed(
      column.json(typed<Rights>(), { nullable: true, hidden: true }),
      `SELECT h.authority_list FROM report_group g JOIN report_group h ON h.uuid = g.rights_uuid
       WHERE g.uuid = r.report_group_uuid`,
    ),
  },
  folded: { name: foldText, description: foldText },
  filters: {
    code: { equals: 'code' },
    name: { contains: ['name'] },
    searchText: { contains: ['code', 'name', 'description'] },
    reportGroupUuid: { equals: 'reportGroupUuid' },
    withinUuid: { where: inGroup('g.path @> ARRAY[$?::uuid]'), of: typed<string>() },
    reportDataSourceType: { equals: 'reportDataSourceType' },
    dataAdapterCode: { equals: 'dataAdapterCode' },
    status: { equals: 'status' },
    enabled: { equals: 'enabled' },
    admitting: {
      where: `(r.report_group_uuid IS NULL OR ${inGroup(
        `(g.tenant_identifier = $?::jsonb->>'tenant' OR g.tenant_identifier IS NULL) AND ${groupAdmits('g.rights_uuid', '$?')}`,
      )}) AND ${reportAdmits('r.authority_list', '$?')}`,
      of: typed<string>(),
    },
  },
  sort: { properties: reportSort, standard: reportSortStandard },
  unique: { code: 'REPORT_ALREADY_EXISTS' },
  shared: 'REPORT_SYSTEM_RECORD',
  subject: 'code',
});
export type Report = RowOf<typeof reports>;

const counted = sql(
  'report_definition_count',
  'SELECT count(*)::int AS count FROM report_definition WHERE tenant_identifier = $1 AND NOT deleted',
);
const insertVersion = sql(
  'report_definition_version_insert',
  'INSERT INTO report_definition_version (report_id, version, content, logo) VALUES ($1, $2, $3, $4)',
);
const removeOld = sql(
  'report_definition_version_remove_old',
  'DELETE FROM report_definition_version WHERE report_id = $1 AND version <= $2',
);
const selectVersion = sql(
  'report_definition_version_find',
  'SELECT content AS fields, logo FROM report_definition_version WHERE report_id = $1 AND version = $2',
);
const listKept = sql(
  'report_definition_version_list',
  `SELECT v.version, v.content->>'name' AS name, v.content->>'status' AS status, v.content->>'updatedBy' AS "updatedBy",
     v.content->>'dateUpdated' AS "dateUpdated", v.version = r.version AS current
   FROM report_definition_version v JOIN report_definition r ON r.id = v.report_id
   WHERE v.report_id = $1 ORDER BY v.version DESC`,
);
const selectInGroups = sql(
  'report_definition_in_groups',
  'SELECT uuid FROM report_definition WHERE report_group_uuid = ANY($1) AND NOT deleted ORDER BY id',
);

export async function countReports(queryable: Queryable, tenantIdentifier: string): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(counted, [tenantIdentifier]);
  return row!.count;
}

/** Lists the living reports that lie directly in one of the groups. */
export async function listReportsIn(queryable: Queryable, groupUuids: readonly string[]): Promise<readonly string[]> {
  return (await queryable.rows<{ uuid: string }>(selectInGroups, [groupUuids])).map(({ uuid }) => uuid);
}

/** Stores the present version, and deletes the oldest one beyond the bound. */
export async function keepVersion(tx: Transaction, row: Report): Promise<void> {
  const content = JSON.stringify(reports.toModel(row));
  await Promise.all([
    tx.execute(insertVersion, [row.id, row.version, content, row.logo]),
    tx.execute(removeOld, [row.id, row.version - VERSIONS_KEPT]),
  ]);
}

/** Fields of a report as they are answered. */
export type KeptFields = ReturnType<typeof reports.toModel>;

export interface KeptVersion {
  readonly fields: KeptFields;
  readonly logo: Buffer | null;
}

/** Finds a version; null for one that never existed, or is not kept any more. */
export async function findVersion(queryable: Queryable, id: number, version: number): Promise<KeptVersion | null> {
  const [row] = await queryable.rows<KeptVersion>(selectVersion, [id, version]);
  return row ?? null;
}

/** One of the kept versions, with the fields that distinguish it; the time is ISO 8601. */
interface ListedVersion extends Pick<KeptFields, 'version' | 'name' | 'status' | 'updatedBy'> {
  readonly dateUpdated: string;
  readonly current: boolean;
}

/** Lists the versions that are kept, the newest first. */
export const listVersions = (queryable: Queryable, id: number): Promise<ListedVersion[]> =>
  queryable.rows<ListedVersion>(listKept, [id]);
