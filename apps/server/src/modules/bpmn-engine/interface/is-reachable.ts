// Tells whose instances a caller reaches.
import type { Caller } from '../../../kernel/request/caller.ts';

interface Owned {
  readonly tenantIdentifier: string;
  readonly startUserId: string | null;
}

/** Whether the caller's tenant has the instance, or he reaches beyond it. */
export function isReachable(caller: Caller, { tenantIdentifier }: Pick<Owned, 'tenantIdentifier'>): boolean {
  return tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
}

/** Whether the caller may read it: he started it, or reads any. */
export function isReadable(caller: Caller, owned: Owned): boolean {
  return isReachable(caller, owned) && (owned.startUserId === caller.username || caller.holds('BPMN_INSTANCE_VIEW'));
}
