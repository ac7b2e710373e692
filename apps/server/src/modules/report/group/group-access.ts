// Applies the rights of callers to groups.
import type { ReportPermission } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { RightHolder } from '../report.types.ts';
import { permissionsOf } from '../right/rights.ts';
import { type Group, groups } from './group.store.ts';

/**
 * Fails with 404 where the group may not be seen, with 403 where it may only be seen, with 409 where only the program
 * writes it.
 */
export function requirePermission(holder: RightHolder, row: Group, need: ReportPermission): void {
  const permissions = permissionsOf(holder, row.rights);
  if (!permissions.includes('READ')) failNotFound('REPORT_GROUP_NOT_FOUND', { uuid: row.uuid });
  if (need === 'WRITE' && row.tenantIdentifier === null)
    fail('REPORT_SYSTEM_RECORD', { parameters: { code: row.code } });
  if (!permissions.includes(need)) fail('ACCESS_DENIED');
}

export async function getGroup(
  queryable: Queryable,
  holder: RightHolder,
  uuid: string,
  need: ReportPermission,
): Promise<Group> {
  const row = await groups.get(queryable, { tenantIdentifier: holder.tenantIdentifier }, { uuid });
  requirePermission(holder, row, need);
  return row;
}

/** Finds a group for new content; 409 REPORT_GROUP_DISABLED for a disabled one. */
export async function getOpenGroup(queryable: Queryable, holder: RightHolder, uuid: string): Promise<Group> {
  const row = await getGroup(queryable, holder, uuid, 'WRITE');
  if (!row.enabled) fail('REPORT_GROUP_DISABLED', { parameters: { code: row.code } });
  return row;
}
