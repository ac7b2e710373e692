// Says what an API key holds now, for whoever works on after its request has been answered.
import type { ApiKeyVerifier } from '../../../session/api.ts';
import type { UserGrants } from '../directory.types.ts';

/** A key holds its authorities by it, as in its requests. */
const ROLE = 'ROLE_SERVICE';

export function createKeyGrants({ findLiveByUuid }: Pick<ApiKeyVerifier, 'findLiveByUuid'>) {
  return async (tenantIdentifier: string, keyUuid: string): Promise<UserGrants | null> => {
    const key = await findLiveByUuid(keyUuid);
    if (key === null || key.tenantIdentifier !== tenantIdentifier) return null;
    return { roles: [ROLE], authorities: key.authorities.map((authority) => ({ role: ROLE, authority })) };
  };
}
