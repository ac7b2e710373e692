// Turns API keys of the store into the model of the interface.
import type { SvcApiKeyModel } from '@keelson/contract';
import { type ApiKey, apiKeys } from './api-key.store.ts';
import { KEY_USERNAME_PREFIX } from './api-key-verifier.ts';

/** Name for the `owner` of a key that belongs to no person. */
export const OWNER_TENANT = 'TENANT';

/** Makes the model; `secret` is set in the answers to making and rotating a key, nowhere else. */
export function toSvcApiKey(key: ApiKey, secret: string | null): SvcApiKeyModel {
  return {
    ...apiKeys.toModel(key),
    username: KEY_USERNAME_PREFIX + key.name,
    owner: key.ownerUsername ?? OWNER_TENANT,
    key: secret,
  };
}
