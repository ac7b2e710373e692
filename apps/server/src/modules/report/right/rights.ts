// Computes a person's permissions for groups and reports by their lists of rights.
import { type ReportPermission, reportPermissions, type SvcRToolReportRightModel } from '@keelson/contract';
import { grantKey } from '../../../kernel/request/caller.ts';
import type { RightHolder } from '../report.types.ts';
import type { HeldRights } from './right.store.ts';

/** List of who may read, run and write; a missing half of an entry is no condition. */
export type Rights = readonly SvcRToolReportRightModel[];

/** Authority that reaches every group and report of the tenant. */
const ADMIN = 'REPORT_ADMIN';

export function isReportAdmin({ authorities }: RightHolder): boolean {
  return authorities.has(ADMIN);
}

const keyOf = ({ role, authority }: Rights[number]): string => grantKey(role ?? '', authority ?? '');

function heldKeys({ roles, authorities, grants }: RightHolder): readonly string[] {
  return [
    ...[...roles].map((role) => grantKey(role, '')),
    ...[...authorities].map((authority) => grantKey('', authority)),
    ...grants,
  ];
}

/** Lists the permissions that include the one that is needed. */
function including(need: ReportPermission): readonly ReportPermission[] {
  return reportPermissions.slice(reportPermissions.indexOf(need));
}

/**
 * Parameter of the conditions of `right.store.ts`; null for a person who reaches everything, so that nothing is
 * filtered.
 */
export function heldRights(holder: RightHolder, need: ReportPermission): string | null {
  if (isReportAdmin(holder)) return null;
  const held: HeldRights = {
    tenant: holder.tenantIdentifier,
    keys: heldKeys(holder),
    permissions: including(need),
  };
  return JSON.stringify(held);
}

/** Answers the permissions by several lists, all of which have to admit; an empty one admits everything. */
export function permissionsOf(holder: RightHolder, ...lists: readonly (Rights | null)[]): ReportPermission[] {
  if (isReportAdmin(holder)) return [...reportPermissions];
  const keys = new Set(heldKeys(holder));
  const admits = (list: Rights, need: ReportPermission): boolean =>
    list.length === 0 || list.some((right) => including(need).includes(right.permission) && keys.has(keyOf(right)));
  return reportPermissions.filter((need) => lists.every((list) => list === null || admits(list, need)));
}

/** As `permissionsOf` for one record; one without a tenant cannot be written. */
export function permissionsOn(
  holder: RightHolder,
  { tenantIdentifier }: { readonly tenantIdentifier: string | null },
  ...lists: readonly (Rights | null)[]
): ReportPermission[] {
  const permissions = permissionsOf(holder, ...lists);
  return tenantIdentifier === null ? permissions.filter((permission) => permission !== 'WRITE') : permissions;
}

/** Writes a list as it is stored: both halves of each entry there. */
export function storedRights(list: Rights | null | undefined): Rights {
  return (list ?? []).map(({ role, authority, permission }) => ({
    role: role ?? null,
    authority: authority ?? null,
    permission,
  }));
}
