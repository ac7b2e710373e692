// Says how an API key stands in events: by its name and what it can do, never the key itself.
import type { EventSubject } from '../../../../kernel/records/events.ts';
import type { ApiKey } from './api-key.store.ts';

export function keySubject({ name, tenantIdentifier }: ApiKey): EventSubject {
  return { name, tenantIdentifier };
}

/** Says what a key can do and from where. */
export function keyDetail(key: ApiKey): object {
  const { uuid, name, authorityList, allowedAddressList, expiryDate, enabled, ownerUsername } = key;
  return { uuid, name, authorityList, allowedAddressList, expiryDate, enabled, owner: ownerUsername };
}
