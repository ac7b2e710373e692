// Makes, changes, finds and deletes tenants.
import type { SvcTenantModel, SvcTenantModelInput, SvcTenantQueryModel, SvcTenantUpdateModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { typed } from '../../../../kernel/records/record/column.ts';
import { createRecordService, visibleScope } from '../../../../kernel/records/record/record-service.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { hasUsersOfTenant, saveTenantHosts, type TenantRecord, tenants } from './tenant-administration.store.ts';
import { refuseSystem, tenantDirectoryEvent } from './tenant-ending.ts';
import { canonicalFields, canonicalHost, findTenantProblems } from './tenant-fields.ts';

interface TenantModels {
  readonly save: SvcTenantModelInput;
  readonly update: SvcTenantUpdateModel;
  readonly query: SvcTenantQueryModel;
  readonly answer: SvcTenantModel;
}

export function createTenantService(
  ground: Pick<Kernel, 'database' | 'clock' | 'ids'> & { readonly directoryEvents: DirectoryEvents },
) {
  return createRecordService(ground, tenants, {
    models: typed<TenantModels>(),
    events: {
      saved: authenticationEvents.tenantCreated,
      updated: authenticationEvents.tenantUpdated,
      removed: authenticationEvents.tenantDeleted,
    },
    toModel: tenants.toModel,
    scopeOf: ({ caller }) => visibleScope(caller),
    pageScopeOf: ({ caller }) => visibleScope(caller),
    query: (_act, { host, ...query }) => ({ ...query, host: host && canonicalHost(host) }),
    check: {
      save: (_act, { body }) => findTenantProblems(body, null),
      update: (_act, { body, row }) => findTenantProblems(body, row),
    },
    before: {
      save: (_tx, _act, { fields }) => canonicalFields(fields),
      update: (_tx, _act, { row, changes }) => canonicalFields({ ...row, ...changes }),
      async remove(tx, _act, { row }) {
        refuseSystem(row);
        const { enabled, identifier } = row;
        if (enabled || (await hasUsersOfTenant(tx, identifier))) fail('TENANT_IN_USE', { parameters: { identifier } });
      },
    },
    after: {
      save: (tx, _act, { row }) => saveHosts(tx, row),
      update: (tx, _act, { row }) => saveHosts(tx, row),
      /** Keeps the row with the identifier; the hosts become free. */
      async remove(tx, _act, { row }) {
        await saveHosts(tx, { ...row, hostList: [] });
        await ground.directoryEvents.record(tx, tenantDirectoryEvent('tenant-deleted', row));
      },
    },
  });
}

export type TenantService = ReturnType<typeof createTenantService>;

async function saveHosts(tx: Transaction, { id, hostList }: Pick<TenantRecord, 'id' | 'hostList'>): Promise<void> {
  const host = await saveTenantHosts(tx, id, hostList);
  if (host !== null) fail('TENANT_HOST_ALREADY_EXISTS', { parameters: { host } });
}
