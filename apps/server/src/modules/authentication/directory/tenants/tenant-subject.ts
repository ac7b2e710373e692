// Says how a tenant stands in events: filed under itself, whoever acts.
import type { EventSubject } from '../../../../kernel/records/events.ts';
import type { TenantRecord } from './tenant-administration.store.ts';

export function tenantSubject({ identifier }: TenantRecord): EventSubject {
  return { name: identifier, tenantIdentifier: identifier };
}
