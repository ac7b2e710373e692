// Says whose instances a caller reaches.
import type { Caller } from '../../../kernel/request/caller.ts';
import { isSamePerson } from '../runtime/state/person-name.ts';

interface Owned {
  readonly tenantIdentifier: string;
  readonly startUserId: string | null;
}

/** Whether the caller's tenant has the instance, or he reaches beyond it. */
export function isReachable(caller: Caller, { tenantIdentifier }: Pick<Owned, 'tenantIdentifier'>): boolean {
  return tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
}

/** Whether the caller may read an instance: he started it, or reads any. */
export function isReadable(caller: Caller, owned: Owned): boolean {
  const { startUserId } = owned;
  if (!isReachable(caller, owned)) return false;
  return caller.holds('BPMN_INSTANCE_VIEW') || (startUserId !== null && isSamePerson(startUserId, caller.username));
}
