// Activates and deactivates tenants.
import type { SvcTenantModel } from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { visibleScope } from '../../../../kernel/records/record/record-service.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { requireAdminOutside } from '../last-admin.ts';
import type { TenantService } from './tenant.service.ts';
import { tenants } from './tenant-administration.store.ts';
import { refuseSystem, tenantDirectoryEvent } from './tenant-ending.ts';

export function createTenantStandingService({
  database,
  directoryEvents,
  session,
  changeIn,
}: Pick<Kernel, 'database'> &
  Pick<TenantService, 'changeIn'> & {
    readonly directoryEvents: DirectoryEvents;
    readonly session: () => SessionApi;
  }) {
  return {
    activate: (act: Act, uuid: string): Promise<SvcTenantModel> =>
      database.transaction(async (tx) => {
        const tenant = await tenants.lock(tx, visibleScope(act.caller), { uuid });
        if (tenant.enabled) return tenants.toModel(tenant);
        const changed = await changeIn(tx, act, { uuid }, { enabled: true }, authenticationEvents.tenantActivated);
        await directoryEvents.record(tx, tenantDirectoryEvent('tenant-activated', tenant));
        return tenants.toModel(changed);
      }),
    /** Closes the sessions of the tenant in the same transaction; its API keys are refused. */
    deactivate: (act: Act, uuid: string): Promise<SvcTenantModel> =>
      database.transaction(async (tx) => {
        const found = await tenants.get(tx, visibleScope(act.caller), { uuid });
        refuseSystem(found);
        if (found.identifier === act.caller.tenantIdentifier) fail('SELF_LOCKOUT');
        if (!found.enabled) return tenants.toModel(found);
        // The lock under which sessions begin comes first, then the row: a sign-in holds them in this order.
        await session().closeByTenant(tx, found.identifier, 'TENANT_DISABLED', act.actor);
        await tenants.lock(tx, visibleScope(act.caller), { uuid });
        await requireAdminOutside(tx, found.identifier);
        const changed = await changeIn(tx, act, { uuid }, { enabled: false }, authenticationEvents.tenantDeactivated);
        await directoryEvents.record(tx, tenantDirectoryEvent('tenant-deactivated', changed));
        return tenants.toModel(changed);
      }),
  };
}

export type TenantStandingService = ReturnType<typeof createTenantStandingService>;
