// Decides what a caller may see of the settings: definitions by their visibility, values by their tenant.
import type { Caller } from '../../../kernel/request/caller.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import type { Definition } from '../system-setting.types.ts';

export function mayView(caller: Pick<Caller, 'holds'>, { visibility }: Definition): boolean {
  return visibility !== 'RESTRICTED' || caller.holds('SETTING_VIEW');
}

/** Answers the tenants of a query; another than the caller's needs TENANT_ALL. */
export function reachedTenants(caller: Caller, asked: string | null | undefined): 'all' | readonly string[] {
  if (asked === null || asked === undefined) return caller.holds('TENANT_ALL') ? 'all' : [caller.tenantIdentifier];
  if (asked !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  return [asked];
}
