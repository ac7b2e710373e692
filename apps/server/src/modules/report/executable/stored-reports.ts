// Finds a report, perhaps in an older version, for a caller with the needed permission.
import type { ReportPermission } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { GivenReport, RightHolder, StoredReport } from '../report.types.ts';
import { permissionsOn } from '../right/rights.ts';
import { findVersion, type KeptFields, type Report, reports } from './report.store.ts';

/**
 * Answers the caller's permissions; fails with 404 for a report that may not be read, with 403 for one that may only be
 * read, with 409 for one that only the program writes.
 */
export function requirePermission(holder: RightHolder, row: Report, need: ReportPermission): ReportPermission[] {
  const permissions = permissionsOn(holder, row, row.groupRights, row.authorityList);
  if (!permissions.includes('READ')) failNotFound('REPORT_NOT_FOUND', { uuid: row.uuid });
  if (need === 'WRITE' && row.tenantIdentifier === null)
    fail('REPORT_SYSTEM_RECORD', { parameters: { code: row.code } });
  if (!permissions.includes(need)) fail('ACCESS_DENIED');
  return permissions;
}

/** A found report, beside its fields as they are answered. */
interface FoundReport extends GivenReport {
  readonly row: Report;
  readonly fields: KeptFields;
}

/**
 * Finds a report. Rights are those of the present version, also for an older one: 404 REPORT_VERSION_NOT_FOUND for one
 * that is not kept.
 */
export async function getStoredReport(
  queryable: Queryable,
  holder: RightHolder,
  uuid: string,
  need: ReportPermission,
  version?: number | null,
): Promise<FoundReport> {
  const row = await reports.get(queryable, { tenantIdentifier: holder.tenantIdentifier }, { uuid });
  const permissionList = requirePermission(holder, row, need);
  if (version === null || version === undefined || version === row.version)
    return { row, report: row, fields: reports.toModel(row), permissionList };
  const kept = await findVersion(queryable, row.id, version);
  if (kept === null) return failNotFound('REPORT_VERSION_NOT_FOUND', { version });
  const { fields, logo } = kept;
  return { row, report: { ...fields, logo, shipped: row.shipped }, fields, permissionList };
}

/** A report in one of its versions. */
export interface ReportVersion {
  readonly tenantIdentifier: string;
  readonly uuid: string;
  readonly version: number;
}

/** Finds the report of a permitted run, without further checks; null where it or that version is gone. */
export async function findStoredReport(
  queryable: Queryable,
  { tenantIdentifier, uuid, version }: ReportVersion,
): Promise<StoredReport | null> {
  const row = await reports.find(queryable, { tenantIdentifier }, { uuid });
  if (row === null || row.version === version) return row;
  const kept = await findVersion(queryable, row.id, version);
  return kept && { ...kept.fields, logo: kept.logo, shipped: row.shipped };
}

/** Answers the present permissions for a report; none where it does not exist. */
export async function findPermissions(
  queryable: Queryable,
  holder: RightHolder,
  uuid: string,
): Promise<readonly ReportPermission[]> {
  const row = await reports.find(queryable, { tenantIdentifier: holder.tenantIdentifier }, { uuid });
  return row === null ? [] : permissionsOn(holder, row, row.groupRights, row.authorityList);
}

/** Finds the report of a code without checking rights; null where the tenant has none. */
export async function findReportUuid(
  queryable: Queryable,
  tenantIdentifier: string,
  code: string,
): Promise<string | null> {
  return (await reports.find(queryable, { tenantIdentifier }, { code }))?.uuid ?? null;
}
