// Lets the people of a tenant in and keeps them out, and deletes a tenant in which nobody is left.
import type { SvcTenantModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { SessionApi } from '../../session/api.ts';
import type { DirectoryEvent } from '../api.ts';
import type { DirectoryEvents } from '../directory/directory-events.ts';
import { visibleTenant } from '../directory/grants.ts';
import { requireAdminOutside } from '../directory/last-admin.ts';
import { actorOf } from '../directory/user-event.ts';
import { toSvcTenant } from './tenant.wire.ts';
import {
  findTenantRecord,
  hasUsersOfTenant,
  lockTenant,
  removeTenant,
  saveTenantStanding,
  type TenantRecord,
} from './tenant-administration.store.ts';
import { recordTenantEvent } from './tenant-event.ts';

export interface TenantStandingService {
  activate(uuid: string, caller: Caller, context: Context): Promise<SvcTenantModel>;
  /** Closes the sessions of the tenant in the same transaction; its API keys are refused. */
  deactivate(uuid: string, caller: Caller, context: Context): Promise<SvcTenantModel>;
  remove(uuid: string, caller: Caller, context: Context): Promise<void>;
}

export interface TenantStandingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly directoryEvents: DirectoryEvents;
  readonly session: () => SessionApi;
}

export function createTenantStandingService(deps: TenantStandingDependencies): TenantStandingService {
  const { database, clock, events, directoryEvents } = deps;
  const changeBy = (caller: Caller) => ({ updatedBy: caller.username, now: new Date(clock.now()) });

  const lockFound = async (tx: Transaction, uuid: string, caller: Caller): Promise<TenantRecord> => {
    await lockTenant(tx, uuid);
    return (await findTenantRecord(tx, uuid, visibleTenant(caller))) ?? notFound(uuid);
  };

  return {
    activate: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        const tenant = await lockFound(tx, uuid, caller);
        if (tenant.enabled) return toSvcTenant(tenant);
        await saveTenantStanding(tx, tenant.id, true, changeBy(caller));
        const detail = { enabled: true };
        await recordTenantEvent(tx, events, 'authentication.tenant-activated', tenant, caller, context, detail);
        return toSvcTenant((await findTenantRecord(tx, uuid, null))!);
      }),
    deactivate: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        const found = (await findTenantRecord(tx, uuid, visibleTenant(caller))) ?? notFound(uuid);
        refuseStanding(found);
        if (found.identifier === caller.tenantIdentifier) fail('SELF_LOCKOUT');
        if (!found.enabled) return toSvcTenant(found);
        // First the lock under which sessions begin, then the row: a sign-in holds them in this order.
        await deps.session().closeByTenant(tx, found.identifier, 'TENANT_DISABLED', actorOf(caller, context));
        const tenant = await lockFound(tx, uuid, caller);
        await requireAdminOutside(tx, tenant.identifier);
        await saveTenantStanding(tx, tenant.id, false, changeBy(caller));
        const detail = { enabled: false };
        await recordTenantEvent(tx, events, 'authentication.tenant-deactivated', tenant, caller, context, detail);
        await directoryEvents.record(tx, tenantDirectoryEvent('tenant-deactivated', tenant));
        return toSvcTenant((await findTenantRecord(tx, uuid, null))!);
      }),
    remove: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        const tenant = await lockFound(tx, uuid, caller);
        refuseStanding(tenant);
        if (tenant.enabled || (await hasUsersOfTenant(tx, tenant.id))) {
          fail('TENANT_IN_USE', { parameters: { identifier: tenant.identifier } });
        }
        await removeTenant(tx, tenant.id, changeBy(caller));
        await recordTenantEvent(tx, events, 'authentication.tenant-deleted', tenant, caller, context, { uuid });
        await directoryEvents.record(tx, tenantDirectoryEvent('tenant-deleted', tenant));
      }),
  };
}

function refuseStanding({ system, identifier }: TenantRecord): void {
  if (system) fail('TENANT_SYSTEM', { parameters: { identifier } });
}

function notFound(uuid: string): never {
  return fail('TENANT_NOT_FOUND', { parameters: { tenantIdentifier: uuid } });
}

function tenantDirectoryEvent(kind: DirectoryEvent['kind'], { identifier }: TenantRecord): DirectoryEvent {
  return { kind, tenantIdentifier: identifier, userUuid: null, username: null, previousUsername: null };
}
