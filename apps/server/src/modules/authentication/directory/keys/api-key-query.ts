// Holds the filters and the order of the page of API keys.
import type { SvcApiKeyQueryModel } from '@keelson/contract';
import { containsPattern, createFilter, type Filter } from '../../../../kernel/records/page.ts';
import type { RecordSource } from '../../../../kernel/records/record-page.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { refuseReversedRange } from '../../ground/date-range.ts';
import { requireTenant } from '../required-grants.ts';
import { API_KEY_COLUMNS } from './api-key.store.ts';
import { KEY_USERNAME_PREFIX } from './api-key-verifier.ts';

export const apiKeySource: RecordSource = {
  name: 'auth_api_key_page',
  table: 'auth_api_key',
  alias: 'k',
  columns: API_KEY_COLUMNS,
  joins: 'LEFT JOIN auth_user u ON u.id = k.owner_user_id',
  sortColumns: {
    name: 'k.name_folded',
    expiryDate: 'k.expiry_date',
    lastUsedDate: 'k.last_used_date',
    dateCreated: 'k.date_created',
  },
};

export function filterOfKeys(model: SvcApiKeyQueryModel, caller: Caller): Filter {
  const tenantIdentifier = model.tenantIdentifier ?? caller.tenantIdentifier;
  requireTenant(caller, tenantIdentifier);
  refuseReversedRange('expiryDate', model.expiryDateFrom, model.expiryDateTo);
  const filter = createFilter();
  filter.and('k.tenant_identifier = $?', tenantIdentifier);
  filter.and('NOT k.deleted');
  const { searchText, username, authority, enabled, expiryDateFrom: from, expiryDateTo: to } = model;
  if (typeof searchText === 'string') {
    filter.and('k.name ILIKE $? OR k.description ILIKE $?', containsPattern(searchText));
  }
  if (typeof username === 'string') {
    const folded = foldName(username);
    const name = folded.startsWith(KEY_USERNAME_PREFIX) ? folded.slice(KEY_USERNAME_PREFIX.length) : folded;
    filter.and('k.name_folded = $?', name);
  }
  if (typeof authority === 'string') filter.and('$? = ANY(k.authority_list)', authority);
  if (typeof enabled === 'boolean') filter.and(enabled ? 'k.enabled' : 'NOT k.enabled');
  if (typeof from === 'string') filter.and('k.expiry_date >= $?', new Date(from));
  if (typeof to === 'string') filter.and('k.expiry_date < $?', new Date(to));
  return filter;
}
