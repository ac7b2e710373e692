// Verifies a presented API key for the session module: whose it is and what it may do now.
import type { Kernel } from '../../../../kernel/module.ts';
import type { ApiKeyVerifier, UserDirectory, VerifiedApiKey } from '../../../session/api.ts';
import {
  findApiKeyHashes,
  findLiveApiKey,
  findLiveApiKeyByUuid,
  type LiveApiKey,
  saveApiKeyUses,
} from './api-key.store.ts';

/** Prefix of a key's username, so that no event can be taken for a person's. */
export const KEY_USERNAME_PREFIX = 'service:';

export function createApiKeyVerifier({
  database,
  clock,
  users,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly users: Pick<UserDirectory, 'findAccess'>;
}): ApiKeyVerifier {
  /** Answers the authorities of a key; of a person's key those that both its list and its owner have. */
  const authoritiesOf = async (key: LiveApiKey): Promise<readonly string[]> => {
    if (key.ofTenant) return key.authorityList;
    const { ownerTenantIdentifier: tenant, ownerUsernameFolded: name } = key;
    const access = tenant === null || name === null ? null : await users.findAccess(tenant, name);
    const held = new Set(access?.authorities.map(({ authority }) => authority));
    return key.authorityList.filter((authority) => held.has(authority));
  };

  const verified = async (key: LiveApiKey | null): Promise<VerifiedApiKey | null> => {
    if (key === null) return null;
    const { ownerTenantIdentifier: tenant, ownerUsernameFolded: name } = key;
    return {
      uuid: key.uuid,
      name: key.name,
      username: KEY_USERNAME_PREFIX + key.name,
      tenantIdentifier: key.tenantIdentifier,
      authorities: await authoritiesOf(key),
      allowedAddressList: key.allowedAddressList,
      expiryMs: key.expiryDate.getTime(),
      createdMs: key.dateCreated.getTime(),
      localeTag: key.tenantLocale,
      owner: tenant === null || name === null ? null : { tenantIdentifier: tenant, usernameFolded: name },
    };
  };

  return {
    findLive: async (keyHash) => verified(await findLiveApiKey(database, keyHash, new Date(clock.now()))),
    findLiveByUuid: async (keyUuid) => verified(await findLiveApiKeyByUuid(database, keyUuid, new Date(clock.now()))),
    findKeyHashes: findApiKeyHashes,
    async findStanding(tx, keyUuid) {
      const key = await findLiveApiKeyByUuid(tx, keyUuid, new Date(clock.now()));
      if (key === null) return null;
      return {
        username: KEY_USERNAME_PREFIX + key.name,
        tenantIdentifier: key.tenantIdentifier,
        expiryMs: key.expiryDate.getTime(),
        localeTag: key.tenantLocale,
      };
    },
    saveUses: (uses) => saveApiKeyUses(database, uses),
  };
}
