// Says which tenant cannot go, and what other modules hear of the others.
import type { DirectoryEvent } from '../../../../kernel/directory/directory-event.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { TenantRecord } from './tenant-administration.store.ts';

export function refuseSystem({ system, identifier }: TenantRecord): void {
  if (system) fail('TENANT_SYSTEM', { parameters: { identifier } });
}

export function tenantDirectoryEvent(kind: DirectoryEvent['kind'], { identifier }: TenantRecord): DirectoryEvent {
  return { kind, tenantIdentifier: identifier, userUuid: null, username: null, previousUsername: null };
}
