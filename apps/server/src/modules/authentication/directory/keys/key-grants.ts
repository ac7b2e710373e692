// Answers what an API key holds now, for work that goes on after its request has been answered.
import type { ApiKeyVerifier } from '../../../session/api.ts';
import type { UserGrants } from '../directory.types.ts';

/** Role under which a key holds its authorities, in its requests as well. */
const ROLE = 'ROLE_SERVICE';

export function createKeyGrants({ findLiveByUuid }: Pick<ApiKeyVerifier, 'findLiveByUuid'>) {
  return async (tenantIdentifier: string, keyUuid: string): Promise<UserGrants | null> => {
    const key = await findLiveByUuid(keyUuid);
    if (key === null || key.tenantIdentifier !== tenantIdentifier) return null;
    return { roles: [ROLE], authorities: key.authorities.map((authority) => ({ role: ROLE, authority })) };
  };
}
