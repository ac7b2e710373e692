// Lets the people of a tenant in and keeps them out, and deletes a tenant in which nobody is left.

import type { SvcTenantModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { DirectoryEvent } from '../../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { SessionApi } from '../../../session/api.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { requireAdminOutside } from '../last-admin.ts';
import { visibleTenant } from '../required-grants.ts';
import { toSvcTenant } from './tenant.wire.ts';
import {
  findTenantRecord,
  hasUsersOfTenant,
  lockTenant,
  removeTenant,
  saveTenantStanding,
  type TenantRecord,
} from './tenant-administration.store.ts';
import { tenantSubject } from './tenant-subject.ts';

export function createTenantStandingService({
  database,
  clock,
  directoryEvents,
  session,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly directoryEvents: DirectoryEvents;
  readonly session: () => SessionApi;
}) {
  const changeBy = (caller: Caller) => ({ updatedBy: caller.username, now: new Date(clock.now()) });

  const lockFound = async (tx: Transaction, uuid: string, caller: Caller): Promise<TenantRecord> => {
    await lockTenant(tx, uuid);
    return (await findTenantRecord(tx, uuid, visibleTenant(caller))) ?? notFound(uuid);
  };

  return {
    activate: (act: Act, uuid: string): Promise<SvcTenantModel> =>
      database.transaction(async (tx) => {
        const tenant = await lockFound(tx, uuid, act.caller);
        if (tenant.enabled) return toSvcTenant(tenant);
        await saveTenantStanding(tx, tenant.id, true, changeBy(act.caller));
        const detail = { enabled: true };
        await act.record(tx, authenticationEvents.tenantActivated, tenantSubject(tenant), detail);
        await directoryEvents.record(tx, tenantDirectoryEvent('tenant-activated', tenant));
        return toSvcTenant((await findTenantRecord(tx, uuid, null))!);
      }),
    /** Closes the sessions of the tenant in the same transaction; its API keys are refused. */
    deactivate: (act: Act, uuid: string): Promise<SvcTenantModel> =>
      database.transaction(async (tx) => {
        const found = (await findTenantRecord(tx, uuid, visibleTenant(act.caller))) ?? notFound(uuid);
        refuseStanding(found);
        if (found.identifier === act.caller.tenantIdentifier) fail('SELF_LOCKOUT');
        if (!found.enabled) return toSvcTenant(found);
        // The lock under which sessions begin comes first, then the row: a sign-in holds them in this order.
        await session().closeByTenant(tx, found.identifier, 'TENANT_DISABLED', act.actor);
        const tenant = await lockFound(tx, uuid, act.caller);
        await requireAdminOutside(tx, tenant.identifier);
        await saveTenantStanding(tx, tenant.id, false, changeBy(act.caller));
        const detail = { enabled: false };
        await act.record(tx, authenticationEvents.tenantDeactivated, tenantSubject(tenant), detail);
        await directoryEvents.record(tx, tenantDirectoryEvent('tenant-deactivated', tenant));
        return toSvcTenant((await findTenantRecord(tx, uuid, null))!);
      }),
    remove: (act: Act, uuid: string): Promise<void> =>
      database.transaction(async (tx) => {
        const tenant = await lockFound(tx, uuid, act.caller);
        refuseStanding(tenant);
        if (tenant.enabled || (await hasUsersOfTenant(tx, tenant.id))) {
          fail('TENANT_IN_USE', { parameters: { identifier: tenant.identifier } });
        }
        await removeTenant(tx, tenant.id, changeBy(act.caller));
        await act.record(tx, authenticationEvents.tenantDeleted, tenantSubject(tenant), { uuid });
        await directoryEvents.record(tx, tenantDirectoryEvent('tenant-deleted', tenant));
      }),
  };
}

export type TenantStandingService = ReturnType<typeof createTenantStandingService>;

function refuseStanding({ system, identifier }: TenantRecord): void {
  if (system) fail('TENANT_SYSTEM', { parameters: { identifier } });
}

function notFound(uuid: string): never {
  return failNotFound('TENANT_NOT_FOUND', { uuid });
}

function tenantDirectoryEvent(kind: DirectoryEvent['kind'], { identifier }: TenantRecord): DirectoryEvent {
  return { kind, tenantIdentifier: identifier, userUuid: null, username: null, previousUsername: null };
}
