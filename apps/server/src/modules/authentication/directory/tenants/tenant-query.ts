// Holds the filters and the order of the page of tenants.
import type { SvcTenantQueryModel } from '@keelson/contract';
import { containsPattern, createFilter, type Filter } from '../../../../kernel/records/page.ts';
import type { RecordSource } from '../../../../kernel/records/record-page.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { visibleTenant } from '../required-grants.ts';
import { TENANT_COLUMNS } from './tenant-administration.store.ts';
import { canonicalHost } from './tenant-fields.ts';

export const tenantSource: RecordSource = {
  name: 'auth_tenant_page',
  table: 'auth_tenant',
  alias: 't',
  columns: TENANT_COLUMNS,
  joins: '',
  sortColumns: { identifier: 'lower(t.identifier)', name: 't.name', dateCreated: 't.date_created' },
};

/** Without TENANT_ALL the own tenant is the only one there is. */
export function filterOfTenants(model: SvcTenantQueryModel, caller: Caller): Filter {
  const filter = createFilter();
  filter.and('NOT t.deleted');
  const visible = visibleTenant(caller);
  if (visible !== null) filter.and('t.identifier = $?', visible);
  const { searchText, identifier, host, enabled } = model;
  if (typeof identifier === 'string') filter.and('lower(t.identifier) = lower($?)', identifier);
  if (typeof host === 'string') filter.and('t.host_list @> ARRAY[$?::text]', canonicalHost(host));
  if (typeof enabled === 'boolean') filter.and(enabled ? 't.enabled' : 'NOT t.enabled');
  if (typeof searchText === 'string') {
    filter.and('t.identifier ILIKE $? OR t.name ILIKE $?', containsPattern(searchText));
  }
  return filter;
}
