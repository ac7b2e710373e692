// Wires tenants: making, changing, finding, deactivating and deleting them.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { createTenantHandlers } from './tenant.routes.ts';
import { createTenantService } from './tenant.service.ts';
import { createTenantStandingService } from './tenant-standing.service.ts';

export function createTenantsFeature(
  { database, clock, ids }: Pick<Kernel, 'database' | 'clock' | 'ids'>,
  { directoryEvents, session }: { readonly directoryEvents: DirectoryEvents; readonly session: () => SessionApi },
) {
  const tenants = createTenantService({ database, clock, ids, directoryEvents });
  const standing = createTenantStandingService({ ...tenants, database, directoryEvents, session });
  return { handlers: createTenantHandlers(tenants, standing) };
}
