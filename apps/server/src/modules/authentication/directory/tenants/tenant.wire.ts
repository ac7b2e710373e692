// Turns tenants of the store into the model of the interface.
import type { SvcTenantModel } from '@keelson/contract';
import { toRecordFields } from '../../ground/authentication.types.ts';
import type { TenantRecord } from './tenant-administration.store.ts';

export function toSvcTenant(tenant: TenantRecord): SvcTenantModel {
  return {
    ...toRecordFields(tenant),
    identifier: tenant.identifier,
    name: tenant.name,
    enabled: tenant.enabled,
    hostList: tenant.hostList,
    redirectUrlList: tenant.redirectUrlList,
    defaultRedirectUrl: tenant.defaultRedirectUrl,
    locale: tenant.locale,
    timeZone: tenant.timeZone,
  };
}
